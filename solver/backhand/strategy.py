"""Hands as they come up in a round, and the chart: a strategy by number of cards and total.

A chart is total-dependent: one action for each number of cards and total. Where the best action depends on
the cards that make the total, the cell is marked and the hands it is wrong for are its exceptions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from backhand.cards import Shoe
from backhand.evaluator import Value
from backhand.positions import Position, deal, outcomes
from backhand.rules import Action, Kind, Rules, kind_of
from backhand.solver import Solver


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


@dataclass(frozen=True, slots=True)
class Deviation:
    """A hand for which its cell of the chart is wrong."""

    holding: Holding
    best: tuple[Action, ...]
    cost: Fraction
    """EV that following the cell costs with this hand, per initial stake."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a chart says for a number of cards and a total."""

    action: Action
    exceptions: tuple[Deviation, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of a shoe; ``cells`` is by (cards, total), in their order."""

    rules: Rules
    shoe: Shoe
    cells: Mapping[tuple[int, int], Cell]

    @property
    def exceptions(self) -> Iterator[Deviation]:
        """All exceptions, cell by cell."""
        for cell in self.cells.values():
            yield from cell.exceptions


def chart(solver: Solver, shoe: Shoe | None = None) -> Chart:
    """The chart for rounds dealt from ``shoe``, by default the solver's fresh one.

    A cell has the action with the highest EV over the hands that make it, each as often as its cards come when
    every hit is taken, and each action followed by best play. Equals go by O5.

    >>> made = chart(Solver())
    >>> str(made.cells[2, 16].action), str(made.cells[3, 12].action), len(made.cells[2, 16].exceptions)
    ('backhand', 'hit', 0)

    Raises TooLargeError where push hands lead to too many shoes.
    """
    shoe = solver.fresh if shoe is None else shoe
    by_cell: dict[tuple[int, int], list[tuple[Holding, dict[Action, Value]]]] = defaultdict(list)
    for holding, values in action_values(solver, shoe):
        by_cell[len(holding.hand), holding.position.total].append((holding, values))
    return Chart(solver.rules, shoe, {key: _cell(hands) for key, hands in by_cell.items()})


def action_values(solver: Solver, shoe: Shoe) -> list[tuple[Holding, dict[Action, Value]]]:
    """Every holding with the value of each of its legal actions, in the order of O5."""
    solver.value(shoe=shoe)  # so that every push finds its deal solved
    evaluator = solver.evaluator
    return [
        (holding, {a: evaluator.action_value(holding.position, a) for a in holding.position.actions(solver.rules)})
        for holding in holdings(shoe, solver.rules)
    ]


def _cell(hands: list[tuple[Holding, dict[Action, Value]]]) -> Cell:
    actions = hands[0][1]  # the same for all, since they depend on cards and total alone
    action = max(actions, key=lambda action: sum(holding.chance * values[action].ev for holding, values in hands))
    exceptions = []
    for holding, values in hands:
        best = max(value.ev for value in values.values())
        if values[action].ev < best:
            right = tuple(a for a, value in values.items() if value.ev == best)
            exceptions.append(Deviation(holding, right, best - values[action].ev))
    return Cell(action, tuple(exceptions))
