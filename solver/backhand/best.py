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

import numpy as np

from backhand.cards import Shoe
from backhand.engine import Progress, quiet
from backhand.evaluator import Value, stakes
from backhand.graph.deals import deals_of_round
from backhand.graph.sums import WIN_ROWS, Hand, Sums, initial_hands, units_of
from backhand.hands import Array, Block, blocks
from backhand.positions import Position, outcomes
from backhand.rules import BUST_ABOVE, ENDINGS, FULL_HAND, Action, Ending, Rules
from backhand.solver import Solver
from backhand.strategy import Holding, action_values

Cell = tuple[int, int]
"""A number of cards and a total."""
_Values = list[tuple[Holding, dict[Action, Value]]]
_Key = tuple[int, int, Action | None]
"""A total of three cards, then of four or 0, and the action taken there."""
_TWO: _Key = (0, 0, None)
"""What is settled with two cards."""
_HELD: _Key = (-1, 0, None)
"""The hands of two cards, beside which there are only void deals."""
_BUST, _VOID = ENDINGS.index(Ending.BUST), ENDINGS.index(Ending.VOID)


@dataclass(frozen=True, slots=True)
class Exceptional:
    """A hand that the chart plays wrong."""

    holding: Holding
    action: Action
    """What the chart says."""
    best: tuple[Action, ...]
    gain: Fraction
    """EV that the best action gains with this hand, best play following both."""
    chance: Fraction
    """How often it comes up in the first deal of a round that follows the chart."""

    @property
    def worth(self) -> Fraction:
        """What the exception is worth in all: its gain as often as it comes up."""
        return self.gain * self.chance


