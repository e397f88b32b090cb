"""Every shoe once, from the empty one up: the order of work, for either kernel.

What a deal needs is there when its turn comes: hands of two and three cards in shoes with one card less,
and, for pushes, deals of slabs that are finished. Every push hand but 7 T and 8 T takes a nine or two tens
out of the shoe; 7 T and 8 T leave a shoe of an earlier layer.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from backhand.common.progress import Progress, quiet
from backhand.rules import Rules
from backhand.tablebase.layout import Layout, Slab
from backhand.tablebase.plain import Plain
from backhand.tablebase.worth import Array, Worth, worth

LOOKS_BACK = 3
"""A layer needs deals of no earlier layers than this many before it, and rows that these give again."""


class Kernel(Protocol):
    """What does the arithmetic: ``plain.Plain`` or ``jit.Jit``, equal to the last bit."""

    block: int
    """Ranges of a slab start and stop at multiples of this."""

    def three(self, slab: Slab, start: int, stop: int) -> None:
        """Hands of three cards."""

    def two(self, slab: Slab, start: int, stop: int) -> None:
        """Hands of two cards, settled."""

    def pairs(self, slab: Slab, start: int, stop: int, kept: range) -> None:
        """Hands of two cards summed over the second."""

    def deals(self, slab: Slab, start: int, stop: int, out: Array) -> None:
        """Deals."""

    def pushes(self, slab: Slab, start: int, stop: int, deals: Array) -> None:
        """Push hands, pushed where that is better."""


def kernel_for(layout: Layout, tables: Worth, name: str | None = None) -> Kernel:
    """The kernel of this name, ``numba`` or ``numpy``; by default numba where it is installed (extra ``fast``)."""
    if name is None:
        name = "numba" if importlib.util.find_spec("numba") else "numpy"
    if name == "numba":
        from backhand.tablebase.jit import Jit

        return Jit(layout, tables)
    return Plain(layout, tables)


def sweep(
    layout: Layout,
    rules: Rules,
    *,
    known: Callable[[int], Array] | None = None,
    done: int = 0,
    jobs: int | None = None,
    kernel: str | None = None,
    progress: Progress = quiet,
) -> Iterator[Array]:
    """The EV of a deal from every shoe, a layer at a time: doubles, in the order of ``layout``.

    ``done`` layers are not computed again but asked of ``known``, and only layers after these are given. ``jobs``
    threads share each slab, by default one a processor; how many makes no difference to any bit.

    >>> from backhand.common.cards import Shoe
    >>> small = Layout(Shoe("0,0,0,0,0,1,0,0,0,2"))
    >>> [layer.tolist() for layer in sweep(small, Rules(), kernel="numpy")]  # T T 6: a hit on 16 is a void at worst
    [[0.0, 0.0], [0.0, 0.0], [0.0, 0.6666666666666666]]
    """
    engine = kernel_for(layout, worth(rules, layout.most.cards), kernel)
    blocks = [(start, min(start + engine.block, layout.slab)) for start in range(0, layout.slab, engine.block)]
    slabs = list(layout.slabs(max(0, done - LOOKS_BACK)))
    layer = np.empty(0)
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as threads:

        def each(step: Callable[..., None], slab: Slab, *more: object) -> None:
            list(threads.map(lambda block: step(slab, *block, *more), blocks))

        for number in progress(range(len(slabs)), f"solving {layout.sizes[-1]} layers", len(slabs)):
            slab = slabs[number]
            if not slab.nines:
                layer = known(slab.tens) if known and slab.tens < done else np.empty(layout.layer)
            deals = layer[slab.nines * layout.slab : (slab.nines + 1) * layout.slab]
            each(engine.three, slab)
            each(engine.two, slab)
            # A kept 9 or T makes push hands with an 8 or 7, and so waits for the deals of this very slab.
            each(engine.pairs, slab, range(1, 9))
            if slab.tens >= done:
                each(engine.deals, slab, deals)
            each(engine.pushes, slab, deals)
            each(engine.pairs, slab, range(9, 11))
            if slab.tens >= done and slab.nines == layout.sizes[8] - 1:
                yield layer
