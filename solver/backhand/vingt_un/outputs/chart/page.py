"""The chart as one HTML page: light and dark, and how it prints."""

from __future__ import annotations

from collections.abc import Iterator

from backhand.common.outputs.web import rendered
from backhand.vingt_un.outputs.chart.report import (
    EXCEPTIONS,
    HEADS,
    LETTERS,
    TOTALS,
    chart_heading,
    chart_worth,
    exception_row,
    letter,
)
from backhand.vingt_un.outputs.chart.sheet import BESIDE, LOOKS, by_cards_heads
from backhand.vingt_un.strategies.best_chart import MOST_CARDS, Cell, Chart


def page(chart: Chart) -> str:
    """The whole page as text."""
    return rendered(
        "vingt_un/outputs/chart/page.html",
        LOOKS,
        title="Vingt-un: the punter’s chart",
        heading=chart_heading(chart.punter),
        legend=[{"action": one.value, "letter": LETTERS[one], "name": one.value} for one in LOOKS],
        sizes=by_cards_heads(),
        rows=_rows(chart),
        beside=BESIDE,
        worth=chart_worth(chart),
        exact=f"Exact EV {chart.ev}, cost {chart.cost}",
        note=EXCEPTIONS,
        heads=HEADS,
        exceptions=[exception_row(one) for one in chart.exceptions],
    )


def _rows(chart: Chart) -> Iterator[tuple[int, list[dict[str, str]]]]:
    for total in TOTALS:
        cells = []
        for soft in (False, True):
            cells.append(_cell(chart.cells.get((total, soft)), "play"))
            beside = (chart.by_cards.get((total, soft, cards)) for cards in range(2, MOST_CARDS + 1))
            cells += [_cell(cell, "play small") for cell in beside]
        yield total, cells


def _cell(cell: Cell | None, look: str) -> dict[str, str]:
    return {"look": look, "action": cell.action.value if cell else "", "letter": letter(cell)}
