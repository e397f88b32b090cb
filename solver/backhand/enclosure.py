"""Deals from shoes too large to visit every shoe behind them: enclosures, proved in integers.

Pushing leads from a fresh shoe of eight decks to 63,817,113 others, but to most of them almost never. The
likely ones are followed, level by level, a level being the shoes after so many pushes. Of every other shoe
nothing is assumed but that its round ends somehow.

What is known of a deal is a lower bound for each of nine non-negative numbers: the probability of each
ending, how much the EV is above the worst payoff, and how much it is below the best one. Lower bounds of
these add, multiply and round down; nothing else is done to them (docs/method_tablebase.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, factorial, perm
from typing import NamedTuple

import numpy as np

from backhand.bounds import Bounds, Enclosure
from backhand.cards import ACE, Shoe
from backhand.engine import MOST_DEALS, PUSH_PAIRS, Engine, Progress, deals_ahead, quiet
from backhand.errors import EnclosureError, TooLargeError
from backhand.evaluator import stakes
from backhand.hands import Array, play_blocks
from backhand.rules import ENDINGS, FULL_HAND, PUSH_FROM, WINS, Action, Rules

WIDTH = Fraction(1, 10**12)
"""How wide an enclosure is at most, unless asked otherwise."""

_MOVING = (ACE, 7, 8, 9, 10)
"""The ranks that leave the shoe before the last deal of a round: discarded aces and the cards of push hands."""
_REFINEMENTS = 8
_CLOSE = 40
"""An enclosure of a push so many bits narrower than the payoffs, and settling still in it: a tie, it seems."""
_SPARE = 32
"""Bits of a value beyond those of the width that is asked for."""
_ABOVE, _BELOW = len(ENDINGS), len(ENDINGS) + 1
_FIELDS = len(ENDINGS) + 2


def enclose(shoe: Shoe, rules: Rules, width: Fraction = WIDTH, *, progress: Progress = quiet) -> Bounds:
    """Enclose the value of a deal; no enclosure of the win probability and the EV is wider than ``width``.

    >>> bounds = enclose(Shoe.of_decks(1), Rules(), Fraction(1, 100))
    >>> bounds.win.width < Fraction(1, 100)
    True
    >>> Fraction(441749062376235842019675620249839, 771314936179556478353601382425000) in bounds.win
    True

    Raises EnclosureError unless the width is positive, TooLargeError where a push cannot be
    told apart from settling in a shoe too large for exact values.
    """
    if width <= 0:
        raise EnclosureError(f"width {width}: an enclosure can be as narrow as asked, but not of no width")
    denominator, stake = stakes(rules)
    spread = Fraction(max(stake) - min(stake), denominator)
    budget = Fraction(15, 16) * width / (spread if spread > 1 else 1)
    for _ in range(_REFINEMENTS):
        bits = _SPARE + (budget.denominator // budget.numerator).bit_length()
        bounds = _Enclosing(shoe, rules, bits).bounds(follow(shoe, float(budget)), progress)
        if max(bounds.win.width, bounds.ev.width) <= width:
            return bounds
        budget /= 64  # a push and settling could not be told apart, or rounding mattered
    raise TooLargeError(
        f"shoe {shoe}: a push that is worth as much as settling, or nearly, keeps the enclosure wider than {width}"
    )


class Level(NamedTuple):
    """Shoes that are followed, all after the same number of pushes."""

    pushes: int
    gone: Array
    """How many cards of each of the ranks A 7 8 9 T have left; a row a shoe."""
    codes: list[int]
    """The same as one number a shoe."""


class _Codes:
    """What has left a root shoe, aces fastest, as one number."""

    def __init__(self, root: Shoe) -> None:
        self.held = np.array([root[rank - 1] for rank in _MOVING])
        self.strides = np.cumprod([1, *(self.held[:-1] + 1)])
        places = {rank: place for place, rank in enumerate(_MOVING)}
        self.pairs = [(places[x], places[y]) for x, y in PUSH_PAIRS]
        self.pair_codes = [int(self.strides[x] + self.strides[y]) for x, y in self.pairs]

    def gone(self, codes: Sequence[int] | Array) -> Array:
        """What each number stands for, a row each."""
        gone: Array = np.asarray(codes, dtype=np.int64)[:, None] // self.strides % (self.held + 1)
        return gone


def follow(root: Shoe, budget: float) -> list[Level]:
    """Shoes to follow from a root: those left out are reached with a probability of about ``budget`` together.

    Floats do here: what is followed decides how wide the enclosure is, not whether it holds.
    """
    least = budget / 4000
    while True:
        levels, left_out = _follow(root, least)
        if left_out <= budget:
            return levels
        least /= 2 if left_out < 4 * budget else 8


def _follow(root: Shoe, least: float) -> tuple[list[Level], float]:
    """The shoes that are reached with a probability of at least ``least`` when every push hand is pushed."""
    of = _Codes(root)
    codes: Array = np.zeros(1, dtype=np.int64)
    reach: Array = np.ones(1)
    levels, left_out = [Level(0, of.gone(codes), [0])], 0.0
    while True:
        held, pushes = of.held - levels[-1].gone, len(levels)
        cards = root.cards - levels[-1].gone.sum(axis=1)
        new_codes, new_reach = [], []
        for discarded in range(3):
            aces, base = held[:, 0], np.maximum(cards - discarded, 2)
            discards = reach * [1, 2, 1][discarded]
            for turn in range(discarded):
                discards = discards * np.maximum(aces - turn, 0) / np.maximum(cards - turn, 1)
            for (x, y), step in zip(of.pairs, of.pair_codes, strict=True):
                ways = held[:, x] * (held[:, y] - 1) if x == y else 2 * held[:, x] * held[:, y]
                chance = discards * ways / (base * (base - 1))
                possible = chance > 0
                new_codes.append(codes[possible] + (step + discarded))
                new_reach.append(chance[possible])
        codes, inverse = np.unique(np.concatenate(new_codes), return_inverse=True)
        reach = np.bincount(inverse, np.concatenate(new_reach), len(codes))
        left_out += float(reach[reach < least].sum())
        codes, reach = codes[reach >= least], reach[reach >= least]
        if not codes.size:
            return levels, left_out
        levels.append(Level(pushes, of.gone(codes), codes.tolist()))


class _Deal(NamedTuple):
    """What is known of a deal: nine lower bounds, times 2^bits."""

    fields: int
    """All nine, packed."""
    above: int
    """How far the EV is above the worst payoff, at least."""
    at_most: int
    """How far it is above the worst payoff, at most."""


class _Enclosing:
    """The sums from the last level back to the root. Nine numbers travel as fields of one integer."""

    def __init__(self, root: Shoe, rules: Rules, bits: int) -> None:
        self.root, self.rules, self.bits = root, rules, bits
        self.denominator, self.stake = stakes(rules)
        self.worst, self.best = min(self.stake), max(self.stake)
        self.spread = self.best - self.worst
        # A field holds a value of ``bits`` bits times a factor of as many, and never carries into the next.
        self.field = -(-(2 * bits + 4 + self.spread.bit_length()) // 64) * 64
        kept = (1 << self.field - bits) - 1
        self.mask = sum(kept << place * self.field for place in range(_FIELDS))
        self.of = _Codes(root)
        self._factors: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._engines: list[Engine] = []

    def bounds(self, levels: list[Level], progress: Progress) -> Bounds:
        """What is known of the deal from the root."""
        deals: dict[int, _Deal] = {}
        for number in progress(range(len(levels)), "enclosing deals", len(levels)):
            deals = self._level(levels[-1 - number], deals)
        fields = [Fraction(self._get(deals[0].fields, place), 1 << self.bits) for place in range(_FIELDS)]
        low = dict(zip(ENDINGS, fields, strict=False))
        unknown = 1 - sum(low.values())
        sure = sum((low[win] for win in WINS), Fraction(0))
        return Bounds(
            Enclosure(sure, sure + unknown),
            Enclosure(
                (self.worst + fields[_ABOVE]) / self.denominator, (self.best - fields[_BELOW]) / self.denominator
            ),
            {ending.value: Enclosure(least, least + unknown) for ending, least in low.items()},
        )

    def _level(self, level: Level, later: dict[int, _Deal]) -> dict[int, _Deal]:
        """Every deal of a level, from those one push later."""
        aces = (self.root[0] - level.gone[:, 0]).tolist()
        cards = (self.root.cards - level.gone.sum(axis=1)).tolist()
        shoes = list(zip(level.codes, aces, cards, strict=True))
        hands = self._hands(sorted({code + gone for code, aces, _ in shoes for gone in range(min(2, aces) + 1)}), later)
        deals = {}
        for code, aces, cards in shoes:
            total = 0
            for discarded, (all_but_pushes, pushes) in enumerate(self._weights(aces, cards)):
                played, pushed = hands[code + discarded]
                total += played[discarded] * all_but_pushes + pushed * pushes
            fields = total >> self.bits & self.mask
            highest = (self.spread << self.bits) - self._get(fields, _BELOW)
            deals[code] = _Deal(fields, self._get(fields, _ABOVE), highest)
        return deals

    def _weights(self, aces: int, cards: int) -> list[tuple[int, int]]:
        """For 0, 1, 2 discards: what hands but push hands, and push hands, are multiplied by (R1)."""
        known = self._factors.get((aces, cards))
        if known is None:
            known = []
            for discarded in range(min(2, aces) + 1):
                ways, of, base = perm(aces, discarded), perm(cards, discarded), cards - discarded
                played = (ways << 2 * self.bits) // (of * _draws(base, FULL_HAND))
                known.append((played, (comb(2, discarded) * ways << self.bits) // (of * _draws(base, 2))))
            self._factors[aces, cards] = known
        return known

    def _hands(self, bases: list[int], later: dict[int, _Deal]) -> dict[int, tuple[Sequence[int], int]]:
        """For each base shoe: what its hands but push hands are worth, for 0, 1, 2 discards; and its push hands."""
        shoes = np.tile(np.array(self.root), (len(bases), 1))
        shoes[:, [rank - 1 for rank in _MOVING]] -= self.of.gone(bases)
        done: dict[int, tuple[Sequence[int], int]] = {}
        for counts, settled in play_blocks(shoes, self.rules, quiet):
            block = slice(len(done), len(done) + counts.shape[-1])
            played = zip(*(self._pack(each) for each in counts), strict=True)
            pushed = self._pushes(bases[block], shoes[block], settled, later)
            done |= zip(bases[block], zip(played, pushed, strict=True), strict=True)
        return done

    def _pushes(self, bases: list[int], shoes: Array, settled: Array, later: dict[int, _Deal]) -> Iterator[int]:
        """The push hands of base shoes, each hand pushed or settled, times the ways to draw it."""
        ways = [
            shoes[:, x - 1] * (shoes[:, y - 1] - 1) if x == y else 2 * shoes[:, x - 1] * shoes[:, y - 1]
            for x, y in PUSH_PAIRS
        ]
        above = np.tensordot(np.array([pays - self.worst for pays in self.stake], settled.dtype), settled, (0, 1))
        cards = shoes.sum(axis=1).tolist()
        columns = zip(bases, cards, np.stack(ways, axis=1).tolist(), above.T.tolist(), strict=True)
        for column, (code, held, each_way, each_above) in enumerate(columns):
            total, third = 0, _draws(held - 2, FULL_HAND - 2)
            for pair, step in enumerate(self.of.pair_codes):
                pushed = later.get(code + step) if each_way[pair] else None
                if not pushed:  # not possible, or not followed: nothing is known of it
                    continue
                worth, fields = each_above[pair] << self.bits, pushed.fields
                if worth >= pushed.above * third:
                    counts = self._pack(settled[pair, :, column : column + 1])[0]
                    fields = counts * ((1 << 2 * self.bits) // third) >> self.bits & self.mask
                    if worth <= pushed.at_most * third:
                        after = Shoe(shoes[column].tolist()).without(PUSH_PAIRS[pair])
                        fields = self._better(pushed, after, fields, Fraction(each_above[pair], third))
                total += each_way[pair] * fields
            yield total

    def _better(self, pushed: _Deal, after: Shoe, settled: int, worth: Fraction) -> int:
        """What is known of the better of pushing and settling where their enclosures overlap."""
        if (pushed.at_most - pushed.above) << _CLOSE < self.spread << self.bits:
            exact = self._exactly(after)
            if exact is not None:
                push_first = self.rules.legal_actions(2, PUSH_FROM)[0] is Action.PUSH
                return pushed.fields if exact > worth or (exact == worth and push_first) else settled
        return self._either(settled, pushed.fields)

    def _exactly(self, shoe: Shoe) -> Fraction | None:
        """How far the EV of a deal is above the worst payoff, as the engine has it; None where it would refuse."""
        engine = next((engine for engine in self._engines if shoe in engine), None)
        if engine is None:
            whole = deals_ahead(self.root, MOST_DEALS) <= MOST_DEALS
            if not whole and deals_ahead(shoe, MOST_DEALS) > MOST_DEALS:
                return None
            engine = Engine(self.root if whole else shoe, self.rules)
            self._engines.append(engine)
        counts = zip(self.stake, engine.counts(shoe), strict=True)
        return Fraction(sum((pays - self.worst) * count for pays, count in counts), factorial(shoe.cards))

    def _either(self, one: int, other: int) -> int:
        """What is known when the better of two is taken and it is not known which: the less, but for the EV."""
        fields = [min(self._get(one, place), self._get(other, place)) for place in range(_FIELDS)]
        fields[_ABOVE] = max(self._get(one, _ABOVE), self._get(other, _ABOVE))
        return sum(value << place * self.field for place, value in enumerate(fields))

    def _get(self, packed: int, place: int) -> int:
        return packed >> place * self.field & (1 << self.field) - 1

    def _pack(self, counts: Array) -> list[int]:
        """Counts by ending, (7, shoes), with the two sums of payoffs, as one integer a shoe."""
        above = sum((pays - self.worst) * row for pays, row in zip(self.stake, counts, strict=True))
        below = sum((self.best - pays) * row for pays, row in zip(self.stake, counts, strict=True))
        fields = np.stack([*counts, above, below])
        if fields.dtype == object:
            return [sum(value << place * self.field for place, value in enumerate(shoe)) for shoe in fields.T.tolist()]
        words = np.zeros((fields.shape[1], _FIELDS, self.field // 64), dtype="<i8")
        words[:, :, 0] = fields.T
        return [int.from_bytes(row.tobytes(), "little") for row in words]


def _draws(cards: int, drawn: int) -> int:
    """d(cards) d(cards − 1) …, so many factors: what counts of hands are over (see ``hands``)."""
    product = 1
    for gone in range(drawn):
        product *= max(cards - gone, 1)
    return product
