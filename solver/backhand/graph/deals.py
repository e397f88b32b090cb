"""How often each shoe is dealt from in one round, under best play: what pushes do.

A base shoe is a shoe to deal from less the aces that R1 discards, as in the engine. Everything here is Python
integers: a count of ways, in order, to draw the cards that are gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, perm

import numpy as np

from backhand.cards import Shoe
from backhand.engine import PUSH_PAIRS, deal_shoes, quiet
from backhand.evaluator import Evaluator
from backhand.hands import Array, Block, blocks
from backhand.positions import Position
from backhand.rules import FULL_HAND, Action


@dataclass(frozen=True, slots=True)
class PushHand:
    """A push hand, how it came up and what is left when it is pushed."""

    hand: tuple[int, int]
    ways: int
    """Ordered ways in which it comes up, over all deals of the round."""
    after: Shoe
    pushed: bool
    """Whether it is pushed."""


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of a round."""

    dealt: int
    """How often a hand is dealt, in orderings of the shoe at the start: all of them, and more for every push."""
    bases: Sequence[Shoe]
    ways: Array
    """(3, base shoes), Python integers: for an initial hand of 0, 1 and 2 aces, in how many ways its base shoe is
    dealt from. The hand then comes in so many ways, times the ordered ways to draw it from the base shoe."""
    pushed: Array
    """(push hands, base shoes), booleans: whether it is pushed; without meaning where there is no such hand."""
    push_hands: Sequence[PushHand]


def deals_of_round(shoe: Shoe, evaluator: Evaluator) -> Deals:
    """Every deal of a round that starts from ``shoe`` under best play, with how often it comes.

    ``evaluator`` should know all deals, such as that of a Solver. Raises TooLargeError where pushes lead to too
    many shoes.

    >>> from backhand.solver import Solver
    >>> deals = deals_of_round(Shoe("2,0,0,0,0,0,0,0,0,4"), Solver().evaluator)
    >>> [hand.pushed for hand in deals.push_hands], deals.dealt - factorial(6)
    ([True, True, True, False, False, False], 624)
    """
    of_deal = {deal: _bases(deal) for deal in deal_shoes(shoe)}
    bases = sorted({base for found in of_deal.values() for base in found}, key=sum, reverse=True)
    place = {base: column for column, base in enumerate(bases)}
    every = blocks(bases, evaluator.rules, quiet)
    pushed = np.concatenate([_pushed(block, evaluator) for block in every], axis=1)
    dealt: dict[Shoe, int] = defaultdict(int, {shoe: 1})
    ways = np.zeros((3, len(bases)), dtype=object)
    push_hands = []
    deals_by_size, bases_by_size = _by_size(of_deal), _by_size(bases)
    # A discarded ace leaves one card less, a push two: from the largest down, each is complete when it is needed.
    for size in range(shoe.cards, -1, -1):
        for deal in deals_by_size[size]:
            for discarded, base in enumerate(of_deal[deal]):
                for aces in range(discarded + 1):
                    # Of the two cards first dealt, those that were kept are no aces.
                    orders = comb(2, discarded) * comb(discarded, aces) // comb(2, aces)
                    ways[aces, place[base]] += dealt[deal] * perm(deal[0], discarded) * orders
        for base in bases_by_size[size]:
            for row, (hand, after) in enumerate(_push_hands(base)):
                if after is not None:
                    held = ways[0, place[base]] * _orders(base, hand)
                    push_hands.append(PushHand(hand, held, after, bool(pushed[row, place[base]])))
                    dealt[after] += held * push_hands[-1].pushed
    mass = sum(count * factorial(deal.cards) for deal, count in dealt.items())
    return Deals(mass, bases, ways, pushed, push_hands)


def _pushed(block: Block, evaluator: Evaluator) -> Array:
    """``Deals.pushed`` for one block."""
    pushed = np.zeros((len(PUSH_PAIRS), block.size.size), dtype=bool)
    settled = [block.payoff(block.settled(hand)).tolist() for hand in PUSH_PAIRS]
    push_first = [evaluator.rules.legal_actions(2, sum(hand))[0] is Action.PUSH for hand in PUSH_PAIRS]
    for column, counts in enumerate(block.counts.T.tolist()):
        for row, (_, after) in enumerate(_push_hands(counts)):
            if after is not None:
                push = evaluator.payoff(evaluator.counts(Position(after)))
                settle = settled[row][column] * factorial(max(after.cards - (FULL_HAND - 2), 0))
                pushed[row, column] = push > settle or (push == settle and push_first[row])
    return pushed


def _push_hands(base: Sequence[int]) -> Iterator[tuple[tuple[int, int], Shoe | None]]:
    """Each of PUSH_PAIRS with what it leaves of the base shoe; None where it cannot be held."""
    for hand in PUSH_PAIRS:
        left = list(base)
        for rank in hand:
            left[rank - 1] -= 1
        yield hand, tuple.__new__(Shoe, left) if min(left) >= 0 else None


def _orders(base: Shoe, hand: tuple[int, int]) -> int:
    """Ordered ways to draw the hand."""
    x, y = hand
    return base[x - 1] * (base[y - 1] - 1) if x == y else 2 * base[x - 1] * base[y - 1]


def _bases(deal: Shoe) -> list[Shoe]:
    """The shoe less none, one and two aces, as far as it has them (R1)."""
    return [tuple.__new__(Shoe, (deal[0] - gone, *deal[1:])) for gone in range(min(2, deal[0]) + 1)]


def _by_size(shoes: Iterable[Shoe]) -> dict[int, list[Shoe]]:
    sizes = defaultdict(list)
    for shoe in shoes:
        sizes[shoe.cards].append(shoe)
    return sizes
