"""Where best play changes with a hand of the first deal as one payout varies, exact and complete.

What a hand that is no push hand is worth is carried along as a piecewise linear function of the payout, and so is
settling a push hand. The deal that a push leads to is convex in the payout; Newton's method, from both ends, finds
where it is worth no more than a straight piece of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil

from backhand.common.cards import Shoe
from backhand.common.piecewise import Piecewise, weighted
from backhand.payouts.valued import Line, Valued
from backhand.positions import End, Position, outcomes
from backhand.rules import WINS, Action, Ending, Rules
from backhand.strategies.holdings import Holding, holdings


@dataclass(frozen=True, slots=True)
class Change:
    """A payout at which the best action with a hand of the first deal changes."""

    payout: Fraction
    holding: Holding
    below: tuple[Action, ...]
    """What is best just below it; two actions where they are worth the same there."""
    above: tuple[Action, ...]


def changes(valued: Valued, kind: str, low: Fraction, high: Fraction) -> list[Change]:
    """Where, between two payouts, the best action changes with a hand of the first deal; by payout, then hand."""
    hands = _Hands(valued.rules, kind, low, high)
    found = [
        change
        for holding in holdings(valued.shoe, valued.rules)
        if len(holding.position.actions(valued.rules)) > 1
        for change in _changes(valued, kind, holding, hands)
    ]
    return sorted(found, key=lambda change: (change.payout, change.holding.hand, change.holding.discarded))


def _changes(valued: Valued, kind: str, holding: Holding, hands: _Hands) -> Iterator[Change]:
    """Where the best actions of one hand change: at each place found, what is best between it and the next."""
    position, actions = holding.position, holding.position.actions(valued.rules)
    settling: list[Action] = [action for action in actions if action is not Action.PUSH]
    curves = {action: hands.act(position, action) for action in settling}
    first, *others = curves.values()
    places = {place for other in others for place in first.crossings(other)}
    if Action.PUSH in actions:
        settled = first.larger(others[0]) if others else first
        places |= _no_better(valued, kind, position.shoe, settled)
    bounds = sorted({hands.low, *places, hands.high})
    best = [()] if len(bounds) == 2 else [_best(valued, kind, position, curves, *ends) for ends in pairwise(bounds)]
    for place, (below, above) in zip(bounds[1:-1], pairwise(best), strict=True):
        if below != above:
            yield Change(place, holding, below, above)


def _no_better(valued: Valued, kind: str, after: Shoe, settled: Piecewise) -> set[Fraction]:
    """Where it begins and ends that the deal from ``after`` is worth no more than each straight piece."""
    found = set()
    for (low, below), (high, above) in pairwise(settled.knots):
        slope = (above - below) / (high - low)
        piece = Line(below - slope * low, slope)
        first = _meeting(valued, kind, after, piece, low, high)
        if first is not None:
            last = _meeting(valued, kind, after, piece, high, low)
            found |= {first, first if last is None else last}
    return found


def _meeting(valued: Valued, kind: str, after: Shoe, piece: Line, start: Fraction, end: Fraction) -> Fraction | None:
    """The first place on the way at which a deal is worth no more than a straight piece, None where it never is.

    The line of the deal is nowhere above it, so where that line is above the piece the deal is too.
    """
    place = start
    while valued.value(kind, place, after).ev > piece.at(place):
        line = valued.line(kind, place, after)
        closing = piece.slope - line.slope if end > start else line.slope - piece.slope
        if closing <= 0:
            return None
        place = (line.at_zero - piece.at_zero) / (piece.slope - line.slope)
        if (place > end) if end > start else (place < end):
            return None
    return place


def _best(
    valued: Valued, kind: str, position: Position, curves: Mapping[Action, Piecewise], low: Fraction, high: Fraction
) -> tuple[Action, ...]:
    """All best actions of a hand at a payout between two."""
    place = simplest((2 * low + high) / 3, (low + 2 * high) / 3)
    values = {action: curve.values([place])[0] for action, curve in curves.items()}
    if Action.PUSH in position.actions(valued.rules):
        values[Action.PUSH] = valued.value(kind, place, position.shoe).ev
    return tuple(a for a in position.actions(valued.rules) if values[a] == max(values.values()))


class _Hands:
    """Values of hands as functions of one payout between two."""

    def __init__(self, rules: Rules, kind: str, low: Fraction, high: Fraction) -> None:
        self.rules, self.low, self.high = rules, low, high
        self.memo: dict[Position, Piecewise] = {}
        varied = WINS if kind == "all" else (Ending(kind),)
        none, one = Fraction(0), Fraction(1)
        self.ends: Mapping[Ending, Piecewise] = {
            ending: Piecewise.line(
                none if ending in varied else rules.net(ending), one if ending in varied else none, low, high
            )
            for ending in Ending
        }

    def value(self, position: Position) -> Piecewise:
        """The value of a hand after best play."""
        if position not in self.memo:
            first, *others = (self.act(position, action) for action in position.actions(self.rules))
            for other in others:
                first = first.larger(other)
            self.memo[position] = first
        return self.memo[position]

    def act(self, position: Position, action: Action) -> Piecewise:
        """The value of one action."""
        cards = max(position.shoe.cards, 1)
        return weighted(
            [
                (Fraction(weight, cards), self.ends[node.ending] if isinstance(node, End) else self.value(node))
                for weight, node in outcomes(position, action)
            ]
        )


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The number of the least denominator between two positive ones, the ends included.

    >>> simplest(Fraction(7, 10), Fraction(9, 10)), simplest(Fraction(7, 2), Fraction(9, 2))
    (Fraction(3, 4), Fraction(4, 1))
    """
    whole = ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))
