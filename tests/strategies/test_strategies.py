"""Strategies as files: what is read, and everything that is refused, by file and line."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from backhand import Rules, Shoe
from backhand.errors import BackhandError, InputError, StrategyError
from backhand.rules import PRESETS, Action
from backhand.solver import Solver
from backhand.strategies.best_chart import BestChart
from backhand.strategies.strategy import BUILT_IN, CELLS, RARE, Strategy, load_strategy, mimic, never_bust, of_chart

from tests.conftest import SETTINGS, Ran
from tests.regenerate import ROOT
from tests.rounds.test_rounds import some_strategy

Run = Callable[..., Ran]
CHART = ROOT / "tables" / "chart-1-deck.csv"


@pytest.mark.parametrize("name", SETTINGS)
def test_text_reads_back(name: str) -> None:
    for seed in range(5):
        strategy = some_strategy(random.Random(seed), SETTINGS[name])
        assert Strategy.from_text(str(strategy), SETTINGS[name]) == strategy


def test_the_emitted_chart_is_the_chart(fresh_chart: BestChart) -> None:
    assert Strategy.from_text(CHART.read_text(), Rules()) == of_chart(fresh_chart)
    two_decks = Strategy.from_text(CHART.with_name("chart-2-decks.csv").read_text(), Rules())
    assert two_decks.action([7, 7]) is Action.BACKHAND
    for decks in (3, 4):  # the same chart, whatever else it is worth
        assert Strategy.from_text(CHART.with_name(f"chart-{decks}-decks.csv").read_text(), Rules()) == two_decks


def test_beginners() -> None:
    assert never_bust(Rules()).action([2, 10]) is Action.BACKHAND
    assert never_bust(Rules()).action([2, 9]) is Action.HIT
    assert never_bust(Rules(twelve_must_hit=True)).action([2, 10]) is Action.HIT
    # More than 26 of 52: 28 cards (7 to T) are over 21 with 15, 24 (8 to T) with 14.
    assert {
        total for (n, total), action in mimic(Rules()).cells.items() if action is Action.BACKHAND and n == 3
    } == set(range(15, 22))
    assert all(mimic(PRESETS["denexa"]).cells[2, total] is Action.PUSH for total in (17, 18, 19, 20))


def test_an_exact_hand_goes_before_its_cell_in_any_order_of_cards() -> None:
    text = CHART.read_text() + "K 4,hit\n"
    strategy = Strategy.from_text(text, Rules())
    assert strategy.action([4, 10]) is strategy.action([10, 4]) is Action.HIT
    assert strategy.action([6, 8]) is Action.BACKHAND


def lines(change: Callable[[list[str]], object]) -> str:
    rows = [",".join(row.split(",")[:4]) for row in CHART.read_text().splitlines()]
    change(rows)
    return "\n".join(rows) + "\n"


BAD = {
    "a cell left out": (lambda rows: rows.remove("3,14,backhand,0"), "no line for 3 cards of total 14"),
    "cells left out": (lambda rows: rows.__delitem__(slice(1, 4)), r"2 cards of total 2 \(and 2 more\)"),
    "an illegal action": (lambda rows: rows.__setitem__(1, "2,2,push,0"), "line 2: push is no legal action .*: hit is"),
    "push on three cards": (
        lambda rows: rows.append("A79,push"),
        "line 56: push is no legal action with 3 cards of total 17: backhand or hit is",
    ),
    "no action": (lambda rows: rows.__setitem__(1, "2,2,stand,0"), "line 2: stand is no action"),
    "a letter": (lambda rows: rows.__setitem__(1, "2,2,D,0"), "line 2: D is no action"),
    "a letter of another": (lambda rows: rows.__setitem__(1, "2,2,b,0"), "line 2: backhand is no legal action"),
    "a duplicate": (lambda rows: rows.append("2,16,hit,0"), "line 56: 2 cards of total 16 a second time: line 16"),
    "the same again": (lambda rows: rows.append("2,16,backhand,0"), "line 56: .* a second time"),
    "a hand twice": (lambda rows: rows.extend(["AA2T,hit", "TA2A,hit"]), "line 57: hand TA2A a second time: line 56"),
    "a cell that cannot be": (lambda rows: rows.append("2,21,hit,0"), "line 56: 2 cards of total 21 are never"),
    "five cards": (lambda rows: rows.append("5,20,hit,0"), "line 56: 5 cards of total 20 are never"),
    "a negative number": (lambda rows: rows.__setitem__(1, "2,-2,hit,0"), "line 2: total '-2' is no whole number"),
    "a broken number": (lambda rows: rows.__setitem__(1, "2,2.0,hit,0"), "line 2: total '2.0' is no whole number"),
    "a broken count": (lambda rows: rows.__setitem__(1, "2,2,hit,x"), "line 2: exceptions 'x' is no whole number"),
    "a card that is none": (lambda rows: rows.append("A1,hit"), "line 56: '1|line 56: 'A1' is no card"),
    "a hand that is lost": (lambda rows: rows.append("TT5,hit"), "line 56: hand 5 T T is lost already"),
    "one card": (lambda rows: rows.append("T,hit"), "line 56: hand T is too short"),
    "wrong columns": (
        lambda rows: rows.__setitem__(0, "total,cards,action"),
        "line 1: the columns are cards,total,action",
    ),
    "no columns": (lambda rows: rows.__delitem__(0), "line 1: the columns are"),
    "a field too many": (lambda rows: rows.__setitem__(1, "2,2,hit,0,9"), "line 2: 5 fields"),
    "a line cut short": (lambda rows: rows.__setitem__(1, "2"), "line 2: 1 fields"),
    "nothing": (lambda rows: rows.clear(), "is empty"),
    "an open quote": (lambda rows: rows.append('"2,2,hit'), "line 5.: no csv"),
}


@pytest.mark.parametrize("what", BAD)
def test_refused(what: str, run: Run, tmp_path: Path) -> None:
    change, message = BAD[what]
    path = tmp_path / "mine.csv"
    path.write_text(lines(change))
    with pytest.raises(StrategyError if what != "an open quote" else InputError, match=message):
        load_strategy(str(path), Solver())
    ran = run("evaluate", str(path), "--output", str(tmp_path / "out"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {path}")
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, message in [
        ("nobody", "No such file"),
        (str(tmp_path), "directory"),
        (str(tmp_path / "binary"), "UTF-8"),
    ]:
        with pytest.raises(InputError, match=message):
            load_strategy(name, Solver())


def test_rare_cells_may_be_left_out_and_can_only_hit() -> None:
    assert all(Rules().legal_actions(*cell) == (Action.HIT,) for cell in RARE)
    assert set(RARE) < set(CELLS)


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "windows.csv"
    path.write_bytes(b"\xef\xbb\xbf" + CHART.read_text().replace("\n", "\r\n").encode())
    assert load_strategy(str(path), Solver()) == Strategy.from_text(CHART.read_text(), Rules())


def test_evaluate_prints_every_format(run: Run) -> None:
    for form, mark in [
        ("text", "2     14  hit"),
        ("json", '"schema": "backhand.evaluate/1"'),
        ("csv", "cost 2 14 hit,"),
        ("md", "| "),
    ]:
        ran = run("evaluate", "mimic", "--format", form, "--shoe", "2,2,2,2,2,2,2,2,2,8")
        assert ran.code == 0
        assert mark in ran.out


def test_built_in_ones_are_all_known() -> None:
    shoe = Shoe("1,1,1,1,1,1,1,1,1,4")
    assert [getattr(load_strategy(name, Solver(), shoe), "name", "optimal") for name in BUILT_IN] == list(BUILT_IN)
    with pytest.raises(BackhandError, match="a strategy is optimal, chart, never-bust, mimic or a csv file"):
        load_strategy("Optimal", Solver())
