"""``backhand vingt-un`` as people use it, and how the package is built."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from backhand.cards import Shoe
from backhand.outputs.report import render
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.dealer import Dealer
from backhand.vingt_un.dealer_reports import double_report
from backhand.vingt_un.pairs import GoingOnBoth, Pairs
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.proved_reports import both_report, equilibrium_report
from backhand.vingt_un.punter import Choice, Punter
from backhand.vingt_un.search import solve
from backhand.vingt_un.seats import Seat, Seats

from tests.conftest import Ran
from tests.regenerate import ROOT
from tests.test_design import imports, loaded

Run = Callable[..., Ran]
DESIGN = (ROOT / "docs" / "design.md").read_text()
PACKAGE = ROOT / "solver" / "backhand" / "vingt_un"
DOUBLES, HEARD = ["--rules", "dealer-doubles=on"], ["--doubled"]
CHECKPOINT = "24002857155357432691/158967762540051465000"


def test_value_in_every_form(run: Run) -> None:
    made = json.loads(run("vingt-un", "value", "--dealer", "17", "--format", "json").out)
    assert list(made) == ["schema", "rules", "shoe", "dealer", "dealers_value"]
    assert made["schema"] == "backhand.vingt-un.value/1"
    assert made["dealers_value"]["fraction"] == CHECKPOINT
    assert CHECKPOINT in run("vingt-un", "value", "--dealer", "17").out
    (row,) = csv.DictReader(io.StringIO(run("vingt-un", "value", "--dealer", "17", "--format", "csv").out))
    assert row["fraction"] == CHECKPOINT
    assert "+0.1569" in run("vingt-un", "value", "--dealer", "17,19", "--format", "md").out


def test_advise_a_punter(run: Run) -> None:
    made = json.loads(run("vingt-un", "advise", "A 2 2", "--dealer", "17", "--seen", "K 5", "--format", "json").out)
    punter = Punter(Rules(), Policy(17, 17), Shoe.of_decks(1).without([10, 5]))
    values = punter.advise(counts_of([1, 2, 2])).values
    assert made["best"] == ["draw"]
    assert {a["action"]: Fraction(a["ev"]["fraction"]) for a in made["actions"]} == dict(values)
    assert made["actions"][0]["loss"]["fraction"] == "0"
    assert "Going on both is worth at least" in run("vingt-un", "advise", "8", "8", "--dealer", "17").out


def test_advise_the_dealer(run: Run) -> None:
    asked = ["vingt-un", "advise", "T 6", "--as", "dealer", "--standing", "2", "--shown", "6 | 7"]
    made = json.loads(run(*asked, "--format", "json").out)
    seats = Seats(Rules(), [Seat(Policy(16, 16), (6,)), Seat(Policy(16, 16), (7,))])
    values = seats.advise(counts_of([10, 6])).values
    assert {a["action"]: Fraction(a["ev"]["fraction"]) for a in made["actions"]} == dict(values)
    assert values[Choice.DRAW] > values[Choice.STAND]
    assert "drew 6" in run(*asked).out


def test_cards_of_hands_thrown_up_matter(run: Run) -> None:
    asked = ["vingt-un", "advise", "T 6", "--as", "dealer", "--punters", "16", "--standing", "1", "--format", "json"]
    answers = {
        run(*asked, *more).out.split('"actions"')[1]
        for more in ([], ["--over", "T"], ["--over", "T 5 T", "--rules", "overdrawn-shown=yes"])
    }
    assert len(answers) == 3


def test_a_dealer_who_may_double(run: Run) -> None:
    asked = ["--dealer", "17; double: 20,19", *DOUBLES]
    made = json.loads(run("vingt-un", "value", *asked, "--format", "json").out)
    parts = made["announced"].values()
    assert sum(Fraction(part["dealers_value"]["fraction"]) for part in parts) == Fraction(
        made["dealers_value"]["fraction"]
    )
    assert sum(Fraction(part["chance"]["fraction"]) for part in parts) == 1
    said = [json.loads(run("vingt-un", "advise", "9 9", *asked, *more, "--format", "json").out) for more in ([], HEARD)]
    assert [answer["doubled"] for answer in said] == [False, True]
    assert [answer["best"] for answer in said] == [["stand"], ["draw"]]
    assert "he has doubled" in run("vingt-un", "chart", *asked, "--doubled").out
    turn = ["vingt-un", "advise", "T 6", "--as", "dealer", "--standing", "1", *DOUBLES]
    once, twice = (json.loads(run(*turn, *more, "--format", "json").out)["actions"] for more in ([], HEARD))
    assert [2 * Fraction(a["ev"]["fraction"]) for a in once] == [Fraction(a["ev"]["fraction"]) for a in twice]


def test_whether_to_double(run: Run) -> None:
    made = json.loads(run("vingt-un", "double", "T 8", "--punters", "2", "--format", "json").out)
    assert made["schema"] == "backhand.vingt-un.double/1"
    assert [action["action"] for action in made["actions"]] == [*made["best"], "single"]
    dealer = Dealer(
        Rules(dealer_may_double=True), Policy(15, 15), Shoe("2,0,0,0,3,0,0,3,0,2"), if_doubled=Policy(18, 18)
    )
    (against,) = (cards for cards in dealer.doublings() if cards.hand == counts_of([8, 10]))
    assert f"single: {against.single}" in render(double_report(dealer, against.hand), "text")
    report = double_report(dealer, counts_of([]))
    rows = list(csv.DictReader(io.StringIO(render(report, "csv"))))
    assert sum(Fraction(row["chance"]) for row in rows) == 1
    better = {row["hand"] for row in rows if Fraction(row["double"]) > Fraction(row["single"])}
    assert {row["hand"] for row in rows if row["best"] == "double"} == better
    assert "He doubles in" in render(report, "text")
    assert "where the dealer doubles, stands on 18" in render(report, "text")


def test_a_reply_to_several_is_between_bounds(run: Run) -> None:
    asked = ["vingt-un", "reply", "--punters", "2", "--number", "2", "--tables", "1"]  # who never draws: one table
    made = json.loads(run(*asked, "--format", "json").out)
    assert made["schema"] == "backhand.vingt-un.reply/1"
    assert (made["number"], made["tables"], round(made["share"], 9)) == (2, 1, 1.0)
    bounds = {what: Fraction(value["fraction"]) for what, value in made["dealers_value"].items()}
    assert 0 < bounds["width"] == bounds["high"] - bounds["low"] < Fraction(1, 10**8)
    assert sum(Fraction(cards["chance"]["fraction"]) for cards in made["by_cards"]) == 1
    one = json.loads(run("vingt-un", "reply", "--punters", "2", "--format", "json").out)
    assert Fraction(one["dealers_value"]["fraction"]) == Dealer(Rules(), Policy(2, 2)).value()
    doubling = run(*asked, *DOUBLES).out
    assert re.search(r"He doubles with .*T T.*He does not with .*4 T", doubling)
    (_, high, _) = csv.DictReader(io.StringIO(run(*asked, "--format", "csv").out))
    assert Fraction(high["fraction"]) == bounds["high"]


def test_chart(run: Run) -> None:
    out = run("vingt-un", "chart", "--dealer", "17").out
    assert "S stand, D draw" in out
    made = json.loads(run("vingt-un", "chart", "--dealer", "17", "--format", "json").out)
    cell = {(c["total"], c["soft"]): c["action"] for c in made["cells"]}
    assert cell[14, False] == "draw"
    assert cell[16, False] == "stand"


def test_both_says_what_the_bounds_are() -> None:
    found = GoingOnBoth("9 9", Fraction(-4, 10), Fraction(-3, 10), Fraction(-1, 2), Fraction(-2, 10), 7)
    report = both_report(Pairs(Rules(), Policy(17, 17), 9), found)
    assert report.document["favourable"] is False
    assert "worse than one hand" in str(report.blocks)
    assert replace(found, one=Fraction(-35, 100)).favourable is None


def test_an_equilibrium_says_with_what_the_dealer_doubles() -> None:
    found = solve(Rules(dealer_may_double=True), Shoe("2,0,0,0,0,2,0,0,2,3"), Fraction(1, 2), 10)
    report = equilibrium_report(found)
    shares = {tuple(hand["hand"]): Fraction(hand["share"]["fraction"]) for hand in report.document["doubles"]}
    assert shares["A", "9"] == 1  # 20
    assert all(0 <= share <= 1 for share in shares.values())
    assert ("A", "T") not in shares  # at once: no decision
    assert re.search(r"doubles with .*A 9", render(report, "text"))
    assert "doubles" not in equilibrium_report(solve(Rules(), found.game.pack, Fraction(1, 2), 10)).document


def test_rules_are_listed(run: Run) -> None:
    out = run("vingt-un", "rules", "--rules", "ties=void").out
    assert "V8" in out
    assert all(name in out for name in Rules().options())
    assert Rules.from_text(str(Rules.from_text("ties=void,pack=as-dealt"))) == Rules(ties_void=True, pack_as_dealt=True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["value", "--dealer", "30"], "stand on 30"),
        (["value", "--dealer", "17;A 6"], "stand' or"),
        (["value", "--dealer", "17", "--rules", "ties=maybe"], "ties is one of dealer, void"),
        (["value", "--dealer", "17", "--rules", "tie=void"], "unknown option"),
        (["value", "--dealer", "17", "--seen", "K"], "pack=as-dealt"),
        (["value", "--dealer", "17; double: 20"], "dealer-doubles=on"),
        (["advise", "9 9", "--dealer", "17; double: 20", "--rules", "ties=void", "--doubled"], "dealer-doubles=on"),
        (["advise", "9 9", "--dealer", "17", *DOUBLES, "--doubled"], "'17' doubles with none"),
        (["advise", "T 6", "--as", "dealer", "--standing", "1", "--doubled"], "dealer-doubles=on"),
        (["advise", "T 6", "--as", "dealer", "--standing", "1", "--punters", "16; double: 20"], "only the dealer may"),
        (["double", "T", "8", "5"], "with two cards"),
        (["double", "T 8", "--rules", "hoffmann"], "dealer-doubles=on"),
        (["double", "9 9", "--seen", "9 9 9", "--rules", "dealer-doubles=on,pack=as-dealt"], "rank 9"),
        (["value"], "--dealer"),
        (["advise", "A 2"], "--dealer is missing"),
        (["advise", "X", "--dealer", "17"], "'X' is no card"),
        (["advise", "T T 5", "--dealer", "17"], "over 21"),
        (["advise", "5 5 5 5 5", "--dealer", "17"], "over 21"),
        (["advise", "T 6", "--dealer", "17", "--standing", "2"], "go with --as dealer"),
        (["advise", "T 6", "--as", "dealer", "--dealer", "17"], "--dealer goes with --as punter"),
        (["advise", "T 6", "--as", "dealer", "--punters", "16"], "--standing is missing"),
        (
            ["advise", "T 6", "--as", "dealer", "--punters", "16", "--standing", "1", "--shown", "6|7"],
            "names 2 punters",
        ),
        (["advise", "T 6", "--as", "dealer", "--punters", "16", "--standing", "5"], "5 punters"),
        (["equilibrium", "--width", "0"], "positive number"),
        (["reply", "--number", "5"], "1<=x<=4"),
        (["reply", "--tables", "9"], "2 to 4 punters"),
        (["reply", "--number", "2", "--punters", "16; double: 20"], "only the dealer may"),
        (["both", "9 8", "--dealer", "17"], "such as 9"),
        (["both", "9", "--dealer", "17", "--seen", "9 9 9"], "no two"),
        (["nothing"], "No such command"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    ran = run("vingt-un", *arguments)
    assert ran.code == 2
    assert not ran.out
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_output_is_written_whole(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    assert run("vingt-un", "value", "--dealer", "17", "--format", "json", "--output", str(path)).out == ""
    assert json.loads(path.read_text())["dealers_value"]["fraction"] == CHECKPOINT


def test_help_has_an_example_for_every_command(run: Run) -> None:
    ours = ("value", "advise", "chart", "both", "double", "reply", "equilibrium", "claims", "rules")
    for name in (*ours, "simulate", "evaluate", "validate"):
        assert f"Example: backhand vingt-un {name}" in run("vingt-un", name, "--help").out
    assert "numpy" not in loaded("vingt-un advise --help")


ORDER = re.findall(r"\w+", re.search(r"    errors → rules → policies(?:.*\n)+?\n", DESIGN)[0])  # type: ignore[index]


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_the_package_flows_one_way(path: Path) -> None:
    inner = [name.split(".")[2] for name in imports(path.read_text()) if name.startswith("backhand.vingt_un.")]
    assert all(ORDER.index(name) < ORDER.index(path.stem) for name in inner)
