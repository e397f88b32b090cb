"""The figures of a game: what a round is worth, how widely it varies, how long it takes. All exact.

Everything is per round: one initial stake, from the deal to its result. A push that is taken is no result and starts
no new round (R9); a void is a round of net 0 (O3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from backhand.cards import Shoe
from backhand.engine import Engine
from backhand.evaluator import Evaluator
from backhand.fixed import FixedEvaluator
from backhand.positions import Position, deal
from backhand.rounds import Rounds, Way
from backhand.rules import WINS, Ending, Kind, Rules, kind_of
from backhand.strategies import Strategy

Distribution = Mapping[int, Fraction]
"""Probability by number; they sum to 1."""


@dataclass(frozen=True, slots=True)
class Start:
    """What an initial hand comes to: how often it is dealt, and what a round is worth from then on."""

    hand: tuple[int, ...]
    """Two ranks, sorted, after R1."""
    chance: Fraction
    """Probability that a round starts with it, however many aces were discarded."""
    win: Fraction
    """Probability that the round is won, given the hand."""
    ev: Fraction
    """Expected net payoff per initial stake, given the hand."""

    @property
    def kind(self) -> Kind:
        """The type of the hand (R2)."""
        return kind_of(2, sum(self.hand))


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of rounds that were followed.

    >>> from backhand.rounds import follow
    >>> figures = Figures(follow(Shoe.of_decks(1), Rules()))
    >>> float(figures.win), figures.variance == 1 - figures.ev**2
    (0.5727220382432733, True)
    >>> sum(figures.cards.values()), max(figures.pushes), round(float(figures.mean_cards), 6)
    (Fraction(1, 1), 14, 4.680736)
    """

    rounds: Rounds

    @property
    def win(self) -> Fraction:
        """Win probability, which is the hit frequency: how many rounds of all are paid."""
        return sum((chance for way, chance in self.rounds.ways.items() if way.ending in WINS), Fraction(0))

    @property
    def void(self) -> Fraction:
        """Probability that the shoe runs out under the hand (O3)."""
        return self.rounds.endings[Ending.VOID]

    @property
    def nets(self) -> dict[Fraction, Fraction]:
        """Probability of each net payoff per stake, the least first; they sum to 1."""
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for ending, chance in self.rounds.endings.items():
            if chance:
                found[self.rounds.rules.net(ending)] += chance
        return dict(sorted(found.items()))

    @property
    def ev(self) -> Fraction:
        """Expected net payoff per stake."""
        return sum((net * chance for net, chance in self.nets.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """−EV: what the house gains per stake."""
        return -self.ev

    @property
    def rtp(self) -> Fraction:
        """Return to player: 1 + EV, what comes back of a stake on average."""
        return 1 + self.ev

    @property
    def variance(self) -> Fraction:
        """Variance of the net payoff of a round, in stakes squared."""
        return sum((net * net * chance for net, chance in self.nets.items()), Fraction(0)) - self.ev**2

    @property
    def deviation(self) -> float:
        """Standard deviation of a round in stakes: the root of the exact variance, to a double's last digit or two."""
        return sqrt(self.variance)

    @property
    def cards(self) -> Distribution:
        """Distribution of the cards that leave the shoe in a round (see ``Way``)."""
        return self._by(lambda way: way.cards)

    @property
    def pushes(self) -> Distribution:
        """Distribution of the push hands pushed in a round."""
        return self._by(lambda way: way.pushes)

    @property
    def mean_cards(self) -> Fraction:
        """Mean of ``cards``."""
        return mean(self.cards)

    @property
    def mean_pushes(self) -> Fraction:
        """Mean of ``pushes``."""
        return mean(self.pushes)

    def _by(self, what: Callable[[Way], int]) -> Distribution:
        found: dict[int, Fraction] = defaultdict(Fraction)
        for way, chance in self.rounds.ways.items():
            found[what(way)] += chance
        return dict(sorted(found.items()))


def mean(distribution: Distribution) -> Fraction:
    """The mean of a distribution.

    >>> mean({0: Fraction(1, 2), 3: Fraction(1, 2)})
    Fraction(3, 2)
    """
    return sum((number * chance for number, chance in distribution.items()), Fraction(0))


def starts(shoe: Shoe, rules: Rules, strategy: Strategy | None, engine: Engine) -> list[Start]:
    """Every initial hand of a round dealt from ``shoe``, by total and ranks; ``engine`` is the strategy's for it.

    The chances sum to 1, less the probability that the deal is void; chance times EV sums to the EV of the deal.

    >>> from backhand.fixed import engine_for
    >>> shoe, rules = Shoe.of_decks(1), Rules()
    >>> found = starts(shoe, rules, None, engine_for(shoe, rules, None))
    >>> len(found), sum(start.chance for start in found), found[-1].hand, float(found[-1].win)
    (55, Fraction(1, 1), (10, 10), 0.5709213652630677)
    """
    evaluator = Evaluator(rules, engine.counts) if strategy is None else FixedEvaluator(rules, strategy, shoe, engine)
    found: dict[tuple[int, ...], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
    weights: dict[Position, int] = defaultdict(int)
    for weight, node in deal(shoe):
        if isinstance(node, Position):
            weights[node] += weight
    for position, weight in weights.items():
        value, drawn = evaluator.value(position), shoe.cards - position.shoe.cards
        ways = 1
        for gone in range(drawn):
            ways *= shoe.cards - gone
        chance = Fraction(weight, ways)
        old = found[position.hand_from(shoe)[0]]
        found[position.hand_from(shoe)[0]] = [
            so_far + more for so_far, more in zip(old, (chance, chance * value.win, chance * value.ev), strict=True)
        ]
    made = [Start(hand, chance, win / chance, ev / chance) for hand, (chance, win, ev) in found.items()]
    return sorted(made, key=lambda start: (sum(start.hand), start.hand))
