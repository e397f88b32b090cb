"""The best chart: no other chart is worth more, by trying them all where that can be done."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import factorial

import pytest
from backhand import Action, Position, Rules, Shoe, Solver, TooLargeError
from backhand.common.intervals import enclosed
from backhand.positions import End, deal, outcomes
from backhand.rules import PUSH_FROM
from backhand.solving.levels import follow
from backhand.strategies.best_chart import BestChart, Cell, best_chart
from backhand.strategies.cells import CellSearch
from backhand.strategies.holdings import holdings

from tests.conftest import SETTINGS, exact, random_shoe

SHOES = [
    ("inventor", "1,0,0,0,2,0,0,1,0,3"),
    pytest.param("inventor", "0,1,0,1,0,1,1,0,0,3", marks=pytest.mark.long),
    ("inventor,ties=latest", "0,0,2,0,1,0,0,2,0,2"),
    pytest.param("inventor,shoe-end=loss,pays-five-cards=4:1", "2,1,1,0,0,0,0,0,1,3", marks=pytest.mark.long),
    pytest.param("denexa,pays-played-push=9:1", "1,0,1,0,0,0,1,0,1,3", marks=pytest.mark.long),
    ("denexa,pays-five-cards=9:1,twelve=hit", "2,2,0,0,0,0,1,0,0,2"),
]
INVENTOR = Rules()
FRESH = Fraction(63072770239288598288472824605417, 110187848025650925479085911775000)


def enclosing(rules: Rules = INVENTOR, width: Fraction | None = None) -> Solver:
    """A solver to which every shoe is too large for an exact value."""
    solver = Solver(rules=rules, width=width)
    solver._most = 0
    return solver


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
    ev = exact(made.ev)
    cells = free_cells(shoe, rules)
    free = [cell for cell, actions in cells.items() if len(actions) > 1 and cell in made.actions]
    groups = (
        [free] if len(free) <= 7 else [free[at : at + 6] for at in range(0, len(free), 3)]
    )  # all, or six cells at once
    for group in groups:
        for actions in product(*(cells[cell] for cell in group)):
            chart = {cell: actions_of[0] for cell, actions_of in cells.items()} | dict(made.actions)
            chart |= dict(zip(group, actions, strict=True))
            assert worth(chart, rules, Position(shoe), {}) <= ev, chart
    chart = {cell: actions_of[0] for cell, actions_of in cells.items()} | dict(made.actions)
    assert worth(chart, rules, Position(shoe), {}) == ev <= exact(made.optimum.ev)


def test_the_chart_of_a_fresh_deck_and_what_it_costs(fresh_chart: BestChart) -> None:
    assert fresh_chart.win == FRESH
    assert fresh_chart.ev == 2 * FRESH - 1  # even money, and no shoe runs out
    assert 0 < exact(fresh_chart.cost) < Fraction(1, 1000)
    assert all(fresh_chart.actions[2, total] is Action.PUSH for total in range(17, 21))
    assert fresh_chart.actions[2, 16] is Action.BACKHAND
    assert fresh_chart.actions[2, 13] is Action.HIT


def test_exceptions_are_sorted_by_what_they_are_worth(fresh: Solver, fresh_chart: BestChart) -> None:
    worths = [exact(one.worth) for one in fresh_chart.exceptions]
    assert len(worths) == 32
    assert worths == sorted(worths, reverse=True)
    assert 0 < exact(fresh_chart.excepted) == sum(worths) < exact(fresh_chart.cost)  # after pushes there are more
    for one in fresh_chart.exceptions:
        advice = fresh.advise(one.holding.hand, shoe=one.holding.position.shoe)
        told = {choice.action: choice for choice in advice.actions}
        assert set(advice.best) == set(one.best)
        assert exact(told[one.action].loss) == exact(one.gain) > 0


def test_a_chance_is_that_of_a_round_that_follows_the_chart(fresh_chart: BestChart) -> None:
    """2 3 4 5 with an ace discarded, against the chart's way there: low or twelve below, every hit is taken."""
    one = next(one for one in fresh_chart.exceptions if one.holding.hand == (2, 3, 4, 5))
    orders = 24  # every order of the four cards is hit all the way
    first_ace = 2 * 4  # the ace is the first or the second card dealt
    draws = Fraction(4**4, 52 * 51 * 50 * 49 * 48)
    assert one.holding.discarded == 1
    assert one.chance == orders * first_ace * draws


