"""``backhand chart``: the strategy on a page."""

from __future__ import annotations

import os
import sys
from functools import partial

import click

from backhand.cli.options import Question, deal_options, question
from backhand.common.cli.charts import FORMS
from backhand.common.cli.options import check_terminal, emit_parts, show_progress
from backhand.common.outputs.report import FORMATS


@click.command("chart", epilog="Example: backhand chart --decks 2 --output chart.pdf --paper letter")
@click.option(
    "--paper", type=click.Choice(["a4", "letter", "wallet"]), default="a4", show_default=True, help="For svg, png, pdf."
)
@deal_options
@partial(question, forms=FORMS)
def command(question: Question, paper: str) -> None:
    """Print the best chart: the most valuable strategy that knows only the number of cards and the total.

    It comes with what it is worth, what best play is worth, and the hands that are exceptions, those worth most first:
    exact up to about two decks, between proved bounds beyond that. That no chart is better is proved for any number of
    decks.
    As html, svg, png and pdf it has the win probability of each action as bars; a pdf on a4 or letter has every hand by
    its cards on the pages that follow.
    """
    from backhand.answers.chart import ChartRequest, chart
    from backhand.outputs.chart.report import chart_report

    check_terminal(question.form, question.output)
    answer = chart(ChartRequest(question.situation), progress=show_progress)
    best = answer.best
    if question.form in FORMATS:
        report = chart_report(best)
        if question.form == "text" and question.output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
            from backhand.outputs.chart.terminal import coloured_cells

            report = chart_report(best, coloured_cells(best))
        question.tell(answer, report)
    elif question.form == "html":
        from backhand.outputs.chart.page import page

        emit_parts([page(best)], question.output)
    else:
        from backhand.outputs.chart.pages import pages

        emit_parts([pages(best, question.form, paper)], question.output)
