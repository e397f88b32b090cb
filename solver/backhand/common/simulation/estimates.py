"""What a sample tells of a mean or a share, and how surely. The only floats are statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from backhand.common.intervals import Number

LEVEL = 0.95
_Z = 1.959963984540054
"""Half of 5 per cent of a normal variable lie above this."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure: what was counted, the estimate, how surely, and the exact value where there is one."""

    figure: str
    count: int | Fraction
    """Rounds counted, or for a mean the sum over rounds."""
    value: float
    error: float | None
    """Standard error; None where it is not known (endings of rounds that are not independent)."""
    low: float | None
    high: float | None
    """Confidence interval of LEVEL."""
    exact: Number | None

    @property
    def z(self) -> float | None:
        """How many standard errors the estimate is off; None where there is no exact value, or no spread."""
        if self.exact is None or not self.error:
            return None
        return (self.value - float(self.exact)) / self.error


def mean(figure: str, tallied: Mapping[int, int], rounds: int, exact: Number | None = None, scale: int = 1) -> Estimate:
    """The mean of a number over rounds, of which ``tallied`` says how many rounds had each number (over ``scale``).

    >>> estimate = mean("net", {1: 6, -1: 4}, 10)
    >>> estimate.value, round(estimate.error or 0, 4)
    (0.2, 0.3098)
    """
    total = sum(number * count for number, count in tallied.items())
    squares = sum(number**2 * count for number, count in tallied.items())
    error = sqrt(Fraction(squares * rounds - total**2, rounds**3)) / scale
    return _around(figure, Fraction(total, scale), total / rounds / scale, error, exact)


def with_error(estimate: Estimate, error: float | None) -> Estimate:
    """The same estimate with another standard error, that of rounds that are not independent; None: not known."""
    return _around(estimate.figure, estimate.count, estimate.value, error, estimate.exact)


def share(figure: str, count: int, rounds: int, exact: Number | None = None) -> Estimate:
    """The share of rounds in which something happened, with Wilson's interval.

    >>> estimate = share("wins", 0, 10)
    >>> estimate.low, round(estimate.high or 0, 4)
    (0.0, 0.2775)
    """
    seen = count / rounds
    middle = (seen + _Z**2 / (2 * rounds)) / (1 + _Z**2 / rounds)
    half = _Z / (1 + _Z**2 / rounds) * sqrt(seen * (1 - seen) / rounds + _Z**2 / (4 * rounds**2))
    low, high = (middle - half if count else 0.0), (middle + half if count < rounds else 1.0)
    return Estimate(figure, count, seen, sqrt(seen * (1 - seen) / rounds), low, high, exact)


def _around(figure: str, count: int | Fraction, value: float, error: float | None, exact: Number | None) -> Estimate:
    if error is None:
        return Estimate(figure, count, value, None, None, None, exact)
    return Estimate(figure, count, value, error, value - _Z * error, value + _Z * error, exact)


def ratio_error(total: int, squares: int, crossed: int, rounds: int, rounds_2: int, shoes: int) -> float:
    """The standard error of a sum over shoes divided by the sum of their rounds (sums of ``shuffling.close``)."""
    ratio = Fraction(total, rounds)
    spread = squares - 2 * ratio * crossed + ratio**2 * rounds_2
    return sqrt(spread * Fraction(shoes, max(shoes - 1, 1))) / rounds
