"""One grammar of options: both games read, write and refuse alike."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest
from backhand.common.rule_options import OneOf, Options, option
from backhand.errors import RulesError
from backhand.rules import Rules
from backhand.vingt_un.rules import Rules as VingtUn
from hypothesis import given
from hypothesis import strategies as st


@dataclass(frozen=True)
class House:
    """Rules of a game with three options and two presets."""

    void: bool = option(False, OneOf("ties", {"dealer": False, "void": True}))
    pays: int = option(2, OneOf("pays", {"2": 2, "1": 1}))
    size: str = option("s", OneOf("size", {"small": "s", "large": "l"}))

    def __post_init__(self) -> None:
        OPTIONS.check(self)


OPTIONS = Options(House)
PRESETS = {"house": House(), "generous": House(void=True, pays=1)}


@given(st.booleans(), st.sampled_from([1, 2]), st.sampled_from("sl"))
def test_text_reads_back_and_is_the_shortest(void: bool, pays: int, size: str) -> None:
    rules = House(void, pays, size)
    text = OPTIONS.text(rules, PRESETS)
    assert OPTIONS.from_text(text, PRESETS) == rules
    apart = [(rules.void, rules.pays, rules.size) != (p.void, p.pays, p.size) for p in PRESETS.values()]
    assert ("," not in text) == (not all(apart))
    assert text.count(",") <= 2  # the other preset is never nearer than this


def test_a_value_is_made_the_one_that_is_known() -> None:
    assert House(void=1).void is True  # type: ignore[arg-type]
    assert House(pays=Fraction(2)).pays == 2  # type: ignore[arg-type]
    assert type(House(pays=Fraction(2)).pays) is int  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"pays: True is not one of 2, 1"):
        House(pays=True)
    with pytest.raises(RulesError, match=r"drawn-21-pays: True is not one of 2, 1"):
        VingtUn(drawn_pays=True)


@pytest.mark.parametrize(
    ("options", "preset"),
    [(Rules.from_text, "inventor"), (VingtUn.from_text, "hoffmann")],
    ids=["backhand", "vingt-un"],
)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nobody", r"unknown preset 'nobody': the presets? (is|are) .*; an option is name=value"),
        ("ties", r"unknown preset 'ties'"),
        ("", r"unknown preset ''"),
        ("ties={other}, {preset}", r"a preset comes first, then options"),
        ("{preset},{preset}", r"{preset} comes twice"),
        ("ties={other} ties={other}", r"ties comes twice"),
        ("tie={other}", r"unknown option 'tie': the options are .*ties"),
        ("=2", r"unknown option ''"),
        ("ties=", r"'ties=': ties is one of "),
        ("ties=half", r"'ties=half': ties is one of "),
    ],
)
def test_both_games_refuse_in_the_same_words(options: object, preset: str, text: str, said: str) -> None:
    assert callable(options)
    other = {"inventor": "latest", "hoffmann": "void"}[preset]
    with pytest.raises(RulesError, match=said.replace("{preset}", preset)):
        options(text.format(preset=preset, other=other))
