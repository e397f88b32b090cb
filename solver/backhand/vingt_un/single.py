"""One hand begun with one card of a pair, played for itself: by best play, the simple bound for going on both; or by a
policy. Both exact."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from backhand.cards import RANKS, Shoe
from backhand.vingt_un.hands import plus
from backhand.vingt_un.policies import Counts, Policy, counts_of
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, score
from backhand.vingt_un.tally import Endings


def begun(
    rules: Rules, endings: Endings, pack: Shoe, rank: int, policy: Policy | None = None, barred: int = 0
) -> Fraction:
    """What a hand gains that has one card and must take a second, from this pack, against a dealer's endings.

    By best play, or by ``policy``. ``barred`` cards of its rank may not be the second: orderings in which one is count
    nothing.

    In stakes, summed over rounds that come to a decision (so the dealer's natural at once counts nothing).
    Whoever goes on both can play each hand so, as if he did not know the other's cards; since the cards
    come in no order that knows of hands, each is then worth this.

    >>> fresh = Shoe.of_decks(1)
    >>> nine = begun(Rules(), Endings(Policy(17, 17), fresh), fresh.without([9, 9]), 9)
    >>> round(float(nine), 6)
    -0.100507
    """
    first = counts_of([rank])
    hands = _hands(pack, first)
    left = [tuple(had - used + own for had, used, own in zip(pack, hand, first, strict=True)) for hand in hands]
    stands = policy.decisions() if policy else None
    worth: dict[Counts, int] = {}
    for hand, unseen, found in reversed(list(zip(hands, left, endings.orderings(left), strict=True))):
        draw = 0
        for place, number in enumerate(unseen):
            child = plus(hand, place)
            if child in worth:
                draw += number * worth[child]
            elif number:
                draw -= number * _free(rules, plus(unseen, place, -1))
        held = MOST if rules.both_ten_drawn and score(hand) == NATURAL else score(hand)
        stand = sum(
            rules.net(held, dealer) * count
            for dealer, count in found.items()
            if dealer != NATURAL or rules.natural_at_end
        )
        if hand == first:
            worth[hand] = draw - barred * worth.get(plus(hand, rank - 1), 0)
        else:
            worth[hand] = max(stand, draw) if stands is None else stand if stands(hand) else draw
    return Fraction(worth[first], perm(pack.cards))


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


def _free(rules: Rules, unseen: Counts) -> int:
    """The orderings of these cards in which the round comes to a decision."""
    cards = sum(unseen)
    naturals = 0 if rules.natural_at_end else 2 * unseen[0] * unseen[-1]
    return perm(cards) - (naturals * perm(cards - 2) if naturals else 0)
