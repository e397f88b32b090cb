"""How likely each shoe is dealt from in a round, and each base shoe with it, forward from the first deal.

A chance is an integer over a scale. Over R!, of R cards in the shoe at the start, every chance here is a whole number,
and so exact; over any other scale it is rounded down, a lower bound. (docs/method.md, "The best chart".)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.rules import FULL_HAND
from backhand.solving.blocks import COLUMNS, Array
from backhand.solving.engine import Engine
from backhand.solving.levels import Codes, Level
from backhand.solving.pushes import PUSH_PAIRS
from backhand.solving.weighing import Units

Pushes = Callable[[Array, Array], Array]
"""For base shoes, as codes and as rows of ten counts: 1 where each of PUSH_PAIRS is pushed, (6, base shoes)."""


class Dealt(NamedTuple):
    """Base shoes: shoes to deal from, less the aces that R1 discards."""

    pushes: Array
    """How many hands have been pushed."""
    codes: Array
    bases: Array
    """The same, ten counts a row."""
    chances: Array
    """(3, bases), Python integers over the scale: that the shoe dealt from is this and 0, 1 or 2 aces more, times the
    chance that so many cards drawn from it are all aces."""
    pushed: Array
    """What ``Pushes`` tells of them."""

    def part(self, which: Array | slice) -> Dealt:
        """Some of the base shoes."""
        return Dealt(*(one[..., which] if one is not self.bases else one[which] for one in self))


def pushes_by_total(totals: Collection[int]) -> Pushes:
    """The pushes of a strategy that knows the total only."""
    return lambda codes, bases: np.repeat([[int(sum(pair) in totals)] for pair in PUSH_PAIRS], len(bases), axis=1)


def pushes_of(engine: Engine) -> Pushes:
    """The pushes of whatever way to play the engine has solved."""

    def pushes(codes: Array, bases: Array) -> Array:
        found: list[list[bool]] = [engine.pushes(tuple.__new__(Shoe, base)) for base in bases.tolist()]
        return np.array(found, dtype=np.int8).reshape(len(found), -1).T

    return pushes


def dealt(
    root: Shoe, levels: Sequence[Level], scale: int, pushes: Pushes, progress: Progress = quiet
) -> Iterator[Dealt]:
    """The base shoes of each level in turn, the smallest first; those that are never dealt from are left out.

    >>> from math import factorial
    >>> from backhand.solving.levels import follow
    >>> root = Shoe("2,0,0,0,0,0,0,0,0,4")
    >>> for level in dealt(root, follow(root, 0), factorial(6), pushes_by_total({20})):
    ...     print(level.bases[:, [0, 9]].tolist(), level.chances.tolist())
    [[0, 4], [1, 4], [2, 4]] [[0, 0, 720], [0, 240, 0], [48, 0, 0]]
    [[0, 2], [1, 2], [2, 2]] [[48, 288, 288], [96, 144, 0], [48, 0, 0]]
    [[0, 0], [1, 0], [2, 0]] [[288, 192, 48], [192, 48, 0], [48, 0, 0]]
    """
    of, reach = Codes(root), np.array([scale], dtype=object)
    for number in progress(range(len(levels)), "playing hands", len(levels)):
        level = levels[number]
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
        shoes = of.shoes(bases)
        found = Dealt(np.full(bases.size, level.pushes), bases, shoes, chances, pushes(bases, shoes))
        if number + 1 < len(levels):
            reach = _pushed_to(of, found, np.array(levels[number + 1].codes))
        possible = np.flatnonzero((chances != 0).any(axis=0))
        yield found.part(possible[np.argsort(shoes[possible].sum(axis=1), kind="stable")])


def in_blocks(levels: Iterable[Dealt]) -> Iterator[Dealt]:
    """The same base shoes in the same order, as many at a time as are played together."""
    kept: list[Dealt] = []
    for level in levels:
        kept.append(level)
        while sum(one.codes.size for one in kept) >= COLUMNS:
            whole = _joined(kept)
            yield whole.part(slice(COLUMNS))
            kept = [whole.part(slice(COLUMNS, None))]
    if sum(one.codes.size for one in kept):
        yield _joined(kept)


def _joined(parts: Sequence[Dealt]) -> Dealt:
    pushes, codes, bases, chances, pushed = zip(*parts, strict=True)
    wide = (np.concatenate(columns, axis=1) for columns in (chances, pushed))
    return Dealt(np.concatenate(pushes), np.concatenate(codes), np.concatenate(bases), *wide)


def by_aces(chances: Array) -> Array:
    """For an initial hand of 0, 1 and 2 aces: the chance of its base shoe, times the orders in which those aces and
    the discarded ones can have come. (Of the two cards first dealt, those that were kept are no aces.)
    """
    none, one, two = chances
    return np.stack([none + 2 * one + two, one + two, two])


def draw_units(chances: Array, sizes: Array, spread: int) -> dict[int, Units]:
    """For each number of cards drawn from base shoes of these sizes, the chance of one ordered draw of so many.

    What is weighed may be up to ``spread`` for each ordered draw.
    """
    initial, largest = by_aces(chances), max(int(sizes.max()), 1) ** FULL_HAND * max(spread, 1)
    return {cards: Units(initial // falling(sizes, cards), largest) for cards in range(2, FULL_HAND + 1)}


def falling(sizes: Array, cards: int) -> Array:
    """d(b) d(b − 1) …, so many factors, for shoes of b cards: d(0) is 1 (docs/method.md, "Small integers")."""
    falling = np.ones(sizes.size, dtype=object)
    for gone in range(cards):
        falling = falling * np.maximum(sizes.astype(object) - gone, 1)
    return falling


def _pushed_to(of: Codes, found: Dealt, later: Array) -> Array:
    """The chances of the shoes one push later."""
    reach, chances = np.zeros(later.size, dtype=object), by_aces(found.chances)[0]
    held = of.held - of.gone(found.codes)
    size = found.bases.sum(axis=1)
    for pushed, (x, y), step in zip(found.pushed, of.pairs, of.pair_codes, strict=True):
        ways = held[:, x] * (held[:, y] - 1) if x == y else 2 * held[:, x] * held[:, y]
        place = np.minimum(np.searchsorted(later, found.codes + step), later.size - 1)
        follows = (pushed == 1) & (ways > 0) & (later[place] == found.codes + step)
        # One push hand leads from different shoes to different ones.
        reach[place[follows]] += chances[follows] * ways[follows] // (size * (size - 1))[follows]
    return reach
