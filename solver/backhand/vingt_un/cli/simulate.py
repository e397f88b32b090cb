"""``backhand vingt-un simulate``: rounds played out with shuffled cards."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.common.cli.statistics import rounds_options, warn_if_slow
from backhand.vingt_un.cli.options import (
    Cards,
    PunterPolicy,
    both_option,
    dealer_option,
    named_ranks,
    punter_option,
    rules_option,
)
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command(
    "simulate", epilog="Example: backhand vingt-un simulate --dealer 17 --punter 16 --both A --rounds 1_000_000"
)
@rounds_options
@dealer_option
@punter_option
@both_option
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Chunks played at a time.  [default: all cores]")
@rules_option
@output_options
def command(
    rounds: int,
    seed: int,
    dealer: Policy,
    punters: tuple[PunterPolicy, ...],
    both: Cards,
    jobs: int | None,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Play rounds with shuffled cards.

    Estimates with standard errors beside the exact values, for each punter. The result depends on rounds and seed, not
    on --jobs. numba makes it about a hundred times as fast; it is installed with backhand for every Python up to 3.13.
    With pack=as-dealt a round is dealt from the cards that the round before has left. Interrupted (Ctrl-C), it shows
    the rounds played so far, and exits with 130.
    'backhand vingt-un validate' reads its json, and for one punter its csv.
    """
    from backhand.vingt_un.answers.simulate import SimulationRequest, simulate
    from backhand.vingt_un.outputs.simulate import simulation_report

    check_output(output)
    request = SimulationRequest(
        dealer=dealer, punters=punters, both=named_ranks(both), rounds=rounds, seed=seed, jobs=jobs, rules=rules
    )
    warn_if_slow(rounds)
    answer = simulate(request, progress=show_progress)
    emit(simulation_report(answer), form, output)
    if answer.interrupted:
        click.echo(f"Interrupted: {answer.tally.rounds:,} of {rounds:,} rounds were played.", err=True)
        return 130
    return 0
