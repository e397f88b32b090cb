"""The game as a tree: deals and hands, each with the cards still undealt.

A node is a ``Position`` or an ``End``. A position without cards is a deal still to come. Which cards
make up a hand never matters beyond their number and their total, since the shoe tells what is left;
so a position keeps just these.

Probabilities are weights: how many ordered ways there are to draw the cards that lead on. A node
whose shoe has m cards stands for m! orderings of them, hence for every node and action

    m! = sum over outcomes of weight * (cards left after it)!
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from backhand.common.cards import ACE, Shoe, format_cards
from backhand.errors import HandError, shortened
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Ending, Rules


class Position(NamedTuple):
    """A hand of ``cards`` cards with this ``total``, and the shoe. No cards: a deal is to come."""

    shoe: Shoe
    cards: int = 0
    total: int = 0

    @classmethod
    def of_hand(cls, hand: Sequence[int], shoe: Shoe) -> Position:
        """The position of a hand that is still to be decided, with ``shoe`` the cards that are undealt.

        Raises HandError for a hand of one card, and for one that is won or lost already.

        >>> Position.of_hand([9, 7], Shoe.of_decks(1).without([9, 7])).total
        16
        """
        check_hand(hand)
        return cls(shoe, len(hand), sum(hand))

    def check(self) -> None:
        """Refuse what is neither a deal to come nor a hand to decide. Raises HandError."""
        low, high = self.cards, min(10 * self.cards, BUST_ABOVE)
        if self.cards not in (0, *range(2, FULL_HAND)) or not low <= self.total <= high:
            raise HandError(f"{self.cards} cards that total {self.total} are no hand to decide, and no deal to come")

    def actions(self, rules: Rules) -> tuple[Action, ...]:
        """What may be done here, in the order of the tie rule; nothing before the deal."""
        return rules.legal_actions(self.cards, self.total) if self.cards else ()

    def hand_from(self, dealt: Shoe) -> tuple[tuple[int, ...], int]:
        """The hand itself, sorted, and the number of discarded aces, in a round that was dealt from ``dealt``.

        What has left the shoe is the hand and discarded aces, nothing else, as long as nothing was pushed.

        >>> Position(Shoe.of_decks(1).without([1, 1, 5]), 2, 6).hand_from(Shoe.of_decks(1))
        ((1, 5), 1)
        """
        gone = [rank for rank, (had, has) in enumerate(zip(dealt, self.shoe, strict=True), 1) for _ in range(had - has)]
        discarded = len(gone) - self.cards
        return tuple(gone[discarded:]), discarded


def check_hand(hand: Sequence[int]) -> None:
    """Refuse a hand about which there is nothing to decide (R7). Raises HandError.

    >>> check_hand([10, 10, 4])
    Traceback (most recent call last):
        ...
    backhand.errors.HandError: hand T T 4 is lost already: its total of 24 is over 21
    """
    held = shortened(format_cards(hand))
    if sum(hand) > BUST_ABOVE:
        raise HandError(f"hand {held} is lost already: its total of {sum(hand)} is over {BUST_ABOVE}")
    if len(hand) >= FULL_HAND:
        raise HandError(f"hand {held} is won already: {FULL_HAND} cards without a bust; one to decide has 2 to 4")
    if len(hand) < 2:
        raise HandError(f"hand {held or 'of no cards'} is too short to decide: it has 2 to 4 cards")


def missing_aces(hand: Sequence[int], seen: Sequence[int]) -> int:
    """How many discarded aces are missing among the cards seen, for the hand to be one that is dealt (R1).

    Of n cards all but two were drawn. So of k aces in the hand at least k − (n − 2) are among the first two cards,
    and each of these came for an ace that was discarded.

    >>> missing_aces([1, 9], []), missing_aces([1, 1], [1]), missing_aces([1, 9, 2], []), missing_aces([1, 1, 9], [])
    (1, 1, 0, 1)
    """
    return max(0, hand.count(ACE) - max(0, len(hand) - 2) - seen.count(ACE))


def check_aces(hand: Sequence[int], seen: Sequence[int]) -> None:
    """Refuse a hand that is dealt only after more aces were discarded than were seen (R1). Raises HandError.

    >>> check_aces([1, 9], [])
    Traceback (most recent call last):
        ...
    backhand.errors.HandError: hand A 9 is never dealt like that: an ace among the first two cards is discarded and \
