"""Hands as they come up in a round, with what each of their actions is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from backhand.common.cards import Shoe
from backhand.common.intervals import Number, enclosed
from backhand.evaluator import Value
from backhand.positions import Position, deal, outcomes
from backhand.rules import Action, Kind, Rules, kind_of
from backhand.solving.bounds import Bounds
from backhand.solving.valuation import Valuation


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand of two to four cards in a round, before anything was pushed."""

    hand: tuple[int, ...]
    discarded: int
    """How many aces R1 has discarded."""
    position: Position
    chance: Fraction
    """Probability that the first cards of the round are these, when every hit that is legal is taken."""

    @property
    def kind(self) -> Kind:
        """The kind of the hand (R2, R5)."""
        return kind_of(self.position.cards, self.position.total)


def holdings(shoe: Shoe, rules: Rules) -> list[Holding]:
    """Every hand of two, three and four cards that a round dealt from ``shoe`` can have to decide on.

    In order of cards, total, hand and discarded aces. The chances of the two-card hands sum to 1, less the
    probability that the deal is void.

    >>> hands = holdings(Shoe.of_decks(1), Rules())
    >>> len(hands), sum(holding.chance for holding in hands if len(holding.hand) == 2)
    (1655, Fraction(1, 1))
    """
    found: list[Holding] = []
    level: dict[Position, int] = defaultdict(int)
    for weight, node in deal(shoe):
        if isinstance(node, Position):
            level[node] += weight
    while level:
        after: dict[Position, int] = defaultdict(int)
        for position, ways in level.items():
            hand, discarded = position.hand_from(shoe)
            chance = Fraction(ways, perm(shoe.cards, shoe.cards - position.shoe.cards))
            found.append(Holding(hand, discarded, position, chance))
            if Action.HIT in position.actions(rules):
                for weight, node in outcomes(position, Action.HIT):
                    if isinstance(node, Position):
                        after[node] += ways * weight
        level = after
    return sorted(found, key=lambda holding: (*holding.position[1:], holding.hand, holding.discarded))


def action_values(valuation: Valuation, shoe: Shoe) -> list[tuple[Holding, dict[Action, Value | Bounds]]]:
    """Every holding with the value of each of its legal actions, as ``Valuation.actions`` has them."""
    deals = valuation.next_deals(shoe)
    return [(held, valuation.actions(held.position, deals)) for held in holdings(shoe, valuation.rules)]


def most_of(worth: Mapping[Action, Value | Bounds]) -> Number:
    """The EV of the best action, where an enclosure holds none but its own."""
    return max((value.ev for value in worth.values()), key=lambda ev: enclosed(ev).low)


def best_of(worth: Mapping[Action, Value | Bounds]) -> tuple[Action, ...]:
    """The best action, or all that are worth exactly the same (O5).

    >>> from backhand.evaluator import value_of
    >>> best_of({action: value_of((1, 0, 0, 1, 0, 0, 0), 2, Rules()) for action in (Action.BACKHAND, Action.HIT)})
    (<Action.BACKHAND: 'backhand'>, <Action.HIT: 'hit'>)
    """
    most = most_of(worth)
    return tuple(action for action, value in worth.items() if value.ev == most)
