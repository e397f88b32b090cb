"""Recursion deeper than Python allows by default, for as long as it takes and no longer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock, _inside, _before = Lock(), 0, 0


@contextmanager
def deep(frames: int) -> Iterator[None]:
    """Allow so many frames inside, and what was allowed before once the last thread has left.

    >>> before = sys.getrecursionlimit()
    >>> with deep(before + 1000):
    ...     print(sys.getrecursionlimit() - before)
    1000
    >>> sys.getrecursionlimit() == before
    True
    """
    global _inside, _before
    with _lock:
        if not _inside:
            _before = sys.getrecursionlimit()
        _inside += 1
        sys.setrecursionlimit(max(sys.getrecursionlimit(), frames))
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                sys.setrecursionlimit(_before)
