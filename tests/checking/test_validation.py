"""Right simulators are accepted at the stated rate, planted bugs are found, and what is no result is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from backhand import Rules, Shoe
from backhand.answers.simulate import Simulation, SimulationRequest
from backhand.checking.counted import parse_results
from backhand.checking.expected import Expected
from backhand.common.checking.counts import Results
from backhand.common.checking.fit import POWER, validate
from backhand.errors import InputError
from backhand.outputs.simulate import simulation_report
from backhand.rules import ENDINGS, Action
from backhand.simulation.decisions import decisions_of
from backhand.simulation.estimates import estimates
from backhand.simulation.plan import Plan
from backhand.strategies.best_chart import BestChart
from backhand.strategies.strategy import Strategy, mimic, of_chart

from tests.conftest import FEW, SETTINGS, Ran
from tests.tools.walk import walk
from tests.tools.wrong import BUGS, simulate, summary, table

Run = Callable[..., Ran]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_rounds_dealt_on_from_one_shoe_say_so_and_are_refused(run: Run, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"cut.{form}"
    played = ["--rounds", "50", "--cut", "30", "--strategy", "never-bust", "--jobs", "1"]
    assert run("simulate", *played, "--output", str(file)).code == 0
    refused = run("validate", str(file), "--strategy", "never-bust")
    assert refused.code == 2
    assert refused.err == f"Error: {file} has rounds dealt on from one shoe (cut): these are not independent\n"
    assert refused.out == ""


@pytest.mark.long
def test_a_rejection_says_with_which_strategies_the_counts_do_agree(run: Run, tmp_path: Path) -> None:
    shoe = ["--shoe", "1,1,0,0,0,0,2,2,2,4"]
    file = tmp_path / "mine.json"
    played = ["--rounds", "20000", "--strategy", "never-bust", "--jobs", "1"]
    assert run("simulate", *shoe, *played, "--output", str(file)).code == 0
    made = {key: value for key, value in json.loads(file.read_text()).items() if key in ("rounds", "endings", "shoe")}
    file.write_text(json.dumps(made))
    right = json.loads(run("validate", str(file), *shoe, "--strategy", "never-bust", "--format", "json").out)
    assert (right["agrees"], right["agrees_with"], right["tested_with"]) == (True, [], [])
    wrong = json.loads(run("validate", str(file), *shoe, "--strategy", "optimal", "--format", "json").out)
    assert not wrong["agrees"]
    assert wrong["tested_with"] == ["chart", "never-bust", "mimic"]
    assert "never-bust" in wrong["agrees_with"]
    for name in wrong["tested_with"]:
        alone = json.loads(run("validate", str(file), *shoe, "--strategy", name, "--format", "json").out)
        assert alone["agrees"] == (name in wrong["agrees_with"])
    text = run("validate", str(file), *shoe, "--strategy", "optimal").out
    assert "the counts do agree with" in text
    rows = run("validate", str(file), *shoe, "--strategy", "optimal", "--format", "csv").out
    assert "other play,never-bust,all tests" in rows


def test_rounds_unaccounted_for_are_called_that(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("figure,count\nrounds,300000\nwins,100000\nlosses,100000\n")
    refused = run("validate", str(file))
    assert refused.code == 2
    assert refused.err == (
        f"Error: {file}, line 4: 100000 of 300000 rounds are neither won nor lost: "
        "a line voids says how many were void\n"
    )


@pytest.fixture(scope="module")
def by_chart(fresh_chart: BestChart) -> Expected:
    return Expected(Shoe.of_decks(1), Rules(), of_chart(fresh_chart))


def counted(exact: Expected, rounds: int, seed: int, bug: int = 0) -> Results:
    return parse_results(summary(simulate(rounds, seed, bug, table(exact.strategy))))


@pytest.mark.parametrize("bug", range(1, len(BUGS)), ids=lambda bug: BUGS[bug])
def test_planted_bugs_are_found(by_chart: Expected, bug: int) -> None:
    assert not validate(counted(by_chart, 1_000_000, 40 + bug, bug), by_chart).agrees


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("bug", range(1, len(BUGS)), ids=lambda bug: BUGS[bug])
def test_planted_bugs_are_found_in_ten_million_rounds(by_chart: Expected, bug: int, seed: int) -> None:
    """By each kind of result alone: totals, endings, initial hands; but for those that do not show in it."""
    results = counted(by_chart, 10_000_000, 100 * seed + bug, bug)
    assert not validate(results, by_chart).agrees
    hidden = {"endings": {1}, "initial hands": {3, 6, 2, 7, 5}}
    for group in ("endings", "initial hands"):
        alone = Results(results.rounds, results.of(group))
        assert not validate(alone, by_chart).agrees or bug in hidden[group]


def rejected_of(exact: Expected, rounds: int, seeds: range, level: float) -> int:
    return sum(not validate(counted(exact, rounds, seed), exact, level).agrees for seed in seeds)


def test_the_right_one_is_accepted_at_the_stated_rate(by_chart: Expected) -> None:
    level, seeds = 0.05, range(25)
    assert rejected_of(by_chart, 30_000, seeds, level) <= 25 * level + 3.5 * sqrt(25 * level * (1 - level))


@pytest.mark.longest
def test_the_right_one_is_accepted_at_the_stated_rate_over_many_seeds(by_chart: Expected) -> None:
    level, seeds = 0.05, range(1000, 1600)
    assert rejected_of(by_chart, 100_000, seeds, level) <= 600 * level + 3 * sqrt(600 * level * (1 - level))
    assert validate(counted(by_chart, 10_000_000, 5), by_chart).agrees


def own(exact: Expected, strategy: Strategy, rounds: int, seed: int) -> str:
    """What ``backhand simulate --format json`` writes."""
    plan = Plan(exact.shoe, exact.rules, decisions_of(strategy), rounds, seed)
    tally = plan.play()
    request = SimulationRequest(strategy=strategy.name)
    report = simulation_report(Simulation(request, plan, tally, estimates(tally, exact.rules, exact.figures, False)))
    return json.dumps(report.document)


@pytest.mark.parametrize("name", FEW)
def test_our_own_simulator_agrees_by_every_line(name: str) -> None:
    rules = SETTINGS[name]
    strategy = mimic(rules)
    exact = Expected(Shoe("2,1,2,1,1,1,2,1,2,5"), rules, strategy)
    results = parse_results(own(exact, strategy, 300_000, 9))
    verdict = validate(results, exact)
    assert verdict.agrees, [(test.name, test.p) for test in verdict.rejected]
    assert {test.group for test in verdict.tests} == {
        "totals",
        "endings",
        "initial hands",
        "wins of initial hands",
        "decisions",
        "wins of decisions",
    }
    assert not validate(results, Expected(Shoe("2,1,2,1,1,1,2,1,1,6"), rules, strategy)).agrees


def test_how_often_a_round_pushes_has_its_exact_spread() -> None:
    """Mean and mean square of pushes by total, from rounds walked card by card with a count in hand."""
    shoe, rules = Shoe("1,0,0,0,0,0,1,1,2,3"), Rules()
    strategy = mimic(rules)
    exact = Expected(shoe, rules, strategy)
    squares: dict[int, Fraction] = {}
    for total in (17, 18, 19, 20):
        # E N^2 = E N + 2 E (pairs): pairs of pushes of this total, the second in what the first leaves behind.
        once = walk(tuple(shoe), lambda hand, dealt, left: strategy.action(hand))
        mean = sum(
            (p for (hand, _, _, a), p in once.decided.items() if a == "push" and sum(hand) == total), Fraction(0)
        )
        pairs = Fraction(0)
        for (hand, _, left, action), chance in once.decided.items():
            if action == "push" and sum(hand) == total:
                later = walk(left, lambda hand, dealt, left: strategy.action(hand))
                pairs += chance * sum(p for (h, _, _, a), p in later.decided.items() if a == "push" and sum(h) == total)
        squares[total] = mean + 2 * pairs
        assert exact.rounds.visits[(2, total), Action.PUSH] == mean
    assert exact._push_squares == squares


def test_a_single_count_is_tested_exactly(by_chart: Expected) -> None:
    """Two-sided binomial: all outcomes no likelier than the one seen."""
    p = float(by_chart.figures.win)
    verdict = validate(parse_results("figure,count\nrounds,40\nwins,31\n"), by_chart)
    chances = [comb(40, k) * p**k * (1 - p) ** (40 - k) for k in range(41)]
    (test,) = verdict.tests
    assert test.p == pytest.approx(sum(c for c in chances if c <= chances[31] * (1 + 1e-9)), rel=1e-9)
    assert test.z == pytest.approx((31 - 40 * p) / sqrt(40 * p * (1 - p)), rel=1e-12)
    assert test.off == pytest.approx(31 / 40 - p, rel=1e-9)


def test_what_cannot_be_is_rejected_however_rare(by_chart: Expected) -> None:
    assert not validate(parse_results("figure,count\nrounds,100\nvoids,1\n"), by_chart).agrees
    assert validate(parse_results("figure,count\nrounds,100\nvoids,0\n"), by_chart).agrees


def test_holm_by_hand(by_chart: Expected) -> None:
    text = "figure,count\nrounds,1000\nwins,572\nlosses,428\nvoids,0\nfive-cards,40\npushes,440\n"
    tests = sorted(validate(parse_results(text), by_chart, 0.05).tests, key=lambda test: test.p)
    running = 0.0
    for rank, test in enumerate(tests):
        running = max(running, min(1.0, (len(tests) - rank) * test.p))
        assert test.adjusted == pytest.approx(running)
        assert test.rejected == (running <= 0.05)
    assert [test.name for test in tests if test.rejected] == ["five-cards"]


@pytest.mark.long
def test_the_smallest_error_that_is_seen_is_seen_so_often(by_chart: Expected) -> None:
    rounds, p = 100_000, float(by_chart.figures.win)
    (test,) = validate(parse_results(f"figure,count\nrounds,{rounds}\nwins,57000\n"), by_chart).tests
    assert test.sees is not None
    wins = np.random.default_rng(3).binomial(rounds, p + test.sees, 400)
    texts = (f"figure,count\nrounds,{rounds}\nwins,{count}\n" for count in wins)
    found = sum(not validate(parse_results(text), by_chart).agrees for text in texts)
    assert abs(found / 400 - POWER) < 4 * sqrt(POWER * (1 - POWER) / 400)


def test_chi_square_pools_cells_with_little_expected() -> None:
    exact = Expected(Shoe.of_decks(1), Rules(), mimic(Rules()))
    results = counted(exact, 3000, 4)
    tables = [test for test in validate(results, exact).tests if test.method == "chi-square"]
    hands = next(test for test in tables if test.group == "initial hands")
    few = sum(float(start.chance) * 3000 < 5 for start in exact.starts.values())
    assert few > 5
    assert 55 - few - 1 <= hands.expected <= 55 - few + 1


HEAD = "figure,count\n"
BAD = {
    "empty": ("", "is empty"),
    "blank": ("\n \n", "is empty"),
    "only commas": (",,\n", "line 1: the columns are"),
    "wrong columns": ("wins,rounds\n5,10\n", "line 1: the columns are figure,count or"),
    "a negative count": (HEAD + "rounds,10\nwins,-5\n", "line 3: count '-5' is no whole number"),
    "a fractional count": (HEAD + "rounds,10\nwins,5.5\n", "line 3: count '5.5' is no whole number"),
    "an exponent": (HEAD + "rounds,1e6\n", "line 2: rounds '1e6' is no whole number"),
    "more wins than rounds": (HEAD + "rounds,10\nwins,11\n", "wins, losses and voids sum to 11, of 10"),
    "all three, too few": (HEAD + "rounds,10\nwins,5\nlosses,4\nvoids,0\n", "sum to 9, of 10 rounds"),
    "endings that are not the wins": (
        HEAD + "rounds,10\nwins,5\nbackhand,3\nfive-cards,1\nplayed-push,0\n",
        "5 wins, but their endings sum to 4",
    ),
    "more of an ending than wins": (
        HEAD + "rounds,10\nwins,5\nbackhand,6\n",
        "line 3: 5 wins, but their endings sum to 6",
    ),
    "hands that won more often": (
        '{"rounds": 9, "totals": {"wins": 3}, "initial_hands": [{"hand": "2T", "count": 5, "wins": 4}]}',
        "totals.wins: 3 wins, but those of initial hands sum to 4",
    ),
    "more than can be tested": (HEAD + f"rounds,{2**63}\n", f"line 2: rounds {2**63}: more than can be tested"),
    "endings that are not the rounds": ("ending,count\nrounds,10\nbust,11\n", "endings sum to 11, of 10 rounds"),
    "no rounds": (HEAD + "rounds,0\nwins,0\n", "line 2: 0 rounds"),
    "no number of rounds": (HEAD + "wins,5\n", "no line says how many rounds"),
    "nothing but rounds": (HEAD + "rounds,5\n", "rounds and nothing else"),
    "an unknown figure": (HEAD + "rounds,5\nblackjacks,1\n", "line 3: 'blackjacks' is no figure"),
    "an unknown ending": ("ending,count\nstood,5\n", "line 2: 'stood' is no ending"),
    "twice": (HEAD + "rounds,5\nwins,1\nwins,1\n", "line 4: wins a second time: line 3"),
    "rounds twice": (HEAD + "rounds,5\nrounds,6\n", "line 3: 6 rounds, but line 2 has 5"),
    "a field too few": (HEAD + "rounds\n", "line 2: 1 fields, where the columns are 2"),
    "a card that is none": ("hand,count\nXT,5\n", "line 2: 'XT' is no card"),
    "three cards": ("hand,count\n23T,5\n", "line 2: hand 2 3 T: an initial hand has 2 cards"),
    "the same hand": ("hand,count\n2T,5\nT2,5\n", "line 3: 2 T a second time: line 2"),
    "more wins than hands": ("hand,count,wins\n2T,5,6\n", "line 2: 6 wins of 5"),
    "a cell that cannot be": ("cards,total,action,count\n2,21,hit,5\n", "line 2: 2 cards of total 21"),
    "no action": ("cards,total,action,count\n2,12,stand,5\n", "line 2: 'stand' is no action"),
    "wins of a push": ("cards,total,action,count,wins\n2,17,push,5,1\n", "line 2: wins after a push"),
    "too often": ("cards,total,action,count\nrounds,,,5\n2,12,hit,6\n", "line 3: 2 12 hit 6 times in 5 rounds"),
    "no json": ('{"rounds": 5,\n "totals": }', "line 2: no json"),
    "a json list": ("[1]", "a json of results is an object"),
    "a json float": ('{"rounds": 5.0, "totals": {"wins": 1}}', "rounds: rounds '5.0' is no whole number"),
    "a json bool": ('{"rounds": true, "totals": {"wins": 1}}', "rounds 'True' is no whole number"),
    "a json key twice": ('{"rounds": 5, "rounds": 5}', "rounds is given twice"),
    "a json entry": (
        '{"rounds": 5, "initial_hands": [{"hand": "2T"}]}',
        r"initial_hands\[0\]: an object of count, hand",
    ),
    "json endings no object": ('{"rounds": 5, "endings": [5]}', "endings: an object of names and counts"),
    "a deep json": ("[" * 100_000, "nested too deeply"),
    "an open quote": (HEAD + '"rounds,5\n', "line 2: no csv"),
}


@pytest.mark.parametrize("what", BAD)
def test_refused(what: str, run: Run, tmp_path: Path) -> None:
    text, message = BAD[what]
    with pytest.raises(InputError, match=message):
        parse_results(text, "results.csv")
    path = tmp_path / "results"
    path.write_text(text)
    ran = run("validate", str(path), "--output", str(tmp_path / "out"))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"Error: {path}")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("wins,57\nlosses,43\nnet,20\n", "line 5: net 20 cannot be: 100 rounds come to 14"),
        ("net,-105\n", "line 3: net -105 cannot be: 100 rounds come to -100 to 100"),
        ("cards,150\n", "line 3: cards 150 cannot be: 100 rounds come to 300 to 5200"),
        ("pushes,2601\n", "line 3: pushes 2601 cannot be: 100 rounds come to 0 to 2600"),
    ],
)
def test_sums_that_no_rounds_can_have_are_refused(rows: str, message: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text(f"figure,count\nrounds,100\n{rows}")
    ran = run("validate", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert f"{path}, {message}" in ran.err


@pytest.mark.parametrize("level", ["nan", "0", "1", "-0.1", "five"])
def test_a_level_is_between_0_and_1(level: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("figure,count\nrounds,100\nwins,57\n")
    ran = run("validate", str(path), "--level", level)
    assert (ran.code, ran.out) == (2, "")
    assert f"'{level}': a level is a number between 0 and 1" in ran.err


def test_what_a_file_says_it_was_played_by_has_to_be_what_is_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    made: dict[str, Any] = {"rounds": 10, "totals": {"wins": 6}}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"rules": "denexa"}, "was played by rules denexa, not inventor: give --rules denexa"),
        ({"rules": "poker"}, "rules: unknown preset 'poker'"),
        ({"shoe": "8,8,8,8,8,8,8,8,8,32"}, "was played from a shoe of 8,8,"),
        ({"shoe": {"A": 4}}, "shoe: no count of rank '2'"),
        ({"strategy": "mimic"}, "was played by strategy mimic, not optimal"),
        ({"cut": 30}, "these are not independent"),
    ]
    for stated, message in cases:
        path.write_text(json.dumps(made | stated))
        ran = run("validate", str(path))
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err
    assert run("validate", str(path), "--strategy", "nobody").code == 2
    assert run("validate", str(tmp_path / "none")).code == 2
    assert run("validate", str(path), "--level", "1.5").code == 2


def test_validate_says_so_by_its_exit_code_and_in_every_format(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    asked = ["validate", str(path), "--shoe", "2,1,1,1,1,1,1,1,1,4", "--strategy", "mimic"]
    for wins, code, said in ((537, 0, "Agrees: none of 1 tests"), (700, 3, "Does not agree: 1 of 1 tests")):
        path.write_text(f"figure,count\nrounds,1000\nwins,{wins}\n")
        for form in ("text", "md", "json", "csv"):
            ran = run(*asked, "--format", form)
            assert (ran.code, ran.err) == (code, "")
            if form in ("text", "md"):
                assert said in ran.out
                assert "So many rounds find, with probability 90%" in ran.out
        made = json.loads(run(*asked, "--format", "json").out)
        assert made["agrees"] == (code == 0)
        assert len(made["rejected"]) == (code == 3)
    assert "line 3" in run(*asked).out


def test_endings_sum_to_the_rounds_where_no_line_says_how_many() -> None:
    results = parse_results("ending,count\nbackhand,6\nbust,4\n")
    assert results.rounds == 10
    assert {line.name: line.count for line in results.of("endings")} == {
        ending.value: {"backhand": 6, "bust": 4}.get(ending.value, 0) for ending in ENDINGS
    }
