"""What an action or a deal is worth where it is enclosed: the counterpart of ``evaluator.Value``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from backhand.common.intervals import Enclosure, Number, squared
from backhand.evaluator import Value
from backhand.rules import ENDINGS, Rules

WIDTH = Fraction(1, 10**12)
"""How wide an enclosure is at most, unless asked otherwise."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an action or a deal is worth after best play, enclosed: the counterpart of ``evaluator.Value``."""

    win: Enclosure
    """The probability to win."""
    ev: Enclosure
    """The expected net payoff per initial stake."""
    endings: Mapping[str, Enclosure]
    """The probability of each ending, the seven of ``Value.endings``; none where a tablebase, which has no more
    than the EV, is the source."""

    @property
    def house_edge(self) -> Enclosure:
        """−EV: what the house gains per initial stake."""
        return -self.ev


def variance_of(value: Value | Bounds, rules: Rules) -> Number:
    """The variance of the net payoff that a value stands for, in stakes squared.

    >>> from backhand.evaluator import value_of
    >>> variance_of(value_of((3, 0, 0, 1, 2, 0, 0), 3, Rules()), Rules())
    Fraction(1, 1)
    """
    squares = [value.endings[ending] * rules.net(ending) ** 2 for ending in ENDINGS]
    return sum(squares, Fraction(0)) - squared(value.ev)
