"""``backhand vingt-un audit``: were played rounds by the rules, and what did their mistakes cost."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.vingt_un.cli.options import dealer_option, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command("audit", epilog="Example: backhand vingt-un audit docs/examples/vingt_un_log.csv --dealer 17 --worst 3")
@click.argument("log", metavar="LOG")
@dealer_option
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many mistakes to show.")
@rules_option
@output_options
def command(log: str, dealer: Policy, worst: int, rules: Rules, form: str, output: Path | None) -> None:
    """Check rounds that a punter played, and price his mistakes.

    LOG is csv or jsonl (docs/validation.md): his cards of each round in order, his actions, the dealer's cards, the
    result. What the rules forbid, a dealer who does not play --dealer, or a result that the cards do not give, is
    refused with the number of its line. Each decision is priced against the best reply, for the cards as the punter
    saw them; going on both is not priced.
    """
    from backhand.vingt_un.answers.audit import AuditRequest, audit
    from backhand.vingt_un.outputs.audit import audit_report

    check_output(output)
    answer = audit(AuditRequest(log=log, dealer=dealer, rules=rules), progress=show_progress)
    emit(audit_report(answer, worst), form, output)
