"""The best chart: of all strategies that know only the number of cards and the total, the one worth most.

Found exactly, among all of them (docs/method.md, "The best chart"). With two-card actions given, a chart's value is a
sum that can be maximised cell by cell but for the cells of three cards, of which every combination is tried. Choices of
two-card actions are tried as long as they may be better than the chart found so far: for a fresh deck, one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial

from backhand.common.cards import Shoe
from backhand.common.intervals import Enclosure, Number, enclosed
from backhand.common.progress import Progress, quiet
from backhand.errors import TooLargeError
from backhand.evaluator import Value, stakes
from backhand.positions import Position, outcomes
from backhand.rules import Action, Rules
from backhand.solving.bounds import Bounds
from backhand.solving.levels import Level, follow
from backhand.solving.valuation import Valuation
from backhand.strategies.cells import CellSearch
from backhand.strategies.holdings import Holding, action_values, best_of, most_of

Cell = tuple[int, int]
"""A number of cards and a total."""
_Values = list[tuple[Holding, dict[Action, Value | Bounds]]]
_REFINEMENTS = 4
_SPARE = 80
"""Bits of a chance beyond those of the width that is asked for: sums have less than 2^62 terms."""


@dataclass(frozen=True, slots=True)
class Exceptional:
    """A hand that the chart plays wrong."""

    holding: Holding
    action: Action
    """What the chart says."""
    best: tuple[Action, ...]
    gain: Number
    """EV that the best action gains with this hand, best play following both."""
    chance: Fraction
    """How often it comes up in the first deal of a round that follows the chart."""

    @property
    def worth(self) -> Number:
        """What the exception is worth in all: its gain as often as it comes up."""
        return self.gain * self.chance


@dataclass(frozen=True, slots=True)
class BestChart:
    """The best chart of a shoe, what it is worth, and what it costs not to know more."""

    rules: Rules
    shoe: Shoe
    actions: Mapping[Cell, Action]
    """The action of every number of cards and total that can be held."""
    win: Number
    ev: Number
    """What a round is worth that follows the chart, pushes and all."""
    optimum: Value | Bounds
    """What it is worth with best play."""
    exceptions: tuple[Exceptional, ...]
    """Hands of the first deal that it plays wrong, those worth most in all first."""
    hands: Sequence[tuple[Holding, Mapping[Action, Value | Bounds]]]
    """Every hand of the first deal, with the value of each of its actions."""

    @property
    def cost(self) -> Number:
        """EV lost to best play."""
        return self.optimum.ev - self.ev

    @property
    def excepted(self) -> Number:
        """EV that the exceptions are worth in all. The rest of the cost is lost after pushes, in changed shoes."""
        return sum((one.worth for one in self.exceptions), Fraction(0))

    def wins(self) -> dict[Cell, dict[Action, Number]]:
        """For each cell, the win probability of every action, best play following, over the hands of the first deal.

        A hand counts as often as its cards come when every hit is taken, so that each cell has some.
        """
        sums: dict[Cell, dict[Action, Number]] = defaultdict(lambda: defaultdict(Fraction))
        chances: dict[Cell, Fraction] = defaultdict(Fraction)
        for holding, worth in self.hands:
            cell = _cell(holding.position)
            chances[cell] += holding.chance
            for action, value in worth.items():
                sums[cell][action] = value.win * holding.chance + sums[cell][action]
        return {cell: {a: win * (1 / chances[cell]) for a, win in found.items()} for cell, found in sums.items()}


def best_chart(valuation: Valuation, shoe: Shoe | None = None, progress: Progress = quiet) -> BestChart:
    """The best chart for rounds dealt from ``shoe``, by default the valuation's fresh one.

    >>> made = best_chart(Valuation(), Shoe("2,1,0,1,0,2,1,1,1,4"))
    >>> str(made.actions[2, 17]), made.ev <= made.optimum.ev
    ('push', True)

    That none is better is proved for any number of decks. Its value is exact where the valuation's is, else enclosed no
    wider than the valuation's width. Raises TooLargeError where enclosures do not tell two charts apart.
    """
    shoe = valuation.fresh if shoe is None else shoe
    values = action_values(valuation, shoe)
    optimum = valuation.next_deals(shoe)[shoe]
    choices = list(_two_card_charts(_two_card_losses(values)))
    for levels, scale in _ways_to_follow(valuation, shoe):
        found = _search(valuation.rules, shoe, choices, enclosed(optimum.ev).high, levels, scale, progress)
        if found and enclosed(found.ev).width <= valuation.width and enclosed(found.win).width <= valuation.width:
            break
    else:
        raise TooLargeError(f"shoe {shoe}: two charts are worth the same, or nearly; only exact values tell them apart")
    chart = {cell: found.action(*cell) for cell in sorted({_cell(holding.position) for holding, _ in values})}
    exceptions = tuple(_exceptions(chart, values))
    return BestChart(valuation.rules, shoe, chart, found.win, found.ev, optimum, exceptions, values)


def _ways_to_follow(valuation: Valuation, shoe: Shoe) -> Iterator[tuple[list[Level], int]]:
    """The shoes to follow and the scale of their chances: all and exact, or more and more."""
    if valuation.is_exact(shoe):
        yield follow(shoe, 0), factorial(shoe.cards)
        return
    unit, stake = stakes(valuation.rules)
    spread = Fraction(max(stake) - min(stake), unit)
    budget = Fraction(3, 4) * valuation.width / max(spread, Fraction(1))
    for _ in range(_REFINEMENTS):
        yield follow(shoe, float(budget)), 1 << _SPARE + int(1 / budget).bit_length()
        budget /= 64


def _search(
    rules: Rules,
    shoe: Shoe,
    choices: list[tuple[Fraction, dict[int, Action]]],
    optimum: Fraction,
    levels: list[Level],
    scale: int,
    progress: Progress,
) -> CellSearch | None:
    """The best of all charts; None where it is not proved to be.

    Any chart loses to best play, worth ``optimum`` at most, at least what it loses with two cards in the first deal,
    which come up whatever it says. So two-card actions that lose more than the chart found so far are in no better one.
    """
    found: CellSearch | None = None
    for least, two in choices:
        if found and least > optimum - enclosed(found.ev).low:
            break
        other = CellSearch(rules, shoe, two, levels, scale, progress)
        if not other.decided:
            return None
        if found and isinstance(found.ev, Enclosure) and not _apart(enclosed(found.ev), enclosed(other.ev)):
            return None
        if not found or enclosed(other.ev).low > enclosed(found.ev).low:
            found = other
    return found


def _apart(one: Enclosure, other: Enclosure) -> bool:
    return one.high < other.low or other.high < one.low


def _cell(position: Position) -> Cell:
    return position.cards, position.total


def _two_card_losses(values: _Values) -> dict[int, list[tuple[Fraction, Action]]]:
    """For each total of two cards, what each action loses in the first deal, per round, at least; the least first."""
    losses: dict[int, dict[Action, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for holding, worth in values:
        if holding.position.cards == 2:
            most, best = most_of(worth), best_of(worth)
            for action, value in worth.items():
                loss = Fraction(0) if action in best else enclosed(most - value.ev).low
                losses[holding.position.total][action] += holding.chance * loss
    return {
        total: sorted(((loss, action) for action, loss in found.items()), key=lambda item: item[0])
        for total, found in losses.items()
    }


def _two_card_charts(first: Mapping[int, list[tuple[Fraction, Action]]]) -> list[tuple[Fraction, dict[int, Action]]]:
    """Every choice of two-card actions, with what all of them lose in the first deal, the least first."""
    charts = []
    for choice in product(*first.values()):
        actions = {total: action for total, (_, action) in zip(first, choice, strict=True)}
        charts.append((sum((loss for loss, _ in choice), Fraction(0)), actions))
    return sorted(charts, key=lambda item: item[0])


def _exceptions(chart: Mapping[Cell, Action], values: _Values) -> list[Exceptional]:
    chances: dict[Position, Fraction] = defaultdict(Fraction)
    found = []
    for holding, worth in values:  # by number of cards, so that a hand's chance is complete when it comes
        position = holding.position
        if position.cards == 2:
            chances[position] = holding.chance
        action, chance = chart[_cell(position)], chances[position]
        if action is Action.HIT:
            for weight, node in outcomes(position, action):
                if isinstance(node, Position):
                    chances[node] += chance * Fraction(weight, position.shoe.cards)
        best = best_of(worth)
        if chance and action not in best:
            found.append(Exceptional(holding, action, best, most_of(worth) - worth[action].ev, chance))
    return sorted(found, key=lambda one: -enclosed(one.worth).middle)
