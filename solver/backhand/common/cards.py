"""Ranks and shoes: what is dealt from.

A rank is its pip value, 1 for an ace to 10 for T, the one rank of 10, J, Q and K. Suits never
matter. A shoe is the undealt cards as ten counts, in the order ``A 2 3 4 5 6 7 8 9 T``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from backhand.errors import CardError, ShoeError, quoted, shortened

ACE = 1
RANKS = "A23456789T"
"""The ten ranks as they are printed; ``RANKS[rank - 1]`` is the name of a rank."""

DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
"""One deck as ten counts: four of each pip and sixteen tens (rules.md)."""

MOST_DECKS = 8

_RANK_OF = {name: rank for rank, name in enumerate(RANKS, start=1)} | {"10": 10, "J": 10, "Q": 10, "K": 10}
_CARD = re.compile(r"(10|[A2-9TJQK])(?:[CDHS]|[♠♣♥♦♤♧♡♢]\ufe0f?)?")
_WANTED = f"a card is one of {' '.join(RANKS)} (or 10 J Q K)"
_SEPARATORS = re.compile(r"[\s,]+")


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards: any of ``A 2 … 9 10 T J Q K``, in either case, suits ignored.

    Blanks and commas separate; they may be left out.

    Raises CardError, naming the card, for anything that is no card, and for no card at all.

    >>> parse_cards("9 7"), parse_cards("Kd,10♠ a"), parse_cards("AA2T")
    ((9, 7), (10, 10, 1), (1, 1, 2, 10))
    >>> parse_cards("9 11")
    Traceback (most recent call last):
        ...
    backhand.errors.CardError: '11' is no card: an ace is A; a card is one of A 2 3 4 5 6 7 8 9 T (or 10 J Q K)
    """
    items = [item for item in _SEPARATORS.split(text.strip()) if item]
    if not items:
        raise CardError(f"{quoted(text)} names no card: {_WANTED}")
    ranks: list[int] = []
    for item in items:
        found, upper = 0, item.upper()
        while match := _CARD.match(upper, found):
            ranks.append(_RANK_OF[match[1]])
            found = match.end()
        if found < len(upper):
            ace = "an ace is A; " if item in ("1", "11") else ""
            raise CardError(f"{quoted(item)} is no card: {ace}{_WANTED}")
    return tuple(ranks)


def parse_seen(text: str) -> tuple[int, ...]:
    """Read cards that were seen: as ``parse_cards`` reads them, or none where nothing is written.

    Raises CardError, naming the card, for anything that is no card.

    >>> parse_seen("K 5"), parse_seen("")
    ((10, 5), ())
    """
    return parse_cards(text) if _SEPARATORS.sub("", text) else ()


def read_cards(cards: object) -> tuple[int, ...]:
    """Cards as text, ``"9 7"``, or as ranks, ``[9, 7]``; none where there are none.

    Raises CardError for anything else.

    >>> read_cards("9 7"), read_cards([9, 7]), read_cards("")
    ((9, 7), (9, 7), ())
    >>> read_cards(97)
    Traceback (most recent call last):
        ...
    backhand.errors.CardError: 97 is no list of cards: write them as text, '9 7', or as ranks, [9, 7]
    """
    if isinstance(cards, str):
        return parse_seen(cards)
    if not isinstance(cards, Iterable):
        raise CardError(f"{quoted(cards)} is no list of cards: write them as text, '9 7', or as ranks, [9, 7]")
    return check_ranks(cards)


def check_ranks(ranks: Iterable[object]) -> tuple[int, ...]:
    """The ranks, if that is what they are: whole numbers from 1 to 10. Raises CardError, naming the first that is none.

    >>> check_ranks([9, 11])
    Traceback (most recent call last):
        ...
    backhand.errors.CardError: 11 is no rank: a rank is a whole number from 1, an ace, to 10
    """
    checked: list[int] = []
    for rank in ranks:
        if type(rank) is not int or not ACE <= rank <= len(RANKS):
            raise CardError(f"{quoted(rank)} is no rank: a rank is a whole number from 1, an ace, to 10")
        checked.append(rank)
    return tuple(checked)


def format_cards(ranks: Iterable[int]) -> str:
    """Print ranks; ``parse_cards`` reads it back. Raises CardError for a rank that is none.

    >>> format_cards([1, 10, 7])
    'A T 7'
    """
    return " ".join(RANKS[rank - 1] for rank in check_ranks(ranks))


