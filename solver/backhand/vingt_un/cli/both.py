"""``backhand vingt-un both``: what going on both is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from backhand.common.cards import format_cards
from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.errors import HandError, quoted
from backhand.vingt_un.cli.options import (
    CARDS,
    Cards,
    dealer_option,
    doubled_option,
    read_pack,
    rules_option,
    seen_option,
)
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command("both", epilog="Example: backhand vingt-un both 9 --dealer 17")
@click.argument("rank", type=CARDS, metavar="CARD")
@dealer_option
@doubled_option
@seen_option
@rules_option
@output_options
def command(
    rank: tuple[int, ...],
    dealer: Policy,
    doubled: bool,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say what going on both is worth with two of a card.

    All hands are played best together, a third and fourth included. The value is proved to nine places. It takes one to
    ten minutes.
    """
    from backhand.vingt_un.outputs.both import both_report
    from backhand.vingt_un.solving.pairs import Pairs

    if len(set(rank)) != 1 or len(rank) > 2:
        raise HandError(f"{quoted(format_cards(rank))}: name the card of which there are two, such as 9")
    pack = read_pack(rules, seen, whole_round=False)
    check_output(output)
    pairs = Pairs(rules, dealer, rank[0], pack, doubled=doubled)
    emit(both_report(pairs, pairs.solve(_levels(show_progress))), form, output)


def _levels(progress: Callable[[Iterable[int], str, int], Iterable[int]]) -> Callable[[int], None]:
    """Tell a progress bar about the levels of a pair: about 26 cards deep, once to find and twice to value."""
    steps = iter(progress(range(78), "levels", 78))

    def tell(states: int) -> None:
        next(steps, None)

    return tell
