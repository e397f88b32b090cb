"""``backhand vingt-un both``: what going on both is worth."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cards import format_cards
from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.errors import HandError, quoted
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.cli.options import (
    CARDS,
    Cards,
    dealer_option,
    doubled_option,
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
    from backhand.vingt_un.answers.both import BothRequest, both
    from backhand.vingt_un.outputs.both import both_report

    if len(set(rank)) != 1 or len(rank) > 2:
        raise HandError(f"{quoted(format_cards(rank))}: name the card of which there are two, such as 9")
    check_output(output)
    situation = Situation(rules=rules, seen=sum(seen, ()))
    request = BothRequest(rank=rank[0], dealer=dealer, doubled=doubled, situation=situation)
    emit(both_report(both(request, progress=show_progress)), form, output)
