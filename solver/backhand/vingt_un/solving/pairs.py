"""Going on both: the joint optimum of up to four hands against one dealer, enclosed by proved bounds.

A punter with two cards alike makes each the first of a hand of its own (V7). The hands are played one after
the other by one mind, so what he knows at any moment is all the cards he has had. What a finished hand
will be paid has the same expectation whatever he draws later; so of the past only these cards
count, and a state is: all cards he has had, the hand in play, how many hands wait, each with one card.

Between 8 and 23 million states per pair: too many for fractions, so each is enclosed between two fixed-point
integers (see ``fixed_point``). Stakes are kept as paid beforehand, as in ``lattice``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np
import numpy.typing as npt

from backhand.common.cards import ACE, RANKS, Shoe, format_cards
from backhand.common.intervals import Enclosure
from backhand.errors import HandError
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.hands import check_pack
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.rules import MOST, MOST_HANDS, NATURAL, OVER, Rules, score
from backhand.vingt_un.solving.arrays import Ints
from backhand.vingt_un.solving.ends import DealersEnds
from backhand.vingt_un.solving.fixed_point import ONE, fraction, over, quotient
from backhand.vingt_un.solving.half_pair import begun
from backhand.vingt_un.solving.punter import Punter

TEN = 10
MUST_DRAW_TO = 11
"""Up to this total a card cannot harm a hand, so that standing need not be looked at: whoever draws has at least as
good a hand, and knows one card more."""

_HARD, _SOFT, _PLACE = 5, 1, 4
"""Bits of a state's code below its cards: hard total (0: second card to come), soft or not, situation."""
_LOW = _HARD + _SOFT + _PLACE
_CAN_STAND = tuple(range(MUST_DRAW_TO + 1, NATURAL + 1))


@dataclass(frozen=True, slots=True)
class GoingOnBoth(Enclosure):
    """What a pair is worth to the punter, per stake first laid, over rounds of all kinds.

    Where the dealer may double, over rounds in which he has said that he does, or does not.
    ``low`` and ``high`` enclose the value of going on both, further cards alike included; ``apart`` is a simple lower
    bound: two hands, each played as if the other's cards were not known. ``one`` is the best with one
    hand. The dealer's natural is included everywhere.
    """

    pair: str
    apart: Fraction
    one: Fraction
    states: int

    @property
    def favourable(self) -> bool | None:
        """Whether going on both is better than one hand; None if the bounds do not tell."""
        return True if self.low > self.one else False if self.high < self.one else None


