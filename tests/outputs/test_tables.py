"""The emitted tables are what the program would emit today, and say the same in every form."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import reportlab
from backhand import Enclosure, Solver
from backhand.answers.tables import TablesRequest, tables
from backhand.outputs.tables.files import table_files

from tests.conftest import Ran
from tests.regenerate import ROOT

TABLES = ROOT / "tables"
CHECKSUMS = {
    name: checksum
    for checksum, name in (line.split("  ") for line in (TABLES / "checksums.txt").read_text().splitlines())
}
"""Of the files that are made on demand."""


def same(made: str | bytes, name: str) -> bool:
    """A pdf is the same to the byte as long as the same library draws it, which it names.

    What is not kept is held by its checksum.
    """
    data = made.encode() if isinstance(made, str) else made
    if name in CHECKSUMS:
        return sha256(data).hexdigest() == CHECKSUMS[name]
    kept = (TABLES / name).read_bytes()
    other = Path(name).suffix == ".pdf" and f"reportlab {reportlab.__version__}".encode() not in kept
    return bool(data) if other else data == kept


def csv_and_json_agree(rows: list[dict[str, str]], document: dict[str, Any]) -> None:
    by_action = {
        (" ".join(hand["hand"]), hand["discarded_aces"], action["action"]): (action, action["action"] in hand["best"])
        for hand in document["hands"]
        for action in hand["actions"]
    }
    assert len(rows) == len(by_action) > 2000
    for row in rows:
        action, best = by_action[row["hand"], int(row["discarded_aces"]), row["action"]]
        assert (row["win"], row["ev"]) == (action["win"]["fraction"], action["ev"]["fraction"])
        assert row["best"] == ("yes" if best else "no")
        assert float(Fraction(row["win"])) == float(row["win_decimal"])
        assert 2 * Fraction(row["win"]) - 1 == Fraction(row["ev"])  # no void from a fresh deck, even money


def rows_of(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_tables_of_one_deck_are_regenerated_alike() -> None:
    made = dict(table_files(tables(TablesRequest(decks=(1,)))))
    del made["README.md"]
    checksums = str(made.pop("checksums.txt"))
    kept = {path.name for path in TABLES.glob("*-1-deck.*")}
    assert set(made) == kept | {name for name in CHECKSUMS if "-1-deck." in name}
    assert (TABLES / "checksums.txt").read_text().startswith(checksums)
    for name, content in made.items():
        assert same(content, name), name
    csv_and_json_agree(rows_of("hands-1-deck.csv"), json.loads(made["hands-1-deck.json"]))


def test_only_long_lists_of_hands_are_left_out() -> None:
    names = {path.name for path in TABLES.iterdir()}
    assert set(CHECKSUMS) == {
        f"{Path(name).stem}.{form}" for name in names for form in ("json", "md") if "hands" in name
    }
    listed = re.findall(r"`(hands-.*?)`", (TABLES / "README.md").read_text())
    assert listed == list(CHECKSUMS)


@pytest.mark.long
def test_all_tables_are_regenerated_alike(run: Callable[..., Ran], tmp_path: Path) -> None:
    ran = run("tables", "--output-dir", str(tmp_path))
    assert ran.code == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert set(names) == {path.name for path in TABLES.iterdir()} | set(CHECKSUMS)
    assert ran.out.split() == [str(tmp_path / name) for name in sorted(names, key=ran.out.index)]
    for name in names:
        assert same((tmp_path / name).read_bytes(), name), name
    csv_and_json_agree(rows_of("hands-2-decks.csv"), json.loads((tmp_path / "hands-2-decks.json").read_text()))


@pytest.mark.parametrize("decks", [3, 4])
def test_more_decks_are_exact_but_for_pushes_and_these_enclosed(decks: int) -> None:
    chart = json.loads((TABLES / f"chart-{decks}-decks.json").read_text())
    for figure in (chart["win"], chart["ev"], chart["optimum"]["win"], chart["optimum"]["ev"]):
        assert 0 <= Fraction(figure["high"]) - Fraction(figure["low"]) <= Fraction(11, 10**13)  # as printed, outwards
    assert Fraction(chart["win"]["high"]) < Fraction(chart["optimum"]["win"]["low"])
    best: Counter[tuple[str, str, str]] = Counter()
    for row in rows_of(f"hands-{decks}-decks.csv"):
        assert (".." in row["win"]) == (row["action"] == "push")
        best[row["hand"], row["discarded_aces"], row["kind"]] += row["best"] == "yes"
    assert all(count == 1 or kind != "push" for (_, _, kind), count in best.items())
    deal = rows_of(f"deals-{decks}-decks.csv")[0]
    low, high = map(Fraction, deal["win"].split(".."))
    bounds = Solver(decks, width=Fraction(1, 10**6)).enclose().win
    assert isinstance(bounds, Enclosure)
    assert bounds.low <= high
    assert low <= bounds.high


def test_the_deal_in_the_table_is_the_checkpoint() -> None:
    fresh = rows_of("deals-1-deck.csv")[0]
    assert fresh["win"] == "441749062376235842019675620249839/771314936179556478353601382425000"
