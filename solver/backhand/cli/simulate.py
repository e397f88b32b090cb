"""``backhand simulate``: rounds played out with shuffled cards."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question, strategy_option
from backhand.common.cli.options import show_progress
from backhand.common.cli.statistics import RoundsBar, rounds_options, telling_of_compiling, warn_if_slow
from backhand.errors import SimulationError


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
    from backhand.answers.simulate import SimulationRequest, simulate
    from backhand.outputs.simulate import simulation_report

    if cut is not None and cut < 1:
        raise SimulationError(f"--cut {cut}: a cut card comes after at least 1 card")
    request = SimulationRequest(question.situation, strategy, rounds, seed, cut, jobs)
    warn_if_slow(rounds)
    with RoundsBar(rounds) as bar, telling_of_compiling():
        answer = simulate(request, progress=show_progress, played=bar.update)
    question.tell(answer, simulation_report(answer))
    if answer.interrupted:
        click.echo(f"Interrupted: {answer.tally.rounds:,} of {rounds:,} rounds were played.", err=True)
        return 130
    return 0
