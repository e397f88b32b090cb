"""The rules as the rulebook has them, and the texts that stand for them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest
from backhand import Kind, Rules, RulesError
from backhand.rules import ENDINGS, LOSSES, PRESETS, WINS, Ending, ShoeEnd, choices, kind_of, payout

from tests.conftest import SETTINGS

ODD = Rules.from_text("pays-backhand=2:1,pays-five-cards=3:1,pays-played-push=4:1")


def test_the_kinds_of_hands_meet_at_12_and_17() -> None:
    kinds = [kind_of(2, total) for total in range(2, 21)]
    assert kinds == [Kind.LOW] * 10 + [Kind.PLAY] * 5 + [Kind.PUSH] * 4
    assert {kind_of(cards, total) for cards in (3, 4) for total in range(cards, 22)} == {Kind.DRAWN}


def test_every_ending_pays_what_it_should() -> None:
    assert [Rules().net(ending) for ending in ENDINGS] == [1, 1, 1, -1, -1, -1, 0]
    assert [ODD.net(ending) for ending in ENDINGS] == [2, 3, 4, -1, -1, -1, 0]
    assert replace(ODD, shoe_end=ShoeEnd.LOSS).net(Ending.VOID) == -1
    assert WINS == (Ending.BACKHAND, Ending.FIVE_CARDS, Ending.PLAYED_PUSH)
    assert LOSSES == (Ending.BUST, Ending.FAILED_BACKHAND, Ending.FAILED_PUSH)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", Fraction(1)),
        ("6:5", Fraction(6, 5)),
        (" 3 / 2 ", Fraction(3, 2)),
        ("0.95", Fraction(19, 20)),
        (".5", Fraction(1, 2)),
        ("2.", Fraction(2)),
        ("1:" + "9" * 18, Fraction(1, 10**18 - 1)),
        ("0." + "0" * 17 + "1", Fraction(1, 10**18)),
    ],
)
def test_a_payout_is_read(text: str, value: Fraction) -> None:
    assert payout(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "0", "0:1", "1:0", "-1", "1:", ":1", "1:2:3", ".", "1e3", "٣", "9" * 19, "." + "1" * 19],
)
def test_a_payout_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match=r"^payout .* is a positive number of up to 18 digits"):
        payout(text)


@pytest.mark.parametrize("wrong", [0, -1, 0.5, "1", None])
def test_a_payout_has_to_be_an_exact_number_above_0(wrong: object) -> None:
    with pytest.raises(RulesError, match=r"pays-five-cards: .* is no payout"):
        Rules(pays_five_cards=wrong)  # type: ignore[arg-type]
    assert Rules(pays_five_cards=2) == Rules(pays_five_cards=Fraction(2))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SETTINGS)
def test_rules_are_read_back_from_what_they_print(name: str) -> None:
    rules = SETTINGS[name]
    assert Rules.from_text(str(rules)) == rules
    assert eval(repr(rules)) == rules
    assert Rules.from_text(",".join(f"{option}={value}" for option, value in rules.options().items())) == rules


def test_rules_are_named_by_the_preset_with_the_fewest_options() -> None:
    assert str(Rules.from_text("push-hit=on")) == "denexa"
    assert str(Rules.from_text("denexa,push-hit=off,twelve=hit")) == "inventor,twelve=hit"


def test_options_are_separated_by_commas_or_blanks() -> None:
    assert Rules.from_text(" denexa, twelve=hit  pays=6:5 ") == Rules(True, True).paying("6:5")
    assert Rules().paying(" backhand=2, five-cards=3 played-push=4 ") == ODD
    assert Rules().paying("3/2") == Rules().paying("backhand=3:2,five-cards=1.5,played-push=3/2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown preset ''"),
        ("denexa,inventor", "a preset comes first"),
        ("twelve=hit,denexa", "a preset comes first"),
        ("twelve=hit,twelve=free", "twelve comes twice"),
        ("pays=2,pays=2", "pays comes twice"),
        ("thirteen=hit", "unknown option 'thirteen': the options are pays, push-hit, twelve, "),
        ("eleven=1", "unknown option 'eleven'"),
        ("twelve=", "twelve=.: twelve is one of free, hit"),
        ("pays=", "payout ''"),
    ],
)
def test_rules_that_are_none_are_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules.from_text(text)


@pytest.mark.parametrize("item", ["bust=1", "backhand", "void=1", "failed-push=2"])
def test_a_separate_payout_is_for_a_win(item: str) -> None:
    with pytest.raises(RulesError, match=f"^'{item}': separate payouts are win=payout"):
        Rules().paying(f"five-cards=2,{item}")


def test_the_choices_are_all_that_an_option_takes() -> None:
    assert choices() == {
        "push-hit": ["off", "on"],
        "twelve": ["free", "hit"],
        "shoe-end": ["void", "loss"],
        "pays-backhand": None,
        "pays-five-cards": None,
        "pays-played-push": None,
        "ties": ["soonest", "latest"],
    }


def test_rules_do_not_change_and_are_kept_in_sets() -> None:
    assert len({Rules(), PRESETS["inventor"], Rules.from_text("twelve=free")}) == 1
    with pytest.raises(FrozenInstanceError):
        Rules().push_hit = True  # type: ignore[misc]
