"""The front door, and what the options do to play."""

from __future__ import annotations

from fractions import Fraction

import pytest
from backhand import Action, CardError, Kind, Rules, RulesError, Shoe, ShoeError, Solver
from backhand.evaluator import Value
from backhand.rules import PRESETS, Ending, ShoeEnd
from backhand.strategies.holdings import action_values, holdings

Table = dict[tuple[tuple[int, ...], int], dict[Action, Value]]


def table(rules: Rules) -> Table:
    values = action_values(Solver(rules=rules), Shoe.of_decks(1))
    known = {(holding.hand, holding.discarded): actions for holding, actions in values}
    return {hand: {a: v for a, v in actions.items() if isinstance(v, Value)} for hand, actions in known.items()}


def best(actions: dict[Action, Value]) -> set[Action]:
    most = max(value.ev for value in actions.values())
    return {action for action, value in actions.items() if value.ev == most}


@pytest.fixture(scope="module")
def inventor() -> Table:
    return table(Rules())


@pytest.fixture(scope="module")
def denexa() -> Table:
    return table(PRESETS["denexa"])


def test_advice_is_best_first_and_knows_its_position() -> None:
    advice = Solver().advise("9 7", seen="K 5 A")
    assert advice.shoe == Shoe("3,4,4,4,3,4,3,4,3,15")
    assert (advice.total, advice.kind, advice.busting) == (16, Kind.PLAY, (6, 7, 8, 9, 10))
    assert [choice.action for choice in advice.actions] == ["backhand", "hit"]
    assert advice.best == (Action.BACKHAND,)
    assert advice.actions[0].win == Fraction(29, 47)
    assert advice.actions[1].loss
    assert advice.actions[1].loss == advice.actions[0].ev - advice.actions[1].ev


def test_ties_are_shown_as_ties() -> None:
    # An ace and a ten are left: backhand wins on the ten, a hit on the ace, which makes a 21 that the ten busts.
    advice = Solver().advise("9 7 4", shoe="1,0,0,0,0,0,0,0,0,1")
    assert advice.best == (Action.BACKHAND, Action.HIT)
    assert [choice.win for choice in advice.actions] == [Fraction(1, 2)] * 2
    tie = Solver().advise(
        "T T",
        shoe="0,0,0,0,0,0,0,0,0,2",
    )
    assert tie.best == (Action.PUSH,)
    even = Solver(rules="shoe-end=loss").advise("T T", shoe="0,0,0,0,0,0,0,0,0,2")
    assert even.best == (Action.PLAY_PUSH, Action.PUSH)
    assert [choice.loss for choice in even.actions] == [0, 0]


def test_text_and_ranks_are_the_same_question() -> None:
    solver = Solver()
    assert solver.advise([9, 7], seen=[10, 5]) == solver.advise("9s 7h", seen="K,5") == solver.advise("97", seen="k5")
    assert solver.value(seen="5") == solver.value(shoe="4,4,4,4,3,4,4,4,4,16")


@pytest.mark.parametrize("rank", [0, 11, -1, "9", 9.0, True])
def test_a_rank_that_is_none_is_refused(rank: int) -> None:
    for ask in (lambda: Solver().advise([9, rank]), lambda: Shoe.of_decks(1).without([rank])):
        with pytest.raises(CardError, match="is no rank"):
            ask()


def test_text_stands_for_an_option_and_an_unknown_one_is_refused() -> None:
    assert Rules(shoe_end="loss") == Rules(shoe_end=ShoeEnd.LOSS)  # type: ignore[arg-type]
    assert Rules(shoe_end="loss").net(Ending.VOID) == -1  # type: ignore[arg-type]
    assert Rules(ties="soonest").legal_actions(2, 16) == Rules().legal_actions(2, 16)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="'never' is not one of"):
        Rules(ties="never")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="no payout"):
        Rules(pays_backhand=Fraction(0))


def test_values_can_be_kept_in_sets() -> None:
    first, second = Solver().advise("9 7"), Solver().advise("7 9")
    assert {first.actions[0], second.actions[0]} == {first.actions[0]}


def test_the_order_of_cards_does_not_matter() -> None:
    first, second = Solver().advise("2 5 T", seen="K 5"), Solver().advise("T 2 5", seen="5 Q")
    assert first.actions == second.actions


def test_seen_cards_and_a_shoe_outright_are_not_given_together() -> None:
    with pytest.raises(ShoeError, match="already"):
        Solver().advise("9 7", seen="5", shoe="4,4,4,4,4,4,4,4,4,16")


def test_hands_are_answered_in_eight_decks() -> None:
    solver = Solver(8)
    for hand in ("9 7", "2 2", "A 2 3", "5 5 5 5"):
        advice = solver.advise(hand)
        value = advice.actions[0].value
        assert isinstance(value, Value)
        assert sum(value.endings.values()) == 1
        assert advice.shoe.cards == 416 - len(hand.split())


def test_a_plain_hit_never_beats_playing_the_push(denexa: Table) -> None:
    """O1, at even money: playing the push wins on every card after which a hit goes on."""
    pushes = [actions for actions in denexa.values() if Action.PUSH in actions]
    assert len(pushes) == 18
    for actions in pushes:
        assert actions[Action.HIT].ev <= actions[Action.PLAY_PUSH].ev
        assert actions[Action.HIT].win <= actions[Action.PLAY_PUSH].win
    assert denexa[(7, 10), 0][Action.HIT].win < denexa[(7, 10), 0][Action.PLAY_PUSH].win
    assert denexa[(10, 10), 0][Action.HIT].win == denexa[(10, 10), 0][Action.PLAY_PUSH].win  # an ace makes a sure 21


