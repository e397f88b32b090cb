"""A whole sheet: the chart, in each cell the win probability of its actions as bars, and the exceptions below."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from backhand.common.cards import format_cards
from backhand.common.intervals import Number
from backhand.common.outputs.costs import chart_cost
from backhand.common.outputs.numerals import amount, decimals, per_cent, percent, told
from backhand.common.outputs.paper import Paper
from backhand.outputs.chart.looks import LOOKS, NAMES, used
from backhand.outputs.chart.report import BARS, LETTERS, letter
from backhand.outputs.weights import CELLS
from backhand.outputs.words import heading
from backhand.rules import Action
from backhand.strategies.best_chart import BestChart

_MARGIN, _TOP, _FOOT = 0.6, 1.62, 3.245
_ROWS = range(2, 22)
_MOST_EXCEPTIONS = 20
_OFFSETS = (0, 0.75, 1.35, 2.0, 2.55)

ELSEWHERE = "'backhand chart' lists all"
"""Where the exceptions are that do not fit."""


def draw_sheet(page: Paper, chart: BestChart) -> None:
    """Draw it on an empty page."""
    page.text(_MARGIN, 0.72, "Backhand", 22, font="bold")
    page.text(_MARGIN, 0.98, "The best chart: what to do by number of cards and total", 10.5)
    page.lines(_MARGIN, 1.08, wrap(heading(chart.rules, chart.shoe), 120), 7.5, 0.125, colour="#444444")
    row = (page.height - _TOP - _FOOT) / len(_ROWS)
    left = _MARGIN + 0.42
    column = (page.width - _MARGIN - left) / 3
    wins = chart.wins()
    for total in _ROWS:
        y = _TOP + (total - 2) * row
        page.text(left - 0.12, y + row / 2, str(total), 10, align="right", centred=True)
        page.rule(_MARGIN, y, page.width - 2 * _MARGIN, "#cccccc")
    for cards in (2, 3, 4):
        x = left + (cards - 2) * column
        page.text(x, _TOP - 0.1, f"{cards} cards", 9, font="bold")
        for total in _ROWS:
            y = _TOP + (total - 2) * row
            action = chart.actions.get((cards, total))
            if action is not None:
                page.box(x, y, 0.46, row, LOOKS[action].fill)
                look = {"font": "bold", "colour": LOOKS[action].ink, "align": "center"}
                page.text(x + 0.23, y + row / 2, letter(chart, cards, total), 11, centred=True, **look)
                _bars(page, x + 0.53, y, column - 0.95, row, wins[cards, total])
    _legend(page, _MARGIN, page.height - _FOOT + 0.2, chart)
    _exceptions(page, chart, _MARGIN, page.height - _FOOT + 1.265, page.width - 2 * _MARGIN)


def _bars(page: Paper, x: float, y: float, length: float, row: float, wins: Mapping[Action, Number]) -> None:
    """A bar for each action, as long as it wins."""
    actions = used(wins)
    thick = min(0.105, row * 0.8 / len(actions))
    start = y + (row - len(actions) * (thick + 0.015)) / 2
    for place, action in enumerate(actions):
        at = start + place * (thick + 0.015)
        edge = "#777777" if action is Action.PUSH else LOOKS[action].fill
        page.box(x, at, max(length * float(wins[action]), 0.004), thick, LOOKS[action].fill, edge)
        words = f"{LETTERS[action]} {per_cent(wins[action], 1)}"
        page.text(x + length * float(wins[action]) + 0.04, at + thick / 2, words, 5.2, centred=True)


def _legend(page: Paper, x: float, y: float, chart: BestChart) -> None:
    at = x
    wins = chart.wins()
    for action in used(action for cell in wins.values() for action in cell):
        page.box(at, y - 0.13, 0.19, 0.17, LOOKS[action].fill, "#777777")
        look = {"font": "bold", "colour": LOOKS[action].ink, "align": "center"}
        page.text(at + 0.095, y - 0.045, LETTERS[action], 8, centred=True, **look)
        page.text(at + 0.25, y, NAMES[action], 8)
        at += 0.5 + 0.075 * len(NAMES[action])
    if chart.exceptions:
        page.text(at, y, "* depends on the cards: see the exceptions", 8)
    lines = [
        BARS,
        CELLS,
        f"Following this chart wins {percent(chart.win, 5)} of rounds, EV {decimals(chart.ev, 6, sign=True)} per "
        f"stake; best play {percent(chart.optimum.win, 5)}, EV {decimals(chart.optimum.ev, 6, sign=True)}.",
        f"It costs {chart_cost(chart.cost)} per stake against best play; no other chart costs less.",
    ]
    for number, line in enumerate(lines):
        page.text(x, y + 0.2 + 0.145 * number, line, 7)
    page.lines(x, y + 0.715, wrap(f"Exact win probability {told(chart.win)}", 150), 5.4, 0.09, colour="#444444")


def _exceptions(page: Paper, chart: BestChart, x: float, y: float, width: float) -> None:
    """The exceptions worth most, in two columns."""
    if not chart.exceptions:
        page.text(x, y, "No hand of the first deal is an exception.", 8, font="bold")
        return
    shown = chart.exceptions[:_MOST_EXCEPTIONS]
    rest = len(chart.exceptions) - len(shown)
    title = "Exceptions of the first deal, those worth most first"
    if rest:
        title += f"; {rest} more are worth less: {ELSEWHERE}"
    page.text(x, y, title, 8, font="bold")
    half = (len(shown) + 1) // 2
    for side, part in enumerate((shown[:half], shown[half:])):
        at = x + side * width / 2
        heads = ["hand", "aces gone", "play", "gain, EV", "how often"]
        for offset, head in zip(_OFFSETS, heads, strict=True):
            page.text(at + offset, y + 0.17, head, 6.2, colour="#444444")
        for number, one in enumerate(part):
            line = y + 0.32 + 0.138 * number
            cells = [
                format_cards(one.holding.hand),
                str(one.holding.discarded),
                " or ".join(NAMES[action] for action in one.best),
                amount(one.gain, 4),
                percent(one.chance, 4),
            ]
            for offset, cell in zip(_OFFSETS, cells, strict=True):
                page.text(at + offset, line, cell, 6.8)