replaced (R1); name the card that replaced it, or, if the ace itself is a replacement, A among the cards seen
    """
    if missing_aces(hand, seen):
        raise HandError(
            f"hand {format_cards(hand)} is never dealt like that: an ace among the first two cards is discarded and "
            "replaced (R1); name the card that replaced it, or, if the ace itself is a replacement, A among the cards "
            "seen"
        )


class End(NamedTuple):
    """A round that has ended, and the cards nobody drew."""

    shoe: Shoe
    ending: Ending


def deal(shoe: Shoe) -> Iterator[tuple[int, Position | End]]:
    """Every way to deal an initial hand: weight, and the position or a void (R1, O3).

    Each ace among the first two cards is discarded and replaced once; what replaces it is kept.

    >>> for weight, node in deal(Shoe("2,0,0,0,0,1,0,0,0,0")):
    ...     print(weight, node)
    2 End(shoe=Shoe('0,0,0,0,0,0,0,0,0,0'), ending=<Ending.VOID: 'void'>)
    2 Position(shoe=Shoe('0,0,0,0,0,0,0,0,0,0'), cards=2, total=7)
    2 Position(shoe=Shoe('0,0,0,0,0,0,0,0,0,0'), cards=2, total=7)
    """
    for ways, dealt, undealt in _draw(shoe, 2):
        kept = [card for card in dealt if card != ACE]
        for more_ways, replacements, rest in _draw(undealt, len(dealt) - len(kept)):
            hand = [*kept, *replacements]
            node = Position(rest, 2, sum(hand)) if len(hand) == 2 else End(rest, Ending.VOID)
            yield ways * more_ways, node


def _draw(shoe: Shoe, cards: int) -> Iterator[tuple[int, tuple[int, ...], Shoe]]:
    """Every ordered draw of so many cards, shorter where the shoe runs out."""
    if not cards or not shoe.cards:
        yield 1, (), shoe
        return
    for weight, card, rest in shoe.draws():
        for ways, others, undealt in _draw(rest, cards - 1):
            yield weight * ways, (card, *others), undealt


def outcomes(position: Position, action: Action) -> Iterator[tuple[int, Position | End]]:
    """Every outcome of an action: weight, and the node it leads to (R6, R7, R8, O1, O3).

    >>> [(weight, node[1]) for weight, node in outcomes(Position(Shoe("0,0,0,0,0,3,0,0,0,2"), 2, 12), Action.BACKHAND)]
    [(3, <Ending.FAILED_BACKHAND: 'failed-backhand'>), (2, <Ending.BACKHAND: 'backhand'>)]
    """
    shoe, cards, total = position
    if action is Action.PUSH:
        yield 1, Position(shoe)
        return
    if not shoe.cards:
        yield 1, End(shoe, Ending.VOID)
        return
    for weight, card, rest in shoe.draws():
        bust = total + card > BUST_ABOVE
        if action is Action.BACKHAND:
            yield weight, End(rest, Ending.BACKHAND if bust else Ending.FAILED_BACKHAND)
        elif action is Action.PLAY_PUSH:
            yield weight, End(rest, Ending.FAILED_PUSH if bust else Ending.PLAYED_PUSH)
        elif bust:
            yield weight, End(rest, Ending.BUST)
        elif cards + 1 == FULL_HAND:
            yield weight, End(rest, Ending.FIVE_CARDS)
        else:
            yield weight, Position(rest, cards + 1, total + card)
