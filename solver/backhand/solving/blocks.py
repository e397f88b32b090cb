"""One hand in thousands of shoes at a time: the vectorised part of the engine.

A column is a base shoe: a shoe to deal from, less the aces that R1 discarded. A hand of j cards leaves m
cards of it, and what the hand is worth is counted in units of the draws still possible: d(m) d(m-1) …
with one factor for each card up to the fifth, d(m) = max(m, 1). The factor 1 of an empty shoe makes the
void its own single outcome, so no count is ever divided by zero or approximated.

Columns that do not hold a hand's cards get counts without meaning; every way to reach them has weight 0.

Three things keep it fast. Of four cards only the total matters, and how many of them are low enough to have
fitted into the room that is left. While a hand is drawn, only three endings are followed: the rest is busts.
And counts stay in 32 bits, and 64 for whole deals, as long as that is safe, in Python integers otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from backhand.common.cards import Shoe
from backhand.evaluator import stakes
from backhand.rules import BUST_ABOVE, ENDINGS, FULL_HAND, WINS, Action, Ending, Kind, Rules, kind_of

Policy = Callable[[tuple[int, ...]], Action]
"""The action a fixed strategy takes with a hand, given as its ranks in ascending order."""

Array = npt.NDArray[Any]
"""Of int32, int64, or of Python integers where counts or payouts are too large for these."""

COLUMNS = 4096
"""Base shoes in a block: few enough for the arrays of a hand to stay in the cache."""
_ROW = {ending: row for row, ending in enumerate(ENDINGS)}


class Play(NamedTuple):
    """What the initial hands from one base shoe of B cards are worth; payoffs in the units of ``stakes``."""

    counts: list[list[int]]
    """For 0, 1 and 2 discarded aces, counts by ending of all hands but push hands, played best: over
    d(B) … d(B-4), times the orders in which those aces can have come among the first two cards."""
    payoffs: list[int]
    """Their net payoffs."""
    settled: Array
    """For each push hand (second axis) the best way to settle it without a push, over d(B-2) … d(B-4)."""
    settled_payoffs: list[int]
    """Their net payoffs."""


def play_hands(
    bases: Sequence[Shoe],
    rules: Rules,
    progress: Callable[[Iterable[int], str, int], Iterable[int]],
    policy: Policy | None = None,
    alike: Rules | None = None,
) -> Iterator[Play]:
    """Play every initial hand from each base shoe, in their order: best, or as the policy says.

    ``alike`` are rules of shorter payouts under which every hand is played the same, where such are known: faster.
    """
    stake = np.array(stakes(rules)[1], dtype=object)
    for counts, settled in play_blocks(bases, alike or rules, progress, policy):
        if alike is not None:  # counts that are safe with its payouts need not be with those of the rules
            counts, settled = counts.astype(object), settled.astype(object)
        payoff = stake.astype(counts.dtype)
        yield from map(
            Play,
            counts.transpose(2, 0, 1).tolist(),
            np.tensordot(payoff, counts, (0, 1)).T.tolist(),
            settled.transpose(2, 1, 0),
            np.tensordot(payoff, settled, (0, 1)).T.tolist(),
        )


def play_blocks(
    bases: Sequence[Shoe] | Array,
    rules: Rules,
    progress: Callable[[Iterable[int], str, int], Iterable[int]],
    policy: Policy | None = None,
) -> Iterator[tuple[Array, Array]]:
    """The same as arrays, some thousand base shoes at a time; these may be an array too, a row each.

    ``Play.counts`` with axes (discarded aces, endings, shoes), ``Play.settled`` with axes (push hands, endings,
    shoes).
    """
    for start in progress(range(0, len(bases), COLUMNS), "playing hands", -(-len(bases) // COLUMNS)):
        yield Block(bases[start : start + COLUMNS], rules, policy).initial_hands()


class Block:
    """The hands of one block of base shoes; ``counts`` has a row a rank and a column a shoe.

    ``size`` is the number of cards of each shoe, ``stake`` the net payoff of each ending in the units of ``stakes``,
    of the type ``wide`` that holds what whole deals add up to. A ``stake`` that is given, (7, columns) of integers,
    stands in place of the rules': each shoe has its own payouts. Up to the initial hands, a count by ending is an
    array (endings followed, columns).
    """

    def __init__(
        self,
        bases: Sequence[Shoe] | Array,
        rules: Rules,
        policy: Policy | None = None,
        stake: Array | None = None,
    ) -> None:
        if stake is None:
            stake = np.array(stakes(rules)[1], dtype=object)
        shoes = np.array(bases)
        sizes = shoes.sum(axis=1)
        most, largest = max(1, int(sizes.max())), max(abs(int(stake.max())), abs(int(stake.min())))
        self.wide = np.dtype(np.int64 if 4 * largest * most**FULL_HAND < 2**63 else object)
        narrow = np.dtype(np.int32 if 4 * largest * most ** (FULL_HAND - 2) < 2**31 else self.wide)
        self.counts = shoes.astype(narrow).T
        self.rules, self.policy, self.size = rules, policy, sizes.astype(narrow)
        self.upto = [np.zeros_like(self.size)]
        for count in self.counts:
            self.upto.append(self.upto[-1] + count)
        self.followed = [Ending.BACKHAND, Ending.FIVE_CARDS, Ending.FAILED_BACKHAND]
        if sizes.min() < FULL_HAND:
            self.followed.append(Ending.VOID)
        # What an ending is worth over a bust. The counts of two actions of one hand sum to the same.
        self.stake = stake.astype(self.wide)
        gains = (stake - stake[_ROW[Ending.BUST]]).astype(narrow)
        self.gain = [gains[_ROW[ending]] for ending in self.followed]
        self.memo: dict[tuple[int, ...], Array] = {}

    def initial_hands(self) -> tuple[Array, Array]:
        """The two arrays of ``play_blocks``."""
        sums = np.zeros((3, len(ENDINGS), self.size.size), dtype=self.wide)
        settled = []
        for x in range(1, 11):
            for y in range(x, 11):
                if kind_of(2, x + y) is Kind.PUSH:
                    settled.append(self.settled((x, y)))
                    continue
                ways = (self.left(x) * (self.left(y, x) if x == y else 2 * self.left(y))).astype(self.wide)
                worth = ways * self.in_full(self.best((x, y)), 2)
                aces = (x == 1) + (y == 1)
                for discarded in range(3):
                    # Of the two cards first dealt, those that were kept are no aces.
                    orders = comb(2, discarded) * comb(discarded, aces) // comb(2, aces)
                    if orders:
                        sums[discarded] += orders * worth
        sums[:, _ROW[Ending.VOID]] += self.void_deals()
        return sums, np.stack(settled)

    def void_deals(self) -> Array:
        """Deals that the shoe is too short for (O3), for 0, 1 and 2 discarded aces. Each leaves no card or one: one
        ordering.
        """
        one = 2 * (self.size - self.counts[0]) * (self.size == 1)
        return np.stack([self.size <= 1, one, self.size <= 1]).astype(self.wide)

    def left(self, rank: int, *hand: int) -> Array:
        """How many cards of this rank the hand leaves."""
        left: Array = self.counts[rank - 1] - hand.count(rank)
        return left

    def fitting(self, hand: tuple[int, ...]) -> Array:
        """How many of the cards that the hand leaves would not bust it."""
        room = min(BUST_ABOVE - sum(hand), 10)
        fitting: Array = self.upto[room] - sum(card <= room for card in hand)
        return fitting

    def after(self, cards: int) -> Array:
        """The units that a hand of so many cards is counted in: d(m) d(m-1) … for the draws up to the fifth card."""
        after: Array = np.ones_like(self.size)
        for gone in range(cards, FULL_HAND):
            after = after * np.maximum(self.size - gone, 1)
        return after

    def in_full(self, followed: Array, cards: int) -> Array:
        """Counts by all endings, (7, columns), of a hand of which only some are followed."""
        full = np.zeros((len(ENDINGS), self.size.size), dtype=self.wide)
        for row, ending in zip(followed, self.followed, strict=True):
            full[_ROW[ending]] = row
        full[_ROW[Ending.BUST]] = self.after(cards) - followed.sum(axis=0)
        return full

    def actions(self, hand: tuple[int, ...]) -> list[Action]:
        """What settles the hand or goes on with it: the legal actions, or the policy's. None where that pushes."""
        actions = self.rules.legal_actions(len(hand), sum(hand)) if self.policy is None else [self.policy(hand)]
        return [action for action in actions if action is not Action.PUSH]

    def settled(self, hand: tuple[int, ...]) -> Array:
        """Counts by ending, (7, columns), of the best action of a push hand but a push, or of the policy's."""
        best = np.zeros((len(ENDINGS), self.size.size), dtype=self.wide)
        for place, action in enumerate(self.actions(hand)):
            other = self.act(hand, action)
            best = np.where(self.payoff(other) > self.payoff(best), other, best) if place else other
        return best

    def act(self, hand: tuple[int, ...], action: Action) -> Array:
        """Counts by all endings, (7, columns), of an action but a push, then best play or the policy's."""
        if action is not Action.PLAY_PUSH:
            return self.in_full(self.hit(hand) if action is Action.HIT else self.call(hand), len(hand))
        left, after = self.size - len(hand), self.after(len(hand) + 1)
        played = np.zeros((len(ENDINGS), left.size), dtype=self.wide)
        played[_ROW[Ending.PLAYED_PUSH]] = self.fitting(hand) * after
        played[_ROW[Ending.FAILED_PUSH]] = (left - self.fitting(hand)) * after
        played[_ROW[Ending.VOID]] = np.where(left == 0, after, 0)
        return played

    def best(self, hand: tuple[int, ...]) -> Array:
        """Counts by ending of the best action of a hand that is no push hand, or of the policy's."""
        key, actions = hand, self.actions(hand)
        if len(hand) == FULL_HAND - 1:
            room = BUST_ABOVE - sum(hand)
            key = (0, min(room, 10), sum(card <= room for card in hand))  # no hand has a rank 0
            if self.policy is not None:
                key = (*key, int(actions[0] is Action.HIT))  # it may tell apart what is worth the same
        if key not in self.memo:
            worth = [self.hit(hand) if action is Action.HIT else self.call(hand) for action in actions]
            best = worth[0]
            for other in worth[1:]:
                best = np.where(self.gains(other) > self.gains(best), other, best)
            self.memo[key] = best
        return self.memo[key]

    def worth(self, hand: tuple[int, ...], action: Action) -> tuple[Array, Array]:
        """What one action but a push is worth: its net payoff, and how many of its counts are won.

        In the units of ``after``. Where it is no push hand, the payoff is less what all busts would be (``gains``).
        """
        if kind_of(len(hand), sum(hand)) is Kind.PUSH:
            settled = self.act(hand, action)
            return self.payoff(settled), settled[: len(WINS)].sum(axis=0)
        followed = self.hit(hand) if action is Action.HIT else self.call(hand)
        return self.gains(followed), followed[0] + followed[1]

    def gains(self, followed: Array) -> Array:
        """The net payoff of an action, less what it would be if all were busts."""
        gains: Array = self.size * 0
        for gain, row in zip(self.gain, followed, strict=True):
            if np.any(gain):
                gains = gains + gain * row
        return gains

    def payoff(self, counts: Array) -> Array:
        """The net payoff that counts by all endings, (7, columns), come to."""
        payoff: Array = self.stake @ counts if self.stake.ndim == 1 else (self.stake * counts).sum(axis=0)
        return payoff

    def call(self, hand: tuple[int, ...]) -> Array:
        """Counts by ending of calling backhand."""
        left, after = self.size - len(hand), self.after(len(hand) + 1)
        fitting = self.fitting(hand)
        worth = self._nothing(left, after)
        worth[0], worth[2] = (left - fitting) * after, fitting * after
        return worth

    def hit(self, hand: tuple[int, ...]) -> Array:
        """Counts by ending of a hit."""
        left = self.size - len(hand)
        worth = self._nothing(left, self.after(len(hand) + 1))
        if len(hand) + 1 == FULL_HAND:
            worth[1] = self.fitting(hand)
        else:
            for rank in range(1, min(BUST_ABOVE - sum(hand), 10) + 1):
                worth += self.left(rank, *hand) * self.best(tuple(sorted((*hand, rank))))
        return worth

    def _nothing(self, left: Array, after: Array) -> Array:
        """No ending followed yet but the void of a shoe that is empty (O3)."""
        worth = np.zeros((len(self.followed), left.size), dtype=left.dtype)
        if self.followed[-1] is Ending.VOID:
            worth[-1] = np.where(left == 0, after, 0)
        return worth
