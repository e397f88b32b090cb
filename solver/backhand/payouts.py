"""The value of a deal as an exact function of the payouts: what is fair, what gives an edge, where best play changes.

For a fixed way to play the EV is linear in the payouts, EV = sum of payout times probability, less what is lost. The
best of all ways to play is the largest of these lines: convex, piecewise linear, never falling. So Newton's method on
it, from where it is too large, comes to an exact root after finitely many lines. From a fresh deck there are thousands
of lines, most of them for shoes that are seldom seen; what is listed are the changes for the hands of the first deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

from backhand.cards import Shoe
from backhand.engine import PUSH_PAIRS, Engine, Progress, pushed_shoes, quiet
from backhand.errors import RulesError
from backhand.evaluator import Value, value_of
from backhand.piecewise import Piecewise, weighted
from backhand.positions import End, Position, outcomes
from backhand.rules import WINS, Action, Ending, Kind, Rules, payout
from backhand.strategy import Holding, holdings

KINDS: tuple[str, ...] = (*map(str, WINS), "all")
"""What may be varied: the payout of one kind of win, or of all of them alike."""

_ODDS = """
    1:20 1:10 1:5 1:4 1:3 2:5 1:2 3:5 5:8 2:3 7:10 3:4 4:5 5:6 17:20 9:10 19:20 1:1 21:20 11:10 6:5 5:4 4:3 7:5 3:2
    8:5 5:3 7:4 9:5 2:1 9:4 5:2 3:1 7:2 4:1 9:2 5:1 6:1 7:1 8:1 9:1 10:1 12:1 15:1 20:1 25:1 30:1 40:1 50:1 100:1
