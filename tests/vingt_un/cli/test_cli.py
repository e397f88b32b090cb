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
from backhand.common.cards import DECK, Shoe
from backhand.common.outputs.report import render
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.answers.advise import PuntersAdvice, PuntersRequest
from backhand.vingt_un.answers.both import BothRequest, PairValue
from backhand.vingt_un.answers.double import DoublingRequest, double
from backhand.vingt_un.answers.equilibrium import EquilibriumRequest, equilibrium
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.outputs.advise import punter_report
from backhand.vingt_un.outputs.both import both_report
from backhand.vingt_un.outputs.double import double_report
from backhand.vingt_un.outputs.equilibrium import equilibrium_report
from backhand.vingt_un.policies import counts_of, ranks_of
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.pairs import GoingOnBoth, Pairs
from backhand.vingt_un.solving.punter import Choice, Punter
from backhand.vingt_un.solving.seats import Seat, Seats

from tests.conftest import Ran
from tests.test_design import loaded

Run = Callable[..., Ran]
DOUBLES, HEARD = ["--rules", "dealer-doubles=on"], ["--doubled"]
TURN, SHOWN = ["advise", "T 6", "--as", "dealer", "--standing", "1"], ["--rules", "overdrawn-shown=yes"]
FRESH = Shoe.of_decks(1)
GONE = ranks_of([whole - left for whole, left in zip(DECK, Shoe("2,0,0,0,0,2,0,0,2,3"), strict=True)])
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


def test_going_on_both_is_an_action_on_the_scale_of_the_others(run: Run) -> None:
    asked = ["vingt-un", "advise", "--dealer", "17"]
    answers = {hand: json.loads(run(*asked, hand, "--format", "json").out) for hand in ("A A", "9 9", "9 8")}
    assert {hand: answer["best"] for hand, answer in answers.items()} == {
        "A A": ["go on both"],
        "9 9": ["stand"],
        "9 8": ["stand"],
    }
    assert {answer["given"] for answer in answers.values()} == {"the dealer has no natural"}
    aces = {action["action"]: action for action in answers["A A"]["actions"]}
    pairs = Pairs(Rules(), Policy(17, 17), 1)
    both = pairs.decided(pairs.simple()[1])
    assert Fraction(aces["go on both"]["ev"]["fraction"]) == both
    assert Fraction(aces["draw"]["loss"]["fraction"]) == both - Fraction(aces["draw"]["ev"]["fraction"])
    is_ = {hand: {a["action"]: (a["ev_is"], a["loss_is"]) for a in answers[hand]["actions"]} for hand in ("A A", "9 9")}
    assert is_["A A"] == {"go on both": ("at least", "exact")} | dict.fromkeys(("draw", "stand"), ("exact", "at least"))
    assert is_["9 9"] == is_["A A"] | {"go on both": ("at least", "at most")}
    assert "ev_is" not in answers["9 8"]["actions"][0]


def test_going_on_both_in_every_form() -> None:
    def shown(hand: list[int], rules: Rules, more: str, form: str = "text") -> str:
        dealer, pack = Policy(17, 17), Shoe("2,0,0,0,3,0,0,3,0,4")
        advice = Punter(rules, dealer, pack).advise(counts_of(hand))
        both = advice.values[advice.best] + Fraction(more)
        asked = PuntersRequest(hand=tuple(hand), dealer=dealer)
        answer = PuntersAdvice(request=asked, rules=rules, pack=pack, dealer=dealer, advice=advice, both=both)
        return render(punter_report(answer), form)

    text = shown([8, 8], Rules(), "-0.5")
    assert "EVs are per stake first laid, given that the dealer has no natural." in text
    assert re.search(r"go on both +at least [-+.\d]+ +at most 0.500000\n", text)
    assert re.search(r"\| go on both +\| at least", shown([8, 8], Rules(), "-0.5", "md"))
    hint = "'backhand vingt-un both' tells"
    assert [hint in shown([8, 8], Rules(), more) for more in ("-0.5", "0", "0.5")] == [True, True, False]
    assert ["Best: go on both." in shown([8, 8], Rules(), more) for more in ("0", "0.5")] == [False, True]
    rows = list(csv.DictReader(io.StringIO(shown([8, 8], Rules(), "-0.5", "csv"))))
    assert {row["action"]: row["ev_is"] for row in rows}["go on both"] == "at least"
    assert {row["given"] for row in rows} == {"the dealer has no natural"}
    assert "over all rounds" in shown([8, 8], Rules(natural_at_end=True), "0")
    tens = shown([10, 10], Rules(second_stake_before=True), "0")
    assert "such as two kings" in tens
    assert "a second stake, laid before" in tens


