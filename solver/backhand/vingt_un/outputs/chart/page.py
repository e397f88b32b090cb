"""The chart as one HTML page: light and dark, and how it prints."""

from __future__ import annotations

import html
from collections.abc import Iterator

from backhand.common.outputs.web import framed, legend_of, listed
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
    heads = "".join(
        f'<th scope="col">{what}</th>' + "".join(f'<th scope="col">{cards} cards</th>' for cards in by_cards_heads())
        for what in ("hard", "soft")
    )
    legend = legend_of(LOOKS, LETTERS, {choice: choice.value for choice in LOOKS})
    exceptions = (
        f'<p class="soft">{EXCEPTIONS}</p>\n{listed(HEADS, map(exception_row, chart.exceptions))}'
        if chart.exceptions
        else "<p>None.</p>"
    )
    return framed(
        "Vingt-un: the punter’s chart",
        LOOKS,
        f"""<p class="soft">{html.escape(chart_heading(chart.punter))}</p>
{legend}
<div class="wide"><table class="chart totals">
<caption>Stand or draw, by total and number of cards</caption>
<thead><tr><th scope="col">total</th>{heads}</tr></thead>
<tbody>
{"".join(_rows(chart))}</tbody>
</table></div>
<p class="soft">{BESIDE}</p>
<p>{html.escape(chart_worth(chart))}</p>
<p class="exact">Exact EV {chart.ev}, cost {chart.cost}</p>
<h2>Exceptions</h2>
{exceptions}""",
    )


def _rows(chart: Chart) -> Iterator[str]:
    for total in TOTALS:
        cells = ""
        for soft in (False, True):
            cells += _cell(chart.cells.get((total, soft)), "play")
            for cards in range(2, MOST_CARDS + 1):
                cells += _cell(chart.by_cards.get((total, soft, cards)), "play small")
        yield f'<tr><th scope="row">{total}</th>{cells}</tr>\n'


def _cell(cell: Cell | None, look: str) -> str:
    if cell is None:
        return "<td></td>"
    return f'<td><span class="{look} {cell.action}" title="{cell.action}">{letter(cell)}</span></td>'
