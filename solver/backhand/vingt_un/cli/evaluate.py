"""``backhand vingt-un evaluate``: what a policy costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.vingt_un.cli.options import PUNTER, Cards, both_option, dealer_option, named_ranks, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

if TYPE_CHECKING:
    from backhand.vingt_un.strategies.policy_files import PunterPolicy


@click.command("evaluate", epilog="Example: backhand vingt-un evaluate mypolicy.csv --dealer 17")
@click.argument("policy", metavar="POLICY", type=PUNTER)
@dealer_option
@both_option
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many decisions to show.")
@rules_option
@output_options
def command(
    policy: PunterPolicy, dealer: Policy, both: Cards, worst: int, rules: Rules, form: str, output: Path | None
) -> None:
    """Give the exact value of a punter's policy.

    Also what the policy costs against the best reply to the dealer, and which of its decisions cost most. POLICY is
    text as for --dealer, or best, or a csv file as 'backhand vingt-un chart --format csv' writes it, with lines for
    exact hands ('A 2 2,stand') if you like. With --both it also says what the dealer gains from a punter who goes
    on both; the costs stay those of one hand.
    """
    from backhand.vingt_un.outputs.evaluate import evaluation_report
    from backhand.vingt_un.rounds.both_by_rule import BothByRule
    from backhand.vingt_un.rounds.evaluation import Evaluation
    from backhand.vingt_un.strategies.policy_files import replies

    check_output(output)
    (played,) = replies(rules, dealer, [policy])
    found, ranks = Evaluation(rules, dealer, played), named_ranks(both)
    more = BothByRule(found.played, ranks, show_progress) if ranks else None
    emit(evaluation_report(found, worst, more), form, output)
