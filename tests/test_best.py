"""The best chart: no other chart is worth more, by trying them all where that can be done."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from backhand import Action, Position, Rules, Shoe, Solver
from backhand.best import BestChart, Cell, best_chart
from backhand.positions import End, deal, outcomes
from backhand.rules import PUSH_FROM
from backhand.strategy import holdings

SHOES = [
    ("inventor", "1,0,0,0,2,0,0,1,0,3"),
    ("inventor", "0,1,0,1,0,1,1,0,0,3"),
    ("inventor,ties=latest", "0,0,2,0,1,0,0,2,0,2"),
    ("inventor,shoe-end=loss,pays-five-cards=4:1", "2,1,1,0,0,0,0,0,1,3"),
    ("denexa,pays-played-push=9:1", "1,0,1,0,0,0,1,0,1,3"),
    ("denexa,pays-five-cards=9:1,twelve=hit", "2,2,0,0,0,0,1,0,0,2"),
]
FRESH = Fraction(63072770239288598288472824605417, 110187848025650925479085911775000)


def worth(chart: Mapping[Cell, Action], rules: Rules, node: Position | End, memo: dict[Position, Fraction]) -> Fraction:
    """EV of following a chart, straight from the tree of the game."""
    if isinstance(node, End):
        return rules.net(node.ending)
    if node not in memo:
        steps = outcomes(node, chart[node.cards, node.total]) if node.cards else deal(node.shoe)
        total, weights = Fraction(0), 0
        for weight, after in steps:
            chance = Fraction(weight)
            for drawn in range(node.shoe.cards - after.shoe.cards):
                chance /= node.shoe.cards - drawn
            total += chance * worth(chart, rules, after, memo)
            weights += weight
        memo[node] = total
    return memo[node]


def free_cells(shoe: Shoe, rules: Rules) -> dict[Cell, tuple[Action, ...]]:
    cells = {(h.position.cards, h.position.total): h.position.actions(rules) for h in holdings(shoe, rules)}
    pushes = {(2, total): rules.legal_actions(2, total) for total in range(PUSH_FROM, 21)}
    return {**pushes, **cells}


@pytest.mark.parametrize(("text", "counts"), SHOES)
def test_no_other_chart_is_worth_more(text: str, counts: str) -> None:
    rules, shoe = Rules.from_text(text), Shoe(counts)
    made = best_chart(Solver(rules=rules), shoe)
    cells = free_cells(shoe, rules)
    free = [cell for cell, actions in cells.items() if len(actions) > 1 and cell in made.actions]
    groups = (
        [free] if len(free) <= 7 else [free[at : at + 6] for at in range(0, len(free), 3)]
    )  # all, or six cells at once
    for group in groups:
        for actions in product(*(cells[cell] for cell in group)):
            chart = {cell: actions_of[0] for cell, actions_of in cells.items()} | dict(made.actions)
            chart |= dict(zip(group, actions, strict=True))
            assert worth(chart, rules, Position(shoe), {}) <= made.ev, chart
    chart = {cell: actions_of[0] for cell, actions_of in cells.items()} | dict(made.actions)
    assert worth(chart, rules, Position(shoe), {}) == made.ev
    assert made.ev <= made.optimum.ev


@pytest.fixture(scope="module")
def fresh() -> BestChart:
    return best_chart(Solver())


def test_the_chart_of_a_fresh_deck_and_what_it_costs(fresh: BestChart) -> None:
    assert fresh.win == FRESH
    assert fresh.ev == 2 * fresh.win - 1  # even money, and no shoe runs out
    assert fresh.cost == fresh.optimum.ev - fresh.ev
    assert 0 < fresh.cost < Fraction(1, 1000)
    assert all(fresh.actions[2, total] is Action.PUSH for total in range(17, 21))
    assert fresh.actions[2, 16] is Action.BACKHAND
    assert fresh.actions[2, 13] is Action.HIT


def test_exceptions_are_sorted_by_what_they_are_worth(fresh: BestChart) -> None:
    worths = [one.worth for one in fresh.exceptions]
    assert worths == sorted(worths, reverse=True)
    assert 0 < sum(worths) < fresh.cost  # after pushes there are more
    solver = Solver()
    for one in fresh.exceptions:
        advice = solver.advise(one.holding.hand, shoe=one.holding.position.shoe)
        told = {choice.action: choice for choice in advice.actions}
        assert set(advice.best) == set(one.best)
        assert told[one.action].loss == one.gain > 0


def test_a_chance_is_that_of_a_round_that_follows_the_chart(fresh: BestChart) -> None:
    """2 3 4 5 with an ace discarded, against the chart's way there: low or twelve below, every hit is taken."""
    one = next(one for one in fresh.exceptions if one.holding.hand == (2, 3, 4, 5))
    orders = 24  # every order of the four cards is hit all the way
    first_ace = 2 * 4  # the ace is the first or the second card dealt
    draws = Fraction(4**4, 52 * 51 * 50 * 49 * 48)
    assert one.holding.discarded == 1
    assert one.chance == orders * first_ace * draws
