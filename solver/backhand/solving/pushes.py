"""The shoes that pushes lead to: which hands are pushed, what they leave, how many shoes there are."""

from __future__ import annotations

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.errors import TooLargeError
from backhand.rules import Kind, kind_of

MOST_DEALS = 150_000
"""Shoes a single question may lead to: a fresh shoe of two decks has 90,911."""

PUSH_PAIRS = tuple((x, y) for x in range(2, 11) for y in range(x, 11) if kind_of(2, x + y) is Kind.PUSH)
"""The push hands as ranks: 7T 8T 9T TT 89 99. An ace and any other card make 11 at most."""


def deals_ahead(shoe: Shoe, most: int) -> int:
    """How many shoes a round from ``shoe`` can deal from, without a visit to them; ``most`` + 1 if more than that.

    What pushes have taken is a number of cards of each rank 7 to T. It splits into push hands where each 7
    finds a T, each 8 a 9 or a T, and the number is even; nines and tens left over pair as they like. Of the aces
    up to two went with each hand.

    >>> [deals_ahead(Shoe.of_decks(decks), 100_000_000) for decks in (1, 2, 8)]
    [4504, 90911, 63817113]
    """
    aces, sevens, eights, nines, tens = (shoe[rank - 1] for rank in (1, 7, 8, 9, 10))
    found = 0
    for seven in range(min(sevens, tens) + 1):
        for nine in range(nines + 1):
            for eight in range(min(eights, nine + tens - seven) + 1):
                fewest = max(seven, seven + eight - nine)
                fewest += (seven + eight + nine + fewest) % 2
                steps = range(seven + eight + nine + fewest, seven + eight + nine + tens + 1, 2)
                # One shoe, and one more for each ace that may be gone by now: all, or as many as cards were pushed.
                found += len(steps) * (1 + aces) - sum(aces - cards for cards in steps[:aces] if cards < aces)
            if found > most:
                return most + 1
    return found


def reachable(shoe: Shoe, most: int, progress: Progress = quiet) -> tuple[set[Shoe], dict[Shoe, list[Shoe | None]]]:
    """Every shoe a round from ``shoe`` may deal from, and each less discarded aces with what push hands leave of it.

    >>> shoes, bases = reachable(Shoe.of_decks(1), MOST_DEALS)
    >>> len(shoes), shoes <= bases.keys()
    (4504, True)

    Raises TooLargeError beyond ``most`` shoes.
    """
    ahead = deals_ahead(shoe, most)
    if ahead > most:
        raise TooLargeError(
            f"a deal from a shoe of {shoe.cards} cards can lead, by pushes, to more than {most:,} other shoes: "
            f"exact deals and pushes are limited to about two decks; fewer decks, or more cards seen, would do"
        )
    shoes, bases, fresh = {shoe}, {}, [shoe]
    for _ in progress(range(ahead), "finding shoes", ahead):
        for base in without_aces(fresh.pop()):
            if base not in bases:
                bases[base] = pushed_shoes(base)
                new = {after for after in bases[base] if after is not None} - shoes
                shoes |= new
                fresh += new
    return shoes, bases


def without_aces(shoe: Shoe) -> list[Shoe]:
    """The shoe less none, one and two discarded aces, as far as it has them (R1)."""
    return [tuple.__new__(Shoe, (shoe[0] - gone, *shoe[1:])) for gone in range(min(2, shoe[0]) + 1)]


def pushed_shoes(base: Shoe) -> list[Shoe | None]:
    """What each of PUSH_PAIRS leaves of ``base``; None for one that cannot be dealt from it."""
    shoes: list[Shoe | None] = []
    for x, y in PUSH_PAIRS:
        if pair_ways(base, x, y):
            counts = list(base)
            counts[x - 1] -= 1
            counts[y - 1] -= 1
            shoes.append(tuple.__new__(Shoe, counts))
        else:
            shoes.append(None)
    return shoes


def pair_ways(shoe: Shoe, x: int, y: int) -> int:
    """Ordered ways to draw these two ranks."""
    return shoe[x - 1] * (shoe[y - 1] - 1) if x == y else 2 * shoe[x - 1] * shoe[y - 1]
