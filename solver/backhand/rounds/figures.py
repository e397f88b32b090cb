"""The figures of a game: what a round is worth, how widely it varies, how long it takes. Exact, or enclosed.

Everything is per round: one initial stake, from the deal to its result. A push that is taken is no result and starts
no new round (R9); a void is a round of net 0 (O3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm, sqrt

from backhand.common.cards import format_cards
from backhand.common.intervals import Number, enclosed, squared
from backhand.errors import TooLargeError
from backhand.evaluator import Evaluator, Value
from backhand.positions import Position, deal
from backhand.rounds.by_strategy import FixedEvaluator
from backhand.rounds.deals import Deals
from backhand.rounds.follow import Rounds, Way
from backhand.rules import WINS, Action, Ending, Kind, kind_of
from backhand.solving.bounds import Bounds
from backhand.solving.valuation import all_but_push
from backhand.strategies.holdings import best_of

Distribution = Mapping[int, Number]
"""Probability by number; they sum to 1, or are enclosures of such."""


@dataclass(frozen=True, slots=True)
class Start:
    """What an initial hand comes to: how often it is dealt, and what a round is worth from then on."""

    hand: tuple[int, ...]
    """Two ranks, sorted, after R1."""
    chance: Fraction
    """Probability that a round starts with it, however many aces were discarded."""
    win: Number
    """Probability that the round is won, given the hand."""
    ev: Number
    """Expected net payoff per initial stake, given the hand."""

    @property
    def kind(self) -> Kind:
        """The type of the hand (R2)."""
        return kind_of(2, sum(self.hand))


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of rounds that were followed.

    >>> from backhand import Rules, Shoe
    >>> from backhand.rounds.follow import follow
    >>> figures = Figures(follow(Deals(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules())))
    >>> float(figures.win), figures.variance == 1 - figures.ev**2
    (0.5540230404516119, True)
    >>> sum(figures.cards.values()), max(figures.pushes), round(float(figures.mean_cards), 6)
    (Fraction(1, 1), 3, 4.781463)
    """

    rounds: Rounds

    @property
    def win(self) -> Number:
        """Win probability, which is the hit frequency: how many rounds of all are paid."""
        return self._mean(lambda way: way.ending in WINS, 1)

    @property
    def void(self) -> Number:
        """Probability that the shoe runs out under the hand (O3)."""
        return self.rounds.endings[Ending.VOID]

    @property
    def nets(self) -> dict[Fraction, Number]:
        """Probability of each net payoff per stake that is known to come up, the least first."""
        nets = sorted({self._net(way) for way in self.rounds.ways})
        return {net: self._mean(lambda way, net=net: self._net(way) == net, 1) for net in nets}  # type: ignore[misc]

    @property
    def ev(self) -> Number:
        """Expected net payoff per stake."""
        nets = [self.rounds.rules.net(ending) for ending in Ending]
        return self._mean(self._net, max(nets), min(nets))

    @property
    def house_edge(self) -> Number:
        """−EV: what the house gains per stake."""
        return -self.ev

    @property
    def rtp(self) -> Number:
        """Return to player: 1 + EV, what comes back of a stake on average."""
        return self.ev + Fraction(1)

    @property
    def variance(self) -> Number:
        """Variance of the net payoff of a round, in stakes squared."""
        most = max(self.rounds.rules.net(ending) ** 2 for ending in Ending)
        return self._mean(lambda way: self._net(way) ** 2, most) - squared(self.ev)

    @property
    def deviation(self) -> float:
        """Standard deviation of a round in stakes, as a double.

        The root of the exact variance to its last digit or two; of an enclosed one within the width of that.
        """
        return sqrt(enclosed(self.variance).middle)

    @property
    def cards(self) -> Distribution:
        """Distribution of the cards that leave the shoe in a round (see ``Way``)."""
        return self._by(lambda way: way.cards)

    @property
    def pushes(self) -> Distribution:
        """Distribution of the push hands pushed in a round."""
        return self._by(lambda way: way.pushes)

    @property
    def mean_cards(self) -> Number:
        """Mean of ``cards``."""
        return self._mean(lambda way: way.cards, self.rounds.shoe.cards)

    @property
    def mean_pushes(self) -> Number:
        """Mean of ``pushes``."""
        return self._mean(lambda way: way.pushes, self.rounds.shoe.cards // 2)

    def _by(self, what: Callable[[Way], int]) -> Distribution:
        found: dict[int, Fraction] = defaultdict(Fraction)
        for way, chance in self.rounds.ways.items():
            found[what(way)] += chance
        return {number: self.rounds.number(chance) for number, chance in sorted(found.items())}

    def _mean(self, what: Callable[[Way], Fraction | int], most: Fraction | int, least: Fraction | int = 0) -> Number:
        """The mean of something that is between ``least`` and ``most`` in every round."""
        known = sum((what(way) * chance for way, chance in self.rounds.ways.items()), Fraction(0))
        return self.rounds.number(known, most, least)

    def _net(self, way: Way) -> Fraction:
        return self.rounds.rules.net(way.ending)


def starts(deals: Deals) -> list[Start]:
    """Every initial hand of a round from a shoe whose ``deals`` are solved, by total and ranks.

    The chances sum to 1, less the probability that the deal is void; chance times EV sums to the EV of the deal.

    >>> from backhand import Rules, Shoe
    >>> found = starts(Deals(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules()))
    >>> len(found), sum(start.chance for start in found), found[-1].hand, float(found[-1].win)
    (46, Fraction(1, 1), (10, 10), 0.5645413471256168)
    """
    shoe, rules, strategy = deals.shoe, deals.rules, deals.strategy
    evaluator = Evaluator(rules) if strategy is None else FixedEvaluator(rules, strategy, shoe)
    found: dict[tuple[int, ...], tuple[Fraction, Number, Number]] = {}
    weights: dict[Position, int] = defaultdict(int)
    for weight, node in deal(shoe):
        if isinstance(node, Position):
            weights[node] += weight
    for position, weight in weights.items():
        hand, _ = position.hand_from(shoe)
        chance = Fraction(weight, perm(shoe.cards, shoe.cards - position.shoe.cards))
        value = _after_two(deals, evaluator, position, hand)
        known = found.get(hand, (Fraction(0),) * 3)
        found[hand] = known[0] + chance, value.win * chance + known[1], value.ev * chance + known[2]
    made = [
        Start(hand, chance, win * (1 / chance), ev * (1 / chance))
        for hand, (chance, win, ev) in found.items()
        if chance
    ]
    return sorted(made, key=lambda start: (sum(start.hand), start.hand))


def _after_two(deals: Deals, evaluator: Evaluator, position: Position, hand: tuple[int, ...]) -> Value | Bounds:
    """What a round is worth from a hand of two cards on."""
    if kind_of(2, sum(hand)) is not Kind.PUSH:
        return evaluator.value(position)
    if deals.strategy is not None:
        action = deals.strategy.action(hand)
        return deals.deal(position.shoe) if action is Action.PUSH else evaluator.action_value(position, action)
    settled, pushed = all_but_push(evaluator, position), deals.deal(position.shoe)
    push = enclosed(pushed.ev)
    if push.width and any(value.ev in push for value in settled.values()):
        raise TooLargeError(f"hand {format_cards(hand)}: pushing is worth as much as settling, or nearly")
    worth: dict[Action, Value | Bounds] = {**settled, Action.PUSH: pushed}
    legal = position.actions(deals.rules)
    return worth[best_of({action: worth[action] for action in legal})[0]]
