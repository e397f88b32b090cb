"""The punter against a dealer whose policy is known: what standing and drawing are worth, exactly.

He knows his own cards and whatever else he has seen, not the dealer's. So the m cards he has not seen are in any
of their m! orders: the dealer's two are the first of those not drawn before. What a hand is worth is
counted in stakes summed over these m! orderings, an integer, so that actions are compared without
dividing; with the dealer's natural shown at once, orderings in which he holds one count nothing here,
since that round never comes to a decision (V6).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import perm

from backhand.cards import RANKS, Shoe
from backhand.errors import HandError, ShoeError
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.hands import check_pack, hands_of, name, plus
from backhand.vingt_un.policies import Counts, Policy
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, hard_total, score
from backhand.vingt_un.tally import Endings


class Choice(StrEnum):
    """What a seat may do with a hand; the value is the name in every output."""

    STAND = "stand"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a punter's hand is worth, per stake, after best play; exact.

    ``values`` maps both choices to their expectation to the punter, given all he knows: his cards,
    those seen, and with the natural shown at once that the dealer has none. ``best`` is the better
    choice, standing where they are equal; ``tie`` says that they are.
    """

    hand: Counts
    values: dict[Choice, Fraction]
    best: Choice

    @property
    def tie(self) -> bool:
        """Whether standing and drawing are worth the same."""
        return self.values[Choice.STAND] == self.values[Choice.DRAW]


class Punter:
    """The best reply to a dealer's policy for every hand a punter can hold; or a policy of his, valued.

    ``pack`` is what the round is dealt from; fresh unless the rules say ``pack=as-dealt``. Going on
    both is not considered (see ``pairs``). ``policy`` makes the punter play it instead of his best.

    Raises ShoeError for a pack that may run out, UnsolvedError if the dealer may double: what that
    tells the punters depends on when he does.

    >>> Punter(Rules(), Policy.from_text("17")).dealers_value()
    Fraction(24002857155357432691, 158967762540051465000)
    """

    def __init__(self, rules: Rules, dealer: Policy, pack: Shoe | None = None, policy: Policy | None = None) -> None:
        fresh = Shoe.of_decks(1)
        self.rules, self.dealer = rules, dealer
        self.pack = check_pack(fresh if pack is None else pack, 2)
        if rules.dealer_may_double:
            raise UnsolvedError("dealer-doubles=on: the punter's play is solved for a dealer who may not double")
        self.policy = policy
        self._policy = policy.decisions() if policy else None
        self._endings = Endings(dealer, self.pack)
        hands = hands_of(self.pack)
        left = [tuple(held - used for held, used in zip(self.pack, hand, strict=True)) for hand in hands]
        self.hands = hands
        self._stand: dict[Counts, int] = {}
        self._draw: dict[Counts, int] = {}
        self._free: dict[Counts, int] = {}
        for hand, found in zip(hands, self._endings.orderings(left), strict=True):
            self._stand[hand] = self._settle(score(hand), found)
            self._free[hand] = perm(self.pack.cards - sum(hand)) - (0 if rules.natural_at_end else found[NATURAL])
        for hand in reversed(hands):  # largest first: what a draw leads to is known
            self._draw[hand] = self._drawing(hand)

    def _settle(self, held: int, found: dict[int, int]) -> int:
        """The stakes gained over all orderings by a hand that stands with this score, or is over."""
        return sum(
            self.rules.net(held, dealer) * count
            for dealer, count in found.items()
            if dealer != NATURAL or self.rules.natural_at_end
        )

    def _drawing(self, hand: Counts) -> int:
        worth = 0
        for place in range(len(RANKS)):
            cards = self.pack[place] - hand[place]
            if not cards:
                continue
            child = plus(hand, place)
            if hard_total(child) <= MOST:
                worth += cards * self.worth(child)
            else:
                worth -= cards * self._free_of(child)
        return worth

    def _free_of(self, hand: Counts) -> int:
        """The orderings of the unseen cards in which the round comes to a decision, for any hand."""
        cards = self.pack.cards - sum(hand)
        natural = 2 * (self.pack[0] - hand[0]) * (self.pack[-1] - hand[-1])
        return perm(cards) - (0 if self.rules.natural_at_end or not natural else natural * perm(cards - 2))

    def worth(self, hand: Counts) -> int:
        """Stakes gained with this hand, summed over the orderings of the unseen cards; by best play or the policy."""
        stand, draw = self._stand[hand], self._draw[hand]
        if self._policy:
            return stand if self._policy(hand) else draw
        return max(stand, draw)

    def advise(self, hand: Counts) -> Advice:
        """The value of standing and of drawing with a hand.

        Raises HandError where there is nothing to decide: fewer than two cards, or over 21; ShoeError
        where the pack does not hold the cards.

        >>> from backhand.vingt_un.policies import counts_of
        >>> advice = Punter(Rules(), Policy.from_text("17")).advise(counts_of([1, 2, 2]))
        >>> str(advice.best), advice.tie, float(advice.values[Choice.DRAW]) > float(advice.values[Choice.STAND])
        ('draw', False, True)
        """
        if sum(hand) < 2:
            raise HandError(f"{name(hand)!r}: a hand has two cards or more")
        if score(hand) == OVER:
            raise HandError(f"{name(hand)} is {hard_total(hand)}: over {MOST} there is nothing to decide")
        for rank, held, used in zip(RANKS, self.pack, hand, strict=True):
            if used > held:
                raise ShoeError(f"{used} cards of rank {rank}, but the pack holds {held}")
        stand, draw, free = self._stand[hand], self._draw[hand], self._free[hand]
        if not free:
            raise HandError(f"{name(hand)}: the dealer has a natural for certain, and the round is over")
        values = {Choice.STAND: Fraction(stand, free), Choice.DRAW: Fraction(draw, free)}
        return Advice(hand, values, Choice.DRAW if draw > stand else Choice.STAND)

    def deals(self) -> Iterable[tuple[int, Counts]]:
        """Every two cards a punter can be dealt, with the ordered ways to."""
        for hand in self.hands:
            if sum(hand) == 2:
                ways = 1
                for held, used in zip(self.pack, hand, strict=True):
                    ways *= perm(held, used)
                yield ways * (1 if 2 in hand else 2), hand

    def dealers_value(self) -> Fraction:
        """What the dealer gains per stake over a whole round, his natural included."""
        gained = 0
        for ways, hand in self.deals():
            gained += ways * self.worth(hand)
            if not self.rules.natural_at_end:
                natural = perm(self.pack.cards - 2) - self._free[hand]
                gained += ways * natural * self.rules.net(score(hand), NATURAL)
        return -Fraction(gained, perm(self.pack.cards))

    def best_policy(self) -> Policy:
        """What the best reply does, as a policy: the pair of totals it follows most, and its exceptions.

        >>> policy = Punter(Rules(), Policy.from_text("17")).best_policy()
        >>> policy.hard, policy.soft
        (15, 19)
        """
        table = {hand: self._stand[hand] >= self._draw[hand] for hand in self.hands if score(hand) != NATURAL}
        return Policy.of_table(table)
