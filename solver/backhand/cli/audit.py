"""``backhand audit``: were played rounds by the rules, and what did their mistakes cost."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question
from backhand.common.cli.options import show_progress
from backhand.errors import ShoeError


@click.command("audit", epilog="Example: backhand audit docs/examples/log.csv --worst 3")
@click.argument("log", metavar="LOG")
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many mistakes to show.")
@question
def command(question: Question, log: str, worst: int) -> None:
    """Check rounds that were played, and price their mistakes.

    LOG is csv or jsonl (docs/validation.md): the cards of each round in order, the actions, the result. What the
    rules forbid, or a result that the cards do not give, is refused with the number of its line. Each decision is
    priced against best play for the shoe as the player saw it. Rounds begin with the fresh shoe of --decks or
    --players. --shoe and --seen are refused here: the log says which cards were seen.
    """
    from backhand.answers.audit import AuditRequest, audit
    from backhand.outputs.audit import audit_report

    if question.situation.seen or question.situation.shoe is not None:
        raise ShoeError(
            "--seen and --shoe: rounds of a log begin with a fresh shoe; the log says which cards were seen"
        )
    answer = audit(AuditRequest(log, question.situation), progress=show_progress)
    question.tell(answer, audit_report(answer, worst))
