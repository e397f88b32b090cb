"""``backhand vingt-un value``: what a round is worth to the dealer."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options
from backhand.vingt_un.cli.options import PUNTER, Cards, PunterPolicy, dealer_option, rules_option, seen_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

# What computes is imported by the command that needs it: numpy is slow to load, and help must come at once.


@click.command("value", epilog="Example: backhand vingt-un value --dealer 17,19 --format json")
@dealer_option
@click.option(
    "--punter",
    type=PUNTER,
    default="best",
    show_default=True,
    metavar="POLICY",
    help="What the punter stands on, as for --dealer, or best.",
)
@seen_option
@rules_option
@output_options
def command(dealer: Policy, punter: PunterPolicy, seen: Cards, rules: Rules, form: str, output: Path | None) -> None:
    """Give the dealer's exact value per stake.

    The dealer's policy is known. There is one punter, who plays best against it, or as --punter says, and does not
    go on both.
    """
    from backhand.vingt_un.answers.situation import Situation
    from backhand.vingt_un.answers.value import ValueRequest, value
    from backhand.vingt_un.outputs.value import value_report

    check_output(output)
    situation = Situation(rules=rules, seen=sum(seen, ()))
    emit(value_report(value(ValueRequest(dealer=dealer, punter=punter, situation=situation))), form, output)
