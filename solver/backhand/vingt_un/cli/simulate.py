"""``backhand vingt-un simulate``: rounds played out with shuffled cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.common.cli.statistics import rounds_options, warn_if_slow
from backhand.vingt_un.cli.options import Cards, both_option, dealer_option, named_ranks, punter_option, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

if TYPE_CHECKING:
    from backhand.vingt_un.strategies.policy_files import PunterPolicy


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
    from tqdm import tqdm

    from backhand.common.simulation.chunks import check, cores
    from backhand.vingt_un.outputs.simulate import simulation_report
    from backhand.vingt_un.simulation.estimates import exact_of
    from backhand.vingt_un.simulation.plan import Plan, Seated
    from backhand.vingt_un.strategies.policy_files import replies

    check(rounds, seed)
    check_output(output)
    ranks = named_ranks(both)
    seats = [Seated(policy, ranks) for policy in replies(rules, dealer, punters)]
    plan = Plan(rules, dealer, seats, rounds, seed)
    warn_if_slow(rounds)
    exact = exact_of(plan, show_progress)
    with tqdm(total=rounds, desc="playing rounds", disable=None, delay=1, leave=False, unit_scale=True) as bar:
        tally = plan.play(jobs or cores(), bar.update)
    emit(simulation_report(plan, tally, exact), form, output)
    if tally.rounds < rounds:
        click.echo(f"Interrupted: {tally.rounds:,} of {rounds:,} rounds were played.", err=True)
        return 130
    return 0
