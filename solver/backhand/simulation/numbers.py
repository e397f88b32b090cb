"""Actions, rules and the cards left, as numbers: what ``simulation.lookahead`` works with."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]
"""An array of int64 where this is compiled; a list where it is not."""

HIT, BACKHAND, PUSH, PLAY_PUSH = range(4)
"""Actions as tables write them."""

MOST = 21
TEN = 10
PUSH_ABOVE = 16
"""R6, R8: the highest total, the highest rank, and the total of two cards above which they may be pushed."""


class Gains(NamedTuple):
    """The rules in numbers: what endings gain over a loss, and what may be done."""

    called: int
    """A backhand that wins."""
    five_cards: int
    played: int
    """A push hand played that wins."""
    void: int
    low: int
    """The highest total that can only hit."""
    latest: int
    """Whether of equals the latest is taken (O5)."""
    push_hit: int
    """Whether a push hand may hit (O1)."""
    deep: int
    """Up to how many cards the sums of ``bounds`` fit."""
    deeper: int
    """Up to how many those of ``closer`` do."""


class Ahead(NamedTuple):
    """What ``decide`` knows, and works with."""

    fresh: Ints
    """The cards of the shoe in order."""
    full: Ints
    """Their counts by rank; [0] is 0."""
    left: Ints
    """Those undealt; [0] is how many cards of the shoe have been taken out."""
    upto: Ints
    """Their sums from the aces up."""
    gains: Gains
    radix: Ints
    """By rank, what makes a number of a shoe."""
    keys: Ints
    """The numbers of push hands that are known, in order."""
    known: Ints
    """What is done with them."""
    wanted: Ints
    """Those that would have to be known, behind their number at [0], as far as there is room."""
