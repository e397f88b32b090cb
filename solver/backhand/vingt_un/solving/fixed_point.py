"""Fixed-point numbers with a proved direction: integers in units of 2^−40, rounded down or up.

Where a full optimum has too many states for fractions, two integers enclose it. Every step rounds
the lower one down and the upper one up, so the enclosure is a proof.
"""

from __future__ import annotations

from fractions import Fraction

from backhand.vingt_un.solving.arrays import Ints

BITS = 40
ONE = 1 << BITS


def quotient(counts: Ints, whole: int) -> Ints:
    """counts / whole, rounded down, for 0 <= counts <= whole < 2^62: a long division in 64 bits.

    >>> import numpy as np
    >>> quotient(np.array([1, 3]), 3) == [ONE // 3, ONE]
    array([ True,  True])
    """
    most = 62 - whole.bit_length()
    found, rest, done = counts * 0, counts, 0
    while done < BITS:
        step = min(most, BITS - done)
        rest = rest << step
        digit = rest // whole
        found, rest, done = (found << step) + digit, rest - digit * whole, done + step
    return found


def over(values: Ints, divisor: int, up: bool) -> Ints:
    """values / divisor, rounded down, or up.

    >>> import numpy as np
    >>> over(np.array([7, -7]), 2, up=False), over(np.array([7, -7]), 2, up=True)
    (array([ 3, -4]), array([ 4, -3]))
    """
    return -(-values // divisor) if up else values // divisor


def fraction(value: int) -> Fraction:
    """The number a fixed-point integer stands for."""
    return Fraction(value, ONE)
