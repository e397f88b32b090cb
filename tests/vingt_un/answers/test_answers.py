"""A program that asks the library has what the command prints, number by number, and no click."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from backhand.errors import CardError, HandError, RulesError
from backhand.vingt_un import PolicyError, UnsolvedError
from backhand.vingt_un.answers.advise import DealersRequest, PuntersRequest, advise_dealer, advise_punter
from backhand.vingt_un.answers.audit import AuditRequest, audit
from backhand.vingt_un.answers.chart import ChartRequest, chart, hands
from backhand.vingt_un.answers.double import DoublingRequest, double
from backhand.vingt_un.answers.evaluate import EvaluationRequest, evaluate
from backhand.vingt_un.answers.reply import ReplyRequest, reply
from backhand.vingt_un.answers.rules import RulesRequest, rules
from backhand.vingt_un.answers.simulate import SimulationRequest, simulate
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.answers.validate import ValidationRequest, validate
from backhand.vingt_un.answers.value import ValueRequest, value

from tests.conftest import Ran
from tests.regenerate import ROOT

Run = Callable[..., Ran]
EXAMPLES = ROOT / "docs" / "examples"
DOUBLES = Situation(rules="dealer-doubles=on")


def exact(told: dict[str, str]) -> Fraction:
    return Fraction(told["fraction"])


def printed(run: Run, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("vingt-un", *words, "--format", "json").out)
    return found


def test_value(run: Run) -> None:
    dealer = "17; double: 20"
    answer = value(ValueRequest(dealer=dealer, punter="16", situation=DOUBLES))
    told = printed(run, "value", "--dealer", dealer, "--punter", "16", "--rules", str(DOUBLES.rules))
    assert answer.dealers_value == exact(told["dealers_value"])
    parts = told["announced"]
    assert [(part.chance, part.dealers_value) for part in answer.announced] == [
        (exact(parts[name]["chance"]), exact(parts[name]["dealers_value"])) for name in ("single", "double")
    ]


def test_advice_to_both(run: Run) -> None:
    eights = advise_punter(PuntersRequest(hand="8 8", dealer="17", situation=Situation(seen="K 5")))
    turn = advise_dealer(DealersRequest(hand=(10, 6), shown=("6", ""), over=("T",), punters=("15", "16", "17")))
    asked = ["T 6", "--as", "dealer", "--standing", "2", "--shown", "6", "--over", "T"]
    policies = [word for policy in ("15", "16", "17") for word in ("--punter", policy)]
    for told, advice, more in (
        (printed(run, "advise", "8 8", "--dealer", "17", "--seen", "K 5"), eights.advice, {"go on both": eights.both}),
        (printed(run, "advise", *asked, *policies), turn.advice, {}),
    ):
        values = {choice.value: worth for choice, worth in advice.values.items()}
        assert {action["action"]: exact(action["ev"]) for action in told["actions"]} == values | more


def test_reply_and_double(run: Run) -> None:
    two, one = (reply(ReplyRequest(punters="2", number=n, tables=t)).dealers_value for n, t in ((2, 1), (1, None)))
    told = printed(run, "reply", "--punters", "2", "--number", "2", "--tables", "1")
    assert not isinstance(two, Fraction)
    assert [two.low, two.high] == [exact(told["dealers_value"][end]) for end in ("low", "high")]
    assert one == exact(printed(run, "reply", "--punters", "2")["dealers_value"])
    answer = double(DoublingRequest(punter="2"))
    told = printed(run, "double", "--punters", "2")
    assert answer.chance == exact(told["doubles"])
    assert [cards.double for cards in answer.hands] == [exact(cards["double"]) for cards in told["hands"]]


def test_chart_and_every_hand(run: Run) -> None:
    asked = ChartRequest(dealer="17,19")
    found, told = chart(asked).chart, printed(run, "chart", "--dealer", "17,19")
    assert (found.ev, found.cost) == (exact(told["ev"]), exact(told["cost"]))
    assert [(*key, cell.action) for key, cell in found.cells.items()] == [
        (cell["total"], cell["soft"], cell["action"]) for cell in told["cells"]
    ]
    told = printed(run, "chart", "--hands", "--dealer", "17,19")
    assert [held.chance for held in hands(asked).hands] == [exact(hand["chance"]) for hand in told["hands"]]


def test_evaluate(run: Run) -> None:
    answer = evaluate(EvaluationRequest(policy="16", dealer="17", both=frozenset([8])))
    told = printed(run, "evaluate", "16", "--dealer", "17", "--both", "8")
    assert answer.evaluation.cost == exact(told["cost"])
    assert answer.both is not None
    assert answer.both.dealers_value == exact(told["with_both"]["dealers_value"])


def test_simulate_validate_and_audit(run: Run, tmp_path: Path) -> None:
    answer = simulate(SimulationRequest(dealer="17", punters=("16", "best"), rounds=3000, seed=5, jobs=1))
    path = tmp_path / "counted.json"
    words = ["simulate", "--dealer", "17", "--punter", "16", "--punter", "best", "--rounds", "3000", "--seed", "5"]
    path.write_text(run("vingt-un", *words, "--format", "json").out)
    for estimated, punter in zip(answer.estimates, json.loads(path.read_text())["punters"], strict=True):
        assert {one.figure: one.value for one in estimated} == {
            told["figure"]: told["estimate"] for told in punter["estimates"]
        }
    tested = validate(ValidationRequest(results=path, dealer="17", punters=("16", "best"))).verdict
    told = printed(run, "validate", str(path), "--dealer", "17", "--punter", "16", "--punter", "best")
    assert [test.p for test in tested.tests] == [test["p"] for test in told["tests"]]
    log = EXAMPLES / "vingt_un_log.csv"
    priced = audit(AuditRequest(log=log, dealer="17"))
    told = printed(run, "audit", str(log), "--dealer", "17")
    assert [one.luck for one in priced.rounds] == [exact(one["luck"]) for one in told["by_round"]]


def test_rules(run: Run) -> None:
    answer, told = rules(RulesRequest(rules="ties=void")), printed(run, "rules", "--rules", "ties=void")
    assert (answer.options, answer.choices) == (told["rules"]["options"], told["choices"])


def test_requests_are_refused_as_commands_are() -> None:
    with pytest.raises(UnsolvedError, match="pack=as-dealt"):
        value(ValueRequest(dealer="17", situation=Situation(seen="K")))
    with pytest.raises(CardError, match="'X' is no card"):
        advise_punter(PuntersRequest(hand="X", dealer="17"))
    with pytest.raises(RulesError, match="unknown option"):
        rules(RulesRequest(rules="tie=void"))
    with pytest.raises(PolicyError, match="dealer-doubles=on"):
        double(DoublingRequest(hand="T T", situation=Situation()))
    with pytest.raises(HandError, match="one is solved whole"):
        reply(ReplyRequest(tables=3))


@pytest.mark.parametrize(
    ("module", "call", "heavy"),
    [
        ("rules", "rules(RulesRequest(rules='ties=void'))", False),
        ("value", "value(ValueRequest(dealer='17'))", True),
        (
            "validate",
            f"validate(ValidationRequest(results={str(EXAMPLES / 'vingt_un_totals.csv')!r}, dealer='17'))",
            True,
        ),
    ],
)
def test_an_answer_needs_no_click_and_the_rules_no_numpy(module: str, call: str, heavy: bool) -> None:
    code = f"import sys; from backhand.vingt_un.answers.{module} import *; {call}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"click", "tqdm", "backhand.cli", "backhand.common.outputs"} & set(loaded)
    assert ("numpy" in loaded) is heavy