def test_advise_the_dealer(run: Run) -> None:
    asked = ["vingt-un", "advise", "T 6", "--as", "dealer", "--standing", "2", "--shown", "6 | 7"]
    made = json.loads(run(*asked, "--format", "json").out)
    seats = Seats(Rules(), [Seat(Policy(16, 16), (6,)), Seat(Policy(16, 16), (7,))])
    values = seats.advise(counts_of([10, 6])).values
    assert {a["action"]: Fraction(a["ev"]["fraction"]) for a in made["actions"]} == dict(values)
    assert values[Choice.DRAW] > values[Choice.STAND]
    assert "drew 6" in run(*asked).out


def test_every_punter_may_have_a_policy_of_his_own(run: Run) -> None:
    asked = ["vingt-un", "advise", "T 6", "--as", "dealer", "--standing", "1", "--over", "T", "--format", "json"]
    made = json.loads(run(*asked, "--punters", "15", "--punter", "17").out)
    seats = Seats(Rules(), [Seat(Policy(15, 15), ()), Seat(Policy(17, 17), (10,), over=True)])
    values = seats.advise(counts_of([10, 6])).values
    assert {a["action"]: Fraction(a["ev"]["fraction"]) for a in made["actions"]} == dict(values)
    assert [punter["policy"] for punter in made["punters"]] == ["15", "17"]


def test_best_is_a_policy_wherever_a_punters_is_asked_for(run: Run) -> None:
    assert CHECKPOINT in run("vingt-un", "value", "--dealer", "17", "--punter", "best").out
    made = json.loads(run("vingt-un", "evaluate", "best", "--dealer", "17", "--format", "json").out)
    assert made["dealers_value"]["fraction"] == CHECKPOINT
    assert made["cost"]["fraction"] == "0"
    for name in ("value", "evaluate", "simulate", "validate"):
        assert "best" in run("vingt-un", name, "--help").out


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
    assert [answer["best"] for answer in said] == [["go on both"], ["draw"]]
    assert "he has doubled" in run("vingt-un", "chart", *asked, "--doubled").out
    turn = ["vingt-un", "advise", "T 6", "--as", "dealer", "--standing", "1", *DOUBLES]
    once, twice = (json.loads(run(*turn, *more, "--format", "json").out)["actions"] for more in ([], HEARD))
    assert [2 * Fraction(a["ev"]["fraction"]) for a in once] == [Fraction(a["ev"]["fraction"]) for a in twice]


def test_whether_to_double(run: Run) -> None:
    made = json.loads(run("vingt-un", "double", "T 8", "--punters", "2", "--format", "json").out)
    assert made["schema"] == "backhand.vingt-un.double/1"
    assert [action["action"] for action in made["actions"]] == [*made["best"], "single"]
    rules, pack = "dealer-doubles=on,pack=as-dealt", Shoe("2,0,0,0,3,0,0,3,0,2")
    dealer = Dealer(Rules.from_text(rules), Policy(15, 15), pack, if_doubled=Policy(18, 18))
    (against,) = (cards for cards in dealer.doublings() if cards.hand == counts_of([8, 10]))
    few = Situation(rules=rules, seen=ranks_of([whole - left for whole, left in zip(DECK, pack, strict=True)]))
    asked = DoublingRequest(hand="8 T", punter="15", if_doubled="18", situation=few)
    assert f"single: {against.single}" in render(double_report(double(asked)), "text")
    report = double_report(double(replace(asked, hand=())))
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
    doubling = " ".join(run(*asked, *DOUBLES).out.split())
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
    found = GoingOnBoth(Fraction(-4, 10), Fraction(-3, 10), "9 9", Fraction(-1, 2), Fraction(-2, 10), 7)
    dealer, asked = Policy(17, 17), BothRequest(rank=9, dealer="17")
    report = both_report(PairValue(request=asked, rules=Rules(), pack=FRESH, dealer=dealer, worth=found))
    assert report.document["favourable"] is False
    assert "worse than one hand" in str(report.blocks)
    assert replace(found, one=Fraction(-35, 100)).favourable is None


