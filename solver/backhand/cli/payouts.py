"""``backhand payouts``: what could be paid."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import click

from backhand.cli.options import Question, question
from backhand.common.cli.options import Read, check_output, show_progress
from backhand.common.cli.types import Place
from backhand.common.files.writing import write_whole
from backhand.errors import RulesError, quoted
from backhand.rules import WINS, payout

_KINDS = (*map(str, WINS), "all")


def _edge(text: str) -> Fraction:
    """A wanted house edge: ``2%``, ``-0.5%``, ``0.02`` or ``1/50``."""
    match = re.fullmatch(r"(-?\d{1,18}(?:\.\d{1,18})?|-?\d{1,18}/(?!0+\b)\d{1,18})\s*(%?)", text.strip(), re.ASCII)
    edge = Fraction(match[1]) / (100 if match[2] else 1) if match else Fraction(1)
    if not -1 < edge < 1:
        raise RulesError(
            f"edge {quoted(text)}: a house edge is less than a stake either way (100%), such as 2% or 0.02"
        )
    return edge


@click.command("payouts", epilog="Example: backhand payouts --edge 2% --kind all --kind backhand")
@click.option("--edge", type=Read("edge", _edge), multiple=True, metavar="EDGE", help="Wanted beside 0: 2% or 0.02.")
@click.option("--kind", type=click.Choice(_KINDS), multiple=True, help="What varies.  [default: each]")
@click.option(
    "--low", type=Read("odds", payout), default="1:2", show_default=True, metavar="ODDS", help="Changes from …"
)
@click.option("--high", type=Read("odds", payout), default="2:1", show_default=True, metavar="ODDS", help="… to here.")
@click.option("--pieces", is_flag=True, help="List every payout from --low to --high at which the EV bends.")
@click.option("--plot", type=Place(), metavar="FILE", help="Draw the edge: png, svg, pdf.")
@question
def command(
    question: Question,
    edge: tuple[Fraction, ...],
    kind: tuple[str, ...],
    low: Fraction,
    high: Fraction,
    pieces: bool,
    plot: Path | None,
) -> None:
    """Find payouts that make the game fair, or give the house an edge.

    The EV as an exact function of the payouts, for the play that is best at each; the exact payouts that give an edge
    with the nearest usual odds; and the exact payouts at which best play changes with a hand of the first deal.

    --pieces gives the EV as the function of straight pieces that it is, complete: every payout at which best play from
    the deal changes, with hands after pushes too. csv lists these bends then.
    """
    form = _plot_form(plot)
    from backhand.answers.payouts import PayoutsRequest, payouts
    from backhand.outputs.payouts import payouts_plot, payouts_report

    request = PayoutsRequest(question.situation, edge, kind or _KINDS, low, high, pieces)
    answer = payouts(request, progress=show_progress)
    report = payouts_report(answer)
    if plot is not None:
        write_whole(plot, payouts_plot(answer, form))
    question.tell(answer, report)


def _plot_form(plot: Path | None) -> str:
    if plot is None:
        return ""
    form = plot.suffix.lower().removeprefix(".")
    if form not in ("png", "svg", "pdf"):
        raise RulesError(f"--plot {quoted(str(plot))}: the name ends in .png, .svg or .pdf")
    check_output(plot)
    return form
