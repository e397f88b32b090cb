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
    help="What he stands on where the dealer doubles.  [default: the same]",
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

    Before the one punter acts, whose policy is known; with no cards named, all two cards he can have. For several
    punters 'reply' says as much as its bounds tell.
    """
    from backhand.vingt_un.answers.double import DoublingRequest, double
    from backhand.vingt_un.outputs.double import double_report

    check_output(output)
    situation = Situation(rules=rules, seen=sum(seen, ()))
    request = DoublingRequest(hand=hand, punter=punters, if_doubled=if_doubled, situation=situation)
    emit(double_report(double(request, progress=show_progress)), form, output)
