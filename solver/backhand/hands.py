"""One hand in thousands of shoes at a time: the vectorised part of the engine.

A column is a base shoe: a shoe to deal from, less the aces that R1 discarded. A hand of j cards leaves m
cards of it, and what the hand is worth is counted in units of the draws still possible: d(m) d(m-1) …
with one factor for each card up to the fifth, d(m) = max(m, 1). The factor 1 of an empty shoe makes the
void its own single outcome, so no count is ever divided by zero or approximated.

Columns that do not hold a hand's cards get counts without meaning; every way to reach them has weight 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from backhand.cards import Shoe
from backhand.evaluator import stakes
from backhand.rules import BUST_ABOVE, ENDINGS, FULL_HAND, Action, Ending, Kind, Rules, kind_of

Policy = Callable[[tuple[int, ...]], Action]
"""The action a fixed strategy takes with a hand, given as its ranks in ascending order."""

Array = npt.NDArray[Any]
"""Of int64, or of Python integers where payouts are too fine for 64 bits."""

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
) -> Iterator[Play]:
    """Play every initial hand from each base shoe, in their order: best, or as the policy says."""
    dtype, payoff = units(bases, rules)
    for start in progress(range(0, len(bases), COLUMNS), "playing hands", -(-len(bases) // COLUMNS)):
        block = Block(np.array(bases[start : start + COLUMNS], dtype=dtype).T, rules, payoff, policy)
        counts, settled = block.initial_hands()
        yield from map(
            Play,
            counts.transpose(2, 0, 1).tolist(),
            np.tensordot(payoff, counts, (0, 1)).T.tolist(),
            settled.transpose(2, 1, 0),
            np.tensordot(payoff, settled, (0, 1)).T.tolist(),
        )


def units(bases: Sequence[Shoe], rules: Rules) -> tuple[np.dtype[Any], Array]:
    """The integers that hold every count and payoff of these base shoes, and the payoffs of the endings in them."""
    _, stake = stakes(rules)
    largest = 2 * max(map(sum, bases)) ** FULL_HAND * max(map(abs, stake))
    dtype = np.dtype(np.int64 if largest < 2**63 else object)
    return dtype, np.array(stake, dtype=dtype)


class Block:
    """The hands of one block of base shoes; ``counts`` has a row a rank and a column a shoe."""

    def __init__(self, counts: Array, rules: Rules, stake: Array, policy: Policy | None = None) -> None:
        self.counts, self.rules, self.stake, self.policy = counts, rules, stake, policy
        self.size = counts.sum(axis=0)
        self.memo: dict[tuple[int, ...], Array] = {}

    def initial_hands(self) -> tuple[Array, Array]:
        """The two lists of ``play_hands`` as arrays: (3, 7, columns) and (push hands, 7, columns)."""
        sums = np.zeros((3, len(ENDINGS), self.size.size), dtype=self.counts.dtype)
        settled = []
        for x in range(1, 11):
            for y in range(x, 11):
                worth = self.best((x, y))
                if kind_of(2, x + y) is Kind.PUSH:
                    settled.append(worth)
                    continue
                ways = self.left(x) * (self.left(y, x) if x == y else 2 * self.left(y))
                aces = (x == 1) + (y == 1)
                for discarded in range(3):
                    # Of the two cards first dealt, those that were kept are no aces.
                    orders = comb(2, discarded) * comb(discarded, aces) // comb(2, aces)
                    if orders:
                        sums[discarded] += orders * ways * worth
        self._void_deals(sums)
        return sums, np.stack(settled)

    def _void_deals(self, sums: Array) -> None:
        """Deals that the shoe is too short for (O3), each leaving no card or one: one ordering."""
        sums[0, _ROW[Ending.VOID]] += self.size <= 1
        sums[1, _ROW[Ending.VOID]] += 2 * (self.size - self.counts[0]) * (self.size == 1)
        sums[2, _ROW[Ending.VOID]] += self.size <= 1

    def left(self, rank: int, *hand: int) -> Array:
        """How many cards of this rank the hand leaves."""
        left: Array = self.counts[rank - 1] - hand.count(rank)
        return left

    def best(self, hand: tuple[int, ...]) -> Array:
        """Counts by ending of the best action but a push, or of the policy's, (7, columns)."""
        if hand not in self.memo:
            worth = np.zeros((len(ENDINGS), self.size.size), dtype=self.counts.dtype)
            for place, action in enumerate(self.actions(hand)):
                other = self.act(hand, action)
                worth = np.where(self.stake @ other > self.stake @ worth, other, worth) if place else other
            self.memo[hand] = worth
        return self.memo[hand]

    def actions(self, hand: tuple[int, ...]) -> list[Action]:
        """What settles the hand or goes on with it: the legal actions, or the policy's. None where that pushes."""
        actions = self.rules.legal_actions(len(hand), sum(hand)) if self.policy is None else [self.policy(hand)]
        return [action for action in actions if action is not Action.PUSH]

    def act(self, hand: tuple[int, ...], action: Action) -> Array:
        """Counts by ending of one action."""
        left = self.size - len(hand)
        after = np.ones_like(left)
        for gone in range(1, FULL_HAND - len(hand)):
            after = after * np.maximum(left - gone, 1)
        fitting = [rank for rank in range(1, 11) if sum(hand) + rank <= BUST_ABOVE]
        fits = sum((self.left(rank, *hand) for rank in fitting), np.zeros_like(left))
        busts = (left - fits) * after
        worth = np.zeros((len(ENDINGS), left.size), dtype=left.dtype)
        worth[_ROW[Ending.VOID]] = np.where(left == 0, after, 0)
        if action is Action.BACKHAND:
            worth[_ROW[Ending.BACKHAND]] = busts
            worth[_ROW[Ending.FAILED_BACKHAND]] = fits * after
        elif action is Action.PLAY_PUSH:
            worth[_ROW[Ending.PLAYED_PUSH]] = fits * after
            worth[_ROW[Ending.FAILED_PUSH]] = busts
        else:
            worth[_ROW[Ending.BUST]] = busts
            if len(hand) + 1 == FULL_HAND:
                worth[_ROW[Ending.FIVE_CARDS]] = fits
            else:
                for rank in fitting:
                    worth += self.left(rank, *hand) * self.best(tuple(sorted((*hand, rank))))
        return worth
