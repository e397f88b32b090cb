"""``backhand validate``: is somebody's simulator right."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question, strategy_option
from backhand.common.cli.options import show_progress
from backhand.common.cli.statistics import level_option


@click.command("validate", epilog="Example: backhand validate docs/examples/totals.csv --strategy chart")
@click.argument("results", metavar="RESULTS")
@strategy_option
@level_option
@question
def command(question: Question, results: str, strategy: str, level: float) -> int:
    """Test a simulator's counts against the exact probabilities.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, initial hand, or state and action.
    Rules, shoe and strategy are those the simulator was meant to play. Where the counts do not agree, it says with
    which of the known strategies they do. Exit 0: agrees; 3: does not.
    """
    from backhand.answers.validate import ValidationRequest, validate
    from backhand.outputs.validate import validation_report

    answer = validate(ValidationRequest(results, strategy, question.situation, level), progress=show_progress)
    question.tell(answer, validation_report(answer))
    return 0 if answer.verdict.agrees else 3
