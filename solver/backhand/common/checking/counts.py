"""What a simulator counted, and what each count should be: the terms in which both games are validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

TABLES = ("endings", "initial hands")
"""Groups of lines of which every round is in exactly one."""


class Moments(NamedTuple):
    """Mean and variance of what one trial adds to a count; ``binomial`` where that is 0 or 1."""

    mean: Fraction
    variance: Fraction
    binomial: bool


def share(chance: Fraction) -> Moments:
    """Of something that happens or not.

    >>> share(Fraction(1, 3)).variance
    Fraction(2, 9)
    """
    return Moments(chance, chance * (1 - chance), True)


def spread(numbers: Mapping[int, Fraction]) -> Moments:
    """Of a number with this distribution.

    >>> spread({1: Fraction(1, 2), -1: Fraction(1, 2)})
    Moments(mean=Fraction(0, 1), variance=Fraction(1, 1), binomial=False)
    """
    mean = sum((number * chance for number, chance in numbers.items()), Fraction(0))
    square = sum((number * number * chance for number, chance in numbers.items()), Fraction(0))
    return Moments(mean, square - mean**2, False)


@dataclass(frozen=True, slots=True)
class Line:
    """One number that was counted: ``count`` of ``trials``."""

    group: str
    """``totals``, ``endings``, ``initial hands``, ``decisions``, or the wins of either of the last two."""
    name: str
    """What it is, as people write it."""
    key: Any
    """What it is: a figure or an ending by name, a hand as sorted ranks, or (cell, action)."""
    count: int | Fraction
    """A whole number, but for a sum of stakes."""
    trials: int
    """Rounds, or for wins the times it came up."""
    place: str
    """Where it was read."""
    seat: int = 0
    """Whose it is, from 1, where several players were counted one by one."""

    @property
    def label(self) -> str:
        """The group, and whose it is."""
        return f"{self.group} {self.seat}" if self.seat else self.group


@dataclass
class Results:
    """All that was read from one file, and what it says of itself."""

    rounds: int = 0
    lines: list[Line] = field(default_factory=list)
    stated: dict[str, Any] = field(default_factory=dict)
    """What a json says of itself, such as ``rules`` and ``shoe``."""

    def of(self, group: str) -> list[Line]:
        """The lines of one group."""
        return [line for line in self.lines if line.group == group]
