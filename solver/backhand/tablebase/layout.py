"""Where a shoe stands among all shoes: every count from 0 to that of the fullest shoe, aces fastest, tens slowest.

A *layer* is all shoes with the same number of tens, a *slab* all with the same tens and the same nines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from operator import gt, mul
from typing import NamedTuple

from backhand.common.cards import RANKS, Shoe
from backhand.errors import ShoeError

PLANE_RANK, SLAB_RANK = 8, 9


class Slab(NamedTuple):
    """All shoes with so many tens and so many nines."""

    tens: int
    nines: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The order of all shoes that hold no more of any rank than ``most`` does.

    >>> Layout(Shoe.of_decks(1)).shoes
    33203125
    >>> layout = Layout(Shoe("1,0,0,0,0,0,0,0,1,2"))
    >>> [str(layout.shoe(index)) for index in (1, 2, 11)]
    ['1,0,0,0,0,0,0,0,0,0', '0,0,0,0,0,0,0,0,1,0', '1,0,0,0,0,0,0,0,1,2']
    """

    most: Shoe
    sizes: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """How many counts each rank can have, A to T."""
    strides: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """By how many places one card of each rank moves a shoe, A to T."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", tuple(count + 1 for count in self.most))
        object.__setattr__(self, "strides", tuple(accumulate(self.sizes[:-1], mul, initial=1)))

    @property
    def shoes(self) -> int:
        """How many shoes there are, the empty one included."""
        return prod(self.sizes)

    @property
    def layer(self) -> int:
        """How many shoes have the same number of tens."""
        return self.strides[-1]

    @property
    def slab(self) -> int:
        """How many shoes have the same number of tens and of nines."""
        return self.strides[SLAB_RANK - 1]

    def index(self, shoe: Shoe) -> int:
        """The place of a shoe, from 0 for the empty one. Raises ShoeError for one that is not among these."""
        if any(map(gt, shoe, self.most)):
            name, held, most = next(each for each in zip(RANKS, shoe, self.most, strict=True) if each[1] > each[2])
            raise ShoeError(f"shoe {shoe} holds {held} cards of rank {name}: this tablebase has shoes of up to {most}")
        return sum(map(mul, shoe, self.strides))

    def shoe(self, index: int) -> Shoe:
        """The shoe at a place."""
        return Shoe(index // stride % size for stride, size in zip(self.strides, self.sizes, strict=True))

    def slabs(self, first_tens: int = 0) -> Iterator[Slab]:
        """Every slab from a layer on, in order: what a shoe needs lies in earlier slabs or in its own."""
        for tens in range(first_tens, self.sizes[-1]):
            for nines in range(self.sizes[SLAB_RANK - 1]):
                yield Slab(tens, nines)
