"""The payouts that give a wanted house edge, exact and complete.

The value as a function of a payout is level, then rises for ever, as far as the payout counts at all (it is convex and
never falls). So an EV above the level part is met once. Newton's method finds where: the line of the play that is best
at one payout meets the wanted EV at another, at which the value is no lower than wanted, and so on down to an exact
root after finitely many lines. docs/method.md has the proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from backhand.payouts.valued import Line, Valued
from backhand.rules import payout

_ODDS = """
    1:20 1:10 1:5 1:4 1:3 2:5 1:2 3:5 5:8 2:3 7:10 3:4 4:5 5:6 17:20 9:10 19:20 1:1 21:20 11:10 6:5 5:4 4:3 7:5 3:2
    8:5 5:3 7:4 9:5 2:1 9:4 5:2 3:1 7:2 4:1 9:2 5:1 6:1 7:1 8:1 9:1 10:1 12:1 15:1 20:1 25:1 30:1 40:1 50:1 100:1
"""
USUAL = tuple(map(payout, _ODDS.split()))
"""Odds that are seen on tables, in order."""


class Answer(StrEnum):
    """Which payouts give a wanted edge."""

    ONE = "one"
    UP_TO = "up to"
    """One and all below it: best play does not win what pays it until it pays more."""
    EVERY = "every"
    """No way to play wins what pays it."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The payouts of one kind of win that give a wanted house edge, all else as the rules have it."""

    kind: str
    edge: Fraction
    answer: Answer
    payout: Fraction | None
    """The one that gives it, or the highest; None where none or every one does."""
    edge_at_zero: Fraction
    """The house edge that is come to as the payout goes to 0; no payout gives a higher one."""
    usual: tuple[tuple[Fraction, Fraction], ...] = ()
    """The usual odds next below and above the payout, each with the exact house edge that it gives."""


def giving(valued: Valued, kind: str, edge: Fraction) -> Wanted:
    """The payouts that give this house edge.

    >>> from backhand import Rules, Shoe
    >>> rules = Rules.from_text("inventor,twelve=hit,shoe-end=loss,pays-backhand=1:2")
    >>> valued = Valued(Shoe("1,0,0,3,0,1,1,0,3,0"), rules)
    >>> for edge in ("0", "41/360", "1/2"):
    ...     wanted = giving(valued, "played-push", Fraction(edge))
    ...     print(wanted.answer, wanted.payout)
    one 317/20
    up to 377/60
    none None
    """
    target, first = -edge, valued.first_line(kind)
    lowest = first.at_zero
    if target < lowest or (target == lowest and first.slope):
        return Wanted(kind, edge, Answer.NONE, None, -lowest)
    rising = _rising(valued, kind)
    if rising is None:
        return Wanted(kind, edge, Answer.NONE if target > lowest else Answer.EVERY, None, -lowest)
    root = _root(valued, kind, target, rising)
    nearest = [odds for odds in (_below(root), _above(root)) if odds is not None]
    usual = tuple((odds, valued.value(kind, odds).house_edge) for odds in dict.fromkeys(nearest))
    return Wanted(kind, edge, Answer.ONE if target > lowest else Answer.UP_TO, root, -lowest, usual)


def _rising(valued: Valued, kind: str) -> Line | None:
    """A line of the value that rises; None where the value is level for ever."""
    line = valued.line(kind, Fraction(1))
    if not line.slope:
        line = valued.last_line(kind)
    return line if line.slope else None


def _root(valued: Valued, kind: str, target: Fraction, line: Line) -> Fraction:
    """Where the value comes to ``target`` last, which is not below its level part; ``line`` rises."""
    while True:
        root = line.meets(target)
        line = valued.line(kind, root)
        if line.at(root) == target:
            return root


def _below(pays: Fraction) -> Fraction | None:
    return max((odds for odds in USUAL if odds <= pays), default=None)


def _above(pays: Fraction) -> Fraction | None:
    return min((odds for odds in USUAL if odds >= pays), default=None)
