"""``backhand vingt-un double``: should the dealer double."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.cli.options import POLICY, Cards, doubling_rules_option, punters_option, seen_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command("double", epilog="Example: backhand vingt-un double T 8 --punters 16")
@hand_argument("[CARD CARD]", needed=False)
@punters_option
@click.option(
    "--if-doubled",
    type=POLICY,
    metavar="POLICY",
    help="What the punter stands on when the dealer has doubled.  [default: the same]",
)
@seen_option
@doubling_rules_option
@output_options
def command(
    hand: tuple[int, ...],
    punters: Policy,
    if_doubled: Policy | None,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say whether the dealer should double with two cards.

    There is one punter, whose policy is known, and he has not acted yet. Without cards, all pairs of cards that the
    dealer can have are listed. For several punters see 'reply', which gives bounds.
    """
    from backhand.vingt_un.answers.double import DoublingRequest, double
    from backhand.vingt_un.outputs.double import double_report

    check_output(output)
    situation = Situation(rules=rules, seen=sum(seen, ()))
    request = DoublingRequest(hand=hand, punter=punters, if_doubled=if_doubled, situation=situation)
    emit(double_report(double(request, progress=show_progress)), form, output)
