"""A program that asks the library has what the command prints: the same numbers, the same warnings, no click."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest
from backhand import Shoe, answers
from backhand.answers import (
    AdviceRequest,
    AuditRequest,
    BuildRequest,
    ChartRequest,
    EvaluationRequest,
    ExportRequest,
    GraphRequest,
    ParRequest,
    PayoutsRequest,
    ProbeRequest,
    RulesRequest,
    SimulationRequest,
    Situation,
    TablesRequest,
    ValidationRequest,
    ValueRequest,
    VerifyRequest,
)
from backhand.answers.advise import advise
from backhand.answers.audit import audit
from backhand.answers.chart import chart
from backhand.answers.evaluate import evaluate
from backhand.answers.par import par
from backhand.answers.payouts import payouts
from backhand.answers.simulate import simulate
from backhand.answers.tablebase import build, probe, verify
from backhand.answers.validate import validate
from backhand.answers.value import value
from backhand.cli import COMMANDS
from backhand.common.intervals import Enclosure
from backhand.common.outputs.numerals import number
from backhand.common.simulation.compiling import COMPILED, _compiled, heard
from backhand.errors import BackhandError, EnclosureError, RulesError, ShoeError, SimulationError
from backhand.rules import ENDINGS
from backhand.solving.engine import Engine

from tests.conftest import Ran
from tests.regenerate import ROOT

Run = Callable[..., Ran]
TINY = "1,0,1,0,1,0,1,1,1,2"
PUSHES = "0,0,0,0,0,0,1,1,1,1"
SMALL = Situation(shoe=TINY)
EXAMPLES = ROOT / "docs" / "examples"

REQUESTS = [
    AdviceRequest("9 7", Situation(seen="K 5", rules="denexa")),
    AuditRequest("log.csv", Situation(decks=2)),
    BuildRequest("deck.tablebase", RulesRequest("denexa"), TINY),
    ChartRequest(Situation(players=3)),
    EvaluationRequest("mimic", Situation(pays="6:5")),
    ExportRequest(SMALL),
    GraphRequest("9 7", play="all"),
    ParRequest(SMALL, ahead=(5,)),
    PayoutsRequest(SMALL, edges=(Fraction(1, 50),)),
    ProbeRequest("deck.tablebase", seen="9 7"),
    RulesRequest("denexa", "6:5"),
    SimulationRequest(Situation(decks=3), cut=20),
    TablesRequest(decks=(1,)),
    ValidationRequest("totals.csv", "chart"),
    ValueRequest(Situation(decks=3, width=Fraction(1, 1000)), figures=True),
    VerifyRequest("deck.tablebase"),
]


def printed(run: Run, *words: str) -> tuple[Any, list[str]]:
    """What a command prints as json, and its warnings."""
    ran = run(*words, "--format", "json")
    warnings = [line.removeprefix("Warning: ") for line in ran.err.splitlines()]
    return json.loads(ran.out), warnings


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_a_request_is_frozen_and_its_text_is_python(request_: Any) -> None:
    names = {name: getattr(answers, name) for name in answers.__all__} | {"Fraction": Fraction, "Shoe": Shoe}
    assert eval(repr(request_), names) == request_
    assert len({request_, dataclasses.replace(request_)}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(request_, dataclasses.fields(request_)[0].name, None)


def test_every_command_has_an_answer_of_its_name() -> None:
    for name in COMMANDS:
        if name not in ("tablebase", "vingt-un"):
            assert callable(getattr(import_module(f"backhand.answers.{name}"), name))
    for name in answers.__all__:
        assert getattr(answers, name).__doc__


WRONG: list[tuple[Callable[[], object], type[BackhandError], str]] = [
    (lambda: Situation(decks=2, shoe=TINY), ShoeError, "decks and shoe: give one of them"),
    (lambda: Situation(decks=9), ShoeError, "9"),
    (lambda: Situation(seen="K", shoe=TINY), ShoeError, "seen and shoe: "),
    (lambda: Situation(rules="casino"), RulesError, "casino"),
    (lambda: Situation(exact=True, width=Fraction(1)), EnclosureError, "exact and width: "),
    (lambda: Situation(exact=True, tablebase="x"), EnclosureError, "exact and tablebase: "),
    (lambda: AuditRequest("log.csv", SMALL), ShoeError, "seen cards or a shoe"),
    (lambda: ParRequest(ahead=(0,)), BackhandError, "0 rounds"),
    (lambda: SimulationRequest(cut=0), SimulationError, "cut 0"),
    (lambda: ProbeRequest("x", shoe=TINY, seen="K"), ShoeError, "seen cards and a shoe"),
]


@pytest.mark.parametrize(("make", "error", "said"), WRONG, ids=lambda part: part if isinstance(part, str) else "")
def test_what_cannot_be_is_refused_before_anything_is_computed(
    make: Callable[[], object], error: type[BackhandError], said: str
) -> None:
    with pytest.raises(error, match=said):
        make()


def test_exact_and_a_tablebase_contradict_each_other(run: Run) -> None:
    ran = run("advise", "T", "7", "--exact", "--tablebase", "missing")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: --exact and --tablebase: ")


def test_advice_is_what_the_command_prints(run: Run) -> None:
    answer = advise(AdviceRequest("T 9", Situation(shoe=PUSHES)))
    document, warnings = printed(run, "advise", "T", "9", "--shoe", PUSHES)
    assert document["best"] == [str(action) for action in answer.advice.best]
    assert [one["win"] for one in document["actions"]] == [number(one.win) for one in answer.advice.actions]
    assert warnings == list(answer.warnings)
    assert "the shoe may run out" in warnings[0]


@pytest.mark.parametrize("figures", [False, True])
def test_values_are_what_the_command_prints(run: Run, figures: bool) -> None:
    answer = value(ValueRequest(SMALL, figures))
    document, _ = printed(run, "value", "--shoe", TINY, *["--figures"] * figures)
    assert document["endings"] == {str(ending): number(answer.value.endings[ending]) for ending in ENDINGS}
    assert [one["win"] for one in document.get("initial_hands", [])] == [number(start.win) for start in answer.starts]
    assert (answer.figures is None) == ("cards" not in document)


def test_a_par_sheet_is_what_the_command_prints(run: Run) -> None:
    answer = par(ParRequest(SMALL, "mimic", ahead=(5,), bankroll=(3,)))
    document, _ = printed(run, "par", "--shoe", TINY, "--strategy", "mimic", "--ahead", "5", "--bankroll", "3")
    assert document["variance"] == number(answer.figures.variance)
    assert answer.many is not None
    assert document["ahead"][0]["ahead"] == number(answer.many.ahead[0].ahead)
    assert [one["mean_rounds"] for one in document["first_to"]] == [number(r.mean_rounds) for r in answer.many.races]
    assert document["ruin"][0]["at_most"] == number(answer.many.ruins[0].high)


def test_figures_of_many_rounds_need_exact_ones() -> None:
    answer = par(ParRequest(Situation(decks=3, width=Fraction(1, 10)), "never-bust"))
    assert isinstance(answer.figures.win, Enclosure)
    assert answer.many is None


def test_a_strategy_is_worth_what_the_command_prints(run: Run) -> None:
    answer = evaluate(EvaluationRequest("mimic", SMALL))
    document, _ = printed(run, "evaluate", "mimic", "--shoe", TINY)
    assert (document["ev"], document["best"]["ev"]) == (number(answer.value.ev), number(answer.best.ev))
    assert [number(cost) for cost in sorted(answer.rounds.costs.values(), reverse=True)] == [
        hand["cost"] for hand in document["hands"]
    ]


def test_the_chart_and_payouts_are_what_the_commands_print(run: Run) -> None:
    document, _ = printed(run, "chart", "--shoe", TINY)
    best = chart(ChartRequest(SMALL)).best
    assert {(cell["cards"], cell["total"]): cell["action"] for cell in document["cells"]} == best.actions
    document, _ = printed(run, "payouts", "--shoe", TINY, "--kind", "all", "--edge", "2%")
    answer = payouts(PayoutsRequest(SMALL, (Fraction(1, 50),), ("all",)))
    assert [one["payout"] for one in document["wanted"]] == [number(one.payout) for one in answer.wanted if one.payout]
    assert document["expression"] == str(answer.expression)
    assert [one["payout"] for one in document["changes"]] == [number(one.payout) for one in answer.changes["all"]]


def test_a_simulation_is_what_the_command_prints(run: Run) -> None:
    played: list[int] = []
    answer = simulate(SimulationRequest(SMALL, rounds=3000, seed=5, jobs=1), played=played.append)
    document, _ = printed(run, "simulate", "--shoe", TINY, "--rounds", "3000", "--seed", "5", "--jobs", "1")
    assert list(document["endings"].values()) == answer.tally.endings.tolist()
    assert sum(played) == answer.tally.rounds == 3000
    assert not answer.interrupted


def test_a_verdict_is_what_the_command_prints(run: Run, tmp_path: Path) -> None:
    counted = tmp_path / "counted.json"
    run("simulate", "--shoe", TINY, "--rounds", "2000", "--jobs", "1", "--output", str(counted))
    for path, agrees in ((counted, True), (EXAMPLES / "wrong.csv", False)):
        answer = validate(ValidationRequest(path, situation=SMALL))
        document, _ = printed(run, "validate", str(path), "--shoe", TINY)
        assert document["agrees"] == answer.verdict.agrees == agrees
        assert [test["p"] for test in document["tests"]] == [test.p for test in answer.verdict.tests]
        assert document["tested_with"] == list(answer.others)


def test_an_audit_is_what_the_command_prints(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("cards,actions,result\n9 7 T,backhand,won\n9 4 2 T,hit backhand,won\n")
    answer = audit(AuditRequest(path))
    document, _ = printed(run, "audit", str(path))
    assert document["cost_of_mistakes"] == number(sum((one.cost for one in answer.rounds), Fraction(0)))
    assert document["rounds"] == len(answer.rounds)


@pytest.fixture(scope="module")
def small_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tablebase") / "small.tablebase"
    build(BuildRequest(path, most="1,1,1,2,1,1,1,1,1,1", jobs=1))
    return path


def test_a_tablebase_is_probed_and_verified(run: Run, small_file: Path) -> None:
    answer = probe(ProbeRequest(small_file, seen="T 9"))
    document, _ = printed(run, "tablebase", "probe", str(small_file), "--seen", "T 9")
    assert document["ev"]["decimal"] == answer.ev
    assert answer.known is not None
    assert document["win"] == number(answer.known.win)
    checked = verify(VerifyRequest(small_file, samples=2))
    assert checked.right
    assert checked.compared >= 2


UNUSED = [
    ("9 7", "0,1,1,2,1,1,1,1,1,1", "9 7 = 16 is no push hand"),
    ("T 7", "2,1,1,2,1,1,1,1,1,1", "its fullest shoe is 1,1,1,2,1,1,1,1,1,1, which does not hold 2,"),
    ("T 7", "1,0,1,0,1,1,1,1,1,1", "where the shoe may run out"),
]


@pytest.mark.parametrize(("hand", "shoe", "reason"), UNUSED)
def test_advice_says_why_a_tablebase_does_not_help(
    run: Run, small_file: Path, hand: str, shoe: str, reason: str
) -> None:
    answer = advise(AdviceRequest(hand, Situation(shoe=shoe, tablebase=small_file)))
    assert answer.warnings[-1].startswith("the tablebase was not used: ")
    assert reason in answer.warnings[-1]
    _, warnings = printed(run, "advise", *hand.split(), "--shoe", shoe, "--tablebase", str(small_file))
    assert warnings == list(answer.warnings)
    without = advise(AdviceRequest(hand, Situation(shoe=shoe)))
    assert [choice.win for choice in without.advice.actions] == [choice.win for choice in answer.advice.actions]


def test_advice_says_nothing_of_a_tablebase_that_helps(small_file: Path) -> None:
    answer = advise(AdviceRequest("T 7", Situation(shoe="1,1,1,2,1,1,1,1,1,1", tablebase=small_file)))
    assert not any("tablebase" in warning for warning in answer.warnings)


def test_wins_that_pay_differently_are_the_reason(tmp_path: Path) -> None:
    build(BuildRequest(tmp_path / "odd", RulesRequest(pays="five-cards=3:2"), "0,1,1,1,1,1,1,0,0,1", jobs=1))
    situation = Situation(shoe="0,1,1,1,1,1,0,0,0,1", pays="five-cards=3:2", tablebase=tmp_path / "odd")
    assert "where wins pay differently" in advise(AdviceRequest("T 7", situation)).warnings[-1]


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[Shoe]:
    """The shoes that engines are built for."""
    built: list[Shoe] = []
    make = Engine.__init__

    def counted(self: Engine, shoe: Shoe, *arguments: Any, **others: Any) -> None:
        built.append(shoe)
        make(self, shoe, *arguments, **others)

    monkeypatch.setattr(Engine, "__init__", counted)
    return built


ONCE: list[tuple[Callable[[], object], int]] = [
    (lambda: value(ValueRequest(SMALL, figures=True)), 1),
    (lambda: par(ParRequest(SMALL)), 1),
    (lambda: par(ParRequest(SMALL, "mimic")), 1),
    (lambda: evaluate(EvaluationRequest("mimic", SMALL)), 2),
    (lambda: evaluate(EvaluationRequest("chart", SMALL)), 2),
    (lambda: simulate(SimulationRequest(SMALL, rounds=100, jobs=1)), 1),
    (lambda: simulate(SimulationRequest(SMALL, "chart", rounds=100, jobs=1)), 2),
    (lambda: validate(ValidationRequest(EXAMPLES / "wrong.csv", "optimal", SMALL)), 4),
]


@pytest.mark.parametrize(("ask", "strategies"), ONCE)
def test_each_strategy_is_solved_once(engines: list[Shoe], ask: Callable[[], object], strategies: int) -> None:
    ask()
    assert engines == [Shoe(TINY)] * strategies


ALONE = """
import sys
import backhand.answers
from backhand.answers import AdviceRequest, Situation
from backhand.answers.advise import advise
assert advise(AdviceRequest("9 7", Situation(seen="K 5"))).advice.best == ("backhand",)
print(*{"click", "numpy", "tqdm"} & set(sys.modules))
from backhand.answers import ParRequest
from backhand.answers.par import par
par(ParRequest(Situation(shoe="1,1,1,1,1,1,1,1,1,2")))
print(*{"click", "tqdm", "tabulate"} & set(sys.modules))
"""


def test_answers_need_no_click() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert done.stdout == "\n\n"


@pytest.mark.skipif(not COMPILED, reason="numba is not installed")
def test_compiling_is_heard_once() -> None:
    def twice(number: int) -> int:
        return 2 * number

    double = _compiled(cast(FunctionType, twice), False)  # nothing is kept on disk: it is compiled in every run
    told: list[str] = []
    with heard(lambda: told.append("compiling")):
        assert double(4) == 8
        first = len(told)
        assert double(5) == 10
    assert first >= 1
    assert len(told) == first
