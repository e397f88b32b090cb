"""One hand begun with one card of a pair, played for itself: by best play, the simple bound for going on both; or by a
policy. Both exact."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from backhand.common.cards import RANKS, Shoe
from backhand.vingt_un.hands import plus
from backhand.vingt_un.policies import Counts, Policy, counts_of
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, score
from backhand.vingt_un.solving.ends import DealersEnds


def begun(
    rules: Rules, endings: DealersEnds, pack: Shoe, rank: int, policy: Policy | None = None, barred: int = 0
) -> Fraction:
    """What a hand gains that has one card and must take a second, from this pack, against a dealer's endings.

    By best play, or by ``policy``. ``barred`` cards of its rank may not be the second: orderings in which one is count
    nothing.

    In stakes, summed over rounds that come to a decision (so the dealer's natural at once counts nothing) and in
    which the dealer announces what these endings follow.
    Whoever goes on both can play each hand so, as if he did not know the other's cards; since the cards
    come in no order that knows of hands, each is then worth this.

    >>> fresh = Shoe.of_decks(1)
    >>> nine = begun(Rules(), DealersEnds(Policy(17, 17), fresh), fresh.without([9, 9]), 9)
    >>> round(float(nine), 6)
    -0.100507
    """
    first = counts_of([rank])
    hands = _hands(pack, first)
    left = [tuple(had - used + own for had, used, own in zip(pack, hand, first, strict=True)) for hand in hands]
    stands = policy.decisions() if policy else None
    gets: dict[Counts, int] = {}  # stake and all, so that a hand gone over gets nothing
    orders: dict[Counts, int] = {}
    for hand, unseen, found in reversed(list(zip(hands, left, endings.orderings(left), strict=True))):
        if not rules.natural_at_end:
            del found[NATURAL]
        free = sum(found.values())
        draw = sum(number * gets.get(plus(hand, place), 0) for place, number in enumerate(unseen))
        held = MOST if rules.both_ten_drawn and score(hand) == NATURAL else score(hand)
        stand = sum((rules.net(held, dealer) + 1) * count for dealer, count in found.items())
        best = max(stand, draw) if stands is None else stand if stands(hand) else draw
        gets[hand], orders[hand] = draw if hand == first else best, free
    alike = plus(first, rank - 1)
    whole = gets[first] - orders[first] - barred * (gets.get(alike, 0) - orders.get(alike, 0))
    return Fraction(whole, perm(pack.cards))


def _hands(pack: Shoe, first: Counts) -> list[Counts]:
    """Every hand, not over, that the first card can grow into, by number of cards."""
    found: list[Counts] = []
    level: dict[Counts, None] = {first: None}
    while level:
        found.extend(level)
        level = {
            plus(hand, place): None
            for hand in level
            for place in range(len(RANKS))
            if hand[place] - first[place] < pack[place] and score(plus(hand, place)) != OVER
        }
    return found
