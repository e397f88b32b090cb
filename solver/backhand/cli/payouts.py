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
@click.option(
    "--kind", type=click.Choice([*map(str, WINS), "all"]), multiple=True, help="What varies.  [default: each]"
)
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
    from backhand.outputs.payouts import payouts_plot, payouts_report
    from backhand.payouts.formula import symbolic
    from backhand.payouts.questions import Payouts
    from backhand.payouts.valued import KINDS

    kinds = kind or KINDS
    rules, shoe = question.solver.rules, question.undealt
    payouts = Payouts(shoe, rules, show_progress)
    curves = [payouts.pieces(name, low, high) for name in kinds] if pieces else None  # first: it may be too much
    changes = {name: payouts.changes(name, low, high) for name in kinds}
    value = question.solver.value(shoe=shoe)
    wanted = [payouts.giving(name, target) for target in dict.fromkeys((Fraction(0), *edge)) for name in kinds]
    expression = str(symbolic(value, rules))
    report = payouts_report(shoe, rules, value, expression, wanted, dict(changes), (low, high), curves)
    if plot is not None:
        write_whole(plot, payouts_plot(payouts, kinds, dict(changes), (low, high), form, curves))
    question.answer(report)


def _plot_form(plot: Path | None) -> str:
    if plot is None:
        return ""
    form = plot.suffix.lower().removeprefix(".")
    if form not in ("png", "svg", "pdf"):
        raise RulesError(f"--plot {quoted(str(plot))}: the name ends in .png, .svg or .pdf")
    check_output(plot)
    return form
