"""Hands followed forward in a block of base shoes: the sums of ``backhand.rounds``, one action at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from backhand.cards import RANKS, Shoe
from backhand.hands import Array, Block
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Ending


class Groups:
    """The base shoes of a block in runs of as many cards and as many aces, and how to sum over each run."""

    def __init__(self, bases: list[Shoe], weights: Array, dtype: np.dtype[Any]) -> None:
        self.bases, self.weights, self.dtype = bases, weights, dtype
        keys = [(sum(base), base[0]) for base in bases]
        self.starts = [column for column, key in enumerate(keys) if not column or key != keys[column - 1]]
        self.sizes = [keys[start][0] for start in self.starts]

    def zeros(self) -> Array:
        """No ways yet."""
        return np.zeros(self.weights.shape, dtype=self.dtype)

    def sums(self, ways: Array) -> list[int]:
        """Ways (by aces in the first two cards, base shoe) times the ways to come there, summed over each run."""
        weighed = np.zeros(len(self.bases), dtype=object)
        for weight, row in zip(self.weights, ways, strict=True):
            if row.any():
                weighed += weight * row
        summed: list[int] = np.add.reduceat(weighed, self.starts).tolist()
        return summed


def take(
    block: Block,
    hand: tuple[int, ...],
    action: Action,
    ways: Array,
    ends: dict[tuple[Ending, int], Array],
    after: dict[tuple[int, ...], Array],
) -> None:
    """Follow one action: add the rounds that end to ``ends``, by ending and cards, the others to ``after``."""
    cards = len(hand)
    left = block.size - cards
    fits = ways * block.fitting(hand)
    busts = ways * left - fits
    ends[Ending.VOID, cards] += ways * (left == 0)
    if action is Action.BACKHAND:
        ends[Ending.BACKHAND, cards + 1] += busts
        ends[Ending.FAILED_BACKHAND, cards + 1] += fits
    elif action is Action.PLAY_PUSH:
        ends[Ending.PLAYED_PUSH, cards + 1] += fits
        ends[Ending.FAILED_PUSH, cards + 1] += busts
    else:
        ends[Ending.BUST, cards + 1] += busts
        if cards + 1 == FULL_HAND:
            ends[Ending.FIVE_CARDS, cards + 1] += fits
        else:
            for rank in range(1, min(BUST_ABOVE - sum(hand), len(RANKS)) + 1):
                after[tuple(sorted((*hand, rank)))] += ways * block.left(rank, *hand)
