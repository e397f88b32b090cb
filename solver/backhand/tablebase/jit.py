"""The sweep compiled by numba: the same additions in the same order as ``plain``, hence the same bits.

A row is a shoe and its columns are totals, so that the neighbours of a shoe, one card less each, are read
as short runs. Rows are numbered within a slab (same tens, same nines), aces fastest.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from backhand.tablebase.layout import Layout, Slab
from backhand.tablebase.worth import THREE, TWO, Array, Worth

_BLOCK = 8192


@njit(cache=True, nogil=True)
def _counts_of(row: int, sizes: Array, counts: Array) -> None:  # pragma: no cover - compiled
    for rank in range(1, 9):
        counts[rank] = row % sizes[rank]
        row //= sizes[rank]


@njit(cache=True, nogil=True)
def _next(sizes: Array, counts: Array) -> None:  # pragma: no cover - compiled
    for rank in range(1, 9):
        counts[rank] += 1
        if counts[rank] < sizes[rank]:
            return
        counts[rank] = 0


@njit(cache=True, nogil=True)
def _three(
    start: int,
    stop: int,
    sizes: Array,
    counts: Array,
    last: Array,
    last_free: Array,
    backhand: Array,
    calls: Array,
    void: float,
    out: Array,
) -> None:  # pragma: no cover - compiled
    upto = np.zeros(11, np.int64)
    over, within = np.zeros(10), np.zeros(10)
    worth = np.zeros(21)  # by room, 21 less the total, so that a rank adds to a run of ten
    _counts_of(start, sizes, counts)
    for row in range(start, stop):
        for rank in range(1, 11):
            upto[rank] = upto[rank - 1] + counts[rank]
        cards = upto[10]
        if cards == 0:
            out[row, :] = void
        else:
            for room in range(10):
                over[room] = last[room, cards - 1, min(upto[room], cards - 1)]
                within[room] = last[room, cards - 1, max(upto[room] - 1, 0)]
            free = last_free[cards - 1]
            for room in range(19):
                worth[room] = free * upto[max(room - 10, 0)]
            for rank in range(1, 11):
                # The card that is drawn is one of those that fit afterwards, or it is not.
                weight = float(counts[rank])
                for room in range(10):
                    worth[rank + room] += weight * (over[room] if room < rank else within[room])
            for room in range(19):
                worth[room] = (worth[room] - (cards - upto[min(room, 10)])) / cards
            for total in range(12, 22):
                if calls[total]:
                    worth[21 - total] = max(worth[21 - total], backhand[cards, upto[21 - total]])
            for total in range(3, 22):
                out[row, total - 3] = worth[21 - total]
        _next(sizes, counts)


@njit(cache=True, nogil=True)
def _two(
    start: int,
    stop: int,
    sizes: Array,
    strides: Array,
    counts: Array,
    here: Array,
    nine_less: Array,
    ten_less: Array,
    backhand: Array,
    played: Array,
    calls: Array,
    hits_to: int,
    void: float,
    out: Array,
) -> None:  # pragma: no cover - compiled
    upto = np.zeros(11, np.int64)
    worth = np.zeros(21)
    _counts_of(start, sizes, counts)
    for row in range(start, stop):
        for rank in range(1, 11):
            upto[rank] = upto[rank - 1] + counts[rank]
        cards = upto[10]
        if cards == 0:
            out[row, :] = void
        else:
            worth[:] = 0.0
            for rank in range(1, 11):
                if counts[rank]:
                    if rank == 10:
                        less = ten_less[row]
                    elif rank == 9:
                        less = nine_less[row]
                    else:
                        less = here[row - strides[rank]]
                    weight = float(counts[rank])
                    top = min(hits_to, 21 - rank)
                    for total in range(2, top + 1):
                        worth[total] += weight * less[total + rank - 3]
            for total in range(2, hits_to + 1):
                worth[total] = (worth[total] - (cards - upto[min(21 - total, 10)])) / cards
            for total in range(12, 17):
                if calls[total]:
                    worth[total] = max(worth[total], backhand[cards, upto[21 - total]])
            for total in range(17, 21):
                settled = played[cards, upto[21 - total]]
                worth[total] = max(worth[total], settled) if total <= hits_to else settled
            out[row, :] = worth[2:]
        _next(sizes, counts)


@njit(cache=True, nogil=True)
def _pairs(
    start: int,
    stop: int,
    sizes: Array,
    strides: Array,
    counts: Array,
    first: int,
    beyond: int,
    here: Array,
    nine_less: Array,
    ten_less: Array,
    out: Array,
) -> None:  # pragma: no cover - compiled
    worth = np.zeros(11)
    _counts_of(start, sizes, counts)
    for row in range(start, stop):
        worth[:] = 0.0
        for rank in range(2, 11):
            if counts[rank]:
                if rank == 10:
                    less = ten_less[row]
                elif rank == 9:
                    less = nine_less[row]
                else:
                    less = here[row - strides[rank]]
                weight = float(counts[rank])
                for other in range(first, beyond):
                    worth[other] += weight * less[other + rank - 2]
        for other in range(first, beyond):
            out[row, other - 1] = worth[other]
        _next(sizes, counts)


@njit(cache=True, nogil=True)
def _deals(
    start: int,
    stop: int,
    sizes: Array,
    strides: Array,
    counts: Array,
    here: Array,
    nine_less: Array,
    ten_less: Array,
    two: Array,
    void: float,
    out: Array,
) -> None:  # pragma: no cover - compiled
    one, both = np.zeros(3), np.zeros(3)
    _counts_of(start, sizes, counts)
    for row in range(start, stop):
        aces = counts[1]
        cards = aces
        plain = 0.0
        for rank in range(2, 11):
            cards += counts[rank]
            if counts[rank]:
                if rank == 10:
                    pair = ten_less[row, 9]
                elif rank == 9:
                    pair = nine_less[row, 8]
                else:
                    pair = here[row - strides[rank], rank - 1]
                plain += float(counts[rank]) * pair
        with_one = 2.0 * aces * here[row - 1, 0] if aces else 0.0
        with_two = float(aces * (aces - 1)) * two[row - 2, 0] if aces > 1 else 0.0
        # What this shoe is worth as the rest after one and two discarded aces (R1), O3 included.
        one[aces % 3] = 2.0 * plain + with_one
        both[aces % 3] = plain + with_one + with_two
        if cards == 1:
            one[aces % 3] += 2.0 * (cards - aces) * void
        if cards <= 1:
            both[aces % 3] += void
            out[row] = void
        else:
            worth = plain
            if aces:
                worth += aces * one[(aces - 1) % 3] / max(cards - 2, 1)
            if aces > 1:
                worth += aces * (aces - 1) * both[(aces - 2) % 3] / (max(cards - 2, 1) * max(cards - 3, 1))
            out[row] = worth / (cards * (cards - 1))
        _next(sizes, counts)


@njit(cache=True, nogil=True)
def _pushes(start: int, stop: int, deals: Array, out: Array) -> None:  # pragma: no cover - compiled
    for row in range(start, stop):
        for column in range(15, 19):
            out[row, column] = max(out[row, column], deals[row])


class Jit:
    """One slab at a time, block by block; a ring of slabs keeps what later ones need. The twin of ``Plain``."""

    def __init__(self, layout: Layout, worth: Worth) -> None:
        self.layout, self.worth = layout, worth
        self.block = next((stride for stride in layout.strides[1:9] if stride >= _BLOCK), layout.slab)
        self._nines, self._ring = layout.sizes[8], layout.sizes[8] + 1
        self._sizes = np.array([0, *layout.sizes], dtype=np.int64)
        self._strides = np.array([0, *layout.strides], dtype=np.int64)
        self._three = np.zeros((self._ring, layout.slab, len(THREE)))
        self._two = np.zeros((self._ring, layout.slab, len(TWO)))
        self._pair = np.zeros((self._ring, layout.slab, 10))

    def three(self, slab: Slab, start: int, stop: int) -> None:
        """Hands of three cards, by total, in every shoe that they leave."""
        at, give = self._at(slab), self.worth
        tables = give.last, give.last_free, give.backhand, give.calls_three, give.void
        _three(start, stop, self._sizes, self._counts(slab), *tables, self._three[at[0]])

    def two(self, slab: Slab, start: int, stop: int) -> None:
        """Hands of two cards, by total, settled without a push, in every shoe that they leave."""
        at, give, ring = self._at(slab), self.worth, self._three
        tables, limits = (give.backhand, give.played, give.calls_two), (give.hits_to, give.void)
        less, counts = (ring[at[0]], ring[at[1]], ring[at[2]]), self._counts(slab)
        _two(start, stop, self._sizes, self._strides, counts, *less, *tables, *limits, self._two[at[0]])

    def pairs(self, slab: Slab, start: int, stop: int, kept: range) -> None:
        """A kept card and a second one that is no ace, summed over the second, by the first."""
        at, ring = self._at(slab), self._two
        less, counts = (ring[at[0]], ring[at[1]], ring[at[2]]), self._counts(slab)
        _pairs(start, stop, self._sizes, self._strides, counts, kept.start, kept.stop, *less, self._pair[at[0]])

    def deals(self, slab: Slab, start: int, stop: int, out: Array) -> None:
        """The deal from every shoe, into ``out``: one number for every shoe of the slab."""
        at, ring, void = self._at(slab), self._pair, self.worth.void
        less, counts = (ring[at[0]], ring[at[1]], ring[at[2]]), self._counts(slab)
        _deals(start, stop, self._sizes, self._strides, counts, *less, self._two[at[0]], void, out)

    def pushes(self, slab: Slab, start: int, stop: int, deals: Array) -> None:
        """Push hands may be pushed as well (R8), now that the deals of the slab are known."""
        _pushes(start, stop, deals, self._two[self._at(slab)[0]])

    def _at(self, slab: Slab) -> tuple[int, int, int]:
        """Where in the ring this slab is, and the slabs with a nine and with a ten less."""
        at = slab.tens * self._nines + slab.nines
        return at % self._ring, (at - 1) % self._ring, (at - self._nines) % self._ring

    def _counts(self, slab: Slab) -> Array:
        counts = np.zeros(11, dtype=np.int64)
        counts[9], counts[10] = slab.nines, slab.tens
        return counts
