"""The second page and those after it: what each action is worth with every hand of two, three and four cards."""

from __future__ import annotations

from collections.abc import Mapping

from backhand.common.cards import format_cards
from backhand.common.outputs.numerals import per_cent
from backhand.common.outputs.paper import Book
from backhand.evaluator import Value
from backhand.outputs.chart.looks import LOOKS
from backhand.outputs.chart.report import LETTERS
from backhand.outputs.words import heading
from backhand.rules import Action
from backhand.solving.bounds import Bounds
from backhand.strategies.best_chart import BestChart
from backhand.strategies.holdings import Holding, most_of

_COLUMNS, _MARGIN, _TOP, _LINE = 4, 0.55, 1.05, 0.101
_SIZE = 5.8

Row = tuple[Holding, Mapping[Action, Value | Bounds]]


def draw_hands(chart: BestChart, book: Book) -> None:
    """Add the pages to a book."""
    rows = _fewest_aces_gone(chart)
    page = book.page()
    lines = int((page.height - _TOP - 0.5) / _LINE)
    note = "Per cent won by each action, best play following; ● the best. Aces discarded: as few as can be."
    for start in range(0, len(rows), lines * _COLUMNS):
        page = book.page() if start else page
        page.text(_MARGIN, 0.6, "Every hand, by its cards", 14, font="bold")
        page.text(_MARGIN, 0.77, f"{heading(chart.rules, chart.shoe)} {note}", 5.8)
        for column in range(_COLUMNS):
            part = rows[start + column * lines : start + (column + 1) * lines]
            x = _MARGIN + column * (page.width - 2 * _MARGIN) / _COLUMNS
            page.lines(x, _TOP, [_line(*row) for row in part], _SIZE, _LINE, font="mono")


def _fewest_aces_gone(chart: BestChart) -> list[Row]:
    """Each hand once: the discards of R1 that it needs, and no more."""
    first: dict[tuple[int, ...], Row] = {}
    for holding, worth in chart.hands:  # the fewest discards come first
        first.setdefault(holding.hand, (holding, worth))
    return list(first.values())


def _line(holding: Holding, worth: Mapping[Action, Value | Bounds]) -> str:
    most = most_of(worth)
    told = [
        f"{LETTERS[action]} {per_cent(value.win, 2):>6}{' ●' if value.ev == most else '  '}"
        for action, value in sorted(worth.items(), key=lambda item: list(LOOKS).index(item[0]))
    ]
    return f"{format_cards(holding.hand):<8}{holding.position.total:>2}  {' '.join(told)}"
