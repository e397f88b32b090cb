"""``backhand advise``: what should I do here."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.cards import ACE, parse_cards
from backhand.cli.options import (
    check_output,
    emit,
    output_options,
    read_decks,
    read_rules,
    rules_options,
    shoe_options,
    solver_for,
    warn,
)
from backhand.outputs.answers import advise_report
from backhand.outputs.report import percent


@click.command("advise", epilog="Example: backhand advise 9 7 --seen 'K 5 A' --format json")
@click.argument("hand", nargs=-1, required=True, metavar="CARD...")
@shoe_options
@rules_options
@output_options
def command(
    hand: tuple[str, ...],
    decks: int | None,
    players: int | None,
    shoe: str | None,
    seen: str | None,
    rules: str,
    pays: str | None,
    form: str,
    output: Path | None,
) -> None:
    """Say what to do with a hand, and what every legal action is worth.

    The hand is two to four cards, after the ace rule: aces that were discarded go under --seen.
    """
    held = tuple(card for text in hand for card in parse_cards(text))
    known = () if seen is None else parse_cards(seen)
    solver = solver_for(read_decks(decks, players, shoe, seen), read_rules(rules, pays))
    check_output(output)
    advice = solver.advise(held, seen=known, shoe=shoe)
    if len(held) == 2 and held.count(ACE) > known.count(ACE) and shoe is None:
        warn("an ace in a hand of two has replaced a discarded ace; discarded aces go under --seen")
    for choice in advice.actions:
        if choice.value.void:
            warn(f"the shoe may run out: after {choice.action} with probability {percent(choice.value.void)}")
    emit(advise_report(advice), form, output)
