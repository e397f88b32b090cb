"""Shoes that pushes lead to, level by level, a level being the shoes after so many pushes: all, or the likely ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from backhand.common.cards import ACE, Shoe
from backhand.solving.blocks import Array
from backhand.solving.pushes import PUSH_PAIRS

_MOVING = (ACE, 7, 8, 9, 10)
"""The ranks that leave the shoe before the last deal of a round: discarded aces and the cards of push hands."""


class Level(NamedTuple):
    """Shoes that are followed, all after the same number of pushes."""

    pushes: int
    gone: Array
    """How many cards of each of the ranks A 7 8 9 T have left; a row a shoe."""
    codes: list[int]
    """The same as one number a shoe, ascending (see ``Codes``)."""


class Codes:
    """What has left a root shoe, aces fastest, as one number.

    >>> of = Codes(Shoe.of_decks(1))
    >>> of.gone([6]).tolist(), [PUSH_PAIRS[pair] for pair, step in enumerate(of.pair_codes) if step == 2 * 125]
    ([[1, 1, 0, 0, 0]], [(9, 9)])
    """

    def __init__(self, root: Shoe) -> None:
        self.root = np.array(root)
        self.held = np.array([root[rank - 1] for rank in _MOVING])
        self.strides = np.cumprod([1, *(self.held[:-1] + 1)])
        places = {rank: place for place, rank in enumerate(_MOVING)}
        self.pairs = [(places[x], places[y]) for x, y in PUSH_PAIRS]
        self.pair_codes = [int(self.strides[x] + self.strides[y]) for x, y in self.pairs]

    def gone(self, codes: Sequence[int] | Array) -> Array:
        """What each number stands for, a row each."""
        gone: Array = np.asarray(codes, dtype=np.int64)[:, None] // self.strides % (self.held + 1)
        return gone

    def shoes(self, codes: Sequence[int] | Array) -> Array:
        """The shoes themselves, ten counts a row."""
        shoes: Array = np.tile(self.root, (len(codes), 1))
        shoes[:, [rank - 1 for rank in _MOVING]] -= self.gone(codes)
        return shoes


def follow(root: Shoe, budget: float, *, next_deals: bool = False) -> list[Level]:
    """Shoes to follow from a root: those left out are reached with a probability of about ``budget`` together.

    A budget of 0 leaves none out. With ``next_deals`` that holds from each shoe of level 1 too. Floats do
    here: what is followed decides how wide an enclosure is, not whether it holds.

    >>> [sum(len(level.codes) for level in follow(Shoe.of_decks(1), budget)) for budget in (1e-3, 1e-12, 0)]
    [765, 4502, 4504]
    """
    least = budget / 4000
    while True:
        levels, left_out = _follow(root, least, next_deals)
        if left_out <= budget:
            return levels
        least /= 2 if left_out < 4 * budget else 8


def _follow(root: Shoe, least: float, next_deals: bool) -> tuple[list[Level], float]:
    """The shoes that are reached with a probability of at least ``least`` when every push hand is pushed."""
    of = Codes(root)
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
        if not least or (next_deals and pushes == 1):
            reach = np.ones(len(codes))  # no product of chances may underflow; a round may begin with any of these
        left_out += float(reach[reach < least].sum())
        codes, reach = codes[reach >= least], reach[reach >= least]
        if not codes.size:
            return levels, left_out
        levels.append(Level(pushes, of.gone(codes), codes.tolist()))
