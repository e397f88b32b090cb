"""How long work tells that it goes on: a wrapper around its steps, and the one that tells nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Progress = Callable[[Iterable[int], str, int], Iterable[int]]
"""Wraps an iterable to report on it: the iterable, what is being done, how many steps it takes."""


def quiet(steps: Iterable[int], what: str, total: int) -> Iterable[int]:
    """Report nothing: the default ``Progress``."""
    return steps
