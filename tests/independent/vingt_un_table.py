"""Several punters at a table of Vingt-un, as the dealer sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .game import Hand, Shoe, draws
from .vingt_un_game import Policy, Rules, add, natural, pairs, score

View = list[tuple[tuple[Hand, ...], Fraction, Shoe]]


def take(shoe: Shoe, cards: Hand) -> tuple[Fraction, Shoe]:
    """The chance that these cards come next in this order, and what is left."""
    chance, left = Fraction(1), list(shoe)
    for card in cards:
        if not left[card - 1]:
            return Fraction(0), shoe
        chance *= Fraction(left[card - 1], sum(left))
        left[card - 1] -= 1
    return chance, tuple(left)


@dataclass(frozen=True)
class Seat:
    """A punter: his policy, his first two cards, what he drew in order, and whether he is over."""

    policy: Policy
    hidden: Hand
    drawn: Hand
    over: bool

    @classmethod
    def played(cls, policy: Policy, pack: list[int]) -> Seat:
        """A punter who plays by his policy from the end of a pack."""
        hidden: Hand = (pack.pop(), pack.pop())
        drawn: Hand = ()
        while pack and cls.draws(policy, hidden, drawn):
            drawn = (*drawn, pack.pop())
        return cls(policy, hidden, drawn, score((*hidden, *drawn)) > 21)

    @staticmethod
    def draws(policy: Policy, hidden: Hand, drawn: Hand) -> bool:
        """Whether he takes one more card."""
        hand = tuple(sorted((*hidden, *drawn)))
        return score(hand) <= 21 and not natural(hand) and not policy(hand)

    def could_hold(self, hidden: Hand) -> bool:
        """Whether he would have drawn just this with other cards hidden."""
        if not all(self.draws(self.policy, hidden, self.drawn[:place]) for place in range(len(self.drawn))):
            return False
        over = score((*hidden, *self.drawn)) > 21
        return over == self.over and not self.draws(self.policy, hidden, self.drawn)

    def holdings(self, shoe: Shoe, whole: bool) -> Iterator[tuple[Hand, Fraction, Shoe]]:
        """What he may hold, as the dealer sees it; a hand thrown up may be shown whole."""
        for hidden, chance, left in pairs(shoe):
            known = not (whole and self.over) or sorted(hidden) == sorted(self.hidden)
            if known and self.could_hold(hidden):
                share, rest = take(left, self.drawn)
                if share:
                    yield tuple(sorted((*hidden, *self.drawn))), chance * share, rest


def table_view(seats: list[Seat], shoe: Shoe, whole: bool) -> View:
    """All that those who stand may hold together."""
    view: View = [((), Fraction(1), shoe)]
    for seat in seats:
        longer: dict[tuple[tuple[Hand, ...], Shoe], Fraction] = {}
        for hands, chance, left in view:
            for hand, share, rest in seat.holdings(left, whole):
                key = (hands if seat.over else (*hands, hand), rest)
                longer[key] = longer.get(key, Fraction(0)) + chance * share
        view = [(hands, chance, rest) for (hands, rest), chance in longer.items()]
    return view


@dataclass(frozen=True)
class Table:
    """The dealer against all who stand."""

    rules: Rules

    def stand(self, dealer: Hand, view: View) -> Fraction:
        """What standing gains from all, times the chance of the view."""
        gains = (chance * sum(self.rules.settle(hand, dealer) for hand in hands) for hands, chance, _ in view)
        return -sum(gains, Fraction(0))

    def draw(self, dealer: Hand, view: View) -> Fraction:
        """What drawing gains, and then the best, times the chance of the view."""
        following: dict[int, View] = {}
        for hands, chance, shoe in view:
            for card, share, left in draws(shoe):
                following.setdefault(card, []).append((hands, chance * share, left))
        return sum((self.best(add(dealer, card), new) for card, new in following.items()), Fraction(0))

    def best(self, dealer: Hand, view: View) -> Fraction:
        """The best of both."""
        if score(dealer) > 21:
            return self.stand(dealer, view)
        return max(self.stand(dealer, view), self.draw(dealer, view))
