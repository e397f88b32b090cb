"""One figure: what the dealer gains by what he stands on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from backhand.common.outputs.numerals import decimals
from backhand.common.outputs.paper import Paper, drawn

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 10.0, 5.6, 0.85, 0.3, 0.7, 0.85
_BLUE, _ORANGE, _INK, _FAINT, _PAPER = "#1f5f9f", "#c2560a", "#222222", "#cccccc", "#ffffff"
_SIZE, _LINE = 11.5, 0.22
"""Of text: points, and inches from line to line."""
_TITLE = "What the dealer gains per stake, by what he stands on"


def figure(gains: Mapping[int, Fraction], game: Fraction | None) -> str:
    """Bars for what a dealer who stands on a total gains per stake, and a line for the game between the best, as svg.

    Blue bars and an orange dashed line, told apart by shape as well; every bar bears its number.

    >>> figure({17: Fraction(3, 20), 18: Fraction(-1, 10)}, None).splitlines()[-1]
    '</svg>'
    """
    return drawn("svg", (_WIDTH, _HEIGHT), _TITLE, lambda page: _draw(page, gains, game)).decode()


def _draw(page: Paper, gains: Mapping[int, Fraction], game: Fraction | None) -> None:
    low, high = min(*gains.values(), Fraction(0)), max(*gains.values(), game or Fraction(0))
    low, high = low - Fraction(1, 25), high + Fraction(1, 25)
    inches = (_HEIGHT - _TOP - _BOTTOM) / float(high - low)
    across = _WIDTH - _LEFT - _RIGHT

    def y(value: Fraction) -> float:
        return _TOP + float(high - value) * inches

    heading = "What the dealer gains per stake from a punter who plays best against it"
    page.text(_LEFT, 0.35, heading, 13.5, font="bold", colour=_INK)
    for tenth in range(int(low * 20) - 1, int(high * 20) + 2):
        value = Fraction(tenth, 20)
        if low <= value <= high:
            page.rule(_LEFT, y(value), across, _FAINT if value else _INK)
            words = decimals(value, 2, sign=True)
            page.text(_LEFT - 0.1, y(value), words, _SIZE, colour=_INK, align="right", centred=True)
    step = across / len(gains)
    for place, (total, gain) in enumerate(gains.items()):
        middle = _LEFT + step * (place + 0.5)
        top, bottom = y(max(gain, Fraction(0))), y(min(gain, Fraction(0)))
        page.box(middle - step / 3, top, step * 2 / 3, bottom - top, _BLUE, _BLUE)
        inside = bottom - top >= 2 * _LINE  # the number stands in the bar where there is room, clear of the dashed line
        end, inwards = (bottom, -1) if gain < 0 else (top, 1)
        level = end + (inwards if inside else -inwards) * _LINE * 0.6
        look = {"colour": _PAPER if inside else _INK, "align": "center"}
        page.text(middle, level, decimals(gain, 3, sign=True), _SIZE, centred=True, **look)
        page.text(middle, _HEIGHT - _BOTTOM + 0.28, str(total), _SIZE, colour=_INK, align="center")
    page.text(_LEFT, _HEIGHT - 0.17, "The total the dealer stands on, soft hands like hard ones", _SIZE, colour=_INK)
    if game is not None:
        level = y(game)
        page.curve([(_LEFT + across * part / 3, level) for part in range(4)], _ORANGE, 2, dashed=True)
        words = f"both at their best: {decimals(game, 4, sign=True)}"
        page.text(_LEFT + 0.06, level - 0.08, words, _SIZE, font="bold", colour=_ORANGE)
