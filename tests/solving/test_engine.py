"""The engine equals the evaluator on thousands of shoes and all options, and visits the shoes it should."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from backhand import Action, Evaluator, Position, Rules, Shoe, TooLargeError
from backhand.evaluator import Counts, value_of
from backhand.solving.engine import Engine
from backhand.solving.pushes import MOST_DEALS, PUSH_PAIRS, deals_ahead, reachable

from tests.conftest import SETTINGS, crossed, random_shoe

CHECKPOINT = Fraction(441749062376235842019675620249839, 771314936179556478353601382425000)

PINNED = {"0 cards": 4504, "2 cards": 177_284, "push hands": 15_408, "3 cards": 600_904, "4 cards": 1_111_976}
"""Positions of a fresh deck, found by two programs that share nothing with this one."""

SHOES = [
    "2,1,1,1,1,1,2,2,2,3",  # a small deck
    "3,0,0,0,0,0,2,2,2,4",  # pushes and aces
    "4,0,0,1,0,1,0,0,1,2",
    "0,0,0,0,0,0,2,2,2,5",  # a long chain of pushes, to the last card
    "1,1,1,1,1,1,1,1,1,1",
    "0,0,0,0,0,0,0,0,0,14",
    "5,0,0,0,0,0,0,0,0,1",
]


@pytest.mark.parametrize(("name", "text"), crossed(SETTINGS, SHOES, turns=2))
def test_engine_equals_evaluator_on_every_shoe_that_pushes_lead_to(name: str, text: str) -> None:
    rules, root = SETTINGS[name], Shoe(text)
    engine, evaluator = Engine(root, rules), Evaluator(rules)
    for shoe in reachable(root, MOST_DEALS)[0]:
        assert engine.counts(shoe) == evaluator.counts(Position(shoe)), shoe


@pytest.mark.parametrize("name", SETTINGS)
def test_what_the_engine_pushes_and_what_that_is_worth_is_as_the_evaluator_has_it(name: str) -> None:
    rules, root = SETTINGS[name], Shoe("2,0,0,0,0,0,2,1,2,3")
    engine, evaluator = Engine(root, rules), Evaluator(rules)
    for base in engine.bases:
        for pair, pushed in zip(PUSH_PAIRS, engine.pushes(base), strict=True):
            assert pushed == (
                holds(base, pair) and evaluator.best(Position(base.without(pair), 2, sum(pair)))[0] is Action.PUSH
            )
    for shoe in engine.shoes:
        assert engine.payoff(shoe) == evaluator.payoff(evaluator.counts(Position(shoe)))
    assert set(engine.shoes) == reachable(root, MOST_DEALS)[0] == {shoe for shoe in engine.bases if shoe in engine}
    for shoes in (engine.shoes, engine.bases):
        sizes = [shoe.cards for shoe in shoes]
        assert sizes == sorted(sizes)


def holds(shoe: Shoe, pair: tuple[int, int]) -> bool:
    return all(shoe[rank - 1] >= pair.count(rank) for rank in pair)


class Fixed(Evaluator):
    """Pushes 17 and 18, plays a push on 19, hits 20, calls backhand from 15; never mind what is best."""

    def best(self, position: Position) -> tuple[Action, Counts]:
        action = self.taken(position.cards, position.total)
        return action, self.action_counts(position, action)

    @staticmethod
    def taken(cards: int, total: int) -> Action:
        if cards == 2 and total >= 17:
            return {19: Action.PLAY_PUSH, 20: Action.HIT}.get(total, Action.PUSH)
        return Action.BACKHAND if total >= 15 else Action.HIT


@pytest.mark.parametrize("text", ["3,0,0,0,0,0,2,2,2,3", "1,1,1,1,1,1,1,1,1,1", "0,3,1,0,2,0,1,0,0,2"])
def test_a_fixed_strategy_is_played_as_it_says(text: str) -> None:
    root, rules = Shoe(text), SETTINGS["cheap push"]
    engine = Engine(root, rules, policy=lambda hand: Fixed.taken(len(hand), sum(hand)))
    evaluator = Fixed(rules)
    for shoe in engine.shoes:
        assert engine.counts(shoe) == evaluator.counts(Position(shoe)), shoe
    assert engine.pushes(root) == [sum(pair) <= 18 and holds(root, pair) for pair in PUSH_PAIRS]


def test_other_shoes_are_solved_along() -> None:
    root, others = Shoe("1,0,0,0,0,1,2,0,1,2"), [Shoe("0,2,0,0,0,0,0,1,1,2"), Shoe("0,0,0,0,0,0,0,0,0,1")]
    engine, evaluator = Engine(root, Rules(), others=others), Evaluator(Rules())
    for shoe in set[Shoe]().union(*(reachable(shoe, MOST_DEALS)[0] for shoe in (root, *others))):
        assert engine.counts(shoe) == evaluator.counts(Position(shoe)), shoe


def test_the_limit_of_shoes_is_one_that_may_be_reached() -> None:
    root = Shoe("1,0,0,0,0,0,2,1,1,2")
    many = len(reachable(root, MOST_DEALS)[0])
    assert root in Engine(root, Rules(), most=many)
    assert deals_ahead(root, many) == many
    assert deals_ahead(root, many - 1) == many
    assert deals_ahead(root, 1) == 2
    with pytest.raises(TooLargeError, match="shoe of 7 cards can lead, by pushes, to more than"):
        Engine(root, Rules(), most=many - 1)


@pytest.mark.parametrize("name", SETTINGS)
def test_engine_equals_evaluator_on_tiny_shoes(name: str) -> None:
    """One and no card left, and every other way for a deal to be void."""
    rules, rng = SETTINGS[name], random.Random(name)
    evaluator = Evaluator(rules)
    for number in range(25):
        shoe = random_shoe(rng, number % 7, "AA29T")
        assert Engine(shoe, rules).counts(shoe) == evaluator.counts(Position(shoe)), shoe


@pytest.mark.parametrize("text", ["0,0,0,0,0,0,4,4,4,16", "2,0,0,0,0,0,4,4,2,6"])
def test_a_long_chain_of_pushes_on_sevens_to_tens(text: str) -> None:
    root = Shoe(text)
    engine, evaluator = Engine(root, Rules()), Evaluator(Rules())
    assert len(reachable(root, MOST_DEALS)[0]) > 100
    for shoe in sorted(reachable(root, MOST_DEALS)[0])[::7]:
        assert engine.counts(shoe) == evaluator.counts(Position(shoe)), shoe


def test_payouts_too_fine_for_machine_words_are_exact_all_the_same() -> None:
    rules = replace(Rules(), pays_backhand=Fraction(10**15 + 1, 10**15), pays_five_cards=Fraction(10**9, 7))
    root = Shoe("1,1,1,1,1,1,2,1,1,3")
    engine, evaluator = Engine(root, rules), Evaluator(rules)
    for shoe in reachable(root, MOST_DEALS)[0]:
        assert engine.counts(shoe) == evaluator.counts(Position(shoe)), shoe


def test_what_the_root_is_does_not_matter() -> None:
    root = Shoe.of_decks(1)
    engine = Engine(root, Rules())
    for shoe in random.Random(3).sample(sorted(reachable(root, MOST_DEALS)[0]), 4):
        assert Engine(shoe, Rules()).counts(shoe) == engine.counts(shoe)


def test_a_fresh_deck_has_the_checkpoint_and_no_void() -> None:
    fresh = Shoe.of_decks(1)
    value = value_of(Engine(fresh, Rules()).counts(fresh), 52, Rules())
    assert value.win == CHECKPOINT
    assert value.ev == 2 * CHECKPOINT - 1
    assert value.void == 0


def test_a_fresh_deck_has_its_pinned_shoes_to_deal_from() -> None:
    """And none of them is short: method.md proves that 20 cards a deck are left whatever was pushed."""
    for decks, count in [(1, 4504), (2, 90911)]:
        shoes = reachable(Shoe.of_decks(decks), MOST_DEALS)[0]
        assert len(shoes) == count
        assert min(shoe.cards for shoe in shoes) == 20 * decks


def test_too_many_shoes_are_refused_with_their_number() -> None:
    with pytest.raises(TooLargeError, match="100 other shoes"):
        Engine(Shoe.of_decks(1), Rules(), most=100)


@pytest.mark.long
def test_engine_equals_evaluator_on_all_shoes_of_a_fresh_deck() -> None:
    fresh, rules = Shoe.of_decks(1), Rules()
    engine, evaluator = Engine(fresh, rules), Evaluator(rules)
    value = evaluator.value(Position(fresh))
    for shoe in reachable(fresh, MOST_DEALS)[0]:
        assert engine.counts(shoe) == evaluator.counts(Position(shoe)), shoe
    assert value.win == CHECKPOINT
    assert Counter(_level(position) for position in evaluator._memo) == PINNED


def _level(position: Position) -> str:
    return "push hands" if Action.PUSH in position.actions(Rules()) else f"{position.cards} cards"
