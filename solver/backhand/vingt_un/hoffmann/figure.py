"""One figure, drawn as SVG text: what the dealer gains by what he stands on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from backhand.common.outputs.numerals import decimals

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 720, 400, 60, 20, 50, 60
_BLUE, _ORANGE, _INK, _FAINT, _PAPER = "#1f5f9f", "#c2560a", "#222222", "#cccccc", "#ffffff"
_LINE = 16


def figure(gains: Mapping[int, Fraction], game: Fraction | None) -> str:
    """Bars for what a dealer who stands on a total gains per stake, and a line for the game between the best.

    Blue bars and an orange dashed line, told apart by shape as well; every bar bears its number.

    >>> figure({17: Fraction(3, 20), 18: Fraction(-1, 10)}, None).startswith("<svg")
    True
    """
    low, high = min(*gains.values(), Fraction(0)), max(*gains.values(), game or Fraction(0))
    low, high = low - Fraction(1, 25), high + Fraction(1, 25)
    step = Fraction(_WIDTH - _LEFT - _RIGHT, len(gains))

    def y(value: Fraction) -> str:
        return _short(_TOP + (high - value) / (high - low) * (_HEIGHT - _TOP - _BOTTOM))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="13" fill="{_INK}" role="img">',
        "<title>What the dealer gains per stake, by what he stands on</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>',
        f'<text x="{_LEFT}" y="24" font-size="15" font-weight="bold">What the dealer gains per stake from a punter who '
        "plays best against it</text>",
    ]
    for tenth in range(int(low * 20) - 1, int(high * 20) + 2):
        value = Fraction(tenth, 20)
        if low <= value <= high:
            parts.append(
                f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value)}" y2="{y(value)}" '
                f'stroke="{_INK if not value else _FAINT}"/>'
                f'<text x="{_LEFT - 8}" y="{y(value)}" dy="4" text-anchor="end">{decimals(value, 2, sign=True)}</text>'
            )
    for place, (total, gain) in enumerate(gains.items()):
        left = _LEFT + step * place + step / 6
        top, bottom = max(gain, Fraction(0)), min(gain, Fraction(0))
        middle = _short(left + step / 3)
        below = gain < 0
        height = (top - bottom) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)
        inside = height >= 2 * _LINE  # the number stands in the bar where there is room, clear of the dashed line
        shift = (-6 if inside else _LINE) if below else (_LINE if inside else -5)
        parts.append(
            f'<rect x="{_short(left)}" y="{y(top)}" width="{_short(step * 2 / 3)}" height="{_short(height)}" '
            f'fill="{_BLUE}"/>'
            f'<text x="{middle}" y="{y(bottom if below else top)}" dy="{shift}" text-anchor="middle" '
            f'fill="{_PAPER if inside else _INK}">{decimals(gain, 3, sign=True)}</text>'
            f'<text x="{middle}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle">{total}</text>'
        )
    parts.append(
        f'<text x="{_LEFT}" y="{_HEIGHT - 12}">The total the dealer stands on, soft hands like hard ones</text>'
    )
    if game is not None:
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(game)}" y2="{y(game)}" stroke="{_ORANGE}" '
            f'stroke-width="2" stroke-dasharray="7 5"/>'
            f'<text x="{_LEFT + 4}" y="{y(game)}" dy="-6" fill="{_ORANGE}" font-weight="bold">both at their best: '
            f"{decimals(game, 4, sign=True)}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _short(value: Fraction | int) -> str:
    return decimals(Fraction(value), 1)
