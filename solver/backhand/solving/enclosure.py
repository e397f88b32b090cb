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

from backhand.common.cards import Shoe
from backhand.common.intervals import Enclosure
from backhand.common.progress import Progress, quiet
from backhand.common.ways import draws
from backhand.errors import EnclosureError, TooLargeError
from backhand.evaluator import stakes
from backhand.rules import ENDINGS, FULL_HAND, PUSH_FROM, WINS, Action, Rules
from backhand.solving.blocks import Array, Policy, play_blocks
from backhand.solving.bounds import WIDTH, Bounds
from backhand.solving.engine import Engines
from backhand.solving.levels import Codes, Level, follow
from backhand.solving.pushes import MOST_DEALS, PUSH_PAIRS, deals_ahead

_REFINEMENTS = 8
_CLOSE = 40
"""An enclosure of a push so many bits narrower than the payoffs, and settling still in it: a tie, it seems."""
_SPARE = 32
"""Bits of a value beyond those of the width that is asked for."""
_PUSHED, _SETTLED, _UNKNOWN = 1, 0, -1
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
    return enclose_deals(shoe, rules, width, progress=progress).bounds[shoe]


def enclose_next(shoe: Shoe, rules: Rules, width: Fraction, *, progress: Progress = quiet) -> dict[Shoe, Bounds]:
    """Enclose the deal from a shoe and the deals from all that one push may leave of it, each as ``enclose`` does.

    >>> enclosed = enclose_next(Shoe("0,4,4,0,0,0,0,0,1,1"), Rules(), Fraction(1, 100))
    >>> [str(shoe) for shoe in enclosed]
    ['0,4,4,0,0,0,0,0,1,1', '0,4,4,0,0,0,0,0,0,0']
    """
    return enclose_deals(shoe, rules, width, next_deals=True, progress=progress).bounds


class Enclosed(NamedTuple):
    """The deals of a round from one shoe, enclosed, best play or a fixed strategy following."""

    levels: list[Level]
    """The shoes that were followed."""
    bounds: dict[Shoe, Bounds]
    """The deals that were asked for."""
    pushed: dict[int, tuple[int, ...]]
    """By base shoe (see ``Codes``), for each of PUSH_PAIRS: 1 if it is pushed, 0 if not, −1 where that is not known."""
    above: dict[int, tuple[int, int]]
    """By shoe, between what the net payoff of a deal from it is, less the worst, in units of ``stakes`` over 2^bits."""
    bits: int


