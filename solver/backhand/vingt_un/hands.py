"""Every hand that is not over: multisets of cards, and how one card leads from one to another.

Which order the cards came in never matters for what a hand is worth, so a hand is ten counts; 2,008
hands of two cards or more can be held from one pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from backhand.common.cards import DECK, RANKS, Shoe, format_cards
from backhand.errors import ShoeError
from backhand.vingt_un.policies import Counts, ranks_of
from backhand.vingt_un.rules import MOST, hard_total

PAIRS = tuple((first, second) for first in range(len(RANKS)) for second in range(first, len(RANKS)))
"""The 55 pairs of ranks a seat's two down cards can be, as places 0 to 9, lower first."""


def check_pack(pack: Shoe, hands: int) -> Shoe:
    """The pack, if so many hands can be played from it without its running out.

    Raises ShoeError where it holds more of a rank than one pack does (V1), or where a card might be
    missing. A hand has at most 31 pips with aces 1, 21 and a ten, and the last hand to be drawn to at
    most 21 as it asks for a card; so more pips than that are enough, and a fresh pack has 340.

    >>> check_pack(Shoe.of_decks(1), 5).cards
    52
    """
    for name, count, most in zip(RANKS, pack, DECK, strict=True):
        if count > most:
            raise ShoeError(f"{count} cards of rank {name}: Vingt-un is played with one pack, which has {most}")
    needed = (MOST + 10) * (hands - 1) + MOST
    if hard_total(pack) <= needed:
        raise ShoeError(
            f"a pack of {pack.cards} cards with {hard_total(pack)} pips may run out: {needed + 1} are enough"
        )
    return pack


def plus(counts: Sequence[int], place: int, more: int = 1) -> Counts:
    """Ten counts with so many more cards at a place, 0 for A to 9 for T."""
    return (*counts[:place], counts[place] + more, *counts[place + 1 :])


def runs(pack: Shoe, most: int) -> list[Counts]:
    """Every multiset of cards from the pack, the empty one included, with at most so many pips, by size.

    >>> len(runs(Shoe.of_decks(1), 19))
    1309
    """
    found: list[Counts] = []
    level: dict[Counts, None] = {(0,) * len(RANKS): None}
    while level:
        found.extend(level)
        above: dict[Counts, None] = {}
        for counts in level:
            for place in range(len(RANKS)):
                if counts[place] < pack[place] and hard_total(counts) + place + 1 <= most:
                    above[plus(counts, place)] = None
        level = above
    return found


@lru_cache(maxsize=8)
def hands_of(pack: Shoe) -> tuple[Counts, ...]:
    """Every hand of two cards or more, not over 21, by number of cards.

    >>> len(hands_of(Shoe.of_decks(1)))
    2008
    """
    return tuple(counts for counts in runs(pack, MOST) if sum(counts) >= 2)


def name(counts: Sequence[int]) -> str:
    """A hand as text, lowest card first.

    >>> name((1, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    'A T'
    """
    return format_cards(ranks_of(counts))
