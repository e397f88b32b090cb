"""A card for the wallet: the chart alone, totals from left to right."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals, percent, told
from backhand.common.outputs.paper import Paper
from backhand.outputs.chart.looks import LOOKS, NAMES, used
from backhand.outputs.chart.report import LETTERS, letter
from backhand.outputs.chart.sheet import ELSEWHERE
from backhand.outputs.words import heading
from backhand.rules import LOW_TO, Action
from backhand.strategies.best_chart import BestChart

_LEFT, _TOP, _ROW, _COLUMN = 0.5, 0.56, 0.3, 0.246
_SIDE = 0.14


def draw_wallet(card: Paper, chart: BestChart) -> None:
    """Draw it on an empty card."""
    card.box(0, 0, card.width, card.height, "#ffffff", "#bbbbbb")
    card.text(_SIDE, 0.26, "Backhand", 10, font="bold")
    card.text(card.width - _SIDE, 0.26, f"wins {percent(chart.win, 3)}", 7, align="right")
    for place, total in enumerate(range(LOW_TO, 22)):
        x = _LEFT + place * _COLUMN
        name = f"≤{total}" if total == LOW_TO else str(total)
        card.text(x + _COLUMN / 2, _TOP - 0.06, name, 6.5, align="center")
        for cards in (2, 3, 4):
            action = chart.actions.get((cards, total), Action.HIT if total == LOW_TO else None)
            if action is None:
                continue
            y = _TOP + (cards - 2) * _ROW
            card.box(x, y, _COLUMN, _ROW, LOOKS[action].fill)
            words = letter(chart, cards, total) or LETTERS[action]
            look = {"font": "bold", "colour": LOOKS[action].ink, "align": "center"}
            card.text(x + _COLUMN / 2, y + _ROW / 2, words, 8.5, centred=True, **look)
    for cards in (2, 3, 4):
        card.text(_LEFT - 0.05, _TOP + (cards - 1.5) * _ROW, f"{cards} cards", 5.6, align="right", centred=True)
    words = ", ".join(f"{LETTERS[action]} {NAMES[action]}" for action in used(chart.actions.values())) + "."
    if chart.exceptions:
        words += f" * depends on the cards: {ELSEWHERE}."
    card.text(_SIDE, 1.64, words, 5)
    card.text(_SIDE, 1.77, heading(chart.rules, chart.shoe), 4.6 if len(str(chart.rules)) < 20 else 3.6)
    cost = f"EV {decimals(chart.ev, 6, sign=True)} per stake; best play {decimals(chart.optimum.ev, 6, sign=True)}."
    card.text(_SIDE, 1.89, cost, 4.6)
    exact = f"P(win) = {told(chart.win)}"
    if len(exact) < 100:
        card.text(_SIDE, 2.0, exact, 3.6, colour="#444444")
