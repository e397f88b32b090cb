"""``backhand value``: what a deal is worth."""

from __future__ import annotations

import click

from backhand.cli.options import Question, deal_options, question


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
    from backhand.outputs.value import value_report
    from backhand.rounds.figures import starts

    solver, shoe = question.solver, question.undealt
    if figures:
        deals = solver.deals(shoe=shoe)
        value, played = deals.value, (solver.figures(shoe=shoe), starts(deals))
    else:
        value, played = solver.enclose(shoe=shoe), None
    question.answer(value_report(value, solver.rules, shoe, played))
