"""The sweep in plain numpy: the same additions in the same order as ``jit``, hence the same bits.

A block is a plane, all shoes of a slab with the same number of eights, its axes the counts of 7 … 2, A; a
value is kept as one block a total. Taking a card off every shoe at once is a shifted slice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from backhand.common.cards import ACE
from backhand.rules import BUST_ABOVE, PUSH_FROM
from backhand.tablebase.layout import PLANE_RANK, Layout, Slab
from backhand.tablebase.worth import THREE, TIGHT, TWO, Array, Worth


class _Plane(NamedTuple):
    """The counts of every shoe of a plane."""

    counts: list[Array]
    """By rank; number 0 is not used."""
    upto: list[Array]
    """How many cards are of no higher rank, by rank from 0."""
    is_empty: bool
    """Whether the first shoe of the plane is the empty one."""

    @property
    def cards(self) -> Array:
        return self.upto[-1]


class Plain:
    """One slab at a time, block by block; a ring of slabs keeps what later ones need."""

    def __init__(self, layout: Layout, worth: Worth) -> None:
        self.layout, self.worth = layout, worth
        self.block = layout.strides[PLANE_RANK - 1]
        self._nines, self._ring = layout.sizes[8], layout.sizes[8] + 1
        self._shape = layout.sizes[PLANE_RANK - 2 :: -1]  # axes 7 … 2, A
        planes = (self._ring, layout.sizes[PLANE_RANK - 1])
        self._three = np.zeros((*planes, BUST_ABOVE + 1, *self._shape))
        self._two = np.zeros((*planes, BUST_ABOVE, *self._shape))
        self._pair = np.zeros((*planes, 11, *self._shape))

    def three(self, slab: Slab, start: int, stop: int) -> None:
        """Hands of three cards, by total, in every shoe that they leave."""
        for plane in range(start // self.block, stop // self.block):
            counts, upto, is_empty = shoes = self._plane(slab, plane)
            held, left = np.maximum(shoes.cards, 1), np.maximum(shoes.cards - 1, 0)
            over = [self.worth.last[room][left, np.minimum(upto[room], left)] for room in range(TIGHT)]
            within = [self.worth.last[room][left, np.maximum(upto[room] - 1, 0)] for room in range(TIGHT)]
            free = self.worth.last_free[left]
            for total in THREE:
                room = BUST_ABOVE - total
                top, safe = min(room, 10), max(room - 10, 0)
                sums = free * upto[safe]
                for rank in range(safe + 1, top + 1):
                    # The card that is drawn is one of those that fit afterwards, or it is not.
                    sums += counts[rank] * (within if 2 * rank <= room else over)[room - rank]
                sums = (sums - (shoes.cards - upto[top])) / held
                if self.worth.calls_three[total]:
                    sums = np.maximum(sums, self.worth.backhand[shoes.cards, upto[room]])
                self._three[self._slot(slab), plane, total] = sums
            if is_empty:
                self._three[self._slot(slab), plane].reshape(len(self._three[0, 0]), -1)[:, 0] = self.worth.void

    def two(self, slab: Slab, start: int, stop: int) -> None:
        """Hands of two cards, by total, settled without a push, in every shoe that they leave."""
        for plane in range(start // self.block, stop // self.block):
            counts, upto, is_empty = shoes = self._plane(slab, plane)
            held = np.maximum(shoes.cards, 1)
            out = self._two[self._slot(slab), plane]
            out[:] = 0.0
            for rank, with_card, without, less in self._one_less(self._three, slab, plane, ACE):
                weight = counts[rank][with_card]
                for total in range(TWO.start, min(self.worth.hits_to, BUST_ABOVE - rank) + 1):
                    out[total][with_card] += weight * less[total + rank][without]
            for total in TWO:
                top = min(BUST_ABOVE - total, 10)
                if total <= self.worth.hits_to:
                    out[total] = (out[total] - (shoes.cards - upto[top])) / held
                if self.worth.calls_two[total]:
                    np.maximum(out[total], self.worth.backhand[shoes.cards, upto[top]], out=out[total])
                if total >= PUSH_FROM:
                    settled = self.worth.played[shoes.cards, upto[top]]
                    out[total] = np.maximum(out[total], settled) if total <= self.worth.hits_to else settled
            if is_empty:
                out.reshape(len(out), -1)[:, 0] = self.worth.void

    def pairs(self, slab: Slab, start: int, stop: int, kept: range) -> None:
        """A kept card and a second one that is no ace, summed over the second, by the first."""
        for plane in range(start // self.block, stop // self.block):
            counts = self._plane(slab, plane).counts
            out = self._pair[self._slot(slab), plane]
            out[kept.start : kept.stop] = 0.0
            for rank, with_card, without, less in self._one_less(self._two, slab, plane, ACE + 1):
                weight = counts[rank][with_card]
                for first in kept:
                    out[first][with_card] += weight * less[first + rank][without]

    def deals(self, slab: Slab, start: int, stop: int, out: Array) -> None:
        """The deal from every shoe, into ``out``: one number for every shoe of the slab."""
        void, values = self.worth.void, out.reshape(-1, *self._shape)
        for plane in range(start // self.block, stop // self.block):
            shoes = self._plane(slab, plane)
            cards, aces = shoes.cards, shoes.counts[ACE]
            none = np.zeros(self._shape)
            for rank, with_card, without, less in self._one_less(self._pair, slab, plane, ACE + 1):
                none[with_card] += shoes.counts[rank][with_card] * less[rank][without]
            with_one, with_two = np.zeros(self._shape), np.zeros(self._shape)
            slot = self._slot(slab)
            with_one[..., 1:] = 2.0 * aces[..., 1:] * self._pair[slot, plane, ACE][..., :-1]
            with_two[..., 2:] = (aces * (aces - 1))[..., 2:] * self._two[slot, plane, 2 * ACE][..., :-2]
            # What each shoe is worth as the rest after one and two discarded aces (R1), O3 included.
            one = 2.0 * none + with_one + np.where(cards == 1, 2.0 * (cards - aces) * void, 0.0)
            both = none + with_one + with_two + np.where(cards <= 1, void, 0.0)
            third, fourth = np.maximum(cards - 2, 1), np.maximum(cards - 3, 1)
            worth = none
            worth[..., 1:] += aces[..., 1:] * one[..., :-1] / third[..., 1:]
            worth[..., 2:] += (aces * (aces - 1))[..., 2:] * both[..., :-2] / (third * fourth)[..., 2:]
            values[plane] = np.where(cards <= 1, void, worth / np.maximum(cards * (cards - 1), 1))

    def pushes(self, slab: Slab, start: int, stop: int, deals: Array) -> None:
        """Push hands may be pushed as well (R8), now that the deals of the slab are known."""
        values = deals.reshape(-1, *self._shape)
        for plane in range(start // self.block, stop // self.block):
            for total in range(PUSH_FROM, TWO.stop):
                hand = self._two[self._slot(slab), plane, total]
                np.maximum(hand, values[plane], out=hand)

    def _slot(self, slab: Slab) -> int:
        return (slab.tens * self._nines + slab.nines) % self._ring

    def _plane(self, slab: Slab, eights: int) -> _Plane:
        axes = np.ogrid[tuple(slice(size) for size in self._shape)]
        ranks = [*reversed(axes), eights, slab.nines, slab.tens]
        counts = [np.broadcast_to(np.asarray(count), self._shape) for count in [0, *ranks]]
        upto = [counts[0]]
        for rank in range(ACE, len(counts)):
            upto.append(upto[-1] + counts[rank])
        return _Plane(counts, upto, not (eights or slab.nines or slab.tens))

    def _one_less(
        self, ring: Array, slab: Slab, plane: int, lowest: int
    ) -> Iterator[tuple[int, tuple[slice, ...], tuple[slice, ...], Array]]:
        """For each rank: the shoes that hold it, these shoes without one such card, and the block the latter are in."""
        slot, whole = self._slot(slab), (slice(None),)
        for rank in range(lowest, PLANE_RANK):
            before = whole * (PLANE_RANK - 1 - rank)
            yield rank, (*before, slice(1, None)), (*before, slice(None, -1)), ring[slot, plane]
        if plane:
            yield 8, whole, whole, ring[slot, plane - 1]
        if slab.nines:
            yield 9, whole, whole, ring[slot - 1, plane]
        if slab.tens:
            yield 10, whole, whole, ring[(slot - self._nines) % self._ring, plane]
