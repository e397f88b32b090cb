"""How long work tells that it goes on: a wrapper around its steps, and the one that tells nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Progress = Callable[[Iterable[int], str, int], Iterable[int]]
"""Wraps an iterable to report on it: the iterable, what is being done, how many steps it takes."""


def quiet(steps: Iterable[int], what: str, total: int) -> Iterable[int]:
    """Report nothing: the default ``Progress``."""
    return steps


def ticker(progress: Progress, what: str, total: int) -> Callable[[int], None]:
    """What to call after each of so many steps, for work that tells of its steps and does not go through a list.

    >>> tick = ticker(lambda steps, what, total: (print(what, step + 1, "of", total) for step in steps), "level", 2)
    >>> tick(5), tick(7)
    level 1 of 2
    level 2 of 2
    (None, None)
    """
    steps = iter(progress(range(total), what, total))

    def tick(_: int) -> None:
        next(steps, None)

    return tick
