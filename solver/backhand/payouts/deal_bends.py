"""The value of a deal as an exact function of one payout, pushes and all: every payout at which it bends.

The engine's sums, with functions of the payout in place of numbers. What hands are worth is convex and made of
straight pieces (``hand_bends``); sums and the larger of two such functions are so again. From shoe to shoe only the
lines that touch the functions at both ends of the interval are carried, which nearly always show that a push hand is
pushed all along, or settled all along. The bends of a deal are then those of all base shoes that its pushes lead to,
each times the ways to come there; where pushing and settling change places, the two functions are laid side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import factorial, perm
from typing import NamedTuple

from backhand.common.cards import Shoe
from backhand.common.piecewise import Piecewise
from backhand.common.progress import Progress, quiet
from backhand.payouts.hand_bends import MOST_BENDS, Base, Line, Varied, bent_bases, too_many
from backhand.rules import FULL_HAND, Rules
from backhand.solving.pushes import MOST_DEALS, PUSH_PAIRS, pair_ways, reachable, without_aces

_NONE = Line(0, 0)
_ORDERS = 1, 2, 1
"""In how many orders 0, 1, 2 aces can have been discarded before a push hand."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A payout at which the value of a deal bends: best play changes, with a hand dealt now or after pushes."""

    payout: Fraction
    ev: Fraction
    """EV per stake there."""
    below: Fraction
    """Slope just below: the probability to win what is paid so, for the play that is best there."""
    above: Fraction
    """Slope just above; it is larger."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The value of a deal between two payouts: straight but for its bends."""

    kind: str
    ends: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    """The two payouts, each with the EV there."""
    bends: tuple[Bend, ...]
    """Every bend between, in order."""

    @property
    def curve(self) -> Piecewise:
        """The EV as a function of the payout."""
        low, high = self.ends
        return Piecewise((low, *((bend.payout, bend.ev) for bend in self.bends), high))


class _Convex(NamedTuple):
    """A convex function between two payouts: lines that touch it at either end, and by how much it gets steeper where.

    In units of ``Varied.unit`` over the orderings of a shoe. A bend may lie at an end (see ``bends.Base``).
    """

    low: Line
    high: Line
    bends: Mapping[Fraction, int]


