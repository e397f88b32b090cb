"""Exact numbers as text, however long.

Python refuses to write an integer of more than 4,300 digits, since its way to do so takes too long; the limit is one
of the whole interpreter, which a library has to leave alone.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction

_SMALL = 4096
"""An integer of so many bits is written by Python itself: 1,234 digits at most."""


def digits(number: int) -> str:
    """An integer as text, of any length.

    >>> digits(-12), len(digits(7**10_000))
    ('-12', 8451)
    """
    if number.bit_length() <= _SMALL:
        return str(number)
    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        return f"{'-' * (number < 0)}{_decimal(abs(number)):f}"


def exact(number: Fraction | int) -> str:
    """A fraction as text, of any length: what ``str`` makes of a short one.

    >>> exact(Fraction(-1, 3)), exact(Fraction(2)), len(exact(Fraction(1, 7**10_000)))
    ('-1/3', '2', 8453)
    """
    if number.denominator == 1:
        return digits(number.numerator)
    return f"{digits(number.numerator)}/{digits(number.denominator)}"


def _decimal(number: int) -> Decimal:
    """The same number in base ten: half its bits at a time, since ``decimal`` multiplies long numbers fast."""
    bits = number.bit_length()
    if bits <= _SMALL:
        return Decimal(number)
    half = bits // 2
    high = number >> half
    return _decimal(high) * Decimal(2) ** half + _decimal(number - (high << half))
