"""What reports print: exact numbers of any length, nothing shown as 0 that is not, text as wide as the terminal."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from backhand import Rules
from backhand.common.digits import digits, exact
from backhand.common.intervals import Enclosure
from backhand.common.outputs.layout import NARROWEST, WIDE, table, wrapped
from backhand.common.outputs.numerals import amount, percent
from backhand.strategies.strategy import LETTERS, Strategy, mimic
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.strategies.policy_files import parse_policy, policy_csv

from tests.conftest import Ran

Run = Callable[..., Ran]


@pytest.fixture
def unlimited() -> Iterator[None]:
    """Python itself writes numbers of any length for a while."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("unlimited")
def test_digits_are_those_that_python_writes() -> None:
    rng = random.Random(4)
    edges = [2**4096 - 1, 2**4096, 10**5000, 10**5000 - 1, 7**9000]
    for number in [0, -1, *edges, *(rng.getrandbits(rng.randrange(1, 60_000)) for _ in range(50))]:
        assert digits(number) == str(number)
        assert digits(-number) == str(-number)
    assert exact(Fraction(-3, 7**9000)) == str(Fraction(-3, 7**9000))


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


def test_what_is_not_0_is_not_shown_as_0() -> None:
    for places in range(1, 9):
        last = Fraction(1, 10**places)
        for value in (last / 3, last / 2, last / 10**20):
            assert amount(value, places) == f"<0.{'0' * (places - 1)}1"
            assert amount(-value, places) == f">-0.{'0' * (places - 1)}1"
        assert amount(last * 2 / 3, places) == f"0.{'0' * (places - 1)}1"
        assert amount(Fraction(0), places) == f"0.{'0' * places}"
    assert percent(Enclosure(Fraction(1, 10**9), Fraction(2, 10**9)), 4) == "<0.0001 %"
    assert "<" not in percent(Enclosure(Fraction(0), Fraction(1, 10**9)), 4)


def test_par_sums_what_is_too_small_to_be_shown(run: Run) -> None:
    out = run("par", "--wins-in", "60", "--shoe", "2,2,2,2,2,2,2,2,2,8").out
    assert re.search(r"^ *0 to \d+ together +<?0\.000\d %$", out, re.MULTILINE)
    chances = [line for line in out.split("\n") if line.endswith(" %")]
    assert not [line for line in chances if line.split()[-2] == "0.0000"]


def test_tables_keep_every_word_at_every_width() -> None:
    rng = random.Random(14)
    words = ["hand", "backhand", "60.4 %", "a", "longest-of-words", "", "0.5"]
    for _ in range(300):
        heads = [" ".join(rng.choices(words, k=rng.randrange(1, 4))).strip() for _ in range(rng.randrange(1, 9))]
        rows = [[" ".join(rng.choices(words, k=rng.randrange(0, 9))).strip() for _ in heads] for _ in range(3)]
        width = rng.randrange(NARROWEST, 130)
        shown = table(heads, rows, width)
        assert max(map(len, shown.split("\n"))) <= width
        wanted = " ".join([*(heads if any(heads) else []), *(cell for row in rows for cell in row)]).split()
        assert sorted(shown.split()) == sorted(wanted)


def test_sentences_keep_every_word_and_fractions_every_digit() -> None:
    fraction = f"{10**150 + 7}/{10**160 + 9}"
    for width in range(NARROWEST, 200):
        shown = wrapped(f"Exact win probability: {fraction} and no more words than these\n  as well", width)
        assert max(map(len, shown.split("\n"))) <= min(width, WIDE)
        assert fraction in shown.replace("\n", "")
        assert shown.split("\n")[-1] == "  as well"


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


@pytest.mark.parametrize("command", NARROW, ids=" ".join)
def test_text_fits(run: Run, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    piped = run(*command)
    assert piped.code == 0
    shown = {WIDE: piped.out}
    for width in (60, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        shown[width] = run(*command).out
    for width, text in shown.items():
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
