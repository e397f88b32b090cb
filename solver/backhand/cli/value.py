"""``backhand value``: what a deal is worth."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question
from backhand.outputs.answers import value_report


@click.command("value", epilog="Example: backhand value --decks 2 --pays 19:20")
@question
def command(question: Question) -> None:
    """Give the exact value of a deal.

    Win probability, EV and house edge per stake, and how rounds end, after best play.
    """
    solver, shoe = question.solver, question.undealt
    question.answer(value_report(solver.value(shoe=shoe), solver.rules, shoe))
