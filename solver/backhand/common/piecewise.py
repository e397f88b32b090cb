"""Piecewise linear functions of one number, exact: what a hand is worth as a payout varies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Piecewise:
    """A continuous function on an interval, linear between its knots; knots are (place, value), in order.

    >>> rising = Piecewise.line(Fraction(0), Fraction(1), Fraction(0), Fraction(2))
    >>> level = Piecewise.line(Fraction(1), Fraction(0), Fraction(0), Fraction(2))
    >>> rising.larger(level).knots
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(1, 1)), (Fraction(2, 1), Fraction(2, 1)))
    """

    knots: tuple[tuple[Fraction, Fraction], ...]

    @classmethod
    def line(cls, at_zero: Fraction, slope: Fraction, low: Fraction, high: Fraction) -> Piecewise:
        """A straight line from ``low`` to ``high``."""
        return cls(((low, at_zero + slope * low), (high, at_zero + slope * high)))

    def values(self, places: Sequence[Fraction]) -> list[Fraction]:
        """The values at some places, which are in order and within the interval."""
        found, number = [], 0
        for place in places:
            while number + 2 < len(self.knots) and self.knots[number + 1][0] <= place:
                number += 1
            (low, below), (high, above) = self.knots[number], self.knots[number + 1]
            at_knot = below if place == low else above if place == high else None
            found.append(below + (above - below) * (place - low) / (high - low) if at_knot is None else at_knot)
        return found

    def crossings(self, other: Piecewise) -> list[Fraction]:
        """Where the difference to another changes its sign, or begins or ceases to be 0, within the interval."""
        places = _places((self, other))
        signs = [a - b for a, b in zip(self.values(places), other.values(places), strict=True)]
        found = []
        for number in range(len(places) - 1):
            left, right = signs[number], signs[number + 1]
            if left * right < 0:
                found.append(places[number] + (places[number + 1] - places[number]) * left / (left - right))
            elif number and not left:
                before = signs[number - 1]
                if not (before > 0 and right > 0) and not (before < 0 and right < 0) and (before or right):
                    found.append(places[number])
        return found

    def larger(self, other: Piecewise) -> Piecewise:
        """The larger of two functions at every place."""
        places = _places((self, other))
        one, two = self.values(places), other.values(places)
        knots = [(places[0], max(one[0], two[0]))]
        for number in range(1, len(places)):
            before, after = one[number - 1] - two[number - 1], one[number] - two[number]
            if before * after < 0:
                part = before / (before - after)
                crossing = places[number - 1] + (places[number] - places[number - 1]) * part
                knots.append((crossing, one[number - 1] + (one[number] - one[number - 1]) * part))
            knots.append((places[number], max(one[number], two[number])))
        return _straightened(*zip(*knots, strict=True))


def weighted(parts: Sequence[tuple[Fraction, Piecewise]]) -> Piecewise:
    """The sum of functions on one interval, each times its weight."""
    places = _places(part for _, part in parts)
    sums = [Fraction(0)] * len(places)
    for weight, part in parts:
        sums = [so_far + weight * value for so_far, value in zip(sums, part.values(places), strict=True)]
    return _straightened(places, sums)


def _places(parts: Iterable[Piecewise]) -> list[Fraction]:
    places = sorted(place for part in parts for place, _ in part.knots)
    return [place for number, place in enumerate(places) if not number or place != places[number - 1]]


def _straightened(places: Sequence[Fraction], values: Sequence[Fraction]) -> Piecewise:
    """Without the knots on which the line is straight."""
    knots = [(places[0], values[0])]
    for number in range(1, len(places) - 1):
        (low, below), (high, above) = knots[-1], (places[number + 1], values[number + 1])
        if (values[number] - below) * (high - low) != (above - below) * (places[number] - low):
            knots.append((places[number], values[number]))
    return Piecewise((*knots, (places[-1], values[-1])))
