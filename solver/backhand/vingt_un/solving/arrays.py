"""Arrays of whole numbers, to count many packs or hands at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backhand.vingt_un.policies import Counts
from backhand.vingt_un.rules import score

Ints = npt.NDArray[np.int64]


def falling(most: int, length: int) -> Ints:
    """A table: row n, column k is n (n − 1) … (n − k + 1), the ordered draws of k from n cards.

    >>> falling(3, 2)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 2, 2],
           [1, 3, 6]])
    """
    table = np.ones((most + 1, length + 1), dtype=np.int64)
    for column in range(1, length + 1):
        table[:, column] = table[:, column - 1] * np.maximum(np.arange(most + 1) - column + 1, 0)
    return table


def scores_of(hands: Sequence[Counts]) -> Ints:
    """The score of each hand."""
    return np.array([score(hand) for hand in hands], dtype=np.int64)
