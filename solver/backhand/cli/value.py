"""``backhand value``: what a deal is worth."""

from __future__ import annotations

import click

from backhand.cli.options import Question, deal_options, question
from backhand.common.cli.options import show_progress


@click.command("value", epilog="Example: backhand value --decks 2 --pays 19:20")
@click.option("--figures", is_flag=True, help="Add cards and pushes in a round, and every initial hand.")
@deal_options
@question
def command(question: Question, figures: bool) -> None:
    """Give the value of a deal.

    Win probability, EV and house edge per stake, and how rounds end, after best play. Exact up to about two decks,
    beyond that enclosed, with proof. --figures adds the mean and distribution of cards and of pushes in a round, and
    what each initial hand is worth, as 'backhand par' has them; it takes about three times as long.
    """
    from backhand.answers.value import ValueRequest, value
    from backhand.outputs.value import value_report

    answer = value(ValueRequest(question.situation, figures), progress=show_progress)
    question.tell(answer, value_report(answer))
