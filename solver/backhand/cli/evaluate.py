"""``backhand evaluate``: what a strategy is worth."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question, show_progress


@click.command("evaluate", epilog="Example: backhand evaluate mystrategy.csv --decks 2")
@click.argument("strategy", metavar="FILE")
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many decisions to show.")
@question
def command(question: Question, strategy: str, worst: int) -> None:
    """Give the exact value of a strategy.

    What it costs against best play, and its worst decisions by cost. FILE is csv as 'backhand chart --format csv'
    writes it, with lines for exact hands (AA2T,hit) if wanted; or one of optimal, chart, never-bust, mimic.
    """
    from backhand.evaluator import value_of
    from backhand.fixed import engine_for
    from backhand.outputs.evaluation import evaluation_report
    from backhand.rounds import follow
    from backhand.strategies import load_strategy

    rules, shoe = question.solver.rules, question.undealt
    fixed = load_strategy(strategy, question.solver, shoe)
    best = engine_for(shoe, rules, None, show_progress)
    engine = best if fixed is None else engine_for(shoe, rules, fixed, show_progress)
    value, optimum = (value_of(known.counts(shoe), shoe.cards, rules) for known in (engine, best))
    rounds = follow(shoe, rules, fixed, best=best, engine=engine, progress=show_progress)
    question.answer(evaluation_report(rounds, value, optimum, worst))
