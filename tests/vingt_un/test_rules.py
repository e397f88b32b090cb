"""V1–V8 and the options one by one, and texts that read back."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from backhand.errors import CardError, RulesError
from backhand.vingt_un import Policy, PolicyError, Rules
from backhand.vingt_un.policies import counts_of, ranks_of
from backhand.vingt_un.rules import NATURAL, OVER, SCORES, hard_total, is_soft, score
from hypothesis import given, settings
from hypothesis import strategies as st

SETTINGS = {
    "natural-tie": ["dealer", "void"],
    "dealer-natural": ["once", "end"],
    "natural-pays": ["2", "3"],
    "drawn-21-pays": ["2", "1"],
    "tie-at-21": ["double", "single"],
    "ties": ["dealer", "void"],
    "alike": ["rank", "value"],
    "both-ace-ten": ["natural", "drawn"],
    "second-stake": ["after", "before"],
    "pack": ["fresh", "as-dealt"],
    "overdrawn-shown": ["no", "yes"],
    "dealer-doubles": ["off", "on"],
}
"""Every option of the rules as they are handed down, the default first."""


def test_the_options_are_those_handed_down() -> None:
    assert Rules().options() == {name: values[0] for name, values in SETTINGS.items()}
    for name, (_, other) in SETTINGS.items():
        assert Rules.from_text(f"{name}={other}").options()[name] == other


@given(st.fixed_dictionaries({name: st.sampled_from(values) for name, values in SETTINGS.items()}))
def test_rules_read_back(chosen: dict[str, str]) -> None:
    rules = Rules.from_text(",".join(f"{name}={value}" for name, value in chosen.items()))
    assert rules.options() == chosen
    assert Rules.from_text(str(rules)) == rules


@pytest.mark.parametrize(
    ("text", "punter", "dealer", "net"),
    [
        ("hoffmann", OVER, OVER, -1),  # V2: he has paid already
        ("hoffmann", OVER, NATURAL, -1),
        ("hoffmann", 12, OVER, 1),  # V3
        ("hoffmann", 21, OVER, 2),  # V5
        ("hoffmann", NATURAL, OVER, 2),
        ("hoffmann", 19, 18, 1),  # V4
        ("hoffmann", 18, 19, -1),
        ("hoffmann", 18, 18, -1),
        ("hoffmann", 20, 21, -2),  # V5
        ("hoffmann", 21, 21, -2),
        ("hoffmann", NATURAL, 21, 2),  # V6
        ("hoffmann", 21, NATURAL, -2),
        ("hoffmann", NATURAL, NATURAL, -2),
        ("natural-tie=void", NATURAL, NATURAL, 0),
        ("natural-tie=void", 21, NATURAL, -2),
        ("natural-pays=3", NATURAL, 20, 3),
        ("natural-pays=3", 21, 20, 2),
        ("natural-pays=3", 20, NATURAL, -2),
        ("drawn-21-pays=1", 21, 20, 1),
        ("drawn-21-pays=1", 20, 21, -2),
        ("tie-at-21=single", 21, 21, -1),
        ("tie-at-21=single", 20, 21, -2),
        ("ties=void", 18, 18, 0),
        ("ties=void", 21, 21, 0),
        ("ties=void", NATURAL, NATURAL, -2),
    ],
)
def test_what_a_punter_gains(text: str, punter: int, dealer: int, net: int) -> None:
    assert Rules.from_text(text).net(punter, dealer) == net


@given(st.fixed_dictionaries({name: st.sampled_from(values) for name, values in SETTINGS.items()}))
@settings(max_examples=30)
def test_a_better_hand_is_never_paid_less(chosen: dict[str, str]) -> None:
    """Going on both relies on it: up to 11 nobody need look at standing."""
    rules = Rules.from_text(",".join(f"{name}={value}" for name, value in chosen.items()))
    in_play = SCORES[1:]  # going over may be better: it loses one stake where a dealer's 21 would take two
    for (low, high), dealer in product(pairwise(in_play), SCORES):
        assert rules.net(low, dealer) <= rules.net(high, dealer)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [([1, 10], NATURAL), ([1, 10, 10], 21), ([1, 1], 12), ([1, 5, 5], 21), ([10, 10, 2], OVER), ([1, 6, 10], 17)],
)
def test_scores(cards: list[int], worth: int) -> None:
    assert score(counts_of(cards)) == worth


hands = st.lists(st.integers(1, 10), min_size=2, max_size=6).filter(
    lambda cards: score(counts_of(cards)) not in (OVER, NATURAL) and max(counts_of(cards)) <= 4
)


@given(st.integers(2, 22), st.integers(2, 22), st.dictionaries(hands.map(counts_of), st.booleans(), max_size=5))
def test_policies_read_back(hard: int, soft: int, table: dict[tuple[int, ...], bool]) -> None:
    policy = Policy(hard, soft, tuple(table.items()))
    assert Policy.from_text(str(policy)) == policy
    decide = policy.decisions()
    for hand, stands in table.items():
        assert policy.stands(hand) is decide(hand) is stands
    shorter = Policy(hard, soft).with_table(table)
    assert all(shorter.stands(hand) == stands for hand, stands in table.items())


def test_stand_on_a_total_counts_soft_like_hard() -> None:
    assert Policy.from_text("17").stands(counts_of([1, 6]))
    assert not Policy.from_text("17,18").stands(counts_of([1, 6]))
    assert Policy.from_text("22").stands(counts_of([1, 10]))  # a natural stands


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", PolicyError, "write a total"),
        ("17,18,19", PolicyError, "write a total"),
        ("x", PolicyError, "write a total"),
        ("1", PolicyError, "2 to 22"),
        ("23", PolicyError, "2 to 22"),
        ("17; A 6", PolicyError, "stand' or"),
        ("17; A 6: hit", PolicyError, "stand' or"),
        ("17; T T 5: stand", PolicyError, "not a hand"),
        ("17; A T: draw", PolicyError, "not a hand"),
        ("17; 9: draw", PolicyError, "not a hand"),
        ("17; A 6: draw; 6 A: stand", PolicyError, "comes twice"),
        ("17; X: draw", CardError, "'X' is no card"),
    ],
)
def test_policies_that_cannot_be(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Policy.from_text(text)


@pytest.mark.parametrize("text", ["hofman", "ties", "ties=void,hoffmann", "ties=", "tie-at-21=half", "=2"])
def test_rules_that_cannot_be(text: str) -> None:
    with pytest.raises(RulesError):
        Rules.from_text(text)


def test_values_that_are_none_are_refused() -> None:
    with pytest.raises(RulesError, match="natural-pays"):
        Rules(natural_pays=4)
    with pytest.raises(RulesError, match="natural-pays"):
        Rules(natural_pays=True)


def test_ranks_and_counts_are_the_same() -> None:
    assert ranks_of(counts_of([10, 1, 10])) == (1, 10, 10)
    assert hard_total(counts_of([10, 1, 10])) == 21
    assert not is_soft(counts_of([10, 1, 10]))
