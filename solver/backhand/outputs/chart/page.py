"""The chart as one HTML page: the table with bars, light and dark, and how it prints."""

from __future__ import annotations

import html
from collections.abc import Iterator

from backhand.common.cards import format_cards
from backhand.common.outputs.numerals import decimals, percent, told
from backhand.common.outputs.web import framed, legend_of, listed
from backhand.outputs.chart.looks import LOOKS, NAMES, used
from backhand.outputs.chart.report import EXCEPTIONS, LETTERS, chart_worth, letter
from backhand.outputs.words import heading
from backhand.strategies.best_chart import BestChart


def page(chart: BestChart) -> str:
    """The whole page as text."""
    wins = chart.wins()
    there = used(action for cell in wins.values() for action in cell)
    legend = legend_of({action: LOOKS[action] for action in there}, LETTERS, NAMES, stars=bool(chart.exceptions))
    columns = "".join(f'<th scope="col">{cards} cards</th>' for cards in (2, 3, 4))
    return framed(
        "Backhand: the best chart",
        LOOKS,
        f"""<p class="soft">{html.escape(heading(chart.rules, chart.shoe))}</p>
{legend}
<table class="chart">
<caption>What to do, by number of cards and total</caption>
<thead><tr><th scope="col">total</th>{columns}</tr></thead>
<tbody>
{"".join(_rows(chart))}</tbody>
</table>
<p class="soft">Bars: rounds won by each action, best play following, over the hands that make the cell.</p>
<p>{html.escape(chart_worth(chart))} No other chart is worth more.</p>
<p class="exact">{told(chart.win)}</p>
{_exceptions(chart)}""",
    )


def _rows(chart: BestChart) -> Iterator[str]:
    wins = chart.wins()
    for total in range(2, 22):
        cells = []
        for cards in (2, 3, 4):
            action = chart.actions.get((cards, total))
            if action is None:
                cells.append("<td></td>")
                continue
            bars = "".join(
                f'<div class="bar" title="{NAMES[one]} wins {percent(win, 4)}"><span><i class="{one}" '
                f'style="width:{decimals(win * 100, 2)}%"></i></span>'
                f"<b>{LETTERS[one]} {decimals(win * 100, 1)}</b></div>"
                for one, win in sorted(wins[cards, total].items(), key=lambda item: list(LOOKS).index(item[0]))
            )
            play = f'<span class="play {action}" title="{NAMES[action]}">{letter(chart, cards, total)}</span>'
            cells.append(f'<td><div class="cell">{play}<div class="bars">{bars}</div></div></td>')
        yield f'<tr><th scope="row">{total}</th>{"".join(cells)}</tr>\n'


def _exceptions(chart: BestChart) -> str:
    if not chart.exceptions:
        return "<h2>Exceptions</h2>\n<p>None: for this shoe the chart is right for every hand of the first deal.</p>"
    heads = ("hand", "aces discarded", "total", "chart", "best", "gain, EV", "how often", "worth, EV")
    rows = (
        (
            *(format_cards(one.holding.hand), str(one.holding.discarded), str(one.holding.position.total)),
            *(NAMES[one.action], " or ".join(NAMES[action] for action in one.best), decimals(one.gain, 6)),
            *(percent(one.chance, 5), decimals(one.worth, 9)),
        )
        for one in chart.exceptions
    )
    return f'<h2>Exceptions</h2>\n<p class="soft">{EXCEPTIONS}</p>\n{listed(heads, rows)}'
