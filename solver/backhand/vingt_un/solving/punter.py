"""The punter against a dealer whose policy is known: what standing and drawing are worth, exactly.

He knows his own cards and whatever else he has seen, not the dealer's. So the m cards he has not seen are in any
of their m! orders: the dealer's two are the first of those not drawn before. What a hand is worth is
counted in stakes summed over these m! orderings, an integer, so that actions are compared without
dividing; with the dealer's natural shown at once, orderings in which he holds one count nothing here,
since that round never comes to a decision (V6). A dealer who may double says before the punters act whether he does:
what the punter then knows is that his two cards are some with which he does so, and only those orderings count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import perm

import numpy as np

from backhand.common.cards import RANKS, Shoe
from backhand.common.ways import ways
from backhand.errors import HandError, ShoeError, quoted
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.hands import check_pack, hands_of, name, plus
from backhand.vingt_un.policies import Counts, Policy, check_dealer, check_punter
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, hard_total, score
from backhand.vingt_un.solving.ends import DealersEnds, flows


class Choice(StrEnum):
    """What a seat may do with a hand; the value is the name in every output."""

    STAND = "stand"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a punter's hand is worth, per stake first laid, after best play; exact.

    ``values`` maps both choices to their expectation to the punter, given all he knows: his cards,
    those seen, whether the dealer doubled, and with the natural shown at once that he has none. ``best`` is the better
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
    both is not considered (see ``pairs``). ``policy`` makes the punter play it instead of his best. A dealer who may
    double has said that he does (``doubled``) or that he does not: two questions, which ``round_value`` puts together.

    Raises ShoeError for a pack that may run out, PolicyError for a doubling that the rules do not know.

    >>> Punter(Rules(), Policy.from_text("17")).dealers_value()
    Fraction(24002857155357432691, 158967762540051465000)
    """

    def __init__(
        self,
        rules: Rules,
        dealer: Policy,
        pack: Shoe | None = None,
        policy: Policy | None = None,
        doubled: bool = False,
    ) -> None:
        fresh = Shoe.of_decks(1)
        self.rules, self.dealer, self.doubled = rules, check_dealer(rules, dealer), check_doubled(rules, doubled)
        self.pack = check_pack(fresh if pack is None else pack, 2)
        self.stakes, self.policy = 2 if doubled else 1, policy
        self._policy = check_punter(policy).decisions() if policy else None
        self._endings = DealersEnds(dealer, self.pack, doubled)
        hands = hands_of(self.pack)
        left = [tuple(held - used for held, used in zip(self.pack, hand, strict=True)) for hand in hands]
        self.hands = hands
        self._stand: dict[Counts, int] = {}
        self._draw: dict[Counts, int] = {}
        self._free: dict[Counts, int] = {}
        self._naturals: dict[Counts, int] = {}
        for hand, found in zip(hands, self._endings.orderings(left), strict=True):
            self._naturals[hand] = 0 if rules.natural_at_end else found.pop(NATURAL)
            self._stand[hand] = self.stakes * sum(rules.net(score(hand), held) * count for held, count in found.items())
            self._free[hand] = sum(found.values())
        for hand in reversed(hands):  # largest first: what a draw leads to is known
            self._draw[hand] = self._drawing(hand)

    def _drawing(self, hand: Counts) -> int:
        """The stakes gained by a draw: those of hands not gone over come back with what they gain."""
        back = -self.stakes * self._free[hand]
        for place in range(len(RANKS)):
            cards, child = self.pack[place] - hand[place], plus(hand, place)
            if cards and hard_total(child) <= MOST:
                back += cards * (self.worth(child) + self.stakes * self._free[child])
        return back

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
            raise HandError(f"{quoted(name(hand))}: a hand has two cards or more")
        if score(hand) == OVER:
            raise HandError(f"{name(hand)} is {hard_total(hand)}: over {MOST} there is nothing to decide")
        for rank, held, used in zip(RANKS, self.pack, hand, strict=True):
            if used > held:
                raise ShoeError(f"{used} cards of rank {rank}, but the pack holds {held}")
        stand, draw, free = self._stand[hand], self._draw[hand], self._free[hand]
        if not free and self._naturals[hand]:
            raise HandError(f"{name(hand)}: the dealer has a natural for certain, and the round is over")
        if not free:
            which, dealer = "none" if self.doubled else "all", quoted(str(self.dealer))
            raise HandError(f"{name(hand)}: dealer {dealer} doubles with {which} of the cards he can have")
        values = {Choice.STAND: Fraction(stand, free), Choice.DRAW: Fraction(draw, free)}
        return Advice(hand, values, Choice.DRAW if draw > stand else Choice.STAND)

    def can_be(self, hand: Counts) -> bool:
        """Whether a hand can come to a decision, as far as the dealer's two cards go."""
        return self._free[hand] > 0

    def deals(self) -> Iterable[tuple[int, Counts]]:
        """Every two cards a punter can be dealt, with the ordered ways to."""
        for hand in self.hands:
            if sum(hand) == 2:
                yield ways(self.pack, hand) * (1 if 2 in hand else 2), hand

    def dealers_value(self) -> Fraction:
        """What the dealer gains per stake first laid over a whole round, his natural included.

        Where he may double, over rounds in which he announces this, times the chance of that.
        """
        gained = 0
        for orders, hand in self.deals():
            natural = self._naturals[hand] * self.stakes * self.rules.net(score(hand), NATURAL)
            gained += orders * (self.worth(hand) + natural)
        return -Fraction(gained, perm(self.pack.cards))

    def chance(self) -> Fraction:
        """How often the dealer announces this: doubles, or does not.

        >>> Punter(Rules.from_text("dealer-doubles=on"), Policy.from_text("17; A T: double"), doubled=True).chance()
        Fraction(32, 663)
        """
        (orders,) = self._endings.first_two(np.array([self.pack], dtype=np.int64)).tolist()
        return Fraction(orders, perm(self.pack.cards, 2))

    def visits(self, policy: Policy) -> Mapping[Counts, Fraction]:
        """The probability that a punter with this policy comes to each hand while the round goes on, a natural too.

        It is that of a round; where the dealer may double, of a round in which he announces this.

        >>> from backhand.vingt_un.policies import counts_of
        >>> Punter(Rules(), Policy.from_text("17")).visits(Policy.from_text("16"))[counts_of([10, 10])]
        Fraction(668, 7735)
        """
        whole, said = perm(self.pack.cards), self.chance()
        return {
            hand: Fraction(flow * ways(self.pack, hand) * self._free[hand], whole) / said
            for hand, (flow, _) in flows(policy, self.pack).items()
            if flow
        }

    def best_policy(self) -> Policy:
        """What the best reply does, as a policy: the pair of totals it follows most, and its exceptions.

        >>> policy = Punter(Rules(), Policy.from_text("17")).best_policy()
        >>> policy.hard, policy.soft
        (15, 19)
        """
        table = {hand: self._stand[hand] >= self._draw[hand] for hand in self.hands if score(hand) != NATURAL}
        return Policy.of_table(table)


