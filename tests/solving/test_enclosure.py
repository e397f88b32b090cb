"""Enclosures hold the exact value, are as narrow as asked, and name a best action only when it is proved."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from backhand import Action, Bounds, Enclosure, Rules, Shoe, Solver, TooLargeError, Value
from backhand.errors import EnclosureError, TablebaseError
from backhand.evaluator import value_of
from backhand.solving.enclosure import enclose, enclose_next
from backhand.solving.engine import Engine
from backhand.solving.levels import follow
from backhand.solving.pushes import MOST_DEALS, deals_ahead, reachable
from backhand.tablebase.build import build

from tests.conftest import FEW, SETTINGS, random_shoe

WIDTHS = [Fraction(1, 10**places) for places in (1, 3, 6, 12, 30)]


def check(bounds: Bounds, exact: Value) -> None:
    assert exact.win in bounds.win
    assert exact.ev in bounds.ev
    assert -exact.ev in bounds.house_edge
    for ending, chance in exact.endings.items():
        assert chance in bounds.endings[ending]


@pytest.mark.parametrize("name", FEW)
def test_random_shoes_of_every_size_are_enclosed(name: str) -> None:
    rules, chosen = SETTINGS[name], random.Random(name)
    for cards in [0, 1, 2, 3, 5, 10]:
        for ranks in ("A23456789T", "A789T", "A2"):
            shoe = random_shoe(chosen, cards, ranks)
            exact = value_of(Engine(shoe, rules).counts(shoe), cards, rules)
            for width in (Fraction(1, 10), Fraction(1, 10**12))[cards % 2 :]:
                bounds = enclose(shoe, rules, width)
                check(bounds, exact)
                assert max(bounds.win.width, bounds.ev.width) <= width


def test_one_deck_shrinks_when_asked() -> None:
    fresh = Shoe.of_decks(1)
    exact = value_of(Engine(fresh, Rules()).counts(fresh), 52, Rules())
    widths = []
    for width in WIDTHS:
        bounds = enclose(fresh, Rules(), width)
        check(bounds, exact)
        widths.append(max(bounds.win.width, bounds.ev.width))
        assert widths[-1] <= width
    assert widths == sorted(widths, reverse=True)


def test_the_next_deals_are_enclosed_at_once() -> None:
    fresh, width = Shoe.of_decks(1), Fraction(1, 10**9)
    engine, found = Engine(fresh, Rules()), enclose_next(fresh, Rules(), width)
    assert len(found) == 1 + 3 * 6  # the deal, and after each push hand with none, one and two aces discarded
    for shoe, bounds in found.items():
        check(bounds, value_of(engine.counts(shoe), shoe.cards, Rules()))
        assert bounds.ev.width <= width


@pytest.mark.long
def test_two_decks_are_enclosed_and_shrink_when_asked() -> None:
    fresh = Shoe.of_decks(2)
    for name, widths in [("inventor", WIDTHS[1:4]), ("pays", WIDTHS[3:4])]:
        exact = value_of(Engine(fresh, SETTINGS[name]).counts(fresh), 104, SETTINGS[name])
        for width in widths:
            bounds = enclose(fresh, SETTINGS[name], width)
            check(bounds, exact)
            assert max(bounds.win.width, bounds.ev.width) <= width


@pytest.mark.long
def test_every_number_of_decks_has_twelve_proved_digits() -> None:
    middles = []
    for decks in (1, 2, 4, 6, 8):
        bounds = enclose(Shoe.of_decks(decks), Rules())
        assert max(bounds.win.width, bounds.ev.width) <= Fraction(1, 10**12)
        assert sum(each.low for each in bounds.endings.values()) <= 1 <= sum(e.high for e in bounds.endings.values())
        assert abs(2 * bounds.win.middle - 1 - bounds.ev.middle) < Fraction(1, 10**11)
        middles.append(bounds.win.middle)
    assert middles == sorted(middles)  # more decks, fewer effects of removal: better for the player


def test_little_is_followed_for_a_wide_enclosure_and_all_of_one_deck_for_a_narrow_one() -> None:
    sizes = [sum(len(level.codes) for level in follow(Shoe.of_decks(1), budget)) for budget in (0.1, 1e-6, 1e-40)]
    assert sizes[0] < sizes[1] < sizes[2] == 4504
    assert len({code for level in follow(Shoe.of_decks(1), 1e-40) for code in level.codes}) == 4504


@pytest.mark.parametrize("width", [0, -1])
def test_no_enclosure_is_of_no_width(width: int) -> None:
    with pytest.raises(EnclosureError, match="not of no width"):
        enclose(Shoe.of_decks(1), Rules(), Fraction(width))


def test_payouts_beyond_64_bits() -> None:
    rules, shoe = Rules().paying("12345678901234567/98765432109876543"), Shoe("1,0,0,1,1,1,1,1,1,2")
    check(enclose(shoe, rules), value_of(Engine(shoe, rules).counts(shoe), 9, rules))


@pytest.mark.parametrize("decks", [1, 2])
def test_shoes_ahead_are_counted_without_a_visit(decks: int) -> None:
    assert deals_ahead(Shoe.of_decks(decks), MOST_DEALS) == {1: 4504, 2: 90911}[decks]
    chosen = random.Random(decks)
    for cards in range(25):
        shoe = random_shoe(chosen, cards, "AA789TT")
        assert deals_ahead(shoe, MOST_DEALS) == len(reachable(shoe, MOST_DEALS)[0])
    assert deals_ahead(Shoe.of_decks(8), 1000) == 1001


def test_the_solver_encloses_where_the_engine_would_refuse() -> None:
    solver = Solver(8, width=Fraction(1, 10**5))
    with pytest.raises(TooLargeError):
        solver.value()
    deal = solver.enclose()
    assert isinstance(deal, Bounds)
    assert deal.ev.width <= Fraction(1, 10**5)
    advice = solver.advise("T T")
    push, play = advice.actions
    assert (push.action, play.action, advice.best) == (Action.PUSH, Action.PLAY_PUSH, (Action.PUSH,))
    assert isinstance(push.ev, Enclosure)
    assert push.loss == 0
    assert isinstance(play.ev, Fraction)
    assert play.loss == push.ev - play.ev
    assert isinstance(Solver(1).enclose(), Value)


def test_the_best_action_is_refined_until_it_is_proved() -> None:
    # As wide as this nothing is told apart, so that the solver has to ask again.
    for decks, hand in [(3, "9 8"), (4, "T 7"), (8, "9 9")]:
        advice = Solver(decks, width=Fraction(3)).advise(hand)
        assert advice.best == (Action.PUSH,)
        push = advice.actions[0].ev
        assert isinstance(push, Enclosure)
        assert push.low > Fraction(max(enclosed_low(choice.ev) for choice in advice.actions[1:]))


def enclosed_low(ev: Fraction | Enclosure) -> Fraction:
    return ev.low if isinstance(ev, Enclosure) else ev


def test_an_exact_tie_is_found_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Tens only: whatever is done is lost. No enclosure proves a tie, so the engine has to.
    monkeypatch.setattr("backhand.solving.valuation.MOST_DEALS", 2)
    advice = Solver(rules="shoe-end=loss").advise("T T", shoe="0,0,0,0,0,0,0,0,0,8")
    assert advice.best == (Action.PLAY_PUSH, Action.PUSH)
    assert [choice.ev for choice in advice.actions] == [-1, -1]


def test_exact_at_any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.solving.valuation.MOST_DEALS", 2)
    with pytest.raises(TooLargeError):
        Solver().value(shoe="1,1,1,1,1,1,1,1,1,4")
    exact = Solver(exact=True).enclose(shoe="1,1,1,1,1,1,1,1,1,4")
    assert isinstance(exact, Value)
    bounds = Solver().enclose(shoe="1,1,1,1,1,1,1,1,1,4")
    assert isinstance(bounds, Bounds)
    check(bounds, exact)


def test_a_tablebase_answers_pushes_at_once(tmp_path: Path) -> None:
    most = Shoe("1,2,2,1,0,1,1,1,2,2")
    tablebase = build(tmp_path / "file", Rules(), most, kernel="numpy")
    with_file, without = Solver(tablebase=tablebase), Solver()
    asked = 0
    for taken in ("8 9", "9 9", "8 T", "7 T"):
        hand = [10 if card == "T" else int(card) for card in taken.split()]
        shoe = most.without(hand)
        mine, other = with_file.advise(hand, shoe=shoe), without.advise(hand, shoe=shoe)
        assert mine.best == other.best
        for choice, exact in zip(mine.actions, other.actions, strict=True):
            if choice.action is Action.PUSH:
                asked += 1
                assert isinstance(choice.value, Bounds)
                assert isinstance(exact.ev, Fraction)
                assert isinstance(exact.win, Fraction)
                assert exact.ev in choice.value.ev
                assert exact.win in choice.value.win
                assert not choice.endings
    assert asked == 4
    with pytest.raises(TablebaseError, match="is for rules inventor, not denexa"):
        Solver(rules="denexa", tablebase=tablebase)
