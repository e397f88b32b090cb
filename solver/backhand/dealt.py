"""How likely each shoe is dealt from in a round in which push hands are pushed by their total alone.

A chance is an integer over a scale. Over R!, of R cards in the shoe at the start, every chance here is a whole number,
and so exact; over any other scale it is rounded down, a lower bound. (docs/method.md, "The best chart".)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from backhand.cards import Shoe
from backhand.engine import PUSH_PAIRS
from backhand.hands import Array
from backhand.levels import Codes, Level


class Dealt(NamedTuple):
    """The base shoes of one level: shoes to deal from, less the aces that R1 discards."""

    bases: Array
    """Ten counts a row."""
    chances: Array
    """(3, bases), Python integers over the scale: that the shoe dealt from is this and 0, 1 or 2 aces more, times the
    chance that so many cards drawn from it are all aces."""


def dealt(root: Shoe, levels: Sequence[Level], scale: int, pushed: Collection[int]) -> Iterator[Dealt]:
    """The base shoes of each level in turn, with their chances. ``pushed`` are the totals that are pushed.

    >>> from math import factorial
    >>> from backhand.levels import follow
    >>> root = Shoe("2,0,0,0,0,0,0,0,0,4")
    >>> for level in dealt(root, follow(root, 0), factorial(6), {20}):
    ...     print(level.bases[:, [0, 9]].tolist(), level.chances.tolist())
    [[2, 4], [1, 4], [0, 4]] [[720, 0, 0], [0, 240, 0], [0, 0, 48]]
    [[2, 2], [1, 2], [0, 2]] [[288, 288, 48], [0, 144, 96], [0, 0, 48]]
    [[2, 0], [1, 0], [0, 0]] [[48, 192, 288], [0, 48, 192], [0, 0, 48]]
    """
    of, reach = Codes(root), np.array([scale], dtype=object)
    for level, later in zip(levels, chain(levels[1:], [None]), strict=True):
        codes, aces = np.array(level.codes), of.held[0] - level.gone[:, 0]
        cards = root.cards - level.gone.sum(axis=1)
        bases = np.unique(np.concatenate([codes[aces >= gone] + gone for gone in range(3)]))
        chances = np.zeros((3, bases.size), dtype=object)
        for gone in range(3):
            has = aces >= gone
            drawn, of_all = np.ones((2, has.sum()), dtype=np.int64)
            for turn in range(gone):
                drawn, of_all = drawn * (aces[has] - turn), of_all * (cards[has] - turn)
            chances[gone, np.searchsorted(bases, codes[has] + gone)] = reach[has] * drawn // of_all
        yield Dealt(of.shoes(bases), chances)
        if later is not None:
            reach = _pushes(of, bases, by_aces(chances)[0], np.array(later.codes), pushed)


def by_aces(chances: Array) -> Array:
    """For an initial hand of 0, 1 and 2 aces: the chance of its base shoe, times the orders in which those aces and
    the discarded ones can have come. (Of the two cards first dealt, those that were kept are no aces.)
    """
    none, one, two = chances
    return np.stack([none + 2 * one + two, one + two, two])


def _pushes(of: Codes, bases: Array, chances: Array, later: Array, pushed: Collection[int]) -> Array:
    """The chances of the shoes one push later."""
    reach = np.zeros(later.size, dtype=object)
    held = of.held - of.gone(bases)
    size = of.root.sum() - of.gone(bases).sum(axis=1)
    for hand, (x, y), step in zip(PUSH_PAIRS, of.pairs, of.pair_codes, strict=True):
        ways = held[:, x] * (held[:, y] - 1) if x == y else 2 * held[:, x] * held[:, y]
        place = np.minimum(np.searchsorted(later, bases + step), later.size - 1)
        follows = (ways > 0) & (later[place] == bases + step)
        if sum(hand) in pushed:
            drawn = chances[follows] * ways[follows] // (size * (size - 1))[follows]
            reach[place[follows]] += drawn  # one push hand leads from different shoes to different ones
    return reach
