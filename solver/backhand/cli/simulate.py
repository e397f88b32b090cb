"""``backhand simulate``: rounds played out with shuffled cards."""

from __future__ import annotations

from fractions import Fraction

import click

from backhand.cli.options import Question, question, strategy_option
from backhand.common.cli.options import show_progress
from backhand.common.cli.statistics import rounds_options, warn_if_slow

_WIDTH = Fraction(1, 10**8)
"""How far the values of more than about two decks are enclosed: beyond what a simulation tells."""


@click.command("simulate", epilog="Example: backhand simulate --rounds 100_000_000 --seed 7 --strategy chart")
@rounds_options
@strategy_option
@click.option("--cut", type=int, metavar="N", help="Play on from one shoe until N cards have been dealt, then shuffle.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Chunks played at a time.  [default: all cores]")
@question
def command(question: Question, rounds: int, seed: int, strategy: str, cut: int | None, jobs: int | None) -> int:
    """Play rounds with shuffled cards.

    Estimates with standard errors beside the exact values. The result depends on rounds and seed, not on --jobs.
    Interrupted (Ctrl-C), it shows the rounds played so far, and exits with 130. 'backhand validate' reads its json
    and csv. numba makes it fast; it is installed with backhand for every Python up to 3.13.

    Best play (optimal) knows the exact shoe. With --cut, and for more than about two decks, it is worked out anew
    for each hand: as exact, but ten to a hundred times slower.
    """
    from tqdm import tqdm

    from backhand.common.simulation.chunks import cores
    from backhand.errors import SimulationError
    from backhand.outputs.simulate import simulation_report
    from backhand.rounds.deals import Deals
    from backhand.rounds.figures import Figures
    from backhand.rounds.follow import follow
    from backhand.simulation.decisions import best_decisions, decisions_of, looked_ahead
    from backhand.simulation.estimates import estimates
    from backhand.simulation.plan import Plan
    from backhand.solving.pushes import MOST_DEALS, deals_ahead
    from backhand.strategies.strategy import load_strategy

    rules, shoe = question.solver.rules, question.undealt
    if cut is not None and cut < 1:
        raise SimulationError(f"--cut {cut}: a cut card comes after at least 1 card")
    Plan.check(shoe, rounds, seed, cut or 0)
    warn_if_slow(rounds)
    fixed = load_strategy(strategy, question.solver, shoe)
    engine = None
    if fixed is None and deals_ahead(shoe, MOST_DEALS) <= MOST_DEALS:
        engine = question.solver.engine(shoe)
    if fixed is not None:
        decisions = decisions_of(fixed)
    elif cut or engine is None:  # too many shoes for tables
        decisions = looked_ahead(shoe, rules)
    else:
        decisions = best_decisions(shoe, rules, show_progress, engine)
    plan = Plan(shoe, rules, decisions, rounds, seed, cut or 0)
    deals = Deals(shoe, rules, fixed, engine=engine, width=_WIDTH, progress=show_progress)
    exact = Figures(follow(deals, progress=show_progress))
    with tqdm(total=rounds, desc="playing rounds", disable=None, delay=1, leave=False, unit_scale=True) as bar:
        tally = plan.play(jobs or cores(), bar.update)
    question.answer(simulation_report(plan, strategy, tally, estimates(tally, rules, exact, plan.cut > 0)))
    if tally.rounds < rounds:
        click.echo(f"Interrupted: {tally.rounds:,} of {rounds:,} rounds were played.", err=True)
        return 130
    return 0
