"""The value of a deal as an exact function of the payouts: what is fair, what gives an edge, where best play changes.

For a fixed way to play the EV is linear in the payouts, EV = sum of payout times probability, less what is lost. The
best of all ways to play is the largest of these lines: convex, piecewise linear, never falling. So Newton's method on
it, from where it is too large, comes to an exact root after finitely many lines. Where best play changes is told hand
by hand for the first deal; ``payouts.deal_bends`` has every payout at which the value bends, hands after pushes too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil

from backhand.common.cards import Shoe
from backhand.common.piecewise import Piecewise, weighted
from backhand.common.progress import Progress, quiet
from backhand.errors import RulesError
from backhand.evaluator import Value, value_of
from backhand.payouts.deal_bends import Pieces, Varying
from backhand.payouts.hand_bends import Varied, alike, finest
from backhand.positions import End, Position, outcomes
from backhand.rules import WINS, Action, Ending, Rules, payout
from backhand.solving.engine import Engine
from backhand.solving.pushes import pushed_shoes, without_aces
from backhand.strategies.holdings import Holding, holdings

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
        pushed = [after for base in without_aces(shoe) for after in pushed_shoes(base) if after is not None]
        self._deals = [shoe, *dict.fromkeys(pushed)]
        self._values: dict[Rules, dict[Shoe, Value]] = {}

    def value(self, kind: str, pays: Fraction, shoe: Shoe | None = None) -> Value:
        """The value of the deal when this kind of win pays so much, or of the deal after a push that left ``shoe``."""
        rules = paying(self.rules, kind, pays)
        if rules not in self._values:
            near = alike(pays, finest(self.shoe.cards, Varied(self.rules, kind).unit))
            engine = Engine(self.shoe, rules, progress=self.progress, alike=paying(self.rules, kind, near))
            self._values[rules] = {deal: value_of(engine.counts(deal), sum(deal), rules) for deal in self._deals}
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
            if self.value(kind, root).ev == target:
                return root
            right = root

    def changes(self, kind: str, low: Fraction, high: Fraction) -> list[Change]:
        """Where, between two payouts, the best action changes with a hand of the first deal.

        By payout, then hand; exact and complete. What a hand that is no push hand is worth is carried along as a
        piecewise linear function of the payout, and so is settling a push hand. The deal that a push leads to is convex
        in the payout; Newton's method, from both ends, finds where it is worth no more than a straight piece of that.
        """
        _check(low, high)
        hands = _Hands(self.rules, kind, low, high)
        found = [
            change
            for holding in holdings(self.shoe, self.rules)
            if len(holding.position.actions(self.rules)) > 1
            for change in self._changes(kind, holding, hands)
        ]
        return sorted(found, key=lambda change: (change.payout, change.holding.hand, change.holding.discarded))

    def pieces(self, kind: str, low: Fraction, high: Fraction) -> Pieces:
        """The value between two payouts as a function of straight pieces, with every payout at which it bends.

        >>> payouts = Payouts(Shoe("1,1,1,0,0,1,1,1,1,3"), Rules())
        >>> [str(bend.payout) for bend in payouts.pieces("backhand", Fraction(3, 4), Fraction(1)).bends]
        ['4/5', '19/22', '31/32']

        Raises RulesError where the first is not above 0 and below the second, TooLargeError as ``Varying`` does.
        """
        _check(low, high)
        return Varying(self.shoe, self.rules, kind, low, high, self.progress).pieces()

    def _changes(self, kind: str, holding: Holding, hands: _Hands) -> Iterator[Change]:
        """Where the best actions of one hand change: at each place found, what is best between it and the next."""
        position, actions = holding.position, holding.position.actions(self.rules)
        settling: list[Action] = [action for action in actions if action is not Action.PUSH]
        curves = {action: hands.act(position, action) for action in settling}
        first, *others = curves.values()
        places = {place for other in others for place in first.crossings(other)}
        if Action.PUSH in actions:
            settled = first.larger(others[0]) if others else first
            places |= self._no_better(kind, position.shoe, settled)
        bounds = sorted({hands.low, *places, hands.high})
        best = [()] if len(bounds) == 2 else [self._best(kind, position, curves, *ends) for ends in pairwise(bounds)]
        for place, (below, above) in zip(bounds[1:-1], pairwise(best), strict=True):
            if below != above:
                yield Change(place, holding, below, above)

    def _no_better(self, kind: str, after: Shoe, settled: Piecewise) -> set[Fraction]:
        """Where it begins and ends that the deal from ``after`` is worth no more than each straight piece."""
        found = set()
        for (low, below), (high, above) in pairwise(settled.knots):
            slope = (above - below) / (high - low)
            piece = Line(below - slope * low, slope)
            first = self._meeting(kind, after, piece, low, high)
            if first is not None:
                last = self._meeting(kind, after, piece, high, low)
                found |= {first, first if last is None else last}
        return found

    def _meeting(self, kind: str, after: Shoe, piece: Line, start: Fraction, end: Fraction) -> Fraction | None:
        """The first place on the way at which a deal is worth no more than a straight piece, None where it never is.

        The line of the deal is nowhere above it, so where that line is above the piece the deal is too.
        """
        place = start
        while self.value(kind, place, after).ev > piece.at_zero + piece.slope * place:
            line = self.line(kind, place, after)
            closing = piece.slope - line.slope if end > start else line.slope - piece.slope
            if closing <= 0:
                return None
            place = (line.at_zero - piece.at_zero) / (piece.slope - line.slope)
            if (place > end) if end > start else (place < end):
                return None
        return place

    def _best(
        self, kind: str, position: Position, curves: Mapping[Action, Piecewise], low: Fraction, high: Fraction
    ) -> tuple[Action, ...]:
        """All best actions of a hand at a payout between two."""
        place = simplest((2 * low + high) / 3, (low + 2 * high) / 3)
        values = {action: curve.values([place])[0] for action, curve in curves.items()}
        if Action.PUSH in position.actions(self.rules):
            values[Action.PUSH] = self.value(kind, place, position.shoe).ev
        return tuple(a for a in position.actions(self.rules) if values[a] == max(values.values()))


def _check(low: Fraction, high: Fraction) -> None:
    if not 0 < low < high:
        raise RulesError(f"payouts from {low} to {high}: the first has to be above 0 and below the second")


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


def paying(rules: Rules, kind: str, pays: Fraction) -> Rules:
    """The rules with another payout for one kind of win, or for all.

    >>> str(paying(Rules(), "five-cards", Fraction(3, 2)))
    'inventor,pays-five-cards=3:2'
    """
    if kind not in KINDS:
        raise RulesError(f"{kind!r} is no kind of win: {', '.join(KINDS)}")
    fields = {"pays_" + win.replace("-", "_"): pays for win in (WINS if kind == "all" else (kind,))}
    return replace(rules, **fields)  # type: ignore[arg-type]


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The number of the least denominator between two positive ones, the ends included.

    >>> simplest(Fraction(7, 10), Fraction(9, 10)), simplest(Fraction(7, 2), Fraction(9, 2))
    (Fraction(3, 4), Fraction(4, 1))
    """
    whole = ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def _below(pays: Fraction) -> Fraction | None:
    return max((odds for odds in USUAL if odds <= pays), default=None)


def _above(pays: Fraction) -> Fraction | None:
    return min((odds for odds in USUAL if odds >= pays), default=None)
