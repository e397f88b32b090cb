"""The chart on paper: A4, Letter or a card for the wallet; pdf and svg are vectors."""

from __future__ import annotations

from backhand.common.outputs.paper import PAPERS, drawn
from backhand.errors import BackhandError, quoted
from backhand.outputs.chart.hands import draw_hands
from backhand.outputs.chart.sheet import draw_sheet
from backhand.outputs.chart.wallet import draw_wallet
from backhand.outputs.words import heading
from backhand.strategies.best_chart import BestChart


def pages(chart: BestChart, form: str, paper: str) -> bytes:
    """The chart as pdf, svg or png. A pdf on a whole sheet goes on with the table of hands.

    Raises BackhandError for a paper that is not known.
    """
    if paper not in PAPERS:
        raise BackhandError(f"paper {quoted(paper)}: the papers are {', '.join(PAPERS)}")
    title = f"Backhand: the best chart. {heading(chart.rules, chart.shoe)}"
    draw = draw_wallet if paper == "wallet" else draw_sheet
    return drawn(
        form,
        PAPERS[paper],
        title,
        lambda page: draw(page, chart),
        lambda book: draw_hands(chart, book) if paper != "wallet" else None,
    )
