"""Rounds cut into chunks that can be played in any order, and added up.

Each chunk has its own random numbers (``shuffling``), so that the result of a simulation depends on the seed and
the number of rounds alone, not on who played which chunk when. Interrupted, it is the result of the chunks that were
played, from the first on: that of a shorter simulation.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from backhand.errors import SimulationError, quoted

CHUNK = 1 << 17
"""Rounds in a chunk. Part of what a seed means: another number would give other cards."""

MOST_ROUNDS = 10**12
"""More are not begun: at twenty million rounds a second these take the better part of a day, and best play worked out
hand by hand takes months."""


class Summed(Protocol):
    """What came out of so many rounds, and can be added."""

    rounds: int

    def add(self, other: Any) -> None:
        """Add the rounds of another one."""


Sums = TypeVar("Sums", bound=Summed)


def check(rounds: int, seed: int) -> None:
    """Refuse a number of rounds or a seed that cannot be, or rounds that would never end. Raises SimulationError.

    >>> check(10, -1)
    Traceback (most recent call last):
        ...
    backhand.errors.SimulationError: seed -1: a seed is a whole number from 0 to 2^64 - 1
    """
    if rounds < 1:
        raise SimulationError(f"{quoted(rounds)} rounds: at least 1 has to be played")
    if rounds > MOST_ROUNDS:
        raise SimulationError(f"{quoted(rounds)} rounds: at most {MOST_ROUNDS:,} are played, which take a day or more")
    if not 0 <= seed < 2**64:
        raise SimulationError(f"seed {quoted(seed)}: a seed is a whole number from 0 to 2^64 - 1")


def count(rounds: int) -> int:
    """How many chunks so many rounds make.

    >>> count(2 * CHUNK + 5)
    3
    """
    return -(-rounds // CHUNK)


def size(rounds: int, number: int) -> int:
    """The rounds in a chunk, by its number from 0.

    >>> [size(2 * CHUNK + 5, number) for number in range(3)] == [CHUNK, CHUNK, 5]
    True
    """
    return min(CHUNK, rounds - number * CHUNK)


def play(total: Sums, chunk: Callable[[int], Sums], chunks: int, jobs: int, progress: Callable[[int], object]) -> Sums:
    """Play so many chunks, ``jobs`` at a time, and add them to ``total``; ``progress`` hears of the rounds of each.

    Interrupted from the keyboard it gives the chunks played so far, from the first on, without a gap; at least
    one is needed, else KeyboardInterrupt is raised again.
    """
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        waiting: dict[int, Future[Sums]] = {}
        try:
            for number in range(chunks):
                for ahead in range(number, min(number + 4 * jobs, chunks)):
                    if ahead not in waiting:
                        waiting[ahead] = pool.submit(chunk, ahead)
                made = waiting[number].result()
                total.add(made)
                del waiting[number]
                progress(made.rounds)
        except KeyboardInterrupt:
            for future in waiting.values():
                future.cancel()
            if not total.rounds:
                raise
    return total


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
