"""Answers that are kept as long as there is room: those asked for longest ago make room for new ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from threading import RLock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Answers by what they answer, of no more than ``room`` in all; ``size`` tells how much room one takes.

    The newest is kept in any case, even where it alone is larger than the room. Threads may share it; it can be
    pickled if ``size`` can.

    >>> kept = Kept(3, len)
    >>> for text in ("a", "bb", "ccc"):
    ...     kept[text] = text
    >>> list(kept), "bb" in kept
    (['ccc'], False)
    """

    def __init__(self, room: int, size: Callable[[V], int]) -> None:
        self.room, self._size = room, size
        self._answers: OrderedDict[K, V] = OrderedDict()
        self._taken = 0
        self._lock = RLock()

    @property
    def taken(self) -> int:
        """How much room the answers take together."""
        return self._taken

    def __contains__(self, key: K) -> bool:
        return key in self._answers

    def __iter__(self) -> Iterator[K]:
        with self._lock:
            return iter(tuple(self._answers))

    def copy(self) -> dict[K, V]:
        """All that is kept, as it is now."""
        with self._lock:
            return dict(self._answers)

    def get(self, key: K) -> V | None:
        """The answer, if it is kept; it is then the one asked for last."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def __setitem__(self, key: K, answer: V) -> None:
        with self._lock:
            if key in self._answers:
                self._taken -= self._size(self._answers.pop(key))
            self._answers[key] = answer
            self._taken += self._size(answer)
            while self._taken > self.room and len(self._answers) > 1:
                _, oldest = self._answers.popitem(last=False)
                self._taken -= self._size(oldest)

    def first(self, wanted: Callable[[V], bool]) -> V | None:
        """The answer asked for last of those that are wanted; None where there is none.

        >>> kept = Kept(10, int)
        >>> kept["one"], kept["two"] = 1, 2
        >>> kept.first(lambda answer: answer < 2), kept.first(lambda answer: answer > 2)
        (1, None)
        """
        with self._lock:
            key = next((key for key in reversed(self._answers) if wanted(self._answers[key])), None)
            return None if key is None else self.get(key)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}  # a lock cannot be pickled

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state, _lock=RLock())


def one(answer: object) -> int:
    """The room that an answer takes where all take as much.

    >>> kept: Kept[int, str] = Kept(2, one)
    >>> for number in range(4):
    ...     kept[number] = str(number)
    >>> list(kept)
    [2, 3]
    """
    return 1