class Shoe(tuple[int, ...]):
    """The undealt cards as ten counts, A to T. Immutable and hashable; equal counts, equal shoes.

    A tuple of the counts rather than an object that holds one: a shoe is the key of every memo.

    Raises ShoeError unless there are ten counts, each a whole number of at least 0, of eight decks at most.

    >>> Shoe.of_decks(1)
    Shoe('4,4,4,4,4,4,4,4,4,16')
    >>> Shoe.of_decks(1).without(parse_cards("9 7 K")).cards
    49
    """

    __slots__ = ()

    def __new__(cls, counts: Iterable[int] | str) -> Shoe:  # noqa: D102 - the class says it
        if isinstance(counts, str):
            return cls.from_text(counts)
        if not isinstance(counts, Iterable):
            raise ShoeError(f"{quoted(counts)} is no shoe: a shoe is {len(RANKS)} counts, A 2 3 4 5 6 7 8 9 T")
        counts = tuple(counts)
        if len(counts) != len(RANKS):
            raise ShoeError(f"a shoe is {len(RANKS)} counts, A 2 3 4 5 6 7 8 9 T, not {len(counts)}")
        for name, count in zip(RANKS, counts, strict=True):
            if type(count) is not int or count < 0:
                held = quoted(count)
                raise ShoeError(f"a shoe cannot hold {held} cards of rank {name}: a count is a whole number from 0")
        if sum(counts) > MOST_DECKS * sum(DECK):
            raise ShoeError(f"a shoe of {quoted(sum(counts))} cards: {MOST_DECKS} decks have {MOST_DECKS * sum(DECK)}")
        return super().__new__(cls, counts)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        """A fresh shoe of one to eight decks (R10). Raises ShoeError for any other number.

        >>> Shoe.of_decks(2).cards
        104
        """
        if type(decks) is not int or not 1 <= decks <= MOST_DECKS:
            raise ShoeError(f"{quoted(decks)} decks: a shoe has 1 to {MOST_DECKS} decks, as a whole number")
        return cls(count * decks for count in DECK)

    @classmethod
    def of_players(cls, players: int) -> Shoe:
        """A fresh shoe for so many players, one deck for every two (R10). Raises ShoeError for any other than 1 to 16.

        >>> Shoe.of_players(3) == Shoe.of_decks(2)
        True
        """
        if type(players) is not int or not 1 <= players <= 2 * MOST_DECKS:
            raise ShoeError(
                f"{quoted(players)} players: a table has 1 to {2 * MOST_DECKS}, as a whole number, with one deck for "
                "every two"
            )
        return cls.of_decks((players + 1) // 2)

    @classmethod
    def from_text(cls, text: str) -> Shoe:
        """Read ten counts, separated by commas or blanks. Raises ShoeError for anything else.

        >>> Shoe.from_text("4,4,4,4,4,4,4,4,4,15").cards
        51
        """
        items = [item for item in _SEPARATORS.split(text.strip()) if item]
        for item in items:
            if not (item.isascii() and item.isdigit()):
                raise ShoeError(f"{quoted(item)} is no count in shoe {quoted(text)}: a count is a whole number from 0")
            if len(item.lstrip("0")) > 9:  # Python does not read any number of digits
                raise ShoeError(
                    f"a shoe cannot hold {shortened(item)} cards of a rank: {MOST_DECKS} decks have "
                    f"{MOST_DECKS * sum(DECK)} cards in all"
                )
        return cls(int(item.lstrip("0") or "0") for item in items)

    def __str__(self) -> str:
        return ",".join(map(str, self))

    def __repr__(self) -> str:
        return f"Shoe({str(self)!r})"

    @property
    def cards(self) -> int:
        """How many cards are undealt."""
        return sum(self)

    def without(self, ranks: Iterable[int]) -> Shoe:
        """The shoe after these cards have left it.

        Raises ShoeError, naming the rank, where it holds fewer than that, CardError for a rank that is none.

        >>> Shoe.of_decks(1).without([7, 7, 7, 7, 7])
        Traceback (most recent call last):
            ...
        backhand.errors.ShoeError: 5 cards of rank 7 are held or seen, but the shoe had 4
        """
        counts = list(self)
        for rank in check_ranks(ranks):
            counts[rank - 1] -= 1
        for name, held, left in zip(RANKS, self, counts, strict=True):
            if left < 0:
                raise ShoeError(f"{held - left} cards of rank {name} are held or seen, but the shoe had {held}")
        return Shoe(counts)

    def draws(self) -> Iterator[tuple[int, int, Shoe]]:
        """Every rank that can be drawn: its weight (how many such cards), the rank, the shoe after it.

        The weights sum to ``cards``.

        >>> [(weight, rank) for weight, rank, _ in Shoe("0,2,0,0,0,0,0,0,0,1").draws()]
        [(2, 2), (1, 10)]
        """
        for index, count in enumerate(self):
            if count:
                after = (*self[:index], count - 1, *self[index + 1 :])
                yield count, index + 1, tuple.__new__(Shoe, after)
