"""The chart as one HTML page: the table with bars, light and dark, and how it prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from backhand.common.cards import format_cards
from backhand.common.intervals import Number
from backhand.common.outputs.numerals import amount, decimals, per_cent, percent, told
from backhand.common.outputs.web import rendered
from backhand.outputs.chart.looks import LOOKS, NAMES, used
from backhand.outputs.chart.report import BARS, EXCEPTIONS, LETTERS, chart_worth, letter
from backhand.outputs.weights import CELLS
from backhand.outputs.words import heading
from backhand.rules import Action
from backhand.strategies.best_chart import BestChart

_SIZES = (2, 3, 4)


def page(chart: BestChart) -> str:
    """The whole page as text."""
    there = used(action for cell in chart.wins().values() for action in cell)
    return rendered(
        "outputs/chart/page.html",
        LOOKS,
        title="Backhand: the best chart",
        heading=heading(chart.rules, chart.shoe),
        legend=[{"action": action.value, "letter": LETTERS[action], "name": NAMES[action]} for action in there],
        sizes=_SIZES,
        rows=_rows(chart),
        bars=f"{BARS} {CELLS}",
        worth=chart_worth(chart),
        exact=told(chart.win),
        note=EXCEPTIONS,
        heads=["hand", "aces discarded", "total", "chart", "best", "gain, EV", "how often", "worth, EV"],
        exceptions=list(_exceptions(chart)),
    )


def _rows(chart: BestChart) -> Iterator[tuple[int, list[dict[str, Any] | None]]]:
    wins = chart.wins()
    for total in range(2, 22):
        cells: list[dict[str, Any] | None] = []
        for cards in _SIZES:
            action = chart.actions.get((cards, total))
            if action is None:
                cells.append(None)
                continue
            look = {"action": action.value, "name": NAMES[action], "letter": letter(chart, cards, total)}
            cells.append({**look, "bars": _bars(wins[cards, total])})
        yield total, cells


def _bars(wins: Mapping[Action, Number]) -> list[dict[str, str]]:
    return [
        {
            **{"action": action.value, "name": NAMES[action], "letter": LETTERS[action]},
            **{"wins": percent(wins[action], 4), "short": per_cent(wins[action], 1)},
            "width": decimals(wins[action] * 100, 2),
        }
        for action in used(wins)
    ]


def _exceptions(chart: BestChart) -> Iterator[list[str]]:
    for one in chart.exceptions:
        yield [
            *(format_cards(one.holding.hand), str(one.holding.discarded), str(one.holding.position.total)),
            *(NAMES[one.action], " or ".join(NAMES[action] for action in one.best), amount(one.gain, 6)),
            *(percent(one.chance, 5), amount(one.worth, 9)),
        ]