def test_an_equilibrium_says_with_what_the_dealer_doubles() -> None:
    few = Situation(rules="dealer-doubles=on,pack=as-dealt", seen=GONE)
    asked = EquilibriumRequest(width=Fraction(1, 2), most=10, situation=few)
    report = equilibrium_report(equilibrium(asked))
    shares = {tuple(hand["hand"]): Fraction(hand["share"]["fraction"]) for hand in report.document["doubles"]}
    assert shares["A", "9"] == 1  # 20
    assert all(0 <= share <= 1 for share in shares.values())
    assert ("A", "T") not in shares  # at once: no decision
    assert re.search(r"doubles with .*A 9", render(report, "text"))
    plain = replace(asked, situation=replace(few, rules="pack=as-dealt"))
    assert "doubles" not in equilibrium_report(equilibrium(plain)).document


def test_rules_are_listed(run: Run) -> None:
    out = run("vingt-un", "rules", "--rules", "ties=void").out
    assert "V8" in out
    assert all(name in out for name in Rules().options())
    made = json.loads(run("vingt-un", "rules", "--format", "json").out)
    for name, values in made["choices"].items():
        for value in values:
            assert Rules.from_text(f"{name}={value}").options()[name] == value
            assert value in next(line for line in out.splitlines() if line.startswith(f"{name} "))
    assert list(made["choices"]) == list(Rules().options())
    assert Rules.from_text(str(Rules.from_text("ties=void,pack=as-dealt"))) == Rules(ties_void=True, pack_as_dealt=True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["value", "--dealer", "30"], "stand on 30"),
        (["value", "--dealer", "17;A 6"], "stand' or"),
        (["value", "--dealer", "17", "--rules", "ties=maybe"], "ties is one of dealer, void"),
        (["value", "--dealer", "17", "--rules", "tie=void"], "unknown option"),
        (["value", "--dealer", "17", "--rules", "ties=void,ties=dealer"], "ties comes twice"),
        (["value", "--dealer", "17", "--punter", "nobody"], "two totals, hard and soft (17,19), best, or a csv file"),
        (["evaluate", "nobody", "--dealer", "17"], "two totals, hard and soft (17,19), best, or a csv file"),
        (["value", "--dealer", "nobody"], "two totals, hard and soft (17,19), or a csv file"),
        (["value", "--dealer", "best"], "best is a punter's reply"),
        (["reply", "--punters", "best"], "best is a punter's reply"),
        (["simulate", "--dealer", "17", "--both", "9 9"], "--both: 9 comes twice"),
        (["evaluate", "16", "--dealer", "17", "--both", "A", "--both", "A"], "--both: A comes twice"),
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
        ([*TURN, "--punters", "15", "--punters", "17"], "2 policies for 1 punters"),
        ([*TURN, "--over", "T | 5", *SHOWN], "T: with overdrawn-shown=yes a hand that went over is shown whole"),
        ([*TURN, "--over", "T 6 T", *SHOWN], "T 6 T: a punter with policy 16 stands on T 6"),
        ([*TURN, "--over", "T 5 T 2", *SHOWN], "T 5 T 2: over 21 with T 5 T"),
        (["equilibrium", "--width", "0"], "positive number"),
        (["reply", "--number", "5"], "1<=x<=4"),
        (["reply", "--tables", "9"], "2 to 4 punters"),
        (["reply", "--number", "2", "--punters", "16; double: 20"], "only the dealer may"),
        (["both", "9 8", "--dealer", "17"], "such as 9"),
        (["both", "9", "--dealer", "17", "--seen", "9 9 9"], "no two"),
        (["nothing"], "There is no command"),
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
