"""``backhand value``: what a deal is worth."""

from __future__ import annotations

import click

from backhand.cli.options import Question, deal_options, question
from backhand.outputs.answers import value_report


@click.command("value", epilog="Example: backhand value --decks 2 --pays 19:20")
@deal_options
@question
def command(question: Question) -> None:
    """Give the value of a deal.

    Win probability, EV and house edge per stake, and how rounds end, after best play. Exact up to about two decks,
    beyond that enclosed, with proof.
    """
    solver, shoe = question.solver, question.undealt
    question.answer(value_report(solver.enclose(shoe=shoe), solver.rules, shoe))
