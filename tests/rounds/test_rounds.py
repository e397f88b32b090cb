"""Rounds followed forward equal rounds walked card by card, and their costs are the whole cost."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction

import pytest
from backhand import Evaluator, Position, Rules, Shoe
from backhand.common.intervals import enclosed
from backhand.rounds.by_strategy import FixedEvaluator, engine_for, fixed_value
from backhand.rounds.deals import Deals
from backhand.rounds.follow import Rounds, Way, follow
from backhand.rules import Action, Ending
from backhand.solver import Solver
from backhand.strategies.best_chart import BestChart
from backhand.strategies.strategy import CELLS, Strategy, load_strategy, of_chart

from tests.conftest import FEW, SETTINGS, crossed, exact, random_shoe
from tests.tools.walk import Walked, walk

SHOES = [
    "2,1,0,0,0,0,1,1,1,2",
    "3,0,0,0,0,0,1,0,1,3",
    "1,0,0,1,1,2,0,1,1,1",
    "0,0,0,0,0,0,1,1,1,5",
    "4,1,0,0,0,0,0,0,0,2",
    "1,0,0,0,0,0,0,0,0,1",
    "2,2,2,1,0,0,0,0,0,0",
]


def some_strategy(rng: random.Random, rules: Rules) -> Strategy:
    """Any legal strategy, with exact hands that differ from their cells."""
    cells = {cell: rng.choice(rules.legal_actions(*cell)) for cell in CELLS}
    hands = {}
    for _ in range(200):
        hand = tuple(sorted(rng.choices(range(1, 11), k=rng.randint(2, 4))))
        if sum(hand) <= 21:
            hands[hand] = rng.choice(rules.legal_actions(len(hand), sum(hand)))
    return Strategy(cells, hands)


def check(rounds: Rounds, walked: Walked) -> None:
    assert sum(rounds.ways.values()) == 1
    assert rounds.ways == {Way(Ending(e), pushes, cards): p for (e, pushes, cards), p in walked.ways.items()}
    visits: dict[object, Fraction] = defaultdict(Fraction)
    wins: dict[object, Fraction] = defaultdict(Fraction)
    for (hand, action), chance in walked.visits.items():
        visits[(len(hand), sum(hand)), action] += chance
    for (hand, action), chance in walked.wins.items():
        wins[(len(hand), sum(hand)), action] += chance
    assert rounds.visits == visits
    assert rounds.wins == {key: chance for key, chance in wins.items() if chance}


@pytest.mark.parametrize(("name", "text"), crossed(SETTINGS, SHOES))
def test_rounds_of_a_fixed_strategy(name: str, text: str) -> None:
    rules, shoe = SETTINGS[name], Shoe(text)
    strategy = some_strategy(random.Random(name + text), rules)
    rounds = follow(Deals(shoe, rules, strategy), Deals(shoe, rules))
    walked = walk(shoe, lambda hand, dealt, left: strategy.action(hand))
    check(rounds, walked)
    evaluator = Evaluator(rules)
    costs: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for (hand, _, left, action), chance in walked.decided.items():
        position = Position(Shoe(left), len(hand), sum(hand))
        loss = evaluator.value(position).ev - evaluator.action_value(position, Action(action)).ev
        costs[hand] += chance * loss
    assert rounds.costs == {hand: cost for hand, cost in costs.items() if cost}
    assert sum(costs.values()) == evaluator.value(Position(shoe)).ev - fixed_value(shoe, rules, strategy).ev


@pytest.mark.parametrize(("name", "text"), crossed(SETTINGS, SHOES))
def test_rounds_of_best_play(name: str, text: str) -> None:
    rules, shoe = SETTINGS[name], Shoe(text)
    evaluator = Evaluator(rules)
    rounds = follow(Deals(shoe, rules))
    check(rounds, walk(shoe, lambda hand, _, left: evaluator.best(Position(Shoe(left), len(hand), sum(hand)))[0]))
    assert not rounds.costs


@pytest.mark.parametrize(("name", "part"), crossed(SETTINGS, range(3)))
def test_the_engine_of_a_strategy_equals_its_recursion(name: str, part: int) -> None:
    rules, rng = SETTINGS[name], random.Random(f"{name} {part}")
    for cards in range(13):
        shoe = random_shoe(rng, cards, "AA2346789TTT")
        strategy = some_strategy(rng, rules)
        evaluator = FixedEvaluator(rules, strategy, shoe)
        assert engine_for(shoe, rules, strategy).counts(shoe) == evaluator.counts(Position(shoe)), shoe


@pytest.mark.parametrize("name", FEW)
def test_no_strategy_beats_best_play(name: str) -> None:
    rules, rng = SETTINGS[name], random.Random(name)
    solver = Solver(rules=rules)
    for number in range(3):
        shoe = random_shoe(rng, 7 + 3 * number, "A23456789TTTT")
        best = solver.value(shoe=shoe).ev
        for strategy in (
            *(load_strategy(n, solver, shoe) for n in ("chart", "never-bust", "mimic")),
            some_strategy(rng, rules),
        ):
            assert fixed_value(shoe, rules, strategy).ev <= best


@pytest.mark.parametrize(
    "name", ["chart", *(pytest.param(name, marks=pytest.mark.long) for name in ("optimal", "never-bust", "mimic"))]
)
def test_a_fresh_deck(name: str, fresh_chart: BestChart) -> None:
    shoe, rules = Shoe.of_decks(1), Rules()
    strategy = of_chart(fresh_chart) if name == "chart" else load_strategy(name, Solver())
    best = Deals(shoe, rules)
    rounds = follow(Deals(shoe, rules, strategy), best)
    value = fixed_value(shoe, rules, strategy)
    assert sum(rounds.ways.values()) == 1
    assert {ending.value: p for ending, p in rounds.endings.items()} == value.endings
    assert sum(rounds.costs.values()) == exact(best.value.ev) - value.ev
    assert (not rounds.costs) == (name == "optimal")


@pytest.mark.parametrize(("name", "text"), crossed(["inventor", "all"], SHOES))
def test_enclosed_rounds_hold_the_exact_ones(name: str, text: str) -> None:
    """As if the shoe were too large: a lower bound of every number, and the exact one within what is not known."""
    rules, shoe = SETTINGS[name], Shoe(text)
    strategy = some_strategy(random.Random(name + text), rules)
    best, solved = Deals(shoe, rules, most=0), Deals(shoe, rules, strategy, most=0)
    sure, made = follow(Deals(shoe, rules, strategy), Deals(shoe, rules)), follow(solved, best)
    assert 0 <= made.unknown < Fraction(1, 10**11)
    for way, chance in sure.ways.items():
        assert exact(chance) in enclosed(made.number(made.ways.get(way, Fraction(0))))
    for key in sure.visits:
        assert exact(sure.visit(key)) in enclosed(made.visit(key))
        assert sure.wins.get(key, Fraction(0)) in enclosed(made.number(made.wins.get(key, Fraction(0))))
    for hand, cost in sure.costs.items():
        assert 0 <= cost - made.costs.get(hand, Fraction(0)) <= made.slack
    assert made.costs.keys() <= sure.costs.keys()
    assert 0 <= sum(sure.costs.values()) - sum(made.costs.values()) <= made.slack < Fraction(1, 10**10)
