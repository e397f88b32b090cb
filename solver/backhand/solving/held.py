"""How much a solver remembers, and what it forgets first."""

from __future__ import annotations

from collections.abc import Iterable

from backhand.solving.engine import Engine
from backhand.solving.pushes import MOST_DEALS

HELD_DEALS = MOST_DEALS
"""Solved shoes that a solver keeps, in all its engines: half a kilobyte each from one deck, one from two."""

LEAST_DEALS = 500
"""As how many shoes a small engine counts, so that there are never many engines to look through."""

HELD_POSITIONS = 20_000
"""Positions of hands that a solver keeps before it forgets them all: about a kilobyte each."""

HELD_NEXT = 50
"""Shoes of which a solver keeps what the next deals are worth: up to 19 values each."""


def newest(engines: Iterable[Engine], most: int = HELD_DEALS) -> tuple[Engine, ...]:
    """The first engine, whatever its size, and those after it while they have no more than ``most`` shoes in all.

    >>> from backhand import Rules, Shoe
    >>> large, small = (Engine(Shoe(counts), Rules()) for counts in ("0,0,0,0,0,0,4,4,4,16", "0,0,0,0,0,0,1,1,1,5"))
    >>> [len(newest([large, small, small], most)) for most in (0, 2000, 5000)]
    [1, 2, 3]
    """
    held, kept = 0, list[Engine]()
    for engine in engines:
        held += max(len(engine), LEAST_DEALS)
        if kept and held > most:
            break
        kept.append(engine)
    return tuple(kept)
