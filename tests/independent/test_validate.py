"""What validate expects of a simulator, and the csv of other commands."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from .black_box import Case, call, document, exact, seeds, spell, text
from .game import Best, deals, marginal, visits, win

Rows = list[dict[str, str]]


def table(*arguments: str) -> Rows:
    return list(csv.DictReader(io.StringIO(text(*arguments, "--format", "csv"))))


def validated(file: Path, lines: list[str], case: Case) -> dict[tuple[str, str], float]:
    """The expected counts by group and line."""
    file.write_text("\n".join(lines) + "\n")
    code, out, complaint = call("validate", str(file), "--format", "json", *case.options)
    assert code in (0, 3), complaint
    return {(row["group"], row["line"]): row["expected"] for row in json.loads(out)["tests"] if "expected" in row}


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_validate_expects_the_own_numbers(seed: int, tmp_path: Path) -> None:
    case = Case(seed + 1300)
    best = Best(case.game)
    law = marginal(best.deal(case.shoe), 0)
    lines = ["ending,count", "rounds,1000", *(f"{ending},7" for ending in law)]
    got = validated(tmp_path / "endings.csv", lines, case)
    for ending, chance in law.items():
        assert got.get(("endings", str(ending)), float(1000 * chance)) == pytest.approx(float(1000 * chance))
    counts: dict[tuple[int, int, str], Fraction] = {}
    for (_, _, hand, rest), chance in visits(best, case.shoe).items():
        key = (len(hand), sum(hand), best.choice(hand, rest, case.game.legal(hand)))
        counts[key] = counts.get(key, Fraction(0)) + chance
    lines = ["cards,total,action,count", "rounds,,,1000", *(f"{c},{t},{a},7" for c, t, a in counts)]
    got = validated(tmp_path / "decisions.csv", lines, case)
    expected = sorted(value for (group, _), value in got.items() if "chi" not in group)
    assert len(expected) == len(counts)
    assert expected == pytest.approx(sorted(float(1000 * chance) for chance in counts.values()))
    hands: dict[str, list[Fraction]] = {}
    for (first, _, rest), chance in deals(case.shoe).items():
        if first is not None:
            row = hands.setdefault("".join(spell(first)), [Fraction(0), Fraction(0)])
            row[0] += chance
            row[1] += chance * win(best.hand(first, rest))
    lines = ["hand,count", "rounds,1000", *(f"{hand},7" for hand in hands)]
    got = validated(tmp_path / "hands.csv", lines, case)
    assert sorted(got.values()) == pytest.approx(sorted(float(1000 * row[0]) for row in hands.values()))


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_csv_says_what_json_says(seed: int) -> None:
    case = Case(seed + 1400)
    for name in ("par", "evaluate"):
        arguments = ["par", "--bankroll", "2"] if name == "par" else ["evaluate", "mimic"]
        got = document(*arguments, *case.options)
        rows = {row["figure"]: row for row in table(*arguments, *case.options)}
        wanted = {figure: got[figure] for figure in ("win", "ev")}
        wanted |= {("ending_" if name == "par" else "") + ending: number for ending, number in got["endings"].items()}
        if name == "par":
            wanted |= {f"cards_{cards}": number for cards, number in got["cards"].items()}
            wanted |= {figure: got[figure] for figure in ("variance", "mean_cards", "mean_pushes")}
        else:
            places = ("cards", "total", "action")
            wanted |= {"cost " + " ".join(str(row[p]) for p in places): row["cost"] for row in got["decisions"]}
        for figure, number in wanted.items():
            assert Fraction(rows[figure]["fraction"]) == exact(number)
            assert float(rows[figure]["decimal"]) == number["decimal"]
    cells = {(row["cards"], row["total"]): row["action"] for row in document("chart", *case.options)["cells"]}
    assert {(int(r["cards"]), int(r["total"])): r["action"] for r in table("chart", *case.options)} == cells


@pytest.mark.long
@pytest.mark.parametrize("options", ["", "natural-pays=3,drawn-21-pays=1,natural-tie=void"])
def test_vingt_un_evaluate_adds_up(options: str) -> None:
    """The endings sum to one, what they pay to the value, and the costs to the cost."""
    rules = ["--rules", ",".join(["hoffmann", *([options] if options else [])])]
    got = document("vingt-un", "evaluate", "16", "--dealer", "17", "--worst", "9999", *rules)
    value = document("vingt-un", "value", "--dealer", "17", "--punter", "16", *rules)
    best = document("vingt-un", "value", "--dealer", "17", *rules)
    assert exact(got["dealers_value"]) == exact(value["dealers_value"])
    assert exact(got["best"]) == exact(best["dealers_value"])
    assert exact(got["cost"]) == exact(value["dealers_value"]) - exact(best["dealers_value"])
    assert sum(exact(row["cost"]) for row in got["decisions"]) == exact(got["cost"])
    pays = {"natural": 2, "twenty-one": 2, "dealer-over": 1, "nearer": 1, "tie": -1, "tie-at-21": -2, "beaten": -1}
    pays |= {"dealer-21": -2, "dealer-natural": -2, "natural-tie": -2, "over": -1}
    pays |= {"tie": 0, "tie-at-21": 0} if "ties=void" in options else {}
    pays |= {"natural": 3, "twenty-one": 1} if "natural-pays" in options else {}
    pays |= {"natural-tie": 0} if "natural-tie" in options else {}
    assert sum(exact(number) for number in got["endings"].values()) == 1
    assert -sum(pays[name] * exact(number) for name, number in got["endings"].items()) == exact(got["dealers_value"])