class Varying:
    """The deals from ``shoe`` and from all shoes that pushes lead to, as one kind of win pays from ``low`` to ``high``.

    >>> found = Varying(Shoe("1,1,1,1,1,1,1,1,1,3"), Rules(), "backhand", Fraction(1, 2), Fraction(2)).pieces()
    >>> [str(bend.payout) for bend in found.bends], found.bends[0].below < found.bends[0].above
    (['97/193', '233/398', '255/418', '1'], True)

    Raises TooLargeError where pushes lead to too many shoes, or best play changes more than ``most`` times.
    """

    def __init__(
        self,
        shoe: Shoe,
        rules: Rules,
        kind: str,
        low: Fraction,
        high: Fraction,
        progress: Progress = quiet,
        most: int = MOST_BENDS,
    ) -> None:
        self.shoe, self.kind, self.low, self.high = shoe, kind, low, high
        shoes, self._after = reachable(shoe, MOST_DEALS, progress)
        bases = sorted(self._after, key=sum)
        varied = Varied(rules, kind)
        self._unit = varied.unit
        self._most, self._knots = most, 0
        self._bases = dict(zip(bases, bent_bases(bases, rules, varied, low, high, progress, most), strict=True))
        self._deals: dict[Shoe, tuple[Line, Line]] = {}
        self._pushed: dict[tuple[Shoe, int], bool] = {}
        self._mixed: dict[tuple[Shoe, int], _Convex] = {}
        self._curves: dict[Shoe, Piecewise] = {}
        hands: dict[Shoe, list[tuple[Line, Line]]] = {}
        for number in progress(range(len(bases)), "following pushes", len(bases)):  # smallest first, as in the engine
            hands[bases[number]] = self._play(bases[number])
            if bases[number] in shoes:
                parts = [
                    (perm(bases[number][0], gone), hands[rest][gone])
                    for gone, rest in enumerate(without_aces(bases[number]))
                ]
                self._deals[bases[number]] = self._sums(parts)

    def pieces(self) -> Pieces:
        """The value of the deal from the shoe."""
        curve, slopes = self._curve(self._deal(self.shoe))
        scale = self._unit * factorial(self.shoe.cards)
        knots = [(place, value / scale) for place, value in curve]
        bends = [
            Bend(*knots[number], Fraction(below, scale), Fraction(above, scale))
            for number, (below, above) in enumerate(pairwise(slopes), start=1)
        ]
        return Pieces(self.kind, (knots[0], knots[-1]), tuple(bends))

    def _play(self, base: Shoe) -> list[tuple[Line, Line]]:
        """What touches all hands from a base shoe at either end, for 0, 1, 2 discarded aces; pushes are decided."""
        unit, parts = _unit(base), self._bases[base]
        pushes = []
        for pair, after in enumerate(self._after[base]):
            if after is not None:
                ways = pair_ways(base, *PUSH_PAIRS[pair])
                pushes.append((ways, self._push_hand(base, pair, after, unit, parts)))
        push_hands = self._sums(pushes)
        return [
            self._sums([(unit, (parts.low[gone], parts.high[gone])), (orders, push_hands)])
            for gone, orders in enumerate(_ORDERS)
        ]

    def _push_hand(self, base: Shoe, pair: int, after: Shoe, unit: int, parts: Base) -> tuple[Line, Line]:
        """A push hand, pushed or settled, whichever is worth more at each payout."""
        place = len(_ORDERS) + pair
        settled = Line(*(unit * n for n in parts.low[place])), Line(*(unit * n for n in parts.high[place]))
        pushed = self._deals[after]
        if self._nowhere_below(pushed, settled):
            self._pushed[base, pair] = True
            return pushed
        if self._nowhere_below(settled, pushed):
            self._pushed[base, pair] = False
            return settled
        bends = {bend.payout: unit * bend.steeper[place] for bend in parts.bends if bend.steeper[place]}
        played = Piecewise(tuple(self._curve(_Convex(*settled, bends))[0]))
        self._mixed[base, pair] = mixed = _convex(played.larger(self.curve(after)))
        return mixed.low, mixed.high

    def curve(self, shoe: Shoe) -> Piecewise:
        """The deal from a shoe that pushes lead to, in the units of this class; kept, since hands share it."""
        if shoe not in self._curves:
            self._curves[shoe] = Piecewise(tuple(self._curve(self._deal(shoe))[0]))
            self._knots += len(self._curves[shoe].knots)
            if self._knots > self._most:
                raise too_many(self.low, self.high, self._most)
        return self._curves[shoe]

    def _nowhere_below(self, one: tuple[Line, Line], other: tuple[Line, Line]) -> bool:
        """Whether it shows from what touches two convex functions that the first is at least the second throughout.

        The first is nowhere below its lines, the second nowhere above the chord between its ends.
        """
        low, high = other[0].at(self.low), other[1].at(self.high)
        if one[0].at(self.low) < low or one[1].at(self.high) < high:
            return False
        if one[0].slope == one[1].slope:
            return True
        crossing = Fraction(one[0].at_zero - one[1].at_zero, one[1].slope - one[0].slope)
        chord = low + (high - low) * (crossing - self.low) / (self.high - self.low)
        return one[0].at(crossing) >= chord

    def _sums(self, parts: Iterable[tuple[int, tuple[Line, Line]]]) -> tuple[Line, Line]:
        low, high = _NONE, _NONE
        for weight, (one, other) in parts:
            low = Line(low.at_zero + weight * one.at_zero, low.slope + weight * one.slope)
            high = Line(high.at_zero + weight * other.at_zero, high.slope + weight * other.slope)
        return low, high

    def _deal(self, shoe: Shoe) -> _Convex:
        """The deal from a shoe with all its bends: those of the base shoes ahead times the ways to come to them."""
        bends: dict[Fraction, int] = defaultdict(int)
        dealt: dict[int, dict[Shoe, int]] = defaultdict(lambda: defaultdict(int), {shoe.cards: {shoe: 1}})
        ways: dict[int, dict[Shoe, list[int]]] = defaultdict(dict)
        for cards in range(shoe.cards, -1, -1):
            for deal, times in dealt[cards].items():
                for gone, base in enumerate(without_aces(deal)):
                    ways[cards - gone].setdefault(base, [0, 0, 0])[gone] += times * perm(deal[0], gone)
            for base, times_of in ways.pop(cards, {}).items():
                pushes = sum(times * orders for times, orders in zip(times_of, _ORDERS, strict=True))
                weights = [_unit(base) * times for times in times_of]
                for pair, after in enumerate(self._after[base]):
                    times = 0 if after is None else pushes * pair_ways(base, *PUSH_PAIRS[pair])
                    pushed = self._pushed.get((base, pair))
                    weights.append(0 if pushed is not False else _unit(base) * times)
                    if after is not None and pushed:
                        later = dealt[after.cards]
                        later[after] = later.get(after, 0) + times
                    elif after is not None and pushed is None:
                        for place, steeper in self._mixed[base, pair].bends.items():
                            bends[place] += times * steeper
                for bend in self._bases[base].bends:
                    bends[bend.payout] += sum(w * n for w, n in zip(weights, bend.steeper, strict=True) if w and n)
        return _Convex(*self._deals[shoe], {place: steeper for place, steeper in bends.items() if steeper})

    def _curve(self, convex: _Convex) -> tuple[list[tuple[Fraction, Fraction]], list[int]]:
        """Its knots, the two ends first and last, and the slopes between them."""
        slope = convex.low.slope + convex.bends.get(self.low, 0)
        knots, slopes = [(self.low, convex.low.at(self.low))], [slope]
        for place in sorted(place for place in convex.bends if self.low < place < self.high):
            knots.append((place, knots[-1][1] + slopes[-1] * (place - knots[-1][0])))
            slopes.append(slopes[-1] + convex.bends[place])
        knots.append((self.high, knots[-1][1] + slopes[-1] * (self.high - knots[-1][0])))
        return knots, slopes


def _convex(curve: Piecewise) -> _Convex:
    """A convex function from its knots; between them it is a line of integers."""
    lines = []
    for (left, below), (right, above) in pairwise(curve.knots):
        slope = (above - below) / (right - left)
        lines.append(Line(int(below - slope * left), int(slope)))
    places = [place for place, _ in curve.knots[1:-1]]
    bends = {place: b.slope - a.slope for place, (a, b) in zip(places, pairwise(lines), strict=True)}
    return _Convex(lines[0], lines[-1], bends)


def _unit(base: Shoe) -> int:
    """Orderings of what is left when a hand from a base shoe has drawn all it can."""
    return factorial(max(sum(base) - FULL_HAND, 0))
