"""Backhand once more, from the rules alone: exact, card by card, for small shoes.

Nothing here is taken from the solver. A law is what can become of a round: it maps (ending, cards that leave the shoe,
pushes) to a probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

Shoe = tuple[int, ...]
Hand = tuple[int, ...]
Key = tuple[str, int, int]
Law = dict[Key, Fraction]

NAMES = "A23456789T"
WINS = ("backhand", "five-cards", "played-push")
LOSSES = ("bust", "failed-backhand", "failed-push")
ENDINGS = (*WINS, *LOSSES, "void")
SOONEST = ("backhand", "play-push", "hit", "push")


@dataclass(frozen=True)
class Game:
    """The rules in force. Payouts are those of a backhand, five cards, and a played push."""

    push_hit: bool = False
    twelve_hit: bool = False
    void_loses: bool = False
    latest: bool = False
    pays: tuple[Fraction, Fraction, Fraction] = (Fraction(1), Fraction(1), Fraction(1))

    def net(self, ending: str) -> Fraction:
        """What an ending gains per stake."""
        if ending in WINS:
            return self.pays[WINS.index(ending)]
        if ending == "void" and not self.void_loses:
            return Fraction(0)
        return Fraction(-1)

    def legal(self, hand: Hand) -> list[str]:
        """The actions of a hand, the one that settles it soonest first."""
        total = sum(hand)
        if len(hand) == 2 and total >= 17:
            return ["play-push", "hit", "push"] if self.push_hit else ["play-push", "push"]
        if total <= 11 or (total == 12 and self.twelve_hit):
            return ["hit"]
        return ["backhand", "hit"]

    def ev(self, law: Law) -> Fraction:
        """The mean net payoff of a law."""
        return sum((chance * self.net(ending) for (ending, _, _), chance in law.items()), Fraction(0))

    def preferred(self, actions: list[str]) -> str:
        """The one that is taken of equally good actions."""
        return (max if self.latest else min)(actions, key=SOONEST.index)


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    """Each value that can be drawn, its chance, and the shoe without it."""
    cards = sum(shoe)
    for place, count in enumerate(shoe):
        if count:
            yield place + 1, Fraction(count, cards), (*shoe[:place], count - 1, *shoe[place + 1 :])


def deals(shoe: Shoe) -> dict[tuple[Hand | None, int, Shoe], Fraction]:
    """The hands that can be dealt, with the aces discarded and the shoe left over. No hand is a void."""
    found: dict[tuple[Hand | None, int, Shoe], Fraction] = {}

    def add(hand: Hand | None, aces: int, rest: Shoe, chance: Fraction) -> None:
        key = (None if hand is None else tuple(sorted(hand)), aces, rest)
        found[key] = found.get(key, Fraction(0)) + chance

    def replace(hand: Hand, aces: int, rest: Shoe, chance: Fraction) -> None:
        if len(hand) == 2:
            add(hand, aces, rest, chance)
        elif not sum(rest):
            add(None, aces, rest, chance)
        else:
            for card, share, left in draws(rest):
                replace((*hand, card), aces, left, chance * share)

    def begin(hand: Hand, aces: int, rest: Shoe, chance: Fraction) -> None:
        if len(hand) + aces == 2:
            replace(hand, aces, rest, chance)
        elif not sum(rest):
            add(None, aces, rest, chance)
        else:
            for card, share, left in draws(rest):
                if card == 1:
                    begin(hand, aces + 1, left, chance * share)
                else:
                    begin((*hand, card), aces, left, chance * share)

    begin((), 0, shoe, Fraction(1))
    return found


def turn(hand: Hand, action: str, card: int) -> str | None:
    """The ending that a card brings about, if any."""
    total = sum(hand) + card
    if action == "backhand":
        return "backhand" if total > 21 else "failed-backhand"
    if action == "play-push":
        return "played-push" if total <= 21 else "failed-push"
    if total > 21:
        return "bust"
    return "five-cards" if len(hand) == 4 else None


Choice = Callable[[Hand, Shoe, list[str]], str]


class Play:
    """A way to play, and the law of each position under it. Without details cards and pushes are not told apart."""

    def __init__(self, game: Game, choice: Choice, details: bool = False) -> None:
        self.game = game
        self.choice = choice
        self.details = details
        self._hands: dict[tuple[Hand, Shoe], Law] = {}
        self._deals: dict[Shoe, Law] = {}

    def _add(self, law: Law, more: Law, chance: Fraction, cards: int, pushes: int) -> None:
        for (ending, old_cards, old_pushes), share in more.items():
            key = (ending, old_cards + cards, old_pushes + pushes) if self.details else (ending, 0, 0)
            law[key] = law.get(key, Fraction(0)) + chance * share

    def deal(self, shoe: Shoe) -> Law:
        """The law of a deal from a shoe."""
        if shoe not in self._deals:
            law: Law = {}
            for (hand, _, rest), chance in deals(shoe).items():
                after = {("void", 0, 0): Fraction(1)} if hand is None else self.hand(hand, rest)
                self._add(law, after, chance, sum(shoe) - sum(rest), 0)
            self._deals[shoe] = law
        return self._deals[shoe]

    def hand(self, hand: Hand, shoe: Shoe) -> Law:
        """The law of a hand."""
        key = (hand, shoe)
        if key not in self._hands:
            self._hands[key] = self.action(hand, shoe, self.choice(hand, shoe, self.game.legal(hand)))
        return self._hands[key]

    def action(self, hand: Hand, shoe: Shoe, action: str) -> Law:
        """The law of an action, then play goes on in this way."""
        law: Law = {}
        if action == "push":
            self._add(law, self.deal(shoe), Fraction(1), 0, 1)
            return law
        if not sum(shoe):
            return {("void", 0, 0): Fraction(1)}
        for card, chance, rest in draws(shoe):
            ending = turn(hand, action, card)
            after = {(ending, 0, 0): Fraction(1)} if ending else self.hand(tuple(sorted((*hand, card))), rest)
            self._add(law, after, chance, 1, 0)
        return law


class Best(Play):
    """Best play: each action is tried, and the best one taken."""

    def __init__(self, game: Game, details: bool = False) -> None:
        super().__init__(game, lambda hand, shoe, legal: self.game.preferred(self.best(hand, shoe)), details)
        self._evs: dict[tuple[Hand, Shoe], dict[str, Fraction]] = {}

    def evs(self, hand: Hand, shoe: Shoe) -> dict[str, Fraction]:
        """The EV of every legal action."""
        key = (hand, shoe)
        if key not in self._evs:
            self._evs[key] = {a: self.game.ev(self.action(hand, shoe, a)) for a in self.game.legal(hand)}
        return self._evs[key]

    def best(self, hand: Hand, shoe: Shoe) -> list[str]:
        """All best actions."""
        evs = self.evs(hand, shoe)
        return [action for action, ev in evs.items() if ev == max(evs.values())]


Position = tuple[bool, int, Hand, Shoe]


def visits(play: Play, shoe: Shoe) -> dict[Position, Fraction]:
    """How often each decision comes up: (of the first deal, aces discarded in its deal, hand, shoe)."""
    reach: dict[Position, Fraction] = {}
    waiting: dict[tuple[bool, Shoe], Fraction] = {(True, shoe): Fraction(1)}
    hands: dict[Position, Fraction] = {}

    def add(position: Position, chance: Fraction) -> None:
        hands[position] = hands.get(position, Fraction(0)) + chance

    while waiting or hands:
        most = max([sum(key[1]) for key in waiting] + [sum(key[3]) for key in hands])
        for position in [key for key in hands if sum(key[3]) == most]:
            chance = hands.pop(position)
            reach[position] = reach.get(position, Fraction(0)) + chance
            first, aces, hand, rest = position
            action = play.choice(hand, rest, play.game.legal(hand))
            if action == "push":
                waiting[False, rest] = waiting.get((False, rest), Fraction(0)) + chance
            else:
                for card, share, left in draws(rest):
                    if turn(hand, action, card) is None:
                        add((first, aces, tuple(sorted((*hand, card))), left), chance * share)
        for first, dealt in [key for key in waiting if sum(key[1]) == most]:
            chance = waiting.pop((first, dealt))
            for (new, aces, rest), share in deals(dealt).items():
                if new is not None:
                    add((first, aces, new, rest), chance * share)
    return reach


def win(law: Law) -> Fraction:
    """The win probability of a law."""
    return sum((chance for (ending, _, _), chance in law.items() if ending in WINS), Fraction(0))


def marginal(law: Law, place: int) -> dict[str | int, Fraction]:
    """The distribution of one part of a law: 0 endings, 1 cards, 2 pushes."""
    found: dict[str | int, Fraction] = {}
    for key, chance in law.items():
        found[key[place]] = found.get(key[place], Fraction(0)) + chance
    return {key: chance for key, chance in found.items() if chance}