def test_denexa_differs_from_inventor_in_what_is_offered_alone(inventor: Table, denexa: Table) -> None:
    assert inventor.keys() < denexa.keys()
    assert ((1, 8, 9), 0) in denexa.keys() - inventor.keys()  # reached by a hit on the push hand 8 9 alone
    for key, actions in inventor.items():
        offered = denexa[key]
        assert set(offered) - set(actions) == ({Action.HIT} if Action.PUSH in actions else set())
        assert {action: offered[action] for action in actions} == actions


def test_twelve_must_hit_takes_one_choice_away(inventor: Table) -> None:
    rules = Rules(twelve_must_hit=True)
    for holding in holdings(Shoe.of_decks(1), rules):
        actions = set(holding.position.actions(rules))
        if sum(holding.hand) == 12:
            assert actions == {Action.HIT}
        else:
            assert actions == set(inventor[holding.hand, holding.discarded])


@pytest.mark.parametrize("pays", ["7:2", pytest.param("1:3", marks=pytest.mark.long)])
def test_payouts_alike_for_all_wins_change_no_play(inventor: Table, pays: str) -> None:
    """With no void in reach EV grows with the win probability, whatever a win pays."""
    for key, actions in table(Rules().paying(pays)).items():
        assert best(actions) == best(inventor[key])
        assert {a: value.win for a, value in actions.items()} == {a: v.win for a, v in inventor[key].items()}


def test_a_payout_changes_the_play_it_pays_for(inventor: Table) -> None:
    rich = table(Rules().paying("five-cards=4:1"))
    changed = {key for key in inventor if best(rich[key]) != best(inventor[key])}
    assert ((2, 3, 4, 6), 0) in changed  # 15 on four cards: one card from the five-card win
    assert all(best(rich[key]) == {Action.HIT} for key in changed)
    low = [key for key, actions in inventor.items() if set(actions) == {Action.HIT}]
    assert not changed & set(low)


@pytest.mark.long
def test_a_backhand_that_pays_little_is_called_less(inventor: Table) -> None:
    timid = table(Rules().paying("backhand=1:10"))
    assert best(inventor[(2, 3, 4, 6), 0]) == {Action.BACKHAND}
    assert best(timid[(2, 3, 4, 6), 0]) == {Action.HIT}


@pytest.mark.long
def test_a_played_push_that_pays_well_is_played(inventor: Table) -> None:
    played = table(Rules().paying("played-push=3:1"))
    assert {key for key in inventor if best(played[key]) != best(inventor[key])} == {
        key for key, actions in inventor.items() if Action.PUSH in actions and best(played[key]) == {Action.PLAY_PUSH}
    }
    assert best(played[(7, 10), 0]) == {Action.PLAY_PUSH}


def test_a_payout_is_worth_its_win_as_often_as_it_comes(inventor: Table) -> None:
    """Raising what a backhand win pays by a little gains that much of its probability: no play is so near a tie."""
    plain, paid = Solver().value(), Solver(rules="pays-backhand=1001:1000").value()
    assert paid.endings == plain.endings
    assert paid.ev == plain.ev + plain.endings["backhand"] / 1000
    assert paid.house_edge == -paid.ev


def test_two_card_chances_are_those_of_the_deal() -> None:
    by_hand: dict[tuple[int, ...], Fraction] = {}
    for holding in holdings(Shoe.of_decks(1), Rules()):
        if len(holding.hand) == 2:
            by_hand[holding.hand] = by_hand.get(holding.hand, Fraction(0)) + holding.chance
    assert sum(by_hand.values()) == 1
    # An ace beside no ace, replaced: by hand, T T without an ace dealt, and A A, which needs two aces dealt.
    assert by_hand[1, 1] == Fraction(4 * 3 * 2 * 1, 52 * 51 * 50 * 49)
    no_ace = Fraction(16 * 15, 52 * 51)
    one_ace = Fraction(2 * 4 * 16 * 15, 52 * 51 * 50)
    two_aces = Fraction(4 * 3 * 16 * 15, 52 * 51 * 50 * 49)
    assert by_hand[10, 10] == no_ace + one_ace + two_aces


def test_the_chance_of_a_hand_of_four_is_counted_by_hand() -> None:
    """A A 5 7 with one ace discarded. The first two cards are that ace, one of four, and the five or the seven that is
    kept, one of four each, in two orders. Then come two of the three aces left and the other card, one of four, which
    has three places among them."""
    chances = {(h.hand, h.discarded): h.chance for h in holdings(Shoe.of_decks(1), Rules())}
    first_two = 2 * 4 * (4 + 4)
    other_three = 3 * 4 * (3 * 2)
    assert chances[(1, 1, 5, 7), 1] == Fraction(first_two * other_three, 52 * 51 * 50 * 49 * 48)


def test_every_hand_of_a_fresh_deck_is_held(inventor: Table) -> None:
    counted = {size: sum(len(hand) == size for hand, _ in inventor) for size in (2, 3, 4)}
    assert counted == {2: 154, 3: 519, 4: 982}
    assert all(sum(hand) <= 21 for hand, _ in inventor)
