"""``backhand evaluate``: what a strategy is worth."""

from __future__ import annotations

import click

from backhand.cli.options import Question, deal_options, question
from backhand.common.cli.options import show_progress


@click.command("evaluate", epilog="Example: backhand evaluate mystrategy.csv --decks 2")
@click.argument("strategy", metavar="FILE")
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many decisions to show.")
@deal_options
@question
def command(question: Question, strategy: str, worst: int) -> None:
    """Give the exact value of a strategy; for more than about two decks, proved bounds.

    Also what the strategy costs against best play, and which of its decisions cost most. FILE is csv as 'backhand chart
    --format csv' writes it, with lines for exact hands (AA2T,hit) if you like. Or it is a name: optimal is best play,
    chart the best chart. never-bust and mimic play like beginners and push every push hand: never-bust calls backhand
    from 12 on; mimic does from 15 on, where more than half of a full deck busts.
    """
    from backhand.answers.evaluate import EvaluationRequest, evaluate
    from backhand.outputs.evaluate import evaluation_report

    answer = evaluate(EvaluationRequest(strategy, question.situation), progress=show_progress)
    question.tell(answer, evaluation_report(answer, worst))
