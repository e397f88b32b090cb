"""The definition of every number: a memoised recursion over the undealt cards, exact.

With m cards undealt, all m! orderings of them are equally likely. What a position is worth is told
by how many of these orderings lead to each ending when the best action is taken at every turn. All
counts at one position are over the same m!, so actions are compared as integers, and nothing is
divided before the answer (docs/method.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial, lcm

from backhand.common.cards import Shoe
from backhand.common.recursion import deep
from backhand.errors import HandError
from backhand.positions import End, Position, deal, outcomes
from backhand.rules import ENDINGS, WINS, Action, Rules

Counts = tuple[int, ...]
"""Orderings of the undealt cards that lead to each ending, in the order of ``ENDINGS``."""

_DEEPEST = 3_000
"""Python frames that the longest chain of pushes may need: 208 of them in eight decks of tens, a few frames each."""

_PLACE = {ending: place for place, ending in enumerate(ENDINGS)}


@dataclass(frozen=True, slots=True)
class Value:
    """What a position, an action or a deal is worth, after best play. All exact.

    ``endings`` maps each of the seven endings to its probability; they sum to 1. ``ev`` is the
    expected net payoff per initial stake.
    """

    endings: Mapping[str, Fraction] = field(hash=False)  # EV alone is hash enough
    ev: Fraction

    @property
    def win(self) -> Fraction:
        """The probability to win, in any of the three ways."""
        return sum((self.endings[ending] for ending in WINS), Fraction(0))

    @property
    def void(self) -> Fraction:
        """The probability that the shoe runs out under the hand (O3)."""
        return self.endings["void"]

    @property
    def house_edge(self) -> Fraction:
        """−EV: what the house gains per initial stake."""
        return -self.ev


def stakes(rules: Rules) -> tuple[int, tuple[int, ...]]:
    """The net payoffs of the endings as integers over one denominator: (denominator, numerators).

    >>> stakes(Rules().paying("6:5"))
    (5, (6, 6, 6, -5, -5, -5, 0))
    """
    nets = [rules.net(ending) for ending in ENDINGS]
    denominator = lcm(*(net.denominator for net in nets))
    return denominator, tuple(int(net * denominator) for net in nets)


def value_of(counts: Iterable[int], cards: int, rules: Rules) -> Value:
    """The value that counts over ``cards``! orderings stand for."""
    orderings = factorial(cards)
    endings = {ending.value: Fraction(count, orderings) for ending, count in zip(ENDINGS, counts, strict=True)}
    return Value(endings, sum((rules.net(ending) * endings[ending] for ending in ENDINGS), Fraction(0)))


class Evaluator:
    """Exact values of any position under the given rules, each computed once.

    ``deals``, where given, answers what a deal from a shoe is worth in place of the recursion: the
    engine does, for shoes with more deals ahead than a plain recursion should visit. (A fresh deck has two
    million positions, a minute's work.)

    >>> nine_seven = Position(Shoe.of_decks(1).without([9, 7]), 2, 16)
    >>> Evaluator(Rules()).action_value(nine_seven, Action.BACKHAND).win
    Fraction(3, 5)
    """

    def __init__(self, rules: Rules, deals: Callable[[Shoe], Counts] | None = None) -> None:
        self.rules = rules
        self._deals = deals
        _, self._stakes = stakes(rules)
        self._memo: dict[Position, Counts] = {}

    @property
    def positions(self) -> int:
        """How many positions it remembers."""
        return len(self._memo)

    def value(self, position: Position) -> Value:
        """The value of a position, or of the deal to come, after best play.

        Raises HandError for a hand that is won, lost or none.
        """
        position.check()
        return value_of(self.counts(position), position.shoe.cards, self.rules)

    def action_value(self, position: Position, action: Action) -> Value:
        """The value of taking this action now and playing best from then on.

        Raises HandError for a hand that is won, lost or none, and for an action that it may not take.
        """
        position.check()
        if action not in position.actions(self.rules):
            raise HandError(f"{action} is not allowed with {position.cards} cards that total {position.total}")
        with deep(_DEEPEST):
            counts = self.action_counts(position, action)
        return value_of(counts, position.shoe.cards, self.rules)

    def counts(self, position: Position) -> Counts:
        """The orderings of the undealt cards by ending, after best play."""
        with deep(_DEEPEST):
            return self._counts(position)

    def _counts(self, position: Position) -> Counts:
        known = self._memo.get(position)
        if known is None:
            if position.cards:
                known = self.best(position)[1]
            elif self._deals:
                known = self._deals(position.shoe)
            else:
                known = self._sum(deal(position.shoe))
            self._memo[position] = known
        return known

    def action_counts(self, position: Position, action: Action) -> Counts:
        """The orderings of the undealt cards by ending, when this action is taken now."""
        return self._sum(outcomes(position, action))

    def best(self, position: Position) -> tuple[Action, Counts]:
        """The action taken, and its counts: the highest expected payoff, ties by O5."""
        options = [(action, self.action_counts(position, action)) for action in position.actions(self.rules)]
        return max(options, key=lambda option: self.payoff(option[1]))  # of equals, max takes the first

    def payoff(self, counts: Counts) -> int:
        """The net payoff summed over the orderings, in the integer units of ``stakes``."""
        return sum(stake * count for stake, count in zip(self._stakes, counts, strict=True))

    def _sum(self, branches: Iterable[tuple[int, Position | End]]) -> Counts:
        total = [0] * len(ENDINGS)
        for weight, node in branches:
            if isinstance(node, End):
                total[_PLACE[node.ending]] += weight * factorial(node.shoe.cards)
            else:
                total = [so_far + weight * count for so_far, count in zip(total, self._counts(node), strict=True)]
        return tuple(total)
