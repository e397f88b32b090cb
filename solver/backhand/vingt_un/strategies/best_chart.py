"""The punter's best reply on a page: by total, hard and soft, with the hands that are exceptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, perm, prod

from backhand.common.ways import ways
from backhand.vingt_un.policies import Counts, Policy
from backhand.vingt_un.rules import NATURAL, is_soft, score
from backhand.vingt_un.solving.punter import Advice, Choice, Punter

MOST_CARDS = 6
"""Hands of so many cards and more are looked at together."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is best with most of the cards that make a total, how many hands that are, and how many differ."""

    action: Choice
    hands: int
    exceptions: int


@dataclass(frozen=True, slots=True)
class Exceptional:
    """A hand for which its cell is wrong, what following the cell costs, in stakes, and how often it comes up."""

    hand: Counts
    total: int
    soft: bool
    best: Choice
    cost: Fraction
    chance: Fraction

    @property
    def worth(self) -> Fraction:
        """What following the cell with this hand costs in a round."""
        return self.cost * self.chance


@dataclass(frozen=True, slots=True)
class Chart:
    """The best reply by (total, soft), the exceptions worth most first.

    ``by_cards`` is what is best with most hands of so many cards (the last: or more); to look at, it is not followed.
    ``chances`` is how often a decision by each cell comes up in a round that follows the chart; ``optimum`` is what the
    punter gains per stake by best play, in a round. Where the dealer may double: in a round in which he says so.
    """

    punter: Punter
    cells: dict[tuple[int, bool], Cell]
    by_cards: dict[tuple[int, bool, int], Cell]
    chances: Mapping[tuple[int, bool], Fraction]
    optimum: Fraction
    exceptions: tuple[Exceptional, ...]

    @property
    def cost(self) -> Fraction:
        """What following the chart costs against best play, per stake and round: what its exceptions are worth."""
        return sum((one.worth for one in self.exceptions), Fraction(0))

    @property
    def ev(self) -> Fraction:
        """What the punter gains per stake who follows the chart, in a round; he does not go on both."""
        return self.optimum - self.cost

    def cost_of(self, total: int, soft: bool) -> Fraction:
        """What following one cell costs in a round."""
        return sum((one.worth for one in self.exceptions if (one.total, one.soft) == (total, soft)), Fraction(0))


@dataclass(frozen=True, slots=True)
class Held:
    """A hand, what standing and drawing are worth with it, and how often best play comes to it in a round."""

    advice: Advice
    chance: Fraction


def chart(punter: Punter) -> Chart:
    """The chart of a best reply. Hands count by how often their cards lie on top of the pack.

    Raises HandError where no hand can come to a decision: the dealer doubles with naturals only, or never.

    >>> from backhand.vingt_un.rules import Rules
    >>> found = chart(Punter(Rules(), Policy(17, 17)))
    >>> str(found.cells[14, False].action), str(found.cells[16, False].action), str(found.cells[18, True].action)
    ('draw', 'stand', 'draw')
    >>> found.ev == found.optimum - found.cost < found.optimum == -Punter(Rules(), Policy(17, 17)).dealers_value()
    True
    """
    advised = [advice for advice in _advised(punter) if score(advice.hand) != NATURAL]
    cells, by_cards, exceptions = {}, {}, []
    groups: dict[tuple[int, bool], list[Advice]] = {}
    for advice in advised:
        groups.setdefault((score(advice.hand), is_soft(advice.hand)), []).append(advice)
    for key, group in sorted(groups.items()):
        cells[key] = _cell(punter, group)
        for cards in range(2, MOST_CARDS + 1):
            some = [advice for advice in group if min(sum(advice.hand), MOST_CARDS) == cards]
            if some:
                by_cards[*key, cards] = _cell(punter, some)
    table = {advice.hand: cells[score(advice.hand), is_soft(advice.hand)].action for advice in advised}
    visits = punter.visits(Policy.of_table({hand: action is Choice.STAND for hand, action in table.items()}))
    chances = dict.fromkeys(cells, Fraction(0))
    for advice in advised:
        hand, chance = advice.hand, visits.get(advice.hand, Fraction(0))
        chances[score(hand), is_soft(hand)] += chance
        if cost := advice.values[advice.best] - advice.values[table[hand]]:
            exceptions.append(Exceptional(hand, score(hand), is_soft(hand), advice.best, cost, chance))
    exceptions.sort(key=lambda one: (-one.worth, -one.cost))
    optimum = -punter.dealers_value() / punter.chance()
    return Chart(punter, cells, by_cards, chances, optimum, tuple(exceptions))


def every_hand(punter: Punter) -> list[Held]:
    """Every hand he can hold, by number of cards, a natural too; how often each comes up by best play.

    Raises HandError as ``chart`` does.

    >>> from backhand.vingt_un.rules import Rules
    >>> hands = every_hand(Punter(Rules(), Policy(17, 17)))
    >>> len(hands), str(hands[0].advice.best), hands[0].chance  # A A
    (2008, 'draw', Fraction(1193, 270725))
    """
    advised = _advised(punter)  # refuses a dealer who never says this, of whose rounds there are no chances
    visits = punter.visits(punter.best_policy())
    return [Held(advice, visits.get(advice.hand, Fraction(0))) for advice in advised]


def _advised(punter: Punter) -> list[Advice]:
    """Every hand that can come to a decision, or is a natural that the dealer has none beside."""
    found = [punter.advise(hand) for hand in punter.hands if punter.can_be(hand)]
    if not any(score(advice.hand) != NATURAL for advice in found):
        punter.advise(punter.hands[0])  # refused: the dealer cannot have said what he has
    return found


def _cell(punter: Punter, group: Sequence[Advice]) -> Cell:
    weights = dict.fromkeys(Choice, Fraction(0))
    for advice in group:
        hand = advice.hand
        orders = factorial(sum(hand)) // prod(factorial(count) for count in hand)
        weights[advice.best] += Fraction(orders * ways(punter.pack, hand), perm(punter.pack.cards, sum(hand)))
    action = max(Choice, key=lambda choice: weights[choice])
    wrong = [advice for advice in group if advice.values[action] < advice.values[advice.best]]
    return Cell(action, len(group), len(wrong))