@dataclass(frozen=True, slots=True)
class BestChart:
    """The best chart of a shoe, what it is worth, and what it costs not to know more."""

    rules: Rules
    shoe: Shoe
    actions: Mapping[Cell, Action]
    """The action of every number of cards and total that can be held."""
    win: Fraction
    ev: Fraction
    """What a round is worth that follows the chart, pushes and all."""
    optimum: Value
    """What it is worth with best play."""
    exceptions: tuple[Exceptional, ...]
    """Hands of the first deal that it plays wrong, those worth most in all first."""
    hands: Sequence[tuple[Holding, Mapping[Action, Value]]]
    """Every hand of the first deal, with the value of each of its actions."""

    @property
    def cost(self) -> Fraction:
        """EV lost to best play."""
        return self.optimum.ev - self.ev

    def wins(self) -> dict[Cell, dict[Action, Fraction]]:
        """For each cell, the win probability of every action, best play following, over the hands of the first deal.

        A hand counts as often as its cards come when every hit is taken, so that each cell has some.
        """
        sums: dict[Cell, dict[Action, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        chances: dict[Cell, Fraction] = defaultdict(Fraction)
        for holding, worth in self.hands:
            cell = _cell(holding.position)
            chances[cell] += holding.chance
            for action, value in worth.items():
                sums[cell][action] += holding.chance * value.win
        return {cell: {a: win / chances[cell] for a, win in found.items()} for cell, found in sums.items()}


def best_chart(solver: Solver, shoe: Shoe | None = None, progress: Progress = quiet) -> BestChart:
    """The best chart for rounds dealt from ``shoe``, by default the solver's fresh one.

    >>> made = best_chart(Solver(), Shoe("2,1,0,1,0,2,1,1,1,4"))
    >>> str(made.actions[2, 17]), made.ev <= made.optimum.ev
    ('push', True)

    Raises TooLargeError where push hands lead to too many shoes.
    """
    shoe = solver.fresh if shoe is None else shoe
    optimum = solver.value(shoe=shoe)
    values = action_values(solver, shoe)
    first = _two_card_actions(values)
    found = _Search(solver, shoe, {total: losses[0][1] for total, losses in first.items()}, progress)
    # Any chart loses to best play at least what it loses with two cards in the first deal, which come up whatever
    # it says. So two-card actions that lose more than the chart found so far are in no better chart.
    for least, two in _two_card_charts(first):
        if least > optimum.ev - found.ev:
            break
        if two != found.two:
            found = max(found, _Search(solver, shoe, two, progress), key=lambda search: search.ev)
    chart = {cell: found.action(*cell) for cell in sorted({_cell(holding.position) for holding, _ in values})}
    exceptions = tuple(_exceptions(chart, values))
    return BestChart(solver.rules, shoe, chart, found.win, found.ev, optimum, exceptions, values)


def _cell(position: Position) -> Cell:
    return position.cards, position.total


def _two_card_actions(values: _Values) -> dict[int, list[tuple[Fraction, Action]]]:
    """For each total of two cards, what each action loses in the first deal, per round; the least first."""
    losses: dict[int, dict[Action, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for holding, worth in values:
        if holding.position.cards == 2:
            most = max(value.ev for value in worth.values())
            for action, value in worth.items():
                losses[holding.position.total][action] += holding.chance * (most - value.ev)
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
        most = max(value.ev for value in worth.values())
        if chance and worth[action].ev < most:
            best = tuple(other for other, value in worth.items() if value.ev == most)
            found.append(Exceptional(holding, action, best, most - worth[action].ev, chance))
    return sorted(found, key=lambda one: -one.worth)


class _Search:
    """The best chart with the given actions for two cards."""

    def __init__(self, solver: Solver, shoe: Shoe, two: Mapping[int, Action], progress: Progress) -> None:
        self.two, self.rules = dict(two), solver.rules
        pushes = [total for total, action in two.items() if action is Action.PUSH]
        deals = deals_of_round(shoe, solver.evaluator, pushes)
        self.sums: dict[_Key, list[int]] = defaultdict(lambda: [0, 0])
        start = 0
        for block in blocks(deals.bases, solver.rules, progress):
            columns = slice(start, start := start + block.size.size)
            for key, row, mass in _play(block, deals.ways[:, columns], self.two):
                self.sums[key][row] += mass
        void_deals = deals.dealt - self.sums[_HELD][0]
        self.sums[_TWO][1] += void_deals * stakes(solver.rules)[1][_VOID]
        self._choose()
        unit, _ = stakes(solver.rules)
        self.win = Fraction(self.wins, factorial(shoe.cards))
        self.ev = Fraction(self.payoff, factorial(shoe.cards) * unit)

    def _choose(self) -> None:
        """Try every combination of three-card actions; with these given, each four-card cell is for itself."""
        sums = self.sums
        threes = sorted({three for three, _, _ in sums if three > 0})
        fours = sorted({four for _, four, _ in sums if four})
        most: int | None = None
        for combination in product(*(self.rules.legal_actions(3, three) for three in threes)):
            three_actions = dict(zip(threes, combination, strict=True))
            hit = [three for three, action in three_actions.items() if action is Action.HIT]
            payoff = sum(sums[three, 0, action][1] for three, action in three_actions.items())
            four_actions = {}
            for four in fours:
                legal = self.rules.legal_actions(4, four)
                payoffs = [sum(sums[three, four, action][1] for three in hit) for action in legal]
                best = max(range(len(legal)), key=payoffs.__getitem__)  # of equals the first, by O5
                four_actions[four] = legal[best]
                payoff += payoffs[best]
            if most is None or payoff > most:
                most, self.three, self.four = payoff, three_actions, four_actions
        keys = [_TWO, *((three, 0, action) for three, action in self.three.items())]
        hit = [three for three, action in self.three.items() if action is Action.HIT]
        keys += [(three, four, action) for four, action in self.four.items() for three in hit]
        self.wins, self.payoff = (sum(sums[key][row] for key in keys) for row in (0, 1))

    def action(self, cards: int, total: int) -> Action:
        """What the chart says."""
        known = {2: self.two, 3: self.three, 4: self.four}[cards]
        return known.get(total, self.rules.legal_actions(cards, total)[0])


def _play(block: Block, ways: Array, two: Mapping[int, Action]) -> Iterator[tuple[_Key, int, int]]:
    """What every action of three and four cards brings, by the totals on the way: key, row of a pair, sum."""
    sums = (Sums(units := units_of(block, ways)), Sums(units))
    worths: dict[tuple[Hand, Action], tuple[Array, Array]] = {}

    def settle(hand: Hand, action: Action, mass: Array, key: _Key) -> None:
        """The round ends by this action, whatever comes."""
        if (hand, action) not in worths:
            counts = block.act(hand, action)
            worths[hand, action] = counts[WIN_ROWS].sum(axis=0), block.payoff(counts)
        for one, worth in zip(sums, worths[hand, action], strict=True):
            one.add(FULL_HAND, key, mass * worth)

    def hit(hand: Hand, mass: Array, key: _Key, after: dict[Hand, Array]) -> None:
        """One more card: busts and voids are summed, hands go on."""
        left = block.size - len(hand)
        fits = np.zeros_like(left)
        for rank in range(1, 11):
            if sum(hand) + rank <= BUST_ABOVE:
                longer = tuple(sorted((*hand, rank)))
                drawn = mass * block.left(rank, *hand)
                after[longer] = after[longer] + drawn if longer in after else drawn
                fits = fits + block.left(rank, *hand)
        sums[1].add(len(hand) + 1, key, mass * (left - fits) * block.stake[_BUST])
        if not left.all():
            sums[1].add(len(hand), key, mass * (left == 0) * block.stake[_VOID])

    threes: dict[Hand, Array] = {}
    for hand, mass in initial_hands(block).items():
        sums[0].add(2, _HELD, mass)
        action = two.get(sum(hand), Action.HIT)
        if action is Action.HIT:
            hit(hand, mass, _TWO, threes)
        elif action is not Action.PUSH:
            settle(hand, action, mass, _TWO)
    totals = defaultdict(list)
    for hand in threes:
        totals[sum(hand)].append(hand)
    for three, hands in totals.items():
        fours: dict[Hand, Array] = {}
        for hand in hands:
            if Action.BACKHAND in block.rules.legal_actions(3, three):
                settle(hand, Action.BACKHAND, threes[hand], (three, 0, Action.BACKHAND))
            hit(hand, threes[hand], (three, 0, Action.HIT), fours)
        for hand, mass in fours.items():
            for action in block.rules.legal_actions(4, sum(hand)):
                settle(hand, action, mass, (three, sum(hand), action))
        for one in sums:
            one.close()
    for row, one in enumerate(sums):
        one.close()
        yield from ((key, row, total) for key, total in one.totals.items())
