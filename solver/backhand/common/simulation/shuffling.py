"""Random numbers and an even shuffle, the same on every machine. Inner loops: compiled where numba is installed."""

from __future__ import annotations

from typing import Any

from backhand.common.simulation.compiling import inlined

_MASK = 0xFFFFFFFF


@inlined
def philox(counter: int, chunk: int, low: int, high: int) -> tuple[int, int, int, int]:
    """Four random 32-bit numbers, for a counter in a chunk (64 bits each) and the halves of the key.

    The first of the test vectors that come with the authors' program:

    >>> [f"{number:08x}" for number in philox(0, 0, 0, 0)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    a, b, c, d = counter & _MASK, (counter >> 32) & _MASK, chunk & _MASK, (chunk >> 32) & _MASK
    low, high = low & _MASK, high & _MASK
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


def refill(numbers: Any, counter: int, chunk: int, low: int, high: int) -> None:
    """Fill ``numbers`` with those of as many counters as there is room for: all first numbers, all second ones, …

    In this order a compiler can work out several at once.
    """
    lanes = len(numbers) // 4
    for lane in range(lanes):
        a, b, c, d = philox(counter + lane, chunk, low, high)
        numbers[lane] = a
        numbers[lanes + lane] = b
        numbers[2 * lanes + lane] = c
        numbers[3 * lanes + lane] = d


@inlined
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


@inlined
def more(
    shoe: Any, ready: int, want: int, batch: int, numbers: Any, stream: Any, chunk: int, low: int, high: int
) -> int:
    """Shuffle on until ``want`` cards are ready, ``batch`` at a time; how many are.

    ``stream`` is the next counter, and how many of the ``numbers`` that are ready have not been used.
    """
    lanes = len(numbers) // 4
    while ready < want:
        if stream[1] == 0:
            refill(numbers, stream[0], chunk, low, high)
            stream[0] += lanes
            stream[1] = 4 * lanes
        used = 4 * lanes - stream[1]
        stream[1] -= 1
        size = min(batch, len(shoe) - ready)
        if shuffle(shoe, ready, size, numbers[(used & 3) * lanes + (used >> 2)]):
            ready += size
    return ready


@inlined
def close(sums: Any, rounds: int, net: int, wins: int) -> None:
    """Add up one shoe: shoes, and the sums whose ratios and spread tell what a round is worth and how surely."""
    sums[0] += 1
    sums[1] += rounds * rounds
    sums[2] += net * net
    sums[3] += net * rounds
    sums[4] += wins * wins
    sums[5] += wins * rounds
