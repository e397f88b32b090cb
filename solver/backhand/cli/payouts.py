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
@click.option(
    "--edge",
    type=Read("edge", _edge),
    multiple=True,
    metavar="EDGE",
    help="A house edge to find payouts for, beside 0: 2% or 0.02.",
)
@click.option(
    "--kind",
    type=click.Choice(_KINDS),
    multiple=True,
    help="Which wins' payout varies.  [default: each]",
)
@click.option(
    "--low",
    type=Read("odds", payout),
    default="1:2",
    show_default=True,
    metavar="ODDS",
    help="Look for changes of best play from this payout …",
)
@click.option(
    "--high", type=Read("odds", payout), default="2:1", show_default=True, metavar="ODDS", help="… to this one."
)
@click.option("--pieces", is_flag=True, help="List every payout from --low to --high at which the EV bends.")
@click.option("--plot", type=Place(), metavar="FILE", help="Draw the house edge against the payout: png, svg or pdf.")
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

    It prints the EV as an exact function of the payouts; the exact payouts that give an edge, and the usual odds
    next to them; and the exact payouts at which best play of a hand of the first deal changes.

    As a function of a payout the EV is made of straight pieces. --pieces lists all of them, with every payout at which
    best play changes, for hands after a push too. csv lists these payouts then.
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
