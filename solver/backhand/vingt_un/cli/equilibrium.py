"""``backhand vingt-un equilibrium``: both at their best."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress, warn
from backhand.common.cli.types import Count, Place
from backhand.common.files.writing import check_file
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.cli.options import rules_option
from backhand.vingt_un.rules import Rules


@click.command("equilibrium", epilog="Example: backhand vingt-un equilibrium --width 1/10000 --state game.npz")
@click.option(
    "--width", default="1/10000", show_default=True, metavar="FRACTION", help="How narrow the interval has to be."
)
@click.option("--most", type=Count(1, 1_000_000), default=2000, show_default=True, help="How many iterations at most.")
@click.option(
    "--state",
    type=Place(),
    metavar="FILE",
    help="A file to keep the plans in; if it is there, the work goes on from it.",
)
@rules_option
@output_options
def command(width: str, most: int, state: Path | None, rules: Rules, form: str, output: Path | None) -> None:
    """Prove an interval for the value of the game when both play best.

    There is one punter, who does not go on both. Plans of both sides are improved until the interval is as narrow
    as --width, for a dealer who does not use the order of the punter's cards; for one who does, an upper end is
    proved too. It takes minutes, and gives the same every time. Where the dealer may double, his plan says how
    often he does.
    """
    from backhand.vingt_un.answers.equilibrium import EquilibriumRequest, equilibrium
    from backhand.vingt_un.outputs.equilibrium import equilibrium_report

    check_output(output)
    if state is not None:
        check_file(state, only_file=True)
    request = EquilibriumRequest(width=width, most=most, state=state, situation=Situation(rules=rules))
    answer = equilibrium(request, progress=show_progress)
    for warning in answer.warnings:
        warn(warning)
    emit(equilibrium_report(answer), form, output)
