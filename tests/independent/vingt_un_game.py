"""Vingt-un against one punter once more, from the rules alone: exact, card by card, for small packs.

All payoffs are in stakes and the punter's, but where a name says dealer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from .game import Hand, Shoe, draws

Policy = Callable[[Hand], bool]
Pairs = Callable[[Hand], bool]


def score(hand: Hand) -> int:
    """The total, an ace counting 11 where that is not over 21."""
    total = sum(hand)
    return total + 10 if 1 in hand and total <= 11 else total


def soft(hand: Hand) -> bool:
    """Whether an ace counts 11."""
    return score(hand) != sum(hand)


def natural(hand: Hand) -> bool:
    """Ace and ten on the first two cards."""
    return len(hand) == 2 and score(hand) == 21


def stands_on(hard: int, soft_total: int | None = None) -> Policy:
    """A policy by totals."""
    other = hard if soft_total is None else soft_total
    return lambda hand: score(hand) >= (other if soft(hand) else hard)


def add(hand: Hand, card: int) -> Hand:
    """A hand with one more card."""
    return tuple(sorted((*hand, card)))


def pairs(shoe: Shoe) -> Iterator[tuple[Hand, Fraction, Shoe]]:
    """The first two cards that can be had, in order, their chance, and what is left."""
    for first, chance, rest in draws(shoe):
        for second, share, left in draws(rest):
            yield (first, second), chance * share, left


@dataclass(frozen=True)
class Rules:
    """The options, by default Hoffmann's."""

    natural_tie_void: bool = False
    natural_at_end: bool = False
    natural_pays: int = 2
    drawn_pays: int = 2
    tie_at_21: int = 2
    ties_void: bool = False

    def settle(self, punter: Hand, dealer: Hand) -> int:
        """What a punter who is not over gets in the end."""
        if natural(dealer):
            return 0 if natural(punter) and self.natural_tie_void else -2
        if natural(punter):
            return self.natural_pays
        mine, his = score(punter), score(dealer)
        if his > 21 or mine > his:
            return self.drawn_pays if mine == 21 else 1
        if mine == his:
            if self.ties_void:
                return 0
            return -self.tie_at_21 if mine == 21 else -1
        return -2 if his == 21 else -1


class AgainstPolicy:
    """A punter against a dealer's policy. Only first two cards of the dealer that are told to be possible are dealt."""

    def __init__(self, rules: Rules, pack: Shoe, dealer: Policy, possible: Pairs) -> None:
        self.rules = rules
        self.pack = pack
        self.dealer = dealer
        self.possible = possible
        self._stands: dict[Hand, Fraction] = {}
        self._best: dict[Hand, Fraction] = {}

    def rest(self, hand: Hand) -> Shoe:
        """The pack without a hand."""
        return tuple(count - hand.count(rank + 1) for rank, count in enumerate(self.pack))

    def dealt(self, hand: Hand) -> Iterator[tuple[Hand, Fraction, Shoe]]:
        """The possible first two cards of the dealer."""
        for pair, chance, left in pairs(self.rest(hand)):
            if self.possible(pair):
                yield pair, chance, left

    def weight(self, hand: Hand) -> Fraction:
        """The chance that the dealer has two cards that are possible."""
        return sum((chance for _, chance, _ in self.dealt(hand)), Fraction(0))

    def finish(self, punter: Hand, dealer: Hand, shoe: Shoe) -> Fraction:
        """The dealer plays to the end."""
        if natural(dealer) or score(dealer) > 21 or self.dealer(dealer):
            return Fraction(self.rules.settle(punter, dealer))
        return sum(
            (chance * self.finish(punter, add(dealer, card), left) for card, chance, left in draws(shoe)), Fraction(0)
        )

    def stand(self, hand: Hand) -> Fraction:
        """Standing, times the weight."""
        if hand not in self._stands:
            self._stands[hand] = sum(
                (chance * self.finish(hand, pair, left) for pair, chance, left in self.dealt(hand)), Fraction(0)
            )
        return self._stands[hand]

    def draw(self, hand: Hand, after: Callable[[Hand], Fraction]) -> Fraction:
        """Drawing, times the weight."""
        total = Fraction(0)
        for card, chance, _ in draws(self.rest(hand)):
            new = add(hand, card)
            total += chance * (-self.weight(new) if score(new) > 21 else after(new))
        return total

    def best(self, hand: Hand) -> Fraction:
        """The best of both, times the weight."""
        if hand not in self._best:
            self._best[hand] = self.stand(hand)
            if not natural(hand):
                self._best[hand] = max(self.stand(hand), self.draw(hand, self.best))
        return self._best[hand]

    def by(self, policy: Policy) -> Callable[[Hand], Fraction]:
        """A policy of the punter's, times the weight."""

        def follow(hand: Hand) -> Fraction:
            if natural(hand) or policy(hand):
                return self.stand(hand)
            return self.draw(hand, follow)

        return follow


