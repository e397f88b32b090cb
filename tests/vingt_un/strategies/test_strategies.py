"""Policies as files: read strictly, written so that they read back, valued and priced exactly."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from backhand.common.cards import Shoe
from backhand.common.outputs.numerals import number
from backhand.common.outputs.report import Report
from backhand.errors import InputError, StrategyError
from backhand.vingt_un import Policy, PolicyError, Rules
from backhand.vingt_un.answers.evaluate import EvaluationRequest, PolicyValue
from backhand.vingt_un.hands import hands_of
from backhand.vingt_un.outputs.chart.report import chart_report
from backhand.vingt_un.outputs.evaluate import evaluation_report
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.rounds.both_by_rule import BothByRule
from backhand.vingt_un.rounds.evaluation import Evaluation
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import NATURAL, is_soft, score
from backhand.vingt_un.solving.punter import Choice, Punter
from backhand.vingt_un.strategies.best_chart import chart
from backhand.vingt_un.strategies.policy_files import CELLS, parse_policy, policy_csv, read_policy
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Ran

Run = Callable[..., Ran]

HANDS = [hand for hand in hands_of(Shoe.of_decks(1)) if score(hand) != NATURAL]
SMALL = Shoe("2,1,0,2,0,2,0,2,0,5")


def test_the_totals_of_a_file_are_those_of_all_hands() -> None:
    assert set(CELLS) == {(score(hand), is_soft(hand)) for hand in HANDS}


@settings(max_examples=12, deadline=None)
@given(
    hard=st.integers(2, 22),
    soft=st.integers(2, 22),
    exceptions=st.dictionaries(st.sampled_from(HANDS), st.booleans(), max_size=6),
)
def test_a_policy_written_as_csv_reads_back_as_the_same_play(
    hard: int, soft: int, exceptions: dict[tuple[int, ...], bool]
) -> None:
    policy = Policy(hard, soft).with_table(exceptions)
    read = parse_policy(policy_csv(policy))
    one, other = policy.decisions(), read.decisions()
    assert all(one(hand) == other(hand) for hand in HANDS)


def test_a_table_may_go_against_every_pair_of_totals() -> None:
    cells = {(total, soft): (total + soft) % 2 == 0 for total, soft in CELLS}
    lines = [f"{total},{'yes' if soft else 'no'},{'stand' if s else 'draw'}" for (total, soft), s in cells.items()]
    policy = parse_policy("\n".join(["total,soft,action", *lines, "TT,draw", "A 2 2,stand"]))
    for hand in HANDS:
        expected = {counts_of([10, 10]): False, counts_of([1, 2, 2]): True}.get(hand, cells[score(hand), is_soft(hand)])
        assert policy.stands(hand) == expected
    assert Policy.from_text(str(policy)) == policy


def test_what_chart_writes_is_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    run("vingt-un", "chart", "--dealer", "17", "--output", str(path))
    policy = read_policy(str(path))
    cells = chart(Punter(Rules(), Policy(17, 17))).cells
    for hand in HANDS:
        assert policy.stands(hand) == (cells[score(hand), is_soft(hand)].action is Choice.STAND)


WHOLE = policy_csv(Policy(16, 18))
BAD = {
    "empty": ("", "mine.csv is empty: a policy has the columns total,soft,action"),
    "wrong columns": ("total,action\n16,stand\n", "line 1: the columns are total,soft,action (hands, exceptions"),
    "long columns": ("total,soft,action," + "x" * 5000, "xxx… (5,018 characters)"),
    "a missing total": (WHOLE.replace("14,no,draw\n", ""), "no line for hard 14"),
    "missing totals": (
        WHOLE.replace("14,yes,draw\n", "").replace("9,no,draw\n", "", 1),
        "no line for hard 9 (and 1 more)",
    ),
    "no action": (WHOLE.replace("14,no,draw", "14,no,hit"), "line 12: 'hit' is no action: stand or draw is"),
    "twice": (WHOLE + "14,no,draw\n", "line 30: hard 14 a second time: line 12 has it"),
    "a hand twice": (WHOLE + "A22,draw\n2 A 2,stand\n", "line 31: hand 2 A 2 a second time: line 30"),
    "a total that cannot be": (WHOLE + "22,no,stand\n", "line 30: hard 22 is never decided on"),
    "a soft total that cannot be": (WHOLE + "11,yes,stand\n", "line 30: soft 11 is never decided on"),
    "no total": (WHOLE + "x,no,stand\n", "line 30: total 'x' is no whole number"),
    "soft neither yes nor no": (WHOLE + "16,1,stand\n", "line 30: soft '1': yes if"),
    "a card that is none": (WHOLE + "A X,stand\n", "line 30: 'X' is no card"),
    "five of a rank": (WHOLE + "22222,stand\n", "line 30: 5 cards of rank 2"),
    "a hand over 21": (WHOLE + "T T 2,stand\n", "line 30: T T 2: not a hand of two cards or more that may"),
    "a natural": (WHOLE + "A T,draw\n", "line 30: A T: not a hand"),
    "one card": (WHOLE + "A,draw\n", "line 30: A: not a hand"),
    "fields too many": (WHOLE + "16,no,stand,5\n", "line 30: 4 fields: a total has 3, an exact hand has 2"),
}


@pytest.mark.parametrize("what", BAD)
def test_refused(what: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, message = BAD[what]
    with pytest.raises(StrategyError) as refused:
        parse_policy(text, "mine.csv")
    assert message in str(refused.value)
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(text)
    ran = run("vingt-un", "value", "--dealer", "17", "--punter", "mine.csv")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


def test_a_policy_is_text_or_a_file(tmp_path: Path) -> None:
    assert read_policy("17, 19; A 6: draw") == Policy.from_text("17,19; A 6: draw")
    assert read_policy("(17, 19)") == Policy(17, 19)
    path = tmp_path / "17.csv"
    path.write_text(policy_csv(Policy(15, 17)))
    assert read_policy(str(path)) == Policy(15, 17)
    with pytest.raises(InputError, match="No such file or directory: a policy is a total"):
        read_policy("17.csv")
    with pytest.raises(PolicyError, match="write a total"):
        read_policy(" ")


@pytest.mark.parametrize("rules", ["hoffmann", "dealer-natural=end,ties=void,drawn-21-pays=1"])
def test_costs_sum_to_what_a_policy_costs(rules: str) -> None:
    for text in ("16", "12; 8 8: draw", "22,13"):
        found = Evaluation(Rules.from_text(rules), Policy(17, 18), Policy.from_text(text), SMALL)
        assert sum(found.costs.values()) == found.cost > 0
        assert sum(cost for _, _, cost, _ in found.decisions) == found.cost
        assert min(found.costs.values()) > 0
        assert found.best.dealers_value == found.punter.dealers_value()
    best = Evaluation(found.rules, found.dealer, found.punter.best_policy(), SMALL)
    assert best.cost == 0
    assert not best.costs


def test_what_one_decision_costs_is_what_changing_it_gains() -> None:
    """With best play but for one hand, the cost of the policy is that hand's, and its value says so."""
    rules, dealer = Rules(), Policy(17, 17)
    punter = Punter(rules, dealer, SMALL)
    for hand in (counts_of([8, 8]), counts_of([6, 10]), counts_of([1, 6])):
        table = {held: punter.advise(held).best is Choice.STAND for held in punter.hands if score(held) != NATURAL}
        table[hand] = not table[hand]
        found = Evaluation(rules, dealer, Policy.of_table(table), SMALL)
        values = punter.advise(hand).values.values()
        chance = Fraction(found.played.visits[hand])
        assert found.costs == {hand: chance * (max(values) - min(values))}
        assert Punter(rules, dealer, SMALL, found.policy).dealers_value() - punter.dealers_value() == found.cost


