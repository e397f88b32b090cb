"""A tablebase held against exact values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.errors import TablebaseError
from backhand.evaluator import value_of
from backhand.solving.engine import Engine
from backhand.tablebase.file import Tablebase


class Mismatch(NamedTuple):
    """A stored value that is further from the exact one than the proved error allows."""

    shoe: Shoe
    stored: float
    exact: Fraction


def damaged_layers(tablebase: Tablebase) -> list[str]:
    """What is wrong with each layer that does not match its checksum."""
    found = []
    for tens in range(tablebase.header.layers):
        try:
            tablebase.check_layer(tens)
        except TablebaseError as error:
            found.append(str(error))
    return found


def compare(
    tablebase: Tablebase, samples: int, *, seed: int = 0, progress: Progress = quiet
) -> Iterator[Mismatch | None]:
    """Compare random shoes, each as likely as any other, with exact values: None for each that is right.

    With each of ``samples`` shoes, all shoes are compared that pushes from it lead to.

    >>> from backhand.tablebase import Tablebase
    >>> wrong = [mismatch for mismatch in compare(Tablebase.open(path), 100) if mismatch]  # doctest: +SKIP
    """
    layout, chosen = tablebase.layout, random.Random(seed)
    for _ in progress(range(samples), "comparing shoes", samples):
        engine = Engine(layout.shoe(chosen.randrange(layout.shoes)), tablebase.rules)
        for shoe in engine.shoes:
            stored = float(tablebase.array[shoe])
            exact = value_of(engine.counts(shoe), shoe.cards, tablebase.rules).ev
            yield None if abs(Fraction(stored) - exact) <= tablebase.error else Mismatch(shoe, stored, exact)
