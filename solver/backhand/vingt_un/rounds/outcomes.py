"""How rounds end when both policies are known: every ending, for every hand on the way, exactly.

``solving.punter`` asks what a hand is worth; this asks how it ends. In place of stakes there is one count for each
ending, summed over the orderings of the cards that the punter has not seen. Where there are several punters each of
them ends so: the cards of the others are cards from the same pack, and as each looks at his own cards only, it makes no
difference who draws first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import perm

from backhand.common.cards import Shoe
from backhand.common.ways import ways
from backhand.vingt_un.endings import ENDINGS, Ending, ending, net_of
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.hands import check_pack, plus
from backhand.vingt_un.policies import Counts, Policy, check_dealer, check_punter
from backhand.vingt_un.rules import MOST, NATURAL, Rules, hard_total, is_soft, score
from backhand.vingt_un.solving.ends import DealersEnds, flows
from backhand.vingt_un.solving.punter import Choice

Cell = tuple[int, bool]
"""A total, and whether an ace counts 11. A hand comes to each cell once: with aces 1 its total only grows."""


@dataclass
class Outcomes:
    """Rounds of one punter, who does not go on both, against a dealer; all probabilities are of a whole round.

    Raises ShoeError for a pack that may run out, UnsolvedError for a dealer who may double.

    >>> found = Outcomes(Rules(), Policy(17, 17), Policy(16, 16))
    >>> sum(found.endings.values()), round(float(found.endings[Ending.OVER]), 6)
    (Fraction(1, 1), 0.193013)
    >>> from backhand.vingt_un.solving.punter import Punter
    >>> found.dealers_value == Punter(Rules(), Policy(17, 17), policy=Policy(16, 16)).dealers_value()
    True
    """

    rules: Rules
    dealer: Policy
    punter: Policy
    pack: Shoe = field(default_factory=lambda: Shoe.of_decks(1))

    def __post_init__(self) -> None:
        check_pack(self.pack, 2)
        check_dealer(self.rules, self.dealer)
        check_punter(self.punter)
        if self.rules.dealer_may_double:
            raise UnsolvedError("dealer-doubles=on: how rounds end is solved for a dealer who may not double")
        self._flows = flows(self.punter, self.pack)
        self._place = {how: place for place, how in enumerate(ENDINGS)}

    @cached_property
    def _counts(self) -> dict[Counts, list[int]]:
        """For each hand the punter comes to: orderings of the unseen cards by ending.

        With the dealer's natural shown at once only those in which he has none.
        """
        reached = list(self._flows)
        left = [self._left(hand) for hand in reached]
        made: dict[Counts, list[int]] = {}
        settled = zip(reached, left, DealersEnds(self.dealer, self.pack).orderings(left), strict=True)
        for hand, unseen, found in reversed(list(settled)):  # largest first: what a draw leads to is known
            counts = made[hand] = [0] * len(ENDINGS)
            if self._flows[hand][1]:
                for held, orders in found.items():
                    if held != NATURAL or self.rules.natural_at_end:
                        counts[self._place[ending(score(hand), held)]] += orders
                continue
            for place, cards in enumerate(unseen):
                if cards:
                    child = plus(hand, place)
                    if hard_total(child) > MOST:
                        counts[self._place[Ending.OVER]] += cards * self._free(child)
                    else:
                        for how, orders in enumerate(made[child]):
                            counts[how] += cards * orders
        return made

    def _left(self, hand: Counts) -> Counts:
        return tuple(held - used for held, used in zip(self.pack, hand, strict=True))

    def _free(self, hand: Counts) -> int:
        """The orderings of the unseen cards in which the round comes to a decision."""
        left = self._left(hand)
        cards = sum(left)
        naturals = 0 if self.rules.natural_at_end else 2 * left[0] * left[-1]
        return perm(cards) - (naturals * perm(cards - 2) if naturals else 0)

    def _orders(self, hand: Counts) -> int:
        """The orders of the first cards of the pack in which the punter comes to this hand."""
        return self._flows[hand][0] * ways(self.pack, hand)

    @cached_property
    def starts(self) -> Mapping[Counts, Mapping[Ending, Fraction]]:
        """By the two cards first dealt: the probability to be dealt them and to end so, dealer's naturals included."""
        whole, found = perm(self.pack.cards), {}
        for hand, counts in self._counts.items():
            if sum(hand) == 2 and (orders := self._orders(hand)):
                ends = {how: Fraction(orders * count, whole) for how, count in zip(ENDINGS, counts, strict=True)}
                if not self.rules.natural_at_end:
                    naturals = perm(self.pack.cards - 2) - self._free(hand)
                    ends[ending(score(hand), NATURAL)] += Fraction(orders * naturals, whole)
                found[hand] = ends
        return found

    @cached_property
    def endings(self) -> Mapping[Ending, Fraction]:
        """The probability of each ending; they sum to 1."""
        return {how: sum((ends[how] for ends in self.starts.values()), Fraction(0)) for how in ENDINGS}

    @cached_property
    def visits(self) -> Mapping[Counts, Fraction]:
        """The probability to come to each hand and decide about it: no natural, nor the dealer's shown at once."""
        whole = perm(self.pack.cards)
        return {
            hand: Fraction(self._orders(hand) * self._free(hand), whole)
            for hand in self._flows
            if score(hand) != NATURAL and self._orders(hand)
        }

    @cached_property
    def decisions(self) -> Mapping[tuple[Cell, Choice], tuple[Fraction, Fraction]]:
        """By total, hard or soft, and choice: the probability of that in a round, and of winning after it."""
        whole = perm(self.pack.cards)
        wins = [self._place[how] for how in ENDINGS if net_of(self.rules, how) > 0]
        sums: dict[tuple[Cell, Choice], list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
        for hand, visits in self.visits.items():
            choice = Choice.STAND if self._flows[hand][1] else Choice.DRAW
            both = sums[(score(hand), is_soft(hand)), choice]
            both[0] += visits
            both[1] += Fraction(self._orders(hand) * sum(self._counts[hand][how] for how in wins), whole)
        return {key: (sums[key][0], sums[key][1]) for key in sorted(sums)}

    @cached_property
    def cards(self) -> Mapping[int, Fraction]:
        """The probability to end with so many cards, the first two and one that goes over included."""
        more: dict[int, Fraction] = defaultdict(Fraction)  # the probability to take a card to so many
        for hand, visits in self.visits.items():
            if not self._flows[hand][1]:
                more[sum(hand) + 1] += visits
        most = max(more, default=2)
        held = [Fraction(1), *(more[cards] for cards in range(3, most + 2))]
        return {cards: held[cards - 2] - held[cards - 1] for cards in range(2, most + 1)}

    @cached_property
    def nets(self) -> Mapping[int, Fraction]:
        """The probability of each gain of the punter, in stakes."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for how, chance in self.endings.items():
            found[net_of(self.rules, how)] += chance
        return dict(found)

    @property
    def dealers_value(self) -> Fraction:
        """What the dealer gains per stake."""
        return -sum((net * chance for net, chance in self.nets.items()), Fraction(0))
