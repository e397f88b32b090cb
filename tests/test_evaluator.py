"""The definition against brute force that was written from the rules alone, and against what must hold anyway."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

import pytest
from backhand import Action, Ending, Evaluator, HandError, Position, Rules, Shoe
from backhand.positions import check_hand, deal
from backhand.rules import ShoeEnd, Ties
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import SETTINGS, crossed, random_shoe
from tests.tools import brute


def brute_options(rules: Rules) -> brute.Options:
    return brute.Options(
        push_hit=rules.push_hit,
        twelve_must_hit=rules.twelve_must_hit,
        void_is_loss=rules.shoe_end is ShoeEnd.LOSS,
        pays=(rules.pays_backhand, rules.pays_five_cards, rules.pays_played_push),
        latest=rules.ties is Ties.LATEST,
    )


def cards_of(shoe: Shoe) -> tuple[int, ...]:
    return tuple(rank for rank, count in enumerate(shoe, 1) for _ in range(count))


def shoe_of(cards: tuple[int, ...]) -> Shoe:
    return Shoe(cards.count(rank) for rank in range(1, 11))


@pytest.mark.parametrize("ranks", [(1, 7, 10), (1, 5, 9), (2, 8, 10), (1, 2, 6), (3, 4, 10), (6, 9, 10)])
@pytest.mark.parametrize("sizes", [range(7), pytest.param(range(7, 8), marks=pytest.mark.long)], ids=["small", "seven"])
def test_every_shoe_of_up_to_seven_cards_is_as_brute_force_has_it(ranks: tuple[int, ...], sizes: range) -> None:
    rules = Rules()
    evaluator = Evaluator(rules)
    for size in sizes:
        for cards in combinations_with_replacement(ranks, size):
            endings = brute.deal(cards, brute_options(rules))
            value = evaluator.value(Position(shoe_of(cards)))
            assert value.endings == endings, cards
            assert value.ev == brute.ev(endings, brute_options(rules)), cards


@pytest.mark.parametrize(("name", "part"), crossed(SETTINGS, range(3)))
def test_deals_from_random_shoes_are_as_brute_force_has_them(name: str, part: int) -> None:
    rules, rng = SETTINGS[name], random.Random(f"{name} {part}")
    evaluator = Evaluator(rules)
    for number in range(20):
        shoe = random_shoe(rng, number % 9, "A789T" if number % 3 else "A23456789T")
        endings = brute.deal(cards_of(shoe), brute_options(rules))
        value = evaluator.value(Position(shoe))
        assert value.endings == endings, shoe
        assert value.ev == brute.ev(endings, brute_options(rules)), shoe


@pytest.mark.parametrize(("name", "part"), crossed(SETTINGS, range(3)))
def test_actions_of_random_hands_are_as_brute_force_has_them(name: str, part: int) -> None:
    rules, rng = SETTINGS[name], random.Random(f"{name} {part}")
    evaluator, checked = Evaluator(rules), 0
    while checked < 40:
        hand = tuple(rng.randint(1, 10) for _ in range(rng.randint(2, 4)))
        if sum(hand) > 21:
            continue
        shoe = random_shoe(rng, rng.randint(0, 8))
        position = Position.of_hand(hand, shoe)
        expected = brute.actions(hand, cards_of(shoe), brute_options(rules))
        actions = position.actions(rules)
        assert {action.value for action in actions} == set(expected), hand
        for action in actions:
            value = evaluator.action_value(position, action)
            assert value.endings == expected[action], (hand, shoe, action)
        checked += 1


small_shoes = st.lists(st.integers(0, 2), min_size=10, max_size=10).filter(lambda counts: sum(counts) <= 10).map(Shoe)
any_rules = st.sampled_from(list(SETTINGS.values()))


@given(small_shoes, any_rules)
@settings(max_examples=60, deadline=None)
def test_endings_sum_to_one_and_make_up_win_and_ev(shoe: Shoe, rules: Rules) -> None:
    value = Evaluator(rules).value(Position(shoe))
    assert sum(value.endings.values()) == 1
    assert all(probability >= 0 for probability in value.endings.values())
    assert value.win == sum(value.endings[way] for way in ("backhand", "five-cards", "played-push"))
    if rules == Rules():
        assert value.ev == value.win - (1 - value.win - value.void)


hands = st.lists(st.integers(1, 10), min_size=2, max_size=4).filter(lambda hand: sum(hand) <= 21)
decided = [Action.BACKHAND, Action.PLAY_PUSH]


@given(hands, st.integers(1, 8), st.randoms(use_true_random=False), any_rules)
@settings(max_examples=150, deadline=None)
def test_best_is_at_least_every_action(hand: list[int], decks: int, rng: random.Random, rules: Rules) -> None:
    shoe = Shoe.of_decks(decks)
    seen = rng.sample(cards_of(shoe), min(shoe.cards - 10, rng.randint(0, 200)))
    position = Position.of_hand(hand, random_shoe(rng, 9) if sum(hand) > 16 else shoe.without(seen))
    evaluator = Evaluator(rules)
    best = evaluator.value(position).ev
    values = {action: evaluator.action_value(position, action) for action in position.actions(rules)}
    assert best == max(value.ev for value in values.values())
    for value in values.values():
        assert sum(value.endings.values()) == 1
    taken = evaluator.best(position)[0]
    assert evaluator.value(position) == values[taken]
    if rules.ties is Ties.SOONEST:  # O5: an action that settles the hand is taken before an equal one that does not
        for action in decided:
            if action in values and values[action].ev == best:
                assert taken == action


@given(small_shoes, any_rules)
@settings(max_examples=60, deadline=None)
def test_the_tie_rule_does_not_change_what_a_round_is_worth(shoe: Shoe, rules: Rules) -> None:
    values = [Evaluator(replace(rules, ties=ties)).value(Position(shoe)).ev for ties in Ties]
    assert values[0] == values[1]


def test_the_longest_chain_of_pushes_is_followed() -> None:
    value = Evaluator(Rules()).value(Position(Shoe([0] * 9 + [416])))
    assert value.endings["void"] == 1


@pytest.mark.parametrize(("cards", "total"), [(2, 30), (2, 21), (2, 1), (1, 5), (5, 15), (0, 3), (4, 22), (-1, 0)])
def test_what_is_no_hand_is_refused(cards: int, total: int) -> None:
    position = Position(Shoe.of_decks(1), cards, total)
    with pytest.raises(HandError, match="no hand to decide"):
        Evaluator(Rules()).value(position)
    with pytest.raises(HandError, match="no hand to decide"):
        Evaluator(Rules()).action_value(position, Action.HIT)


def test_every_hand_to_decide_and_a_deal_to_come_pass() -> None:
    Position(Shoe.of_decks(1)).check()
    for hand in [(1, 1), (10, 10), (1, 1, 1), (7, 7, 7), (1, 1, 1, 1), (5, 5, 5, 6)]:
        check_hand(hand)
        Position(Shoe.of_decks(1), len(hand), sum(hand)).check()


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ([], "hand of no cards is too short"),
        ([9], "hand 9 is too short to decide: it has 2 to 4 cards"),
        ([1] * 5, "hand A A A A A is won already: 5 cards"),
        ([1] * 6, "hand A A A A A A is won already"),
        ([10, 10, 2], "hand T T 2 is lost already: its total of 22 is over 21"),
        ([10] * 5, "lost already: its total of 50 is over 21"),
    ],
)
def test_a_hand_that_is_won_lost_or_none_is_refused(hand: list[int], message: str) -> None:
    with pytest.raises(HandError, match=message):
        Position.of_hand(hand, Shoe.of_decks(1))


def test_a_value_has_its_parts_and_does_not_change() -> None:
    evaluator = Evaluator(Rules())
    twelve = Position(Shoe("0,0,0,0,0,3,0,0,1,2"), 2, 12)  # calls backhand: two tens of six cards bust it
    first, second = (evaluator.action_value(twelve, Action.BACKHAND) for _ in range(2))
    assert [first.win, first.void, first.ev, first.house_edge] == [Fraction(number, 3) for number in (1, 0, -1, 1)]
    assert first is not second
    assert len({first, second}) == 1
    assert evaluator.value(Position(Shoe([0] * 10), 2, 12)).void == 1
    with pytest.raises(FrozenInstanceError):
        first.ev = Fraction(0)  # type: ignore[misc]


def test_an_action_that_is_not_legal_is_refused() -> None:
    for cards, total, action in [
        (2, 17, Action.BACKHAND),
        (2, 17, Action.HIT),
        (3, 17, Action.PUSH),
        (2, 9, Action.BACKHAND),
    ]:
        with pytest.raises(HandError, match=f"{action} is not allowed"):
            Evaluator(Rules()).action_value(Position(Shoe.of_decks(1), cards, total), action)


def test_the_tie_rule_takes_what_settles_soonest() -> None:
    tens = Position(Shoe("0,0,0,0,0,0,0,0,0,2"), 2, 20)
    for ties, taken in [(Ties.SOONEST, Action.PLAY_PUSH), (Ties.LATEST, Action.PUSH)]:
        rules = Rules(ties=ties, shoe_end=ShoeEnd.LOSS)  # after a push two tens are dealt, and then none are left
        assert Evaluator(rules).best(tens)[0] is taken


@pytest.mark.parametrize("total", [12, 14, 16, 19, 21])
def test_ranks_that_do_the_same_to_a_fourth_card_may_be_exchanged(total: int) -> None:
    """With four cards only two things can happen, so it matters how many cards bust, not which they are."""
    rng, evaluator = random.Random(total), Evaluator(Rules())
    for _ in range(50):
        shoe = random_shoe(rng, 12)
        fits = sum(shoe[: 21 - total])
        merged = Shoe([fits, 0, 0, 0, 0, 0, 0, 0, 0, 12 - fits] if total < 21 else [0] * 9 + [12])
        assert evaluator.value(Position(shoe, 4, total)) == evaluator.value(Position(merged, 4, total))


def test_a_card_that_cannot_be_reached_in_time_changes_nothing() -> None:
    """On three cards that total 20, only an ace goes on: 2 to T are one rank to this hand."""
    for shoe, other in [("1,9,0,0,0,0,0,0,0,0", "1,0,0,3,0,3,0,2,0,1"), ("0,5,0,0,0,0,0,0,0,0", "0,0,1,1,1,1,0,0,0,1")]:
        values = [Evaluator(Rules()).value(Position(Shoe(text), 3, 20)) for text in (shoe, other)]
        assert values[0] == values[1]


@pytest.mark.parametrize("tens", range(2, 17))
def test_a_shoe_of_tens_pushes_until_it_is_void(tens: int) -> None:
    value = Evaluator(Rules()).value(Position(Shoe([0] * 9 + [tens])))
    assert value.endings["void"] == 1
    assert value.ev == 0
    lost = Evaluator(Rules(shoe_end=ShoeEnd.LOSS)).value(Position(Shoe([0] * 9 + [tens])))
    assert lost.ev == -1


def test_deal_weights_are_the_orderings_of_the_shoe() -> None:
    rng = random.Random(1)
    for cards in [*range(8), 20, 52]:
        shoe = random_shoe(rng, cards)
        assert sum(weight * factorial(node.shoe.cards) for weight, node in deal(shoe)) == factorial(cards)


def test_a_replacement_ace_is_kept() -> None:
    """R1 by hand: three aces and a five always make A 5, with one ace discarded or two, 12 of 24 orders each."""
    shoe = Shoe("3,0,0,0,1,0,0,0,0,0")
    orders = {1: 0, 2: 0}
    for weight, node in deal(shoe):
        assert isinstance(node, Position)
        hand, discarded = node.hand_from(shoe)
        assert hand == (1, 5)
        orders[discarded] += weight
    assert orders == {1: 12, 2: 12}


@pytest.mark.parametrize("name", SETTINGS)
def test_legal_actions_are_as_brute_force_has_them_in_the_order_of_the_tie_rule(name: str) -> None:
    rules = SETTINGS[name]
    for cards, total in [(size, total) for size in (2, 3, 4) for total in range(size, min(10 * size, 21) + 1)]:
        hand = tuple(total // cards + (place < total % cards) for place in range(cards))
        soonest = list(brute.actions(hand, (), brute_options(rules)))
        expected = soonest[::-1] if rules.ties is Ties.LATEST else soonest
        assert [action.value for action in rules.legal_actions(cards, total)] == expected, hand


@pytest.mark.parametrize(("cards", "total"), [(2, 16), (2, 17), (2, 20), (3, 16), (3, 17), (4, 20)])
def test_only_two_cards_make_a_push_hand(cards: int, total: int) -> None:
    actions = Position(Shoe.of_decks(1), cards, total).actions(Rules())
    assert (Action.PUSH in actions) == (total >= 17 and cards == 2)
    assert (Action.BACKHAND in actions) == (Action.PUSH not in actions)


def test_a_fifth_card_wins_whatever_the_total() -> None:
    value = Evaluator(Rules()).action_value(Position(Shoe("1,0,0,0,0,0,0,0,0,1"), 4, 5), Action.HIT)
    assert value.endings[Ending.FIVE_CARDS] == 1
    value = Evaluator(Rules()).action_value(Position(Shoe("1,0,0,0,0,0,0,0,0,1"), 4, 20), Action.HIT)
    assert value.endings[Ending.FIVE_CARDS] == Fraction(1, 2)