def enclose_deals(
    shoe: Shoe,
    rules: Rules,
    width: Fraction = WIDTH,
    *,
    policy: Policy | None = None,
    next_deals: bool = False,
    progress: Progress = quiet,
) -> Enclosed:
    """Enclose the deal from a shoe, and the others of its round as far as they matter for it.

    ``policy`` gives the action of a fixed strategy, as in ``Engine``. With ``next_deals`` the deals that one push leads
    to are enclosed as narrowly.

    >>> found = enclose_deals(Shoe.of_decks(3), Rules(), Fraction(1, 1000))
    >>> len(found.levels), found.pushed[0]
    (9, (1, 1, 1, 1, 1, 1))

    Raises EnclosureError and TooLargeError as ``enclose`` does.
    """
    if width <= 0:
        raise EnclosureError(f"width {width}: an enclosure can be as narrow as asked, but not of no width")
    denominator, stake = stakes(rules)
    spread = Fraction(max(stake) - min(stake), denominator)
    budget = Fraction(15, 16) * width / (spread if spread > 1 else 1)
    for _ in range(_REFINEMENTS):
        bits = _SPARE + (budget.denominator // budget.numerator).bit_length()
        levels = follow(shoe, float(budget), next_deals=next_deals)
        found = _Enclosing(shoe, rules, bits, policy).deals(levels, progress, 1 + next_deals)
        if all(max(bounds.win.width, bounds.ev.width) <= width for bounds in found.bounds.values()):
            return found
        budget /= 64  # a push and settling could not be told apart, or rounding mattered
    raise TooLargeError(
        f"shoe {shoe}: a push that is worth as much as settling, or nearly, keeps the enclosure wider than {width}"
    )


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

    def __init__(self, root: Shoe, rules: Rules, bits: int, policy: Policy | None) -> None:
        self.root, self.rules, self.bits, self.policy = root, rules, bits, policy
        self._always = None if policy is None else [policy(pair) is Action.PUSH for pair in PUSH_PAIRS]
        self._choices: dict[int, tuple[int, ...]] = {}
        self.denominator, self.stake = stakes(rules)
        self.worst, self.best = min(self.stake), max(self.stake)
        self.spread = self.best - self.worst
        # A field holds a value of ``bits`` bits times a factor of as many, and never carries into the next.
        self.field = -(-(2 * bits + 4 + self.spread.bit_length()) // 64) * 64
        kept = (1 << self.field - bits) - 1
        self.mask = sum(kept << place * self.field for place in range(_FIELDS))
        self.of = Codes(root)
        self._factors: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._engines = Engines(rules)

    def deals(self, levels: list[Level], progress: Progress, told: int) -> Enclosed:
        """What is known of every deal, with bounds for those of the first so many levels."""
        deals: dict[int, _Deal] = {}
        found: dict[Shoe, Bounds] = {}
        above: dict[int, tuple[int, int]] = {}
        for number in progress(range(len(levels)), "enclosing deals", len(levels)):
            level = levels[-1 - number]
            deals = self._level(level, deals)
            above |= {code: (deal.above, deal.at_most) for code, deal in deals.items()}
            if level.pushes < told:
                shoes = map(Shoe, self.of.shoes(level.codes).tolist())
                found = dict(zip(shoes, map(self._bounds, deals.values()), strict=True)) | found
        return Enclosed(levels, found, self._choices, above, self.bits)

    def _bounds(self, deal: _Deal) -> Bounds:
        fields = [Fraction(self._get(deal.fields, place), 1 << self.bits) for place in range(_FIELDS)]
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
                played = (ways << 2 * self.bits) // (of * draws(base, FULL_HAND))
                known.append((played, (comb(2, discarded) * ways << self.bits) // (of * draws(base, 2))))
            self._factors[aces, cards] = known
        return known

    def _hands(self, bases: list[int], later: dict[int, _Deal]) -> dict[int, tuple[Sequence[int], int]]:
        """For each base shoe: what its hands but push hands are worth, for 0, 1, 2 discards; and its push hands."""
        shoes = self.of.shoes(bases)
        done: dict[int, tuple[Sequence[int], int]] = {}
        for counts, settled in play_blocks(shoes, self.rules, quiet, self.policy):
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
            total, third, choices = 0, draws(held - 2, FULL_HAND - 2), []
            for pair, step in enumerate(self.of.pair_codes):
                if not each_way[pair]:
                    choices.append(_UNKNOWN)
                    continue
                pushed = later.get(code + step)
                choices.append(self._choice(pair, pushed, each_above[pair], third, shoes[column]))
                if choices[-1] != _PUSHED and (choices[-1] == _SETTLED or pushed):
                    counts = self._pack(settled[pair, :, column : column + 1])[0]
                    fields = counts * ((1 << 2 * self.bits) // third) >> self.bits & self.mask
                    if choices[-1] == _UNKNOWN and pushed:
                        fields = self._either(fields, pushed.fields)
                else:
                    fields = pushed.fields if pushed else 0  # of a deal not followed nothing is known
                total += each_way[pair] * fields
            self._choices[code] = tuple(choices)
            yield total

    def _choice(self, pair: int, pushed: _Deal | None, above: int, third: int, shoe: Array) -> int:
        """What is done with a push hand that is worth ``above / third``, less the worst, when it is settled."""
        if self._always is not None:
            return _PUSHED if self._always[pair] else _SETTLED
        if pushed is None:
            return _UNKNOWN
        worth = above << self.bits
        if worth < pushed.above * third or worth > pushed.at_most * third:
            return _PUSHED if worth < pushed.above * third else _SETTLED
        if (pushed.at_most - pushed.above) << _CLOSE < self.spread << self.bits:
            exact = self._exactly(Shoe(shoe.tolist()).without(PUSH_PAIRS[pair]))
            if exact is not None:
                more = exact - Fraction(above, third)
                push_first = self.rules.legal_actions(2, PUSH_FROM)[0] is Action.PUSH
                return _PUSHED if more > 0 or (not more and push_first) else _SETTLED
        return _UNKNOWN

    def _exactly(self, shoe: Shoe) -> Fraction | None:
        """How far the EV of a deal is above the worst payoff, as the engine has it; None where it would refuse."""
        engine = self._engines.having(shoe)
        if engine is None:
            whole = deals_ahead(self.root, MOST_DEALS) <= MOST_DEALS
            if not whole and deals_ahead(shoe, MOST_DEALS) > MOST_DEALS:
                return None
            engine = self._engines.built(self.root if whole else shoe)
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
