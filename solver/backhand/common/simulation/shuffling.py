"""Random numbers and an even shuffle, the same on every machine, compiled where numba is installed."""

from __future__ import annotations

from typing import Any

from backhand.common.simulation.compiling import compiled

_MASK = 0xFFFFFFFF


@compiled(inline="always")
def philox(counter: int, chunk: int, low: int, high: int) -> tuple[int, int, int, int]:
    """Four random 32-bit numbers, for a counter in a chunk (64 bits each) and the halves of the key.

    The first of the test vectors that come with the authors' program:

    >>> [f"{number:08x}" for number in philox(0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    a, b, c, d = counter & _MASK, (counter >> 32) & _MASK, chunk & _MASK, (chunk >> 32) & _MASK
    for _ in range(10):
        left = a * 0xD2511F53
        right = c * 0xCD9E8D57
        a, b, c, d = (
            ((right >> 32) & _MASK) ^ b ^ low,
            right & _MASK,
            ((left >> 32) & _MASK) ^ d ^ high,
            left & _MASK,
        )
        low = (low + 0x9E3779B9) & _MASK
        high = (high + 0xBB67AE85) & _MASK
    return a, b, c, d


@compiled(inline="always")
def shuffle(shoe: Any, ready: int, batch: int, number: int) -> bool:
    """Shuffle ``batch`` more cards to the front, by one random number; False where it will not do: call again.

    Fisher and Yates. The number is a fraction of 2^32; times the cards left its whole part picks a card, and what is
    over picks the next (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024). Where
    that ends below 2^32 modulo the product, some orders would be likelier: then another number has to do it again.
    With that every order is equally likely, whatever the order before.
    """
    product = 1
    for place in range(ready, ready + batch):
        left = len(shoe) - place
        product *= left
        number *= left
        other = place + (number >> 32)
        number &= _MASK
        shoe[place], shoe[other] = shoe[other], shoe[place]
    return number >= product or number >= 0x100000000 % product


@compiled(inline="always")
def close(sums: Any, rounds: int, net: int, wins: int) -> None:
    """Add up one shoe: shoes, and the sums whose ratios and spread tell what a round is worth and how surely."""
    sums[0] += 1
    sums[1] += rounds * rounds
    sums[2] += net * net
    sums[3] += net * rounds
    sums[4] += wins * wins
    sums[5] += wins * rounds
