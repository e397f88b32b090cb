"""Random numbers are those published, and shuffles give every order as often as every other."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from backhand.cli import main  # noqa: F401 - the command line is loaded before it is measured
from backhand.common.simulation import shuffling

# Published with the authors' program (Random123, kat_vectors): counter, key, numbers.
VECTORS = [
    ((0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ((-1, -1), (0xFFFFFFFF, 0xFFFFFFFF), "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    (
        (0x85A308D3243F6A88 - 2**64, 0x0370734413198A2E),
        (0xA4093822, 0x299F31D0),
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]


@pytest.mark.parametrize(("counter", "key", "numbers"), VECTORS)
def test_random_numbers_are_those_published(counter: tuple[int, int], key: tuple[int, int], numbers: str) -> None:
    assert " ".join(f"{number:08x}" for number in shuffling.philox(*counter, *key)) == numbers


def orders(shoe: list[int], batch: int, times: int, seed: int) -> Counter[tuple[int, ...]]:
    """How often each order of the cards was shuffled."""
    found: Counter[tuple[int, ...]] = Counter()
    cards, counter = np.array(shoe), 0
    numbers: list[int] = []
    for _ in range(times):
        ready = 0
        while ready < len(cards):
            if not numbers:
                numbers, counter = list(shuffling.philox(counter, 0, seed, 0)), counter + 1
            more = min(batch, len(cards) - ready)
            if shuffling.shuffle(cards, ready, more, numbers.pop()):
                ready += more
        found[tuple(cards.tolist())] += 1
    return found


@pytest.mark.parametrize("batch", [3, 4])
def test_every_order_is_as_likely(batch: int) -> None:
    times = 48_000
    found = orders([1, 2, 3, 4, 5], batch, times, 5)
    assert len(found) == 120
    chi_square = sum((count - times / 120) ** 2 / (times / 120) for count in found.values())
    assert abs(chi_square - 119) < 4.5 * sqrt(2 * 119)


def test_numbers_that_would_favour_an_order_are_drawn_again() -> None:
    """With 3 and 2 cards left, 2^32 mod 6 = 4 numbers too many: those that would leave 0 or 2 over."""
    product = 3 * 2
    refused = 2**32 % product
    # number * product mod 2^32 < 2^32 mod product: exactly so many of all numbers.
    inverse_of_3 = pow(3, -1, 2**31)  # number * 6 = 2 * (3 * number): what is over is even
    bad = [inverse_of_3 * (left // 2) % 2**31 for left in range(0, refused, 2)]
    for number in (*bad, *(n + 2**31 for n in bad)):
        assert not shuffling.shuffle(np.array([1, 2, 3]), 0, 2, number)
    for number in (1, 2**31 - 1, 2**32 - 1, 123456789):
        assert shuffling.shuffle(np.array([1, 2, 3]), 0, 2, number)
