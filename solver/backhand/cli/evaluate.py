"""``backhand evaluate``: what a strategy is worth."""

from __future__ import annotations

from functools import partial

import click

from backhand.cli.options import Question, deal_options, question
from backhand.common.cli.options import show_progress


@click.command("evaluate", epilog="Example: backhand evaluate mystrategy.csv --decks 2")
@click.argument("strategy", metavar="FILE")
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many decisions to show.")
@deal_options
@question
def command(question: Question, strategy: str, worst: int) -> None:
    """Give the exact value of a strategy, from more than about two decks enclosed.

    What it costs against best play, and its worst decisions by cost. FILE is csv as 'backhand chart --format csv'
    writes it, with lines for exact hands (AA2T,hit) if wanted, however many aces were discarded; or one of optimal,
    chart, never-bust, mimic.
    """
    from backhand.outputs.evaluate import evaluation_report
    from backhand.rounds.deals import Solved
    from backhand.rounds.follow import follow
    from backhand.strategies.strategy import load_strategy

    rules, shoe = question.solver.rules, question.undealt
    fixed = load_strategy(strategy, question.solver, shoe)
    solve = partial(Solved, shoe, rules, width=question.solver.width, most=question.solver.most, progress=show_progress)
    best = solve()
    solved = best if fixed is None else solve(fixed)
    rounds = follow(shoe, rules, fixed, best=best, solved=solved, progress=show_progress)
    question.answer(evaluation_report(rounds, solved.value, best.value, worst))
