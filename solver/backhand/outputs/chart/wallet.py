"""A card for the wallet: the chart alone, totals from left to right."""

from __future__ import annotations

from typing import Any

from backhand.best import BestChart
from backhand.outputs.chart.looks import LOOKS, NAMES
from backhand.outputs.chart.sheet import box, inches
from backhand.outputs.charts import LETTERS, letter
from backhand.outputs.report import decimals, heading, percent, told
from backhand.rules import LOW_TO, Action

_LEFT, _TOP, _ROW, _COLUMN = 0.5, 0.56, 0.3, 0.246


def draw_wallet(figure: Any, chart: BestChart) -> None:
    """Draw it on an empty card."""
    axes = inches(figure)
    width, height = figure.get_size_inches()
    box(axes, 0, 0, width, height, "white", "#bbbbbb")
    axes.text(0.14, 0.26, "Backhand", fontsize=10, fontweight="bold", va="baseline")
    axes.text(width - 0.14, 0.26, f"wins {percent(chart.win, 3)}", fontsize=7, ha="right", va="baseline")
    totals = range(LOW_TO, 22)
    for place, total in enumerate(totals):
        x = _LEFT + place * _COLUMN
        name = f"≤{total}" if total == LOW_TO else str(total)
        axes.text(x + _COLUMN / 2, _TOP - 0.06, name, fontsize=6.5, ha="center", va="baseline")
        for cards in (2, 3, 4):
            action = chart.actions.get((cards, total), Action.HIT if total == LOW_TO else None)
            if action is None:
                continue
            y = _TOP + (cards - 2) * _ROW
            box(axes, x, y, _COLUMN, _ROW, LOOKS[action].fill)
            words = letter(chart, cards, total) or LETTERS[action]
            look = {"fontsize": 8.5, "fontweight": "bold", "color": LOOKS[action].ink, "ha": "center", "va": "center"}
            axes.text(x + _COLUMN / 2, y + _ROW / 2, words, **look)
    for cards in (2, 3, 4):
        axes.text(_LEFT - 0.05, _TOP + (cards - 1.5) * _ROW, f"{cards} cards", fontsize=5.6, ha="right", va="center")
    words = ", ".join(f"{LETTERS[action]} {NAMES[action]}" for action in LOOKS)
    axes.text(0.14, 1.64, f"{words}. * see exceptions.", fontsize=5, va="baseline")
    axes.text(
        0.14, 1.77, heading(chart.rules, chart.shoe), fontsize=4.6 if len(str(chart.rules)) < 20 else 3.6, va="baseline"
    )
    cost = f"EV {decimals(chart.ev, 6, sign=True)} per stake; best play {decimals(chart.optimum.ev, 6, sign=True)}."
    axes.text(0.14, 1.89, cost, fontsize=4.6, va="baseline")
    exact = f"P(win) = {told(chart.win)}"
    if len(exact) < 100:
        axes.text(0.14, 2.0, exact, fontsize=3.6, va="baseline", color="#444444")
