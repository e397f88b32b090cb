"""``backhand value``: what a deal is worth."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.cards import Shoe, parse_cards
from backhand.cli.options import (
    check_output,
    emit,
    output_options,
    read_decks,
    read_rules,
    rules_options,
    shoe_options,
    solver_for,
)
from backhand.outputs.answers import value_report


@click.command("value", epilog="Example: backhand value --decks 2 --pays 19:20")
@shoe_options
@rules_options
@output_options
def command(
    decks: int | None,
    players: int | None,
    shoe: str | None,
    seen: str | None,
    rules: str,
    pays: str | None,
    form: str,
    output: Path | None,
) -> None:
    """Give the exact value of a deal: win probability, EV, house edge, and how rounds end."""
    known = () if seen is None else parse_cards(seen)
    solver = solver_for(read_decks(decks, players, shoe, seen), read_rules(rules, pays))
    check_output(output)
    undealt = solver.fresh.without(known) if shoe is None else Shoe(shoe)
    emit(value_report(solver.value(shoe=undealt), solver.rules, undealt), form, output)