def check_doubled(rules: Rules, doubled: bool) -> bool:
    """Whether the dealer has doubled. Raises PolicyError if he has, and the rules do not let him."""
    if doubled and not rules.dealer_may_double:
        raise PolicyError("the dealer cannot have doubled: he may only with --rules dealer-doubles=on")
    return doubled


def announcements(rules: Rules) -> tuple[bool, ...]:
    """What the dealer may tell the punters before they act: that he has not doubled, or that he has."""
    return (False, True) if rules.dealer_may_double else (False,)


def round_value(
    rules: Rules,
    dealer: Policy,
    pack: Shoe | None = None,
    policy: Policy | None = None,
    if_doubled: Policy | None = None,
) -> Fraction:
    """What the dealer gains per stake first laid over a whole round, whatever he announces.

    Against best play, or against a punter who plays ``policy``, and ``if_doubled`` where he has doubled.

    >>> rules = Rules.from_text("dealer-doubles=on")
    >>> quiet, greedy = (round_value(rules, Policy.from_text(text)) for text in ("17", "17; double: 20"))
    >>> greedy > quiet == round_value(Rules(), Policy.from_text("17"))
    True
    """
    played = {False: policy, True: if_doubled or policy}
    return sum(
        (Punter(rules, dealer, pack, played[doubled], doubled).dealers_value() for doubled in announcements(rules)),
        Fraction(0),
    )