def dealers_value(
    rules: Rules, pack: Shoe, dealer: Policy, punter: Policy | None, doubles: Pairs | None = None
) -> Fraction:
    """What the dealer gains per stake; the punter plays best if he has no policy.

    A natural that is shown at once is doubled too if the dealer doubles with it.
    """
    gained = Fraction(0)
    doubling = doubles or (lambda pair: False)
    if not rules.natural_at_end:
        for hand, chance, left in pairs(pack):
            for pair, share, _ in pairs(left):
                if natural(pair):
                    gained -= (2 if doubling(pair) else 1) * chance * share * rules.settle(hand, pair)

    def common(double: bool) -> Pairs:
        return lambda pair: doubling(pair) == double and (rules.natural_at_end or not natural(pair))

    for double in (False, True):
        game = AgainstPolicy(rules, pack, dealer, common(double))
        play = game.best if punter is None else game.by(punter)
        for hand, chance, _ in pairs(pack):
            gained -= (2 if double else 1) * chance * play(tuple(sorted(hand)))
    return gained


class BestDealer:
    """A dealer who replies best to one punter's policy. A view is what he cannot see, with its chances."""

    def __init__(self, rules: Rules, punter: Policy) -> None:
        self.rules = rules
        self.punter = punter

    def shown(self, pack: Shoe) -> tuple[Fraction, dict[Hand, list[tuple[Hand, Fraction, Shoe]]]]:
        """What the punter pays by going over, and for all that he can show when he stands, what he can hold."""
        views: dict[Hand, list[tuple[Hand, Fraction, Shoe]]] = {}
        over = Fraction(0)

        def go(hidden: Hand, drawn: Hand, chance: Fraction, shoe: Shoe) -> None:
            nonlocal over
            hand = tuple(sorted((*hidden, *drawn)))
            if score(hand) > 21:
                over += chance
            elif natural(hand) or self.punter(hand):
                views.setdefault(drawn, []).append((hand, chance, shoe))
            else:
                for card, share, left in draws(shoe):
                    go(hidden, (*drawn, card), chance * share, left)

        for pair, chance, left in pairs(pack):
            go(pair, (), chance, left)
        return over, views

    def stand(self, dealer: Hand, view: list[tuple[Hand, Fraction, Shoe]]) -> Fraction:
        """What the dealer gains by standing, times the chance of the view."""
        return -sum((chance * self.rules.settle(hand, dealer) for hand, chance, _ in view), Fraction(0))

    def draw(self, dealer: Hand, view: list[tuple[Hand, Fraction, Shoe]]) -> Fraction:
        """What he gains by drawing, and then the best, times the chance of the view."""
        following: dict[int, list[tuple[Hand, Fraction, Shoe]]] = {}
        for hand, chance, shoe in view:
            for card, share, left in draws(shoe):
                following.setdefault(card, []).append((hand, chance * share, left))
        return sum((self.best(add(dealer, card), new) for card, new in following.items()), Fraction(0))

    def best(self, dealer: Hand, view: list[tuple[Hand, Fraction, Shoe]]) -> Fraction:
        """The best of both."""
        if score(dealer) > 21 or natural(dealer):
            return self.stand(dealer, view)
        return max(self.stand(dealer, view), self.draw(dealer, view))

    def with_two(self, dealer: Hand, pack: Shoe) -> Fraction:
        """What he gains in a round in which he has these two cards; the pack is without them."""
        if natural(dealer) and not self.rules.natural_at_end:
            hands = ((hand, chance) for hand, chance, _ in pairs(pack))
            return -sum((chance * self.rules.settle(hand, dealer) for hand, chance in hands), Fraction(0))
        over, views = self.shown(pack)
        return over + sum((self.best(dealer, view) for view in views.values()), Fraction(0))

    def value(self, pack: Shoe) -> Fraction:
        """What a round is worth to him."""
        return sum((chance * self.with_two(pair, left) for pair, chance, left in pairs(pack)), Fraction(0))
