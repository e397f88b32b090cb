"""``backhand chart``: the strategy on a page."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question


@click.command("chart", epilog="Example: backhand chart --decks 2 --format md")
@question
def command(question: Question) -> None:
    """Print the strategy on one page.

    By number of cards and total, with the hands that are exceptions and what each costs.
    """
    from backhand.outputs.charts import chart_report
    from backhand.strategy import chart

    question.answer(chart_report(chart(question.solver, question.undealt)))