@pytest.mark.parametrize(
    "name", [name if name == "all" else pytest.param(name, marks=pytest.mark.long) for name in SETTINGS]
)
def test_enclosures_find_the_same_chart(name: str) -> None:
    """Random shoes, as if they were too large: the same chart, and every number enclosed."""
    chosen, rules = random.Random(name), SETTINGS[name]
    told = 0
    for shoe in [random_shoe(chosen, cards) for cards in (6, 9, 12)]:
        sure = best_chart(Solver(rules=rules), shoe)
        try:
            made = best_chart(enclosing(rules), shoe)
        except TooLargeError:  # a tie: it takes exact values to say so
            continue
        told += 1
        assert made.actions == sure.actions
        assert exact(sure.ev) in enclosed(made.ev)
        assert exact(sure.win) in enclosed(made.win)
        assert exact(sure.cost) in enclosed(made.cost)
        assert max(enclosed(made.ev).width, enclosed(made.win).width) <= Fraction(1, 10**12)
        for ours, theirs in zip(made.exceptions, sure.exceptions, strict=True):
            assert (ours.holding, ours.best) == (theirs.holding, theirs.best)
            assert exact(theirs.worth) in enclosed(ours.worth)
        for cell, wins in made.wins().items():
            for action, win in wins.items():
                assert exact(sure.wins()[cell][action]) in enclosed(win)
    assert told


@pytest.mark.long
def test_one_deck_enclosed_has_the_chart_that_exact_values_find(fresh_chart: BestChart) -> None:
    made = best_chart(enclosing())
    assert made.actions == fresh_chart.actions
    for ours, theirs in [(made.ev, fresh_chart.ev), (made.win, fresh_chart.win), (made.cost, fresh_chart.cost)]:
        assert exact(theirs) in enclosed(ours)
        assert enclosed(ours).width <= Fraction(1, 10**12) * 2
    assert [one.holding for one in made.exceptions] == [one.holding for one in fresh_chart.exceptions]


@pytest.mark.long
def test_few_shoes_followed_are_a_wide_enclosure_and_all_of_them_an_exact_value(fresh_chart: BestChart) -> None:
    shoe, two = Shoe.of_decks(1), {total: fresh_chart.actions[2, total] for total in range(4, 21)}
    widths = []
    for budget in (0.1, 1e-3, 1e-6):
        made = CellSearch(INVENTOR, shoe, two, follow(shoe, budget), 1 << 128)
        assert exact(fresh_chart.ev) in enclosed(made.ev)
        assert exact(fresh_chart.win) in enclosed(made.win)
        widths.append(enclosed(made.win).width)
        assert widths[-1] <= 2 * budget
    assert widths == sorted(set(widths), reverse=True)
    assert CellSearch(INVENTOR, shoe, two, follow(shoe, 0), factorial(52)).ev == fresh_chart.ev


def test_enclosures_do_not_decide_a_tie() -> None:
    """Three sixes: with all three in hand the shoe is empty, and whatever is called is void."""
    shoe = Shoe("0,0,0,0,0,3,0,0,0,0")
    assert best_chart(Solver(), shoe).actions[3, 18] is Action.BACKHAND  # of equals, the one that O5 names first
    with pytest.raises(TooLargeError, match="two charts are worth the same, or nearly"):
        best_chart(enclosing(), shoe)


@pytest.mark.long
def test_two_decks_enclosed_have_the_chart_that_exact_values_find() -> None:
    solver = enclosing(width=Fraction(1, 10**15))
    shoe = Shoe.of_decks(2)
    made, sure = best_chart(solver, shoe), best_chart(Solver(2))
    assert made.actions == sure.actions
    assert exact(sure.ev) in enclosed(made.ev)
    assert exact(sure.cost) in enclosed(made.cost)
    assert enclosed(made.ev).width <= Fraction(1, 10**15)