"""
USUAL = tuple(map(payout, _ODDS.split()))
"""Odds that are seen on tables, in order."""

MOST = Fraction(1000)
"""No payout is looked for beyond this."""

_FINE = 10**6


@dataclass(frozen=True, slots=True)
class Line:
    """The EV as a function of the payout that varies, for the play that is best at one payout: a + b x."""

    at_zero: Fraction
    slope: Fraction
    """The probability of the wins that pay it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The payout of one kind of win that gives a wanted house edge, all else as the rules have it."""

    kind: str
    edge: Fraction
    payout: Fraction | None
    """None where no payout from 0 to MOST does."""
    usual: tuple[tuple[Fraction, Fraction], ...]
    """The usual odds next below and above it, each with the exact house edge that it gives."""


@dataclass(frozen=True, slots=True)
class Change:
    """A payout at which the best action with a hand of the first deal changes."""

    payout: Fraction
    holding: Holding
    below: tuple[Action, ...]
    """What is best just below it; two actions where they are worth the same there."""
    above: tuple[Action, ...]


class Payouts:
    """The value of a deal from ``shoe`` as one payout varies; every value is computed once.

    >>> payouts = Payouts(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules())
    >>> wanted = payouts.giving("all", Fraction(0))
    >>> round(float(wanted.payout), 6), [str(odds) for odds, _ in wanted.usual]
    (0.804979, ['4/5', '5/6'])

    Raises TooLargeError where pushes lead to too many shoes.
    """

    def __init__(self, shoe: Shoe, rules: Rules, progress: Progress = quiet) -> None:
        self.shoe, self.rules, self.progress = shoe, rules, progress
        pairs = [(pair, after) for pair, after in zip(PUSH_PAIRS, pushed_shoes(shoe), strict=True) if after is not None]
        self._pushed: dict[tuple[int, int], Shoe] = dict(pairs)
        self._values: dict[Rules, dict[Shoe, Value]] = {}

    def value(self, kind: str, pays: Fraction, shoe: Shoe | None = None) -> Value:
        """The value of the deal when this kind of win pays so much, or of the deal after a push that left ``shoe``."""
        rules = paying(self.rules, kind, pays)
        if rules not in self._values:
            engine = Engine(self.shoe, rules, progress=self.progress)
            deals = [self.shoe, *self._pushed.values()]
            self._values[rules] = {deal: value_of(engine.counts(deal), sum(deal), rules) for deal in deals}
        return self._values[rules][self.shoe if shoe is None else shoe]

    def line(self, kind: str, pays: Fraction, shoe: Shoe | None = None) -> Line:
        """The line of the play that is best at this payout; the value is nowhere below it."""
        value = self.value(kind, pays, shoe)
        slope = value.win if kind == "all" else value.endings[kind]
        return Line(value.ev - slope * pays, slope)

    def giving(self, kind: str, edge: Fraction) -> Wanted:
        """The payout that gives this house edge, exact."""
        root = self._root(kind, -edge)
        if root is None:
            return Wanted(kind, edge, None, ())
        nearest = [odds for odds in (_below(root), _above(root)) if odds is not None]
        around = tuple((odds, self.value(kind, odds).house_edge) for odds in dict.fromkeys(nearest))
        return Wanted(kind, edge, root, around)

    def _root(self, kind: str, target: Fraction) -> Fraction | None:
        """Where the value is ``target``. Newton from the right: no line cuts it before the value does."""
        right = Fraction(1)
        while self.value(kind, right).ev < target:
            if right >= MOST or not self.line(kind, right).slope:
                return None
            right *= 2
        while True:
            line = self.line(kind, right)
            if not line.slope:
                return None if line.at_zero != target else right
            root = (target - line.at_zero) / line.slope
            if root <= 0:
                return None
            # Short numbers are fast, and from a little to the right it is as good; the last word is exact.
            near = Fraction(ceil(root * _FINE), _FINE)
            if near < right and self.line(kind, near) != line:
                right = near
            elif self.value(kind, root).ev == target:
                return root
            else:
                right = root

    def changes(self, kind: str, low: Fraction, high: Fraction) -> list[Change]:
        """Where, between two payouts, the best action changes with a hand of the first deal.

        By payout, then hand. Exact: each hand's value is carried along as a piecewise linear function of the payout;
        for push hands, by Newton's method on the deal that a push leads to. (Push hands after discarded aces, and
        payouts at which a push hand changes twice, are left out.)
        """
        if not 0 < low < high:
            raise RulesError(f"payouts from {low} to {high}: the first has to be above 0 and below the second")
        hands = _Hands(self.rules, kind, low, high)
        found = []
        for holding in holdings(self.shoe, self.rules):
            if holding.kind is not Kind.PUSH and len(holding.position.actions(self.rules)) > 1:
                found += list(hands.changes(holding))
            elif holding.kind is Kind.PUSH and not holding.discarded:
                found += list(self._push_change(kind, holding, low, high))
        return sorted(found, key=lambda change: (change.payout, change.holding.hand, change.holding.discarded))

    def _push_change(self, kind: str, holding: Holding, low: Fraction, high: Fraction) -> Iterator[Change]:
        """Where pushing and playing a push hand change places, between two payouts at which they differ."""
        after = self._pushed[holding.hand[0], holding.hand[1]]
        hands = _Hands(self.rules, kind, low, high)
        played = hands.act(holding.position, Action.PLAY_PUSH).values([low, high])
        slope = (played[1] - played[0]) / (high - low)
        at_zero = played[0] - slope * low

        def gain(pays: Fraction) -> Fraction:
            return self.value(kind, pays, after).ev - at_zero - slope * pays

        start, end = (low, high) if gain(low) > 0 else (high, low)
        if gain(start) <= 0 or gain(end) >= 0:
            return
        place = start
        while gain(place):
            line = self.line(kind, place, after)
            place = (at_zero - line.at_zero) / (line.slope - slope)
        push, play = (Action.PUSH,), (Action.PLAY_PUSH,)
        yield Change(place, holding, *((push, play) if start == low else (play, push)))


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

    def changes(self, holding: Holding) -> Iterator[Change]:
        """Where the two actions of a hand change places."""
        one, other = holding.position.actions(self.rules)
        first, second = (self.act(holding.position, action) for action in (one, other))
        places = first.crossings(second)
        bounds = [self.low, *places, self.high]
        between = [(left + right) / 2 for left, right in pairwise(bounds)]
        signs = [a - b for a, b in zip(first.values(between), second.values(between), strict=True)]
        best = [(one,) if sign > 0 else (other,) if sign < 0 else (one, other) for sign in signs]
        for place, (below, above) in zip(places, pairwise(best), strict=True):
            if below != above:
                yield Change(place, holding, below, above)


def paying(rules: Rules, kind: str, pays: Fraction) -> Rules:
    """The rules with another payout for one kind of win, or for all.

    >>> str(paying(Rules(), "five-cards", Fraction(3, 2)))
    'inventor,pays-five-cards=3:2'
    """
    if kind not in KINDS:
        raise RulesError(f"{kind!r} is no kind of win: {', '.join(KINDS)}")
    fields = {"pays_" + win.replace("-", "_"): pays for win in (WINS if kind == "all" else (kind,))}
    return replace(rules, **fields)  # type: ignore[arg-type]


def _below(pays: Fraction) -> Fraction | None:
    return max((odds for odds in USUAL if odds <= pays), default=None)


def _above(pays: Fraction) -> Fraction | None:
    return min((odds for odds in USUAL if odds >= pays), default=None)


def symbolic(value: Value, rules: Rules) -> Any:
    """The EV of a fixed way to play as a sympy expression in the payouts ``backhand``, ``five_cards``, ``played_push``.

    ``value`` is what that play is worth, for any payouts; its coefficients are exact.

    >>> from backhand import Solver
    >>> symbolic(Solver().value(shoe="0,0,1,0,1,1,0,0,0,3"), Rules())
    7*backhand/10 - 3/10
    """
    import sympy

    ev = sympy.Integer(0)
    for ending in Ending:
        chance = sympy.Rational(value.endings[ending].numerator, value.endings[ending].denominator)
        net = rules.net(ending)
        pays = sympy.Symbol(ending.value.replace("-", "_"), positive=True)
        ev += chance * (pays if ending in WINS else sympy.Rational(net.numerator, net.denominator))
    return ev
