"""The second page and those after it: what each action is worth with every hand of two, three and four cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from backhand.best import BestChart
from backhand.bounds import Bounds
from backhand.cards import format_cards
from backhand.evaluator import Value
from backhand.outputs.chart.looks import LOOKS
from backhand.outputs.chart.sheet import inches
from backhand.outputs.charts import LETTERS
from backhand.outputs.report import decimals, heading
from backhand.rules import Action
from backhand.strategy import Holding, most_of

_COLUMNS, _MARGIN, _TOP, _LINE = 4, 0.55, 1.05, 0.101
_SIZE = 5.8

Row = tuple[Holding, Mapping[Action, Value | Bounds]]


def draw_hands(chart: BestChart, size: tuple[float, float]) -> Iterator[Any]:
    """The pages, one after the other."""
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure

    rows = _fewest_aces_gone(chart)
    lines = int((size[1] - _TOP - 0.5) / _LINE)
    for start in range(0, len(rows), lines * _COLUMNS):
        figure = Figure(figsize=size)
        FigureCanvasPdf(figure)
        axes = inches(figure)
        axes.text(_MARGIN, 0.6, "Every hand, by its cards", fontsize=14, fontweight="bold", va="baseline")
        note = "Per cent won by each action, best play following; ● the best. Aces discarded: as few as can be."
        axes.text(_MARGIN, 0.77, f"{heading(chart.rules, chart.shoe)} {note}", fontsize=5.8, va="baseline")
        for column in range(_COLUMNS):
            part = rows[start + column * lines : start + (column + 1) * lines]
            _column(axes, _MARGIN + column * (size[0] - 2 * _MARGIN) / _COLUMNS, part)
        yield figure


def _fewest_aces_gone(chart: BestChart) -> list[Row]:
    """Each hand once: the discards of R1 that it needs, and no more."""
    first: dict[tuple[int, ...], Row] = {}
    for holding, worth in chart.hands:  # the fewest discards come first
        first.setdefault(holding.hand, (holding, worth))
    return list(first.values())


def _column(axes: Any, x: float, rows: list[Row]) -> None:
    """One column, as one piece of text: a piece for each number would take seconds."""
    lines = []
    for holding, worth in rows:
        most = most_of(worth)
        told = [
            f"{LETTERS[action]} {decimals(value.win * 100, 2):>6}{'●' if value.ev == most else ' '}"
            for action, value in sorted(worth.items(), key=lambda item: list(LOOKS).index(item[0]))
        ]
        lines.append(f"{format_cards(holding.hand):<8}{holding.position.total:>2}  {' '.join(told)}")
    spacing = _LINE * 72 / _SIZE / 0.99  # of this font a line of spacing 1 is 0.99 of its size
    look = {"fontsize": _SIZE, "va": "top", "linespacing": spacing, "family": "DejaVu Sans Mono"}
    axes.text(x, _TOP, "\n".join(lines), **look)
