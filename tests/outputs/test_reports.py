"""What reports print: exact numbers of any length, text as wide as the terminal, strategies that are read back."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable

import pytest
from backhand import Rules
from backhand.common.outputs.layout import WIDE
from backhand.strategies.strategy import LETTERS, Strategy, mimic
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.strategies.policy_files import parse_policy, policy_csv

from tests.conftest import Ran

Run = Callable[..., Ran]


LONG = [
    ["--pays", "0.95", "--shoe", "1,1,1,1,1,1,1,1,1,4", "--bankroll", "160"],
    ["--pays", "9:10", "--shoe", "1,1,1,1,1,1,1,1,1,4", "--ahead", "200"],
    pytest.param(["--shoe", "2,2,2,2,2,2,2,2,2,8", "--bankroll", "900"], marks=pytest.mark.long),
    pytest.param(["--shoe", "2,2,2,2,2,2,2,2,2,8", "--wins-in", "200", "--first-to", "200"], marks=pytest.mark.long),
]


@pytest.mark.parametrize("options", LONG, ids=" ".join)
def test_par_prints_every_exact_number_in_every_format(run: Run, options: list[str]) -> None:
    before = sys.get_int_max_str_digits()
    ran = {form: run("par", *options, "--format", form) for form in ("text", "json", "csv", "md")}
    assert all((of.code, of.err) == (0, "") for of in ran.values())
    assert sys.get_int_max_str_digits() == before
    made = json.loads(ran["json"].out)
    rows = {row["figure"]: row["fraction"] for row in csv.DictReader(io.StringIO(ran["csv"].out))}
    for ruin in made["ruin"]:
        assert rows[f"ruin_of_{ruin['bankroll']}_at_most"] == ruin["at_most"]["fraction"]
    for at in made["ahead"]:
        assert rows[f"ahead_after_{at['rounds']}"] == at["ahead"]["fraction"]
    assert max(map(len, rows.values())) > 4300
    assert max(map(len, ran["text"].out.split("\n"))) <= WIDE


def test_par_sums_what_is_too_small_to_be_shown(run: Run) -> None:
    out = run("par", "--wins-in", "60", "--shoe", "2,2,2,2,2,2,2,2,2,8").out
    assert re.search(r"^ *0 to \d+ together +<?0\.000\d %$", out, re.MULTILINE)
    chances = [line for line in out.split("\n") if line.endswith(" %")]
    assert not [line for line in chances if line.split()[-2] == "0.0000"]


NARROW = [
    ["advise", "9", "7", "--seen", "K 5"],
    ["value", "--figures", "--shoe", "1,1,1,1,1,1,1,1,1,4"],
    ["par", "--shoe", "1,1,1,1,1,1,1,1,1,4"],
    ["chart", "--shoe", "1,1,1,1,1,1,1,1,1,4"],
    ["evaluate", "mimic", "--shoe", "1,1,1,1,1,1,1,1,1,4"],
    ["payouts", "--shoe", "1,1,1,1,1,1,1,1,1,4", "--kind", "all", "--edge", "2%"],
    ["rules"],
    ["vingt-un", "rules"],
    ["vingt-un", "advise", "8", "8", "--dealer", "17"],
    ["vingt-un", "chart", "--dealer", "17"],
    ["vingt-un", "evaluate", "16", "--dealer", "17"],
]


@pytest.mark.parametrize("narrow", [60, pytest.param(80, marks=pytest.mark.long)])
@pytest.mark.parametrize("command", NARROW, ids=" ".join)
def test_text_fits(run: Run, monkeypatch: pytest.MonkeyPatch, command: list[str], narrow: int) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    piped = run(*command)
    assert piped.code == 0
    monkeypatch.setenv("COLUMNS", str(narrow))
    for width, text in ((WIDE, piped.out), (narrow, run(*command).out)):
        assert max(map(len, text.split("\n"))) <= width
        assert "\n\n\n" not in text
        assert sorted("".join(text.split())) == sorted("".join(piped.out.split()))


def test_actions_are_read_as_letters_of_the_chart_and_in_any_case() -> None:
    rules = Rules()
    written = str(mimic(rules))
    letters = {action.value: letter for letter, action in LETTERS.items()}
    for change in (str.upper, str.lower, str.title):
        head, *lines = written.splitlines()
        cells = [line.rsplit(",", 1) for line in lines]
        by_letter = [f"{cell},{change(letters[action])}" for cell, action in cells]
        by_word = [f"{cell},{change(action)}" for cell, action in cells]
        for made in (by_letter, by_word):
            assert Strategy.from_text("\n".join([head, *made]), rules) == mimic(rules)


def test_policies_are_read_as_letters_of_the_chart_and_in_any_case() -> None:
    policy = Policy.from_text("15,18; A 2 2 T: draw")
    written = policy_csv(policy)
    for stand, draw in (("S", "D"), ("s", "d"), ("Stand", "DRAW")):
        assert parse_policy(written.replace("stand", stand).replace("draw", draw)) == policy
