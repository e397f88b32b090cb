"""Ordered ways to draw cards: what counts of orderings are made of."""

from __future__ import annotations

from collections.abc import Iterable
from math import perm


def ways(shoe: Iterable[int], cards: Iterable[int]) -> int:
    """The ways to draw these cards from a shoe, both given by counts, rank by rank in one order.

    >>> from backhand.common.cards import Shoe
    >>> ways(Shoe.of_decks(1), (2, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    192
    """
    found = 1
    for held, drawn in zip(shoe, cards, strict=True):
        found *= perm(held, drawn)
    return found


def draws(cards: int, drawn: int) -> int:
    """The ordered ways to draw so many of so many cards; a shoe too small counts as having a card where it has none.

    So it is never 0 and may be divided by; what cannot be drawn has to have weight 0 elsewhere.

    >>> draws(52, 2), draws(1, 3)
    (2652, 1)
    """
    found = 1
    for gone in range(drawn):
        found *= max(cards - gone, 1)
    return found
