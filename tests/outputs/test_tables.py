"""The emitted tables are what the program would emit today, and say the same in every form."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import reportlab
from backhand import Enclosure, Solver
from backhand.answers.tables import TablesRequest, tables
from backhand.outputs.tables.files import table_files

from tests.conftest import Ran
from tests.regenerate import ROOT

TABLES = ROOT / "tables"


def same(made: bytes, name: str) -> bool:
    """A pdf is the same to the byte as long as the same library draws it, which it names."""
    kept = (TABLES / name).read_bytes()
    other = Path(name).suffix == ".pdf" and f"reportlab {reportlab.__version__}".encode() not in kept
    return bool(made) if other else made == kept


def test_the_tables_of_one_deck_are_regenerated_alike() -> None:
    made = dict(table_files(tables(TablesRequest(decks=(1,)))))
    del made["README.md"]
    assert set(made) == {path.name for path in TABLES.glob("*-1-deck.*")}
    for name, content in made.items():
        assert same(content.encode() if isinstance(content, str) else content, name), name


@pytest.mark.long
def test_all_tables_are_regenerated_alike(run: Callable[..., Ran], tmp_path: Path) -> None:
    ran = run("tables", "--output-dir", str(tmp_path))
    assert ran.code == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(path.name for path in TABLES.iterdir())
    assert ran.out.split() == [str(tmp_path / name) for name in sorted(names, key=ran.out.index)]
    for name in names:
        assert same((tmp_path / name).read_bytes(), name), name


@pytest.mark.parametrize("decks", ["1-deck", "2-decks"])
def test_csv_and_json_of_hands_agree(decks: str) -> None:
    document = json.loads((TABLES / f"hands-{decks}.json").read_text())
    by_action = {
        (" ".join(hand["hand"]), hand["discarded_aces"], action["action"]): (action, action["action"] in hand["best"])
        for hand in document["hands"]
        for action in hand["actions"]
    }
    with (TABLES / f"hands-{decks}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(by_action) > 2000
    for row in rows:
        action, best = by_action[row["hand"], int(row["discarded_aces"]), row["action"]]
        assert (row["win"], row["ev"]) == (action["win"]["fraction"], action["ev"]["fraction"])
        assert row["best"] == ("yes" if best else "no")
        assert float(Fraction(row["win"])) == float(row["win_decimal"])
        assert 2 * Fraction(row["win"]) - 1 == Fraction(row["ev"])  # no void from a fresh deck, even money


@pytest.mark.parametrize("decks", [3, 4])
def test_more_decks_are_exact_but_for_pushes_and_these_enclosed(decks: int) -> None:
    chart = json.loads((TABLES / f"chart-{decks}-decks.json").read_text())
    for figure in (chart["win"], chart["ev"], chart["optimum"]["win"], chart["optimum"]["ev"]):
        assert 0 <= Fraction(figure["high"]) - Fraction(figure["low"]) <= Fraction(11, 10**13)  # as printed, outwards
    assert Fraction(chart["win"]["high"]) < Fraction(chart["optimum"]["win"]["low"])
    for hand in json.loads((TABLES / f"hands-{decks}-decks.json").read_text())["hands"]:
        for action in hand["actions"]:
            assert ("low" in action["win"]) == (action["action"] == "push")
        assert len(hand["best"]) == 1 or hand["kind"] != "push"
    with (TABLES / f"deals-{decks}-decks.csv").open(newline="") as file:
        deal = next(csv.DictReader(file))
    low, high = map(Fraction, deal["win"].split(".."))
    bounds = Solver(decks, width=Fraction(1, 10**6)).enclose().win
    assert isinstance(bounds, Enclosure)
    assert bounds.low <= high
    assert low <= bounds.high


def test_the_deal_in_the_table_is_the_checkpoint() -> None:
    with (TABLES / "deals-1-deck.csv").open(newline="") as file:
        fresh = next(csv.DictReader(file))
    assert fresh["win"] == "441749062376235842019675620249839/771314936179556478353601382425000"
