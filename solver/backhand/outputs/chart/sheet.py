"""A whole sheet: the chart, in each cell the win probability of its actions as bars, and the exceptions below."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from backhand.best import BestChart
from backhand.bounds import Number
from backhand.cards import format_cards
from backhand.outputs.chart.looks import LOOKS, NAMES
from backhand.outputs.charts import LETTERS, chart_cost, letter
from backhand.outputs.report import decimals, heading, percent, told
from backhand.rules import Action

_MARGIN, _TOP, _FOOT = 0.6, 1.62, 3.1
_ROWS = range(2, 22)
_MOST_EXCEPTIONS = 20
_ORDER = (Action.HIT, Action.BACKHAND, Action.PUSH, Action.PLAY_PUSH)


def inches(figure: Any) -> Any:
    """Axes over the whole page, in inches from its top left corner."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    return axes


def box(axes: Any, x: float, y: float, width: float, height: float, fill: str, edge: str = "white") -> None:
    """A filled rectangle."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, edgecolor=edge, linewidth=0.6))


def draw_sheet(figure: Any, chart: BestChart) -> None:
    """Draw it on an empty page."""
    axes = inches(figure)
    width, height = figure.get_size_inches()
    axes.text(_MARGIN, 0.72, "Backhand", fontsize=22, fontweight="bold", va="baseline")
    axes.text(_MARGIN, 0.98, "The best chart: what to do by number of cards and total", fontsize=10.5, va="baseline")
    words = "\n".join(wrap(heading(chart.rules, chart.shoe), 120))
    axes.text(_MARGIN, 1.06, words, fontsize=7.5, va="top", color="#444444")
    row = (height - _TOP - _FOOT) / len(_ROWS)
    left = _MARGIN + 0.42
    column = (width - _MARGIN - left) / 3
    wins = chart.wins()
    for cards in (2, 3, 4):
        x = left + (cards - 2) * column
        axes.text(x, _TOP - 0.1, f"{cards} cards", fontsize=9, fontweight="bold", va="baseline")
        for total in _ROWS:
            y = _TOP + (total - 2) * row
            action = chart.actions.get((cards, total))
            if action is not None:
                look = LOOKS[action]
                box(axes, x, y, 0.46, row, look.fill)
                axes.text(
                    x + 0.23,
                    y + row / 2,
                    letter(chart, cards, total),
                    fontsize=11,
                    fontweight="bold",
                    color=look.ink,
                    ha="center",
                    va="center",
                )
                _bars(axes, x + 0.53, y, column - 0.95, row, wins[cards, total])
    for total in _ROWS:
        y = _TOP + (total - 2) * row
        axes.text(left - 0.12, y + row / 2, str(total), fontsize=10, ha="right", va="center")
        axes.plot([_MARGIN, width - _MARGIN], [y, y], color="#cccccc", linewidth=0.4, zorder=0)
    _legend(axes, _MARGIN, height - _FOOT + 0.2, chart)
    _exceptions(axes, chart, _MARGIN, height - _FOOT + 1.12, width - 2 * _MARGIN)


def _bars(axes: Any, x: float, y: float, length: float, row: float, wins: Mapping[Action, Number]) -> None:
    """A bar for each action, as long as it wins."""
    actions = [action for action in _ORDER if action in wins]
    thick = min(0.105, row * 0.8 / len(actions))
    start = y + (row - len(actions) * (thick + 0.015)) / 2
    for place, action in enumerate(actions):
        at = start + place * (thick + 0.015)
        edge = "#777777" if action is Action.PUSH else LOOKS[action].fill
        box(axes, x, at, max(length * float(wins[action]), 0.004), thick, LOOKS[action].fill, edge)
        words = f"{LETTERS[action]} {decimals(wins[action] * 100, 1)}"
        axes.text(x + length * float(wins[action]) + 0.04, at + thick / 2, words, fontsize=5.2, va="center_baseline")


def _legend(axes: Any, x: float, y: float, chart: BestChart) -> None:
    at = x
    for action in _ORDER:
        box(axes, at, y - 0.13, 0.19, 0.17, LOOKS[action].fill, "#777777")
        axes.text(
            at + 0.095, y - 0.04, LETTERS[action], fontsize=8, fontweight="bold", color=LOOKS[action].ink,
            ha="center", va="center",
        )  # fmt: skip
        axes.text(at + 0.25, y, NAMES[action], fontsize=8, va="baseline")
        at += 0.5 + 0.075 * len(NAMES[action])
    axes.text(at, y, "* depends on the cards", fontsize=8, va="baseline")
    lines = [
        "Bars: per cent of rounds won by an action, best play following, over the hands that make the cell.",
        f"Following this chart wins {percent(chart.win, 5)} of rounds, EV {decimals(chart.ev, 6, sign=True)} per "
        f"stake; best play {percent(chart.optimum.win, 5)}, EV {decimals(chart.optimum.ev, 6, sign=True)}.",
        f"It costs {chart_cost(chart)} per stake against best play; no other chart costs less.",
    ]
    for number, line in enumerate(lines):
        axes.text(x, y + 0.2 + 0.145 * number, line, fontsize=7, va="baseline")
    exact = "\n".join(wrap(f"Exact win probability {told(chart.win)}", 150))
    axes.text(x, y + 0.56, exact, fontsize=5.4, va="top", color="#444444")


def _exceptions(axes: Any, chart: BestChart, x: float, y: float, width: float) -> None:
    """The exceptions worth most, in two columns."""
    if not chart.exceptions:
        axes.text(x, y, "No hand of the first deal is an exception.", fontsize=8, fontweight="bold", va="baseline")
        return
    shown = chart.exceptions[:_MOST_EXCEPTIONS]
    rest = len(chart.exceptions) - len(shown)
    title = "Exceptions of the first deal, those worth most first" + (f" ({rest} more)" if rest else "")
    axes.text(x, y, title, fontsize=8, fontweight="bold", va="baseline")
    half = (len(shown) + 1) // 2
    for side, part in enumerate((shown[:half], shown[half:])):
        at = x + side * width / 2
        heads = ["hand", "aces gone", "play", "gain, EV", "how often"]
        for offset, head in zip((0, 0.75, 1.35, 2.0, 2.55), heads, strict=True):
            axes.text(at + offset, y + 0.17, head, fontsize=6.2, color="#444444", va="baseline")
        for number, one in enumerate(part):
            line = y + 0.32 + 0.138 * number
            cells = [
                format_cards(one.holding.hand),
                str(one.holding.discarded),
                " or ".join(NAMES[action] for action in one.best),
                decimals(one.gain, 4, sign=True),
                percent(one.chance, 4),
            ]
            for offset, cell in zip((0, 0.75, 1.35, 2.0, 2.55), cells, strict=True):
                axes.text(at + offset, line, cell, fontsize=6.8, va="baseline")
