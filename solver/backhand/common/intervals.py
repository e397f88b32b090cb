"""Numbers known to lie between two others: what is said where an exact fraction would cost too much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from backhand.common.files.reading import positive
from backhand.errors import EnclosureError, quoted


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A number that is proved to lie in [low, high], both ends included.

    Raises EnclosureError where low is above high.

    >>> half = Enclosure(Fraction(1, 4), Fraction(3, 4))
    >>> half.width, Fraction(1, 2) in half, -half == Enclosure.from_text("-3/4 to -1/4")
    (Fraction(1, 2), True, True)
    >>> str(half * Fraction(-2) + Fraction(1))
    '-1/2 to 1/2'
    >>> str(half / half), str((half - Fraction(1, 2)).squared)
    ('1/3 to 3', '0 to 1/16')
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise EnclosureError(f"an enclosure from {self.low} to {self.high} holds no number")

    @classmethod
    def exactly(cls, value: Fraction) -> Enclosure:
        """The enclosure of one number only."""
        return cls(value, value)

    @classmethod
    def from_text(cls, text: str) -> Enclosure:
        """Read ``low to high``, as ``str`` prints it. Raises EnclosureError for anything else."""
        low, _, high = text.partition(" to ")
        try:
            return cls(Fraction(low), Fraction(high))
        except (ValueError, ZeroDivisionError):
            raise EnclosureError(f"{quoted(text)} is no enclosure: one is 'low to high', two fractions") from None

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"

    @property
    def width(self) -> Fraction:
        """high − low."""
        return self.high - self.low

    @property
    def middle(self) -> Fraction:
        """(low + high) / 2."""
        return (self.low + self.high) / 2

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value <= self.high

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __add__(self, other: Enclosure | Fraction) -> Enclosure:
        other = enclosed(other)
        return Enclosure(self.low + other.low, self.high + other.high)

    def __radd__(self, other: Fraction) -> Enclosure:
        return self + other

    def __sub__(self, other: Enclosure | Fraction) -> Enclosure:
        return self + -enclosed(other)

    def __rsub__(self, other: Fraction) -> Enclosure:
        return -self + other

    def __mul__(self, factor: Fraction | int) -> Enclosure:
        return Enclosure(*sorted((self.low * factor, self.high * factor)))

    def __rmul__(self, factor: Fraction | int) -> Enclosure:
        return self * factor

    def __truediv__(self, other: Enclosure | Fraction) -> Enclosure:
        """Divided by what is known to be above 0."""
        other = enclosed(other)
        ends = [low / high for low in (self.low, self.high) for high in (other.low, other.high)]
        return Enclosure(min(ends), max(ends))

    def __rtruediv__(self, other: Fraction) -> Enclosure:
        return enclosed(other) / self

    @property
    def squared(self) -> Enclosure:
        """The square."""
        ends = sorted((self.low**2, self.high**2))
        return Enclosure(Fraction(0) if Fraction(0) in self else ends[0], ends[1])

    def __float__(self) -> float:
        return float(self.middle)


Number = Fraction | Enclosure
"""A number that is known exactly, or enclosed."""


def enclosed(value: Number) -> Enclosure:
    """The number as an enclosure."""
    return value if isinstance(value, Enclosure) else Enclosure.exactly(value)


def sum_of(values: Iterable[Number]) -> Number:
    """The sum: exact if all are.

    >>> half = Fraction(1, 2)
    >>> sum_of([half, half]), str(sum_of([half, Enclosure(half, Fraction(1))]))
    (Fraction(1, 1), '1 to 3/2')
    """
    found: Number = Fraction(0)
    for value in values:
        found = found + value
    return found


def read_width(text: str) -> Fraction:
    """How wide an enclosure may be, as text: ``1/10000``, ``0.0001`` or ``1e-4``.

    Raises EnclosureError for anything but a positive number.

    >>> read_width("1e-4")
    Fraction(1, 10000)
    """
    width = positive(text)
    if width is None:
        raise EnclosureError(f"width {quoted(text)}: a width is a positive number, such as 1/10000 or 1e-15")
    return width


def squared(value: Number) -> Number:
    """The square."""
    return value.squared if isinstance(value, Enclosure) else value**2
