"""``backhand vingt-un evaluate``: what a policy costs."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.vingt_un.cli.options import (
    PUNTER,
    Cards,
    PunterPolicy,
    both_option,
    dealer_option,
    named_ranks,
    rules_option,
)
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


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
    from backhand.vingt_un.answers.evaluate import EvaluationRequest, evaluate
    from backhand.vingt_un.outputs.evaluate import evaluation_report

    check_output(output)
    request = EvaluationRequest(policy=policy, dealer=dealer, both=named_ranks(both), rules=rules)
    emit(evaluation_report(evaluate(request, progress=show_progress), worst), form, output)
