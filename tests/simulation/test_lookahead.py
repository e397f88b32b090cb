"""Best play that the dealer works out himself: that of the solver, and right over several rounds from one shoe."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import perm

import numpy as np
import pytest
from backhand import Action, Rules, Shoe, Solver
from backhand.common.simulation.chunks import CHUNK
from backhand.evaluator import Evaluator, stakes
from backhand.positions import End, Position, deal, outcomes
from backhand.rounds.deals import Deals
from backhand.rounds.figures import Figures
from backhand.rounds.follow import follow
from backhand.rules import WINS
from backhand.simulation.decisions import CODES, HANDS, Look, best_decisions, looked_ahead
from backhand.simulation.estimates import estimates
from backhand.simulation.lookahead import bounds, closer, least
from backhand.simulation.plan import Plan
from backhand.solving.engine import Engine

from tests.conftest import FEW, SETTINGS, Ran
from tests.simulation.test_simulation import agrees, same

Run = Callable[..., Ran]
DECKS = Shoe.of_decks(2)


def dealt_from(rng: random.Random, whole: Shoe, left: int, held: int) -> tuple[tuple[int, ...], Shoe]:
    """A hand of so many cards that is to be decided, and a shoe of so many undealt cards, out of the whole one."""
    cards = [rank for rank, count in enumerate(whole, start=1) for _ in range(count)]
    while True:
        some = rng.sample(cards, left + held)
        hand = tuple(sorted(some[:held]))
        if 12 <= sum(hand) <= 21:
            return hand, Shoe(some[held:].count(rank) for rank in range(1, 11))


def by_solver(rules: Rules, hand: tuple[int, ...], shoe: Shoe) -> Action:
    return Solver(2, rules=rules).advise(hand, shoe=shoe).actions[0].action


def compare(name: str, hands: int, largest: int, seed: int) -> int:
    """How many of so many random hands were push hands that had to be answered; each is played as the solver says."""
    rng, rules, held = random.Random(f"{name} {seed}"), SETTINGS[name], 0
    look = Look(DECKS, rules)
    for _ in range(hands):
        held = rng.choice([2, 2, 2, 3, 4])
        hand, shoe = dealt_from(rng, DECKS, rng.randint(1, largest), held)
        assert look.action(hand, shoe) is by_solver(rules, hand, shoe), (hand, shoe)
    return len(look.answers(set()))


@pytest.mark.parametrize("name", FEW)
def test_the_dealer_decides_as_the_solver_does(name: str) -> None:
    compare(name, 16, 12, 1)
    rng, rules = random.Random(name), SETTINGS[name]
    look, evaluator = Look(DECKS, rules), Evaluator(rules)
    for _ in range(60):
        hand, shoe = dealt_from(rng, DECKS, rng.randint(0, 98), rng.choice([3, 4]))
        assert look.action(hand, shoe) is evaluator.best(Position(shoe, len(hand), sum(hand)))[0], (hand, shoe)


@pytest.mark.parametrize("name", ["inventor", "latest", "all", "cheap push"])
def test_the_dealer_decides_as_the_tables_of_best_play_have_it(name: str) -> None:
    root, rules, rng = Shoe("2,1,1,1,1,1,2,2,1,4"), SETTINGS[name], random.Random(name)
    tables, look, codes = best_decisions(root, rules), Look(root, rules), {code: a for a, code in CODES.items()}
    cases = [
        (base, hand, codes[tables.actions[row * len(HANDS) + number]])
        for row, base in enumerate(Engine(root, rules).bases)
        for number, hand in enumerate(HANDS)
        if all(hand.count(rank) <= base[rank - 1] for rank in hand)
    ]
    assert len(cases) > 5000
    for base, hand, action in rng.sample(cases, 1000):
        assert look.action(hand, base.without(hand)) is action, (base, hand)


@pytest.mark.long
@pytest.mark.parametrize("name", SETTINGS)
def test_the_dealer_decides_as_the_solver_does_on_thousands_of_shoes(name: str) -> None:
    assert compare(name, 260, 16, 2) > 3


@pytest.mark.longest
@pytest.mark.parametrize("name", SETTINGS)
def test_the_dealer_decides_as_the_solver_does_in_larger_shoes(name: str) -> None:
    assert compare(name, 500, 20, 3) > 10
    compare(name, 500, 60, 4)


def test_with_no_card_left_all_is_void_and_the_tie_rule_decides() -> None:
    nothing = Shoe([0] * 10)
    assert Look(DECKS, SETTINGS["denexa"]).action((10, 7), nothing) is Action.PLAY_PUSH
    assert Look(DECKS, SETTINGS["latest"]).action((10, 7), nothing) is Action.PUSH
    assert Look(DECKS, SETTINGS["latest"]).action((10, 6), nothing) is Action.HIT


@pytest.mark.parametrize("name", FEW)
def test_bounds_hold_the_deal(name: str) -> None:
    rng, rules = random.Random(name), SETTINGS[name]
    numbers = Look(DECKS, rules).gains
    loss = min(stakes(rules)[1])
    apart = 0
    for _ in range(5):
        _, shoe = dealt_from(rng, DECKS, rng.randint(7, 20), 2)
        cards = shoe.cards
        left = [0, *shoe]
        found = least(left, [*accumulate(left)], cards, numbers)
        low, high = bounds(left, [*accumulate(left)], cards, perm(cards, 7) * max(numbers[:3]), numbers)
        nearer = (low, high)
        if cards >= 9:
            nearer = closer(left, [*accumulate(left)], cards, low, high, numbers)
            low, high = low * (cards - 7) * (cards - 8), high * (cards - 7) * (cards - 8)
            assert low <= nearer[0] <= nearer[1] <= high
        assert left == [0, *shoe]
        gain = Fraction(Engine(shoe, rules).payoff(shoe), perm(cards)) - loss
        draws = perm(cards, 9 if cards >= 9 else 7)
        assert Fraction(found, perm(cards, 5)) <= Fraction(low, draws)
        assert Fraction(nearer[0], draws) <= gain <= Fraction(nearer[1], draws)
        apart += low < high
    assert apart > 2


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2,1,1,0,0,1,1,1,1,3", "cheap push"),
        pytest.param("4,4,4,4,4,4,4,4,4,16", "inventor", marks=pytest.mark.long),
    ],
)
def test_rounds_from_a_fresh_shuffle_are_those_of_the_exact_figures(text: str, name: str) -> None:
    shoe, rules = Shoe(text), SETTINGS[name]
    tally = Plan(shoe, rules, looked_ahead(shoe, rules), CHUNK // 4, 6).play()
    agrees(tally, Figures(follow(Deals(shoe, rules))))


def one_shoe(shoe: Shoe, rules: Rules, cut: int) -> tuple[Fraction, Fraction, Fraction]:
    """Rounds, wins and net payoff to expect of one shoe dealt to the cut card, every round followed to its end."""
    evaluator = Evaluator(rules)

    def ends(node: Position | End) -> dict[End, Fraction]:
        if isinstance(node, End):
            return {node: Fraction(1)}
        branches = outcomes(node, evaluator.best(node)[0]) if node.cards else deal(node.shoe)
        found: dict[End, Fraction] = defaultdict(Fraction)
        for weight, after in branches:
            chance = Fraction(weight, perm(node.shoe.cards, node.shoe.cards - after.shoe.cards))
            for end, more in followed(after).items():
                found[end] += chance * more
        return found

    followed = cache(ends)

    @cache
    def from_here(left: Shoe) -> tuple[Fraction, Fraction, Fraction]:
        if left != shoe and shoe.cards - left.cards >= cut:
            return Fraction(0), Fraction(0), Fraction(0)
        rounds, wins, net = Fraction(1), Fraction(0), Fraction(0)
        for end, chance in followed(Position(left)).items():
            later = from_here(end.shoe)
            rounds += chance * later[0]
            wins += chance * (int(end.ending in WINS) + later[1])
            net += chance * (rules.net(end.ending) + later[2])
        return rounds, wins, net

    return from_here(shoe)


@pytest.mark.parametrize(
    ("name", "text", "cut"),
    [
        pytest.param("inventor", "1,1,1,1,0,1,1,1,1,4", 7, marks=pytest.mark.long),
        pytest.param("cheap push", "2,1,0,1,0,0,1,1,1,4", 8, marks=pytest.mark.long),
        ("latest", "1,0,1,0,1,1,2,0,1,3", 10),
        pytest.param("all", "1,1,0,1,0,1,1,1,1,3", 9, marks=pytest.mark.long),
    ],
)
def test_several_rounds_from_one_shoe_are_those_of_exact_enumeration(name: str, text: str, cut: int) -> None:
    shoe, rules = Shoe(text), SETTINGS[name]
    rounds, wins, net = one_shoe(shoe, rules, cut)
    tally = Plan(shoe, rules, looked_ahead(shoe, rules), CHUNK, 8, cut).play()
    found = {e.figure: e for e in estimates(tally, rules, None, True)}
    for figure, exact in (("wins", wins / rounds), ("net", net / rounds)):
        error = found[figure].error
        assert error
        assert abs(found[figure].value - float(exact)) < 4.5 * error
    shoes = int(tally.sums[0])
    assert tally.rounds / shoes == pytest.approx(float(rounds), rel=0.01)
    assert rounds > 1.2


def test_the_same_whatever_the_jobs_and_whatever_was_answered_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.common.simulation.chunks.CHUNK", 9999)
    shoe, rules = Shoe("2,2,2,2,2,2,2,2,2,8"), Rules()
    plan = Plan(shoe, rules, looked_ahead(shoe, rules), CHUNK // 4, 11, 18)
    one = plan.play()
    assert plan.decisions.look is not None
    assert plan.decisions.look.answers(set())
    assert set(plan.decisions.look.answers(set()).values()) <= set(CODES.values())
    assert same(one, plan.play())
    assert same(one, Plan(shoe, rules, looked_ahead(shoe, rules), CHUNK // 4, 11, 18).play(jobs=2))
    monkeypatch.setattr("backhand.simulation.plan._WANTED", 30)  # little room for questions: more turns
    assert same(one, Plan(shoe, rules, looked_ahead(shoe, rules), CHUNK // 4, 11, 18).play())


def test_best_play_with_a_cut_card_from_the_command_line(run: Run) -> None:
    arguments = ["simulate", "--shoe", "1,1,1,1,1,1,1,1,1,4", "--cut", "8", "--rounds", "5000", "--format", "json"]
    made = json.loads(run(*arguments).out)
    assert (made["strategy"], made["cut"], made["rounds"]) == ("optimal", 8, 5000)


@pytest.mark.long
def test_best_play_from_more_decks_than_are_solved(run: Run) -> None:
    made = json.loads(run("simulate", "--decks", "3", "--rounds", "2000", "--format", "json").out)
    assert abs(made["estimates"][0]["z"]) < 5  # beside the enclosed value
    assert abs(made["totals"]["wins"] / 2000 - 0.573) < 0.05


def test_the_first_shoe_of_a_chunk_is_played_as_every_other() -> None:
    """A cut after the first card is a fresh shuffle for each round: the same cards, and the same play."""
    shoe, rules = Shoe("2,1,1,0,0,1,1,1,1,3"), Rules()
    one, other = (Plan(shoe, rules, looked_ahead(shoe, rules), 40, 5, cut).play() for cut in (0, 1))
    assert np.array_equal(one.ends, other.ends)
    assert np.array_equal(one.visits, other.visits)
    assert np.array_equal(one.cards, other.cards)


def test_how_many_answers_are_kept_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = Shoe("2,2,2,1,1,2,1,2,1,6")
    many = looked_ahead(shoe, Rules())
    played = Plan(shoe, Rules(), many, 300, 3, 16).play()
    monkeypatch.setattr("backhand.simulation.decisions.MOST_ANSWERS", 2)
    few = looked_ahead(shoe, Rules())
    again = Plan(shoe, Rules(), few, 300, 3, 16).play(2)
    assert many.look is not None
    assert few.look is not None
    assert len(many.look.answers(set())) > 2 >= len(few.look.answers(set()))
    assert [array.tolist() for array in again.arrays()] == [array.tolist() for array in played.arrays()]
