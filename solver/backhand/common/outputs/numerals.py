"""Numbers in words: exact fractions, bounds that are proved, decimals and percentages."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from backhand.common.intervals import Enclosure


def number(value: Fraction | Enclosure) -> dict[str, Any]:
    """A number for a document: the fraction as text, or its bounds; and the nearest double.

    >>> number(Fraction(3, 5))
    {'fraction': '3/5', 'decimal': 0.6}
    >>> number(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    {'low': '0.333', 'high': '0.667', 'decimal': 0.5}
    """
    if isinstance(value, Enclosure):
        low, high = bounds(value)
        return {"low": low, "high": high, "decimal": float(value)}
    return {"fraction": str(value), "decimal": float(value)}


def bounds(value: Enclosure) -> tuple[str, str]:
    """Both ends as decimal fractions, rounded outwards, with two digits more than the width has zeros.

    >>> bounds(Enclosure(Fraction(-2, 3), Fraction(-665, 1000)))
    ('-0.66667', '-0.66500')
    """
    places = 2 + (len(str(int(1 / value.width))) if value.width else 18)
    ends = floor(value.low * 10**places), ceil(value.high * 10**places)
    return _decimal(ends[0], places), _decimal(ends[1], places)


def text(value: Fraction | Enclosure) -> str:
    """A number for a cell: the fraction, or ``low..high`` as ``bounds`` has them.

    >>> text(Fraction(3, 5)), text(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', '0.333..0.667')
    """
    return "..".join(bounds(value)) if isinstance(value, Enclosure) else str(value)


def told(value: Fraction | Enclosure) -> str:
    """An exact number for people: the fraction, or the bounds that are proved.

    >>> told(Fraction(3, 5)), told(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', 'from 0.333 to 0.667, proved')
    """
    return "from {} to {}, proved".format(*bounds(value)) if isinstance(value, Enclosure) else str(value)


def decimals(value: Fraction | Enclosure, places: int, *, sign: bool = False) -> str:
    """The value rounded to so many places, ties to even, computed in integers; of an enclosure the proved places.

    >>> decimals(Fraction(2, 3), 4), decimals(Fraction(-1, 3), 2), decimals(Fraction(1, 2), 1, sign=True)
    ('0.6667', '-0.33', '+0.5')
    >>> decimals(Enclosure(Fraction(12341, 10000), Fraction(12342, 10000)), 4)
    '1.234'
    """
    if isinstance(value, Enclosure):
        for proved in range(places, 0, -1):
            rounded = decimals(value.low, proved, sign=sign)
            if rounded == decimals(value.high, proved, sign=sign):
                return rounded
        return text(value)
    scaled = round(value * 10**places)
    plus = "+" if sign and scaled > 0 else ""
    return plus + _decimal(scaled, places)


def _decimal(scaled: int, places: int) -> str:
    """An integer of units of the last place as a decimal fraction."""
    digits = str(abs(scaled)).rjust(places + 1, "0")
    lead = "-" if scaled < 0 else ""
    return f"{lead}{digits[:-places]}.{digits[-places:]}" if places else f"{lead}{digits}"


def percent(value: Fraction | Enclosure, places: int = 4) -> str:
    """A probability for people.

    >>> percent(Fraction(3, 5))
    '60.0000 %'
    """
    return f"{decimals(value * 100, places)} %"
