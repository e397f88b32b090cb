"""Numbers in words: exact fractions, bounds that are proved, decimals and percentages."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import Any

from backhand.common.digits import digits, exact
from backhand.common.intervals import Enclosure

_READABLE = 1000
"""An exact number of more digits than this above or below the stroke is told shorter in text."""


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
    return {"fraction": exact(value), "decimal": float(value)}


def bounds(value: Enclosure) -> tuple[str, str]:
    """Both ends as decimal fractions, rounded outwards, with two digits more than the width has zeros.

    >>> bounds(Enclosure(Fraction(-2, 3), Fraction(-665, 1000)))
    ('-0.66667', '-0.66500')
    """
    places = 2 + (len(digits(int(1 / value.width))) if value.width else 18)
    ends = floor(value.low * 10**places), ceil(value.high * 10**places)
    return _decimal(ends[0], places), _decimal(ends[1], places)


def text(value: Fraction | Enclosure) -> str:
    """A number for a cell: the fraction, or ``low..high`` as ``bounds`` has them.

    >>> text(Fraction(3, 5)), text(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', '0.333..0.667')
    """
    return "..".join(bounds(value)) if isinstance(value, Enclosure) else exact(value)


def told(value: Fraction | Enclosure) -> str:
    """An exact number for people: the fraction, or the bounds that are proved; of a very long fraction how long it is.

    >>> told(Fraction(3, 5)), told(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', 'from 0.333 to 0.667, proved')
    >>> told(Fraction(1, 7**2000))
    'a fraction of 1 digit over 1,691, which --format json and csv give whole'
    """
    if isinstance(value, Enclosure):
        return "from {} to {}, proved".format(*bounds(value))
    whole = exact(value)
    above, _, below = whole.lstrip("-").partition("/")
    if max(len(above), len(below)) <= _READABLE:
        return whole
    digit = "digit" if len(above) == 1 else "digits"
    over = f" over {len(below):,}" if below else ""
    what = "a fraction" if below else "a number"
    return f"{what} of {len(above):,} {digit}{over}, which --format json and csv give whole"


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
    shown = digits(abs(scaled)).rjust(places + 1, "0")
    lead = "-" if scaled < 0 else ""
    return f"{lead}{shown[:-places]}.{shown[-places:]}" if places else f"{lead}{shown}"


def amount(value: Fraction | Enclosure, places: int) -> str:
    """The value as ``decimals`` rounds it; but what is not 0 is never shown as 0: it is ``<`` the last place.

    So ``0.00`` stands for nothing but 0 itself, and for an enclosure that may be 0.

    >>> amount(Fraction(1, 3), 2), amount(Fraction(1, 3000), 2), amount(Fraction(-1, 3000), 2), amount(Fraction(0), 2)
    ('0.33', '<0.01', '>-0.01', '0.00')
    """
    low, high = (value.low, value.high) if isinstance(value, Enclosure) else (value, value)
    if low > 0 and not round(high * 10**places):
        return f"<{_decimal(1, places)}"
    if high < 0 and not round(low * 10**places):
        return f">{_decimal(-1, places)}"
    return decimals(value, places)


def percent(value: Fraction | Enclosure, places: int = 4) -> str:
    """A probability, or another share of a stake, for people; as ``per_cent`` has it.

    >>> percent(Fraction(3, 5)), percent(Fraction(1, 10**9), 2)
    ('60.0000 %', '<0.01 %')
    """
    return f"{per_cent(value, places)} %"


def per_cent(value: Fraction | Enclosure, places: int) -> str:
    """A share as a number of hundredths; ``0.0`` is none at all and ``100.0`` the whole, nothing else.

    >>> per_cent(Fraction(3, 5), 1), per_cent(Fraction(1, 10**9), 1), per_cent(1 - Fraction(1, 10**9), 1)
    ('60.0', '<0.1', '>99.9')
    >>> per_cent(Fraction(1), 1), per_cent(1 + Fraction(1, 10**9), 1)
    ('100.0', '<100.1')
    """
    low, high = (value.low, value.high) if isinstance(value, Enclosure) else (value, value)
    whole = 100 * 10**places
    if high < 1 and round(low * whole) == whole:
        return f">{_decimal(whole - 1, places)}"
    if low > 1 and round(high * whole) == whole:
        return f"<{_decimal(whole + 1, places)}"
    return amount(value * 100, places)


def signed(places: int) -> Callable[[Fraction | Enclosure], str]:
    """What writes gains and losses: with their sign, to so many places.

    >>> signed(2)(Fraction(1, 3))
    '+0.33'
    """
    return partial(decimals, places=places, sign=True)


def amounts(places: int) -> Callable[[Fraction | Enclosure], str]:
    """What writes numbers as ``amount`` has them, to so many places.

    >>> amounts(2)(Fraction(1, 3000))
    '<0.01'
    """
    return partial(amount, places=places)


def percents(places: int) -> Callable[[Fraction | Enclosure], str]:
    """What writes shares as ``percent`` has them, to so many places.

    >>> percents(2)(Fraction(3, 5))
    '60.00 %'
    """
    return partial(percent, places=places)