def test_evaluate_in_every_format(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(policy_csv(Policy(16, 18)) + "T 6,draw\n")
    asked = ["vingt-un", "evaluate", str(path), "--dealer", "17", "--format"]
    made = json.loads(run(*asked, "json").out)
    assert made["schema"] == "backhand.vingt-un.evaluate/1"
    value, best, cost = (Fraction(made[key]["fraction"]) for key in ("dealers_value", "best", "cost"))
    assert value - best == cost == sum(Fraction(each["cost"]["fraction"]) for each in made["hands"])
    assert best == Fraction(24002857155357432691, 158967762540051465000)
    assert value == Punter(Rules(), Policy(17, 17), policy=Policy.from_text("16,18; 6 T: draw")).dealers_value()
    assert sum(Fraction(chance["fraction"]) for chance in made["endings"].values()) == 1
    text = run(*asked, "text", "--worst", "2").out
    assert "Where the cost comes from, worst first (2 of" in text
    assert f"Exact cost: {cost}" in text


def reported(valued: Evaluation, worst: int, both: BothByRule | None = None) -> Report:
    asked = EvaluationRequest(policy=valued.policy, dealer=valued.dealer)
    answer = PolicyValue(request=asked, rules=valued.rules, pack=valued.pack, evaluation=valued, both=both)
    return evaluation_report(answer, worst)


def test_going_on_both_stands_beside(run: Run) -> None:
    both = BothByRule(Outcomes(Rules(), Policy(17, 17), Policy(16, 16)), frozenset([8]))
    asked = ["vingt-un", "evaluate", "16", "--dealer", "17", "--both", "8", "--format"]
    made = json.loads(run(*asked, "json").out)
    assert made["with_both"] == {"ranks": ["8"], "dealers_value": number(both.dealers_value)}
    assert both.dealers_value < Fraction(made["dealers_value"]["fraction"])  # two eights are favourable
    report = reported(Evaluation(Rules(), Policy(17, 17), Policy(16, 16), SMALL), 1, both)
    assert report.table.rows[1][:2] == ["with_both", str(both.dealers_value)]


def test_what_costs_nothing_and_the_csv_of_what_does() -> None:
    best = Punter(Rules(), Policy(17, 17), SMALL).best_policy()
    report = reported(Evaluation(Rules(), Policy(17, 17), best, SMALL), 10)
    assert "No decision costs anything." in report.blocks
    found = Evaluation(Rules(), Policy(17, 17), Policy(12, 12), SMALL)
    rows = reported(found, 10).table.rows
    assert rows[0][:2] == ["dealers_value", str(found.played.dealers_value)]
    assert sum(Fraction(row[1]) for row in rows if row[0].startswith("cost ")) == found.cost


def test_a_file_is_a_policy_wherever_one_is_asked_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(policy_csv(Policy(17, 19)))
    assert "+0.1569" in run("vingt-un", "value", "--dealer", str(path)).out
    fixed = run("vingt-un", "value", "--dealer", "17", "--punter", str(path)).out
    assert "Against a punter who stands on hard 17, soft 19 and does not go on both" in fixed
    assert chart_report(chart(Punter(Rules(), Policy(17, 17), SMALL))).table.columns[:3] == ["total", "soft", "action"]
