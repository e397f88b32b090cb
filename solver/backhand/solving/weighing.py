"""Sums over thousands of shoes of what is small in each, times how often the shoe comes, exact.

A mass is an array (initial aces, columns) of machine words: the ordered ways to draw a hand from the base shoe of each
column. A level is how many cards have been drawn from it; what a mass stands for is so many times the chance of one
ordered draw of so many cards (``dealt.draw_units``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from backhand.rules import ENDINGS, WINS
from backhand.solving.blocks import Array, Block

Hand = tuple[int, ...]

_MOST_OPEN = 400
"""Masses that are kept until they are weighed together: a hundred kilobytes each."""

WIN_ROWS = [ENDINGS.index(win) for win in WINS]
"""Where the wins are among counts by ending."""


def initial_hands(block: Block) -> dict[Hand, Array]:
    """The mass of every hand of two cards, before R1's discards are chosen (``dealt.by_aces`` has those)."""
    held: dict[Hand, Array] = {}
    for x in range(1, 11):
        for y in range(x, 11):
            mass = np.zeros((3, block.size.size), dtype=block.wide)
            mass[(x == 1) + (y == 1)] = block.left(x) * (block.left(y, x) if x == y else 2 * block.left(y))
            held[x, y] = mass
    return held


class Sums:
    """Totals of small masses, each column times a unit of any size; ``level`` tells which unit."""

    def __init__(self, units: Mapping[int, Units]) -> None:
        self.units = units
        self.totals: dict[Any, int] = defaultdict(int)
        self._open: dict[int, dict[Any, Array]] = {level: {} for level in units}

    def add(self, level: int, key: Any, mass: Array) -> None:
        """Add a mass, in the unit of its level."""
        known = self._open[level]
        known[key] = known[key] + mass if key in known else mass
        if len(known) > _MOST_OPEN:
            self.close()

    def close(self) -> None:
        """Bring the totals up to date, and forget the columns."""
        for level, masses in self._open.items():
            if masses:
                rows = np.stack(list(masses.values())).reshape(len(masses), -1)
                for key, total in zip(masses, self.units[level].weigh(rows), strict=True):
                    self.totals[key] += total
                masses.clear()


class Units:
    """Integers of any size, one a column, in pieces of so few bytes that sums of machine words cannot overflow."""

    def __init__(self, units: Array, largest: int) -> None:
        """``largest`` is above every mass that is weighed."""
        units = units.ravel()
        spare = 62 - largest.bit_length() - units.size.bit_length()
        self.bytes = next((size for size in (4, 2, 1) if 8 * size <= spare), 0)
        self.split: Array = units
        if self.bytes:
            pieces = -(-max(units, default=0).bit_length() // (8 * self.bytes))
            whole = b"".join([unit.to_bytes(pieces * self.bytes, "little") for unit in units.tolist()])
            self.split = np.frombuffer(whole, f"<u{self.bytes}").reshape(units.size, pieces).astype(np.int64)

    def weigh(self, rows: Array) -> list[int]:
        """``rows @ units``, exact."""
        if not self.bytes:
            return [int(total) for total in rows.astype(object) @ self.split]
        sums = (rows @ self.split).tolist()
        return [self._whole(parts) for parts in sums]

    def weigh_runs(self, mass: Array, starts: Sequence[int]) -> list[int]:
        """A mass of any shape that has as many elements, times the units; summed over runs of its last axis."""
        rows = mass.shape[0]
        if not self.bytes:
            weighed = (mass.astype(object) * self.split.reshape(rows, -1)).sum(axis=0)
            return [int(total) for total in np.add.reduceat(weighed, starts)]
        parts = (mass[:, :, None] * self.split.reshape(*mass.shape, -1)).sum(axis=0)
        sums = np.add.reduceat(parts, starts, axis=0).tolist()
        return [self._whole(parts) for parts in sums]

    def _whole(self, parts: Sequence[int]) -> int:
        return sum(part << 8 * self.bytes * place for place, part in enumerate(parts))