class Pairs:
    """The pairs of one rank against a dealer's policy.

    ``most_hands`` is the limit of V7. ``doubled``: the dealer has said that he doubles the stake of every hand.
    Raises HandError for a rank the pack has no two of, UnsolvedError for what is not solved: tens alike by rank when
    not all sixteen are in the pack.
    """

    def __init__(
        self,
        rules: Rules,
        dealer: Policy,
        rank: int,
        pack: Shoe | None = None,
        most_hands: int = MOST_HANDS,
        doubled: bool = False,
    ) -> None:
        fresh = Shoe.of_decks(1)
        self.rules, self.dealer, self.rank, self.doubled = rules, dealer, rank, doubled
        self.pack = check_pack(fresh if pack is None else pack, most_hands + 1)
        if self.pack[rank - 1] < 2:
            raise HandError(f"{format_cards([rank, rank])}: the pack has no two of them")
        self._punter = Punter(rules, dealer, self.pack, doubled=doubled)
        self._punter.advise(counts_of([rank, rank]))  # refuses what the dealer cannot have said
        self.values, self.most, self.alike = list(range(1, len(RANKS) + 1)), list(self.pack), rank - 1
        if rank == TEN and not rules.alike_by_value:
            if self.pack[-1] != fresh[-1]:
                raise UnsolvedError("alike=rank: which tens are gone is not known; give a pack with all sixteen")
            self.values.append(TEN)  # the other tens, a kind of their own that counts the same
            self.most[-1:] = [4, self.most[-1] - 4]
        self.radix = [1]
        for most in self.most:
            self.radix.append(self.radix[-1] * (most + 1))
        self._endings = DealersEnds(dealer, self.pack, doubled)
        self._situations(most_hands)

    def _situations(self, most_hands: int) -> None:
        """How many hands wait and how many may still be made; after a hand is done; after a further split."""
        unlimited = self.most[self.alike] <= most_hands  # each hand begins with a card of its own

        def place(waiting: int, spare: int) -> int:
            if waiting < 0 or spare < 0 or waiting >= most_hands:
                return -1
            key = (waiting, 0 if unlimited else spare)
            if key not in known:
                known[key] = len(known)
                following.append((-1, -1))
                following[known[key]] = (
                    place(waiting - 1, spare),
                    place(waiting + 1, spare if unlimited else spare - 1),
                )
            return known[key]

        known: dict[tuple[int, int], int] = {}
        following: list[tuple[int, int]] = []
        self.first = place(1, most_hands - 2)
        self.done = np.array([done for done, _ in following], dtype=np.int64)
        self.split = np.array([split for _, split in following], dtype=np.int64)

    def solve(self, tell: Callable[[int], None] = lambda _: None) -> GoingOnBoth:
        """The enclosure. Minutes for a whole pack; ``tell`` is called with the number of states after each level."""
        levels = self._reach(tell)
        start = self._value_of_stakes(2)
        low = self._backward(levels, up=False, tell=tell) + start[0]
        high = self._backward(levels, up=True, tell=tell) + start[1]
        one, apart = self.simple()
        naturals = self._naturals() * (2 if self.rules.second_stake_before else 1)
        return GoingOnBoth(
            self._per_stake(fraction(low) + naturals),
            self._per_stake(fraction(high) + naturals),
            format_cards([self.rank, self.rank]),
            apart,
            one,
            sum(len(level) for level in levels),
        )

    def _held(self, cards: Ints, kind: int) -> Ints:
        return (cards // self.radix[kind]) % (self.most[kind] + 1)

    def _children(self, level: Ints, kind: int) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """What one more card of a kind makes of the states that can draw one.

        Places in the level; how many such cards are left; codes of the states in play that follow (−1: none follows
        in play), of the hand begun after one that goes over (−1: that was the last), and of the hand
        begun by going on both again (−1: not alike, or no further hand).
        """
        cards, hard = level >> _LOW, (level >> (_SOFT + _PLACE)) & 31
        soft, place = (level >> _PLACE) & 1, level & 15
        left = self.most[kind] - self._held(cards, kind)
        rows = np.nonzero(left > 0)[0]
        value = self.values[kind]
        begins = hard[rows] == 0
        had_ace = soft[rows] | (begins & (self.rank == ACE))
        base = np.where(begins, self.rank, np.where(hard[rows] == NATURAL, MUST_DRAW_TO, hard[rows]))
        total = base + value
        now_soft = (had_ace | (value == ACE)) & (total <= MUST_DRAW_TO)
        two_card_21 = begins & (now_soft == 1) & (total == MUST_DRAW_TO) & (not self.rules.both_ten_drawn)
        shown = np.where(two_card_21, NATURAL, total)
        after = (cards[rows] + self.radix[kind]) << _LOW
        playing = after | (shown << (_SOFT + _PLACE)) | (now_soft << _PLACE) | place[rows]
        goes_over = total > MOST
        done = self.done[place[rows]]
        split = self.split[place[rows]] if kind == self.alike else np.full(len(rows), -1)
        return (
            rows,
            left[rows],
            np.where(goes_over, -1, playing),
            np.where(goes_over & (done >= 0), after | np.maximum(done, 0), -1),
            np.where(begins & (split >= 0), after | np.maximum(split, 0), -1),
        )

    def _reach(self, tell: Callable[[int], None]) -> list[Ints]:
        """All states that can come up, by number of cards, sorted. One that must draw never stands."""
        level = np.array([(2 * self.radix[self.alike]) << _LOW | self.first], dtype=np.int64)
        levels = []
        while len(level):
            stands, begun, _ = self._standing(level)
            level = np.unique(np.concatenate([level, begun[stands & (begun >= 0)]]))
            levels.append(level)
            tell(len(level))
            found: list[Ints] = []
            for kind in range(len(self.values)):
                _, _, *codes = self._children(level, kind)
                found.extend(np.unique(code[code >= 0]) for code in codes)
            level = np.unique(np.concatenate(found))
        return levels

    def _standing(self, level: Ints) -> tuple[npt.NDArray[np.bool_], Ints, Ints]:
        """Which states may stand, the hand begun by that (−1: none waits), and the score that stands."""
        hard, soft, place = (level >> (_SOFT + _PLACE)) & 31, (level >> _PLACE) & 1, level & 15
        held = np.where(soft & (hard <= MUST_DRAW_TO), hard + 10, hard)
        done = self.done[place]
        return held > MUST_DRAW_TO, np.where(done >= 0, (level >> _LOW << _LOW) | np.maximum(done, 0), -1), held

    def _backward(self, levels: list[Ints], up: bool, tell: Callable[[int], None]) -> int:
        """What the first state gets back, rounded one way."""
        later: Ints = np.zeros(0, dtype=np.int64)
        value: Ints = np.zeros(0, dtype=np.int64)
        for size in range(len(levels) + 1, 1, -1):
            level = levels[size - 2]
            unseen = self.pack.cards - size
            total = np.zeros(len(level), dtype=np.int64)
            for kind in range(len(self.values)):
                rows, left, playing, begun, split = self._children(level, kind)
                worth = _look(later, value, np.where(playing >= 0, playing, begun))
                again = np.nonzero(split >= 0)[0]
                if len(again):
                    stake = self._stakes((split[again] >> _LOW), unseen - 1, up=not up)
                    worth[again] = np.maximum(worth[again], _look(later, value, split[again]) - stake)
                total[rows] += left * worth
            now = over(total, max(unseen, 1), up)
            stands, begun, held = self._standing(level)
            rows = np.nonzero(stands)[0]
            cards, back = np.unique(level[rows] >> _LOW, return_inverse=True)
            table = self._settled(cards, unseen, up)
            stand = table[back.reshape(-1), held[rows] - _CAN_STAND[0]] + _look(level, now, begun[rows])
            now[rows] = np.maximum(stand, now[rows])
            later, value = level, now
            tell(len(level))
        return int(value[0])

    def _packs(self, cards: Ints) -> Ints:
        """What is left in the pack, as rows of ten counts."""
        left = np.stack([self.most[kind] - self._held(cards, kind) for kind in range(len(self.values))], axis=1)
        left[:, len(RANKS) - 1] += left[:, len(RANKS) :].sum(axis=1)
        return left[:, : len(RANKS)]

    def _settled(self, cards: Ints, unseen: int, up: bool) -> Ints:
        """What standing gets back with each score of ``_CAN_STAND``, for all cards had (cards by scores)."""
        packs = self._packs(cards)
        free = self._free(packs, unseen, up)
        chances = {held: np.zeros(len(cards), dtype=np.int64) for held in self._endings.scores}
        for (held, drawn), counts in zip(self._endings.groups, self._endings.counts(packs).T, strict=True):
            if drawn <= unseen:
                # What the dealer does not lose is taken away below: rounded up where the result is rounded down.
                chances[held] += quotient(counts, perm(unseen, drawn)) + (0 if up else 1)
        table = np.empty((len(cards), len(_CAN_STAND)), dtype=np.int64)
        for column, mine in enumerate(_CAN_STAND):
            if_over = self.rules.net(mine, OVER) + 1
            table[:, column] = if_over * free
            for held, chance in chances.items():
                if held != NATURAL or self.rules.natural_at_end:
                    table[:, column] -= (if_over - 1 - self.rules.net(mine, held)) * chance
        return table

    def _free(self, packs: Ints, unseen: int, up: bool) -> Ints:
        """The chance that the dealer says this and the round comes to a decision, so that a stake can be lost."""
        if self.rules.natural_at_end and not self.rules.dealer_may_double:
            return np.full(len(packs), ONE)
        whole = perm(unseen, 2)
        others = whole - self._endings.first_two(packs, self.rules.natural_at_end)
        return ONE - quotient(others, max(whole, 1)) - (0 if up else 1)

    def _stakes(self, cards: Ints, unseen: int, up: bool) -> Ints:
        return self._free(self._packs(cards), unseen, up)

    def _value_of_stakes(self, hands: int) -> tuple[int, int]:
        """Minus the stakes of the first hands, rounded down and up."""
        cards = np.array([2 * self.radix[self.alike]], dtype=np.int64)
        return (
            -hands * int(self._stakes(cards, self.pack.cards - 2, up=True)[0]),
            -hands * int(self._stakes(cards, self.pack.cards - 2, up=False)[0]),
        )

    def _left(self, natural: bool) -> Fraction:
        """The chance, given the pair, of two cards the dealer says this with, the natural among them or not."""
        left = self.pack.without([self.rank, self.rank])
        (found,) = self._endings.first_two(np.array([left], dtype=np.int64), natural).tolist()
        return Fraction(found, perm(left.cards, 2))

    def _naturals(self) -> Fraction:
        """What one stake loses, given the pair, to naturals shown at once with which the dealer says this."""
        if self.rules.natural_at_end:
            return Fraction(0)
        chance = self._left(natural=True) - self._left(natural=False)
        return chance * self.rules.net(score(counts_of([self.rank] * 2)), NATURAL)

    def _per_stake(self, worth: Fraction) -> Fraction:
        """What rounds in which the dealer says this are worth, from what they add to the value of all rounds."""
        return worth * self._punter.stakes / self._left(natural=True)

    def decided(self, worth: Fraction) -> Fraction:
        """What rounds of all kinds are worth, on the scale of ``Punter.advise``: those that come to a decision.

        With the natural shown at once: given he has none, but with what a second stake laid before loses to it.

        >>> pairs, advice = Pairs(Rules(), Policy(17, 17), 8), Punter(Rules(), Policy(17, 17)).advise(counts_of([8, 8]))
        >>> pairs.decided(pairs.simple()[0]) == advice.values[advice.best]
        True
        """
        natural, left = self._per_stake(self._naturals()), self._left(natural=self.rules.natural_at_end)
        return (worth - natural) * self._left(natural=True) / left

    def simple(self) -> tuple[Fraction, Fraction]:
        """The best with one hand, and ``apart``: both exact and quick, the dealer's natural included.

        >>> one, apart = Pairs(Rules(), Policy(17, 17), 8).simple()
        >>> apart > one  # so two eights are favourable, whatever more the joint optimum gains
        True
        """
        pair, left = counts_of([self.rank, self.rank]), self.pack.without([self.rank, self.rank])
        one = Fraction(self._punter.worth(pair), perm(left.cards) * self._punter.stakes)
        apart = 2 * begun(self.rules, self._endings, left, self.rank)
        natural = self._naturals()
        second = natural * (2 if self.rules.second_stake_before else 1)
        return self._per_stake(one + natural), self._per_stake(apart + second)


def _look(codes: Ints, values: Ints, wanted: Ints) -> Ints:
    """The values of the wanted states, 0 where the code is −1."""
    found = np.zeros(len(wanted), dtype=np.int64)
    known = wanted >= 0
    found[known] = values[np.searchsorted(codes, wanted[known])]
    return found
