"""Where the value of hands bends as one payout varies: every bend between two payouts, in thousands of shoes at once.

With the payout at x, a way to play is worth A + B x, with integers A and B; the best of all is a convex function of
straight pieces. Lines that touch it at two payouts are given: either they are the same, and it is straight between, or
they cross. If it is no higher where they cross, it bends there and nowhere else between; if it is higher, the line
that touches it there parts the question in two. Each turn finds a bend or a new line, and there are finitely many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from backhand.common.cards import Shoe
from backhand.common.progress import Progress
from backhand.errors import TooLargeError
from backhand.rules import ENDINGS, WINS, Ending, Rules
from backhand.solving.blocks import COLUMNS, Array, Block

MOST_BENDS = 500_000
"""Bends of all base shoes, and of all deals laid beside a push hand, that a single question may come to."""


class Line(NamedTuple):
    """A + B x, in integer units that are said where it is used."""

    at_zero: int
    slope: int

    def at(self, place: Fraction) -> Fraction:
        """Its value at one payout."""
        return self.at_zero + self.slope * place


class Bent(NamedTuple):
    """A payout at which hands of a base shoe bend, and how much each of the parts gets steeper there."""

    payout: Fraction
    steeper: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Base:
    """The parts of a base shoe as functions: lines that touch them at either end, and every bend between.

    A bend may lie at an end itself: then the line that is given touches the function there only.
    """

    low: tuple[Line, ...]
    high: tuple[Line, ...]
    bends: tuple[Bent, ...]


class Varied:
    """The payoffs of the endings when one kind of win, or ``all`` alike, pays x: fixed + varied x, over ``unit``."""

    def __init__(self, rules: Rules, kind: str) -> None:
        varied = WINS if kind == "all" else (Ending(kind),)
        nets = [Fraction(0) if ending in varied else rules.net(ending) for ending in ENDINGS]
        self.unit = lcm(*(net.denominator for net in nets))
        self.fixed = [int(net * self.unit) for net in nets]
        self.varied = [self.unit * (ending in varied) for ending in ENDINGS]
        self.span = max(nets) - min(nets)
        """Between the highest and the lowest of the other payoffs, those that vary counted as 0."""

    def beyond(self, cards: int) -> Fraction:
        """Above all payouts at which two actions of a hand from so many cards change places (see ``finest``).

        Two lines A + B x of a hand cross at (A - A') / (B' - B) at most; A and A' differ by the span times a count over
        three draws at most, B and B' by one count at least.
        """
        return self.span * max(cards, 1) ** 3 + 1

    def stake(self, places: Sequence[Fraction]) -> Array:
        """The payoffs at some payouts, a column each, as integers, (7, places)."""
        columns = [
            [fixed * place.denominator + varied * place.numerator for place in places]
            for fixed, varied in zip(self.fixed, self.varied, strict=True)
        ]
        return np.array(columns, dtype=object)


class _Touch(NamedTuple):
    """The lines of all parts for the hands played best at one payout, and of their sum."""

    parts: tuple[Line, ...]
    whole: Line


class _Between(NamedTuple):
    """A base shoe between two payouts, and what touches its function at either."""

    column: int
    low: Fraction
    high: Fraction
    left: _Touch
    right: _Touch


def bent_bases(
    bases: Sequence[Shoe],
    rules: Rules,
    varied: Varied,
    low: Fraction,
    high: Fraction,
    progress: Progress,
    most: int = MOST_BENDS,
) -> list[Base]:
    """Each base shoe between two payouts; units are those of ``hands.Play`` times ``varied.unit``.

    >>> from backhand.common.progress import quiet
    >>> varied, (low, high) = Varied(Rules(), "backhand"), (Fraction(1, 2), Fraction(2))
    >>> base, = bent_bases([Shoe("1,1,1,0,0,1,1,1,1,3")], Rules(), varied, low, high, quiet)
    >>> [str(bend.payout) for bend in sorted(base.bends)]
    ['1']

    Raises TooLargeError where there are more than ``most`` bends.
    """
    hands = _Hands(bases, rules, varied, progress)
    ends = list(hands.touches([(column, place) for place in (low, high) for column in range(len(bases))]))
    lefts, rights = ends[: len(bases)], ends[len(bases) :]
    bends: list[list[Bent]] = [[] for _ in bases]
    level = [_Between(column, low, high, lefts[column], rights[column]) for column in range(len(bases))]
    while level:
        asked: list[tuple[_Between, Fraction]] = []
        for part in level:
            (a, b), (c, d) = part.left.whole, part.right.whole
            if (a, b) == (c, d):
                continue
            place = Fraction(a - c, d - b)
            if place in (part.low, part.high):  # one of the lines is all there is between, the other touches an end
                bends[part.column].append(_bent(place, part.left, part.right))
            else:
                asked.append((part, place))
        if sum(map(len, bends)) + len(asked) > most:
            raise too_many(low, high, most)
        level = []
        for (part, place), touch in zip(
            asked, hands.touches([(part.column, place) for part, place in asked]), strict=True
        ):
            if touch.whole.at(place) == part.left.whole.at(place):
                bends[part.column].append(_bent(place, part.left, part.right))
            else:
                level.append(part._replace(high=place, right=touch))
                level.append(part._replace(low=place, left=touch))
    return [
        Base(left.parts, right.parts, tuple(found)) for left, right, found in zip(lefts, rights, bends, strict=True)
    ]


def too_many(low: Fraction, high: Fraction, most: int) -> TooLargeError:
    """What is said where an interval has more bends than are followed."""
    return TooLargeError(
        f"payouts from {low} to {high}: the shoes that pushes lead to have more than {most:,} changes of best play "
        f"between them; a narrower interval would do, or fewer cards"
    )


def _bent(place: Fraction, left: _Touch, right: _Touch) -> Bent:
    steeper = (after.slope - before.slope for before, after in zip(left.parts, right.parts, strict=True))
    return Bent(place, tuple(steeper))


class _Hands:
    """The hands of base shoes played best, each shoe with a payout of its own."""

    def __init__(self, bases: Sequence[Shoe], rules: Rules, varied: Varied, progress: Progress) -> None:
        self.bases, self.rules, self.varied, self.progress = np.array(bases), rules, varied, progress
        sizes: list[int] = self.bases.sum(axis=1).tolist()
        self.finest = [finest(size, varied.unit) for size in sizes]

    def touches(self, asked: Sequence[tuple[int, Fraction]]) -> Iterator[_Touch]:
        """For each base shoe (by its place) and payout, the lines of what is best there."""
        fixed, varied = (np.array(pays, dtype=object) for pays in (self.varied.fixed, self.varied.varied))
        steps = range(0, len(asked), COLUMNS)
        for start in self.progress(steps, "finding bends", len(steps)):
            some = asked[start : start + COLUMNS]
            stake = self.varied.stake([alike(place, self.finest[column]) for column, place in some])
            block = Block(self.bases[[column for column, _ in some]], self.rules, stake=stake)
            dealt, settled = block.initial_hands()
            parts = np.concatenate([dealt, settled]).astype(object)
            at_zero, slope = (np.tensordot(pays, parts, (0, 1)).T.tolist() for pays in (fixed, varied))
            for lines in zip(at_zero, slope, strict=True):
                yield _Touch(tuple(map(Line, *lines)), Line(*map(sum, lines)))


def finest(cards: int, unit: int) -> int:
    """No two actions of a hand from so many cards change places at a payout of a larger denominator.

    ``unit`` is that of ``Varied``. Two lines A + B x of a hand cross at (A - A') / (B' - B), and B is ``unit`` times a
    count over three draws (docs/method.md).
    """
    draws = max(cards, 1)
    return unit * draws * draws * draws


def alike(place: Fraction, finest: int) -> Fraction:
    """A short number on the same side of every fraction of a denominator up to ``finest`` as ``place``.

    ``place`` itself if it is such a fraction. Else the mediant of the two that it lies between: Farey neighbours,
    between which there is none.

    >>> alike(Fraction(2, 3), 5), alike(Fraction(1000, 3001), 5)
    (Fraction(2, 3), Fraction(2, 7))
    """
    if place.denominator <= finest:
        return place
    near = place.limit_denominator(finest)
    above, below = near.numerator, near.denominator
    side = 1 if near < place else -1
    # The neighbour p/q on the other side of place: p below - q above = side, q as large as may be.
    q = finest - (finest + side * pow(above, -1, below)) % below
    p = (side + q * above) // below
    return Fraction(above + p, below + q)
