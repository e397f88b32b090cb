"""Right simulators are accepted at the stated rate, planted bugs are found, and what is no result is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest
from backhand.common.cards import Shoe
from backhand.common.checking.counts import Results
from backhand.common.checking.fit import validate
from backhand.errors import InputError
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.answers.simulate import SimulationRequest
from backhand.vingt_un.answers.simulate import simulate as simulated
from backhand.vingt_un.checking.counted import parse_results
from backhand.vingt_un.checking.expected import Expected
from backhand.vingt_un.outputs.simulate import simulation_report
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.simulation.plan import Plan

from tests.conftest import Ran
from tests.regenerate import ROOT
from tests.vingt_un.tools.wrong import BUGS, HIDDEN, simulate, summaries

Run = Callable[..., Ran]


@pytest.fixture(scope="module")
def expected() -> Expected:
    return Expected([Outcomes(Rules(), Policy(17, 17), Policy(16, 16))])


KINDS = ("totals", "endings", "hands")


def accepted(
    expected: Expected,
    rounds: int,
    seed: int,
    bug: int = 0,
    *,
    level: float = 0.01,
    kinds: tuple[str, ...] = KINDS[:2],
    first: bool = False,
) -> set[str]:
    """The kinds of result, out of these, that agree."""
    files = summaries(simulate(rounds, seed, bug, 16, 17, first))
    return {kind for kind in kinds if validate(parse_results(files[kind], Rules()), expected, level).agrees}


@pytest.mark.parametrize("bug", range(1, len(BUGS)), ids=lambda bug: BUGS[bug])
def test_planted_bugs_are_found(expected: Expected, bug: int) -> None:
    rounds = 2_000_000 if BUGS[bug].startswith("drawn cards") else 500_000  # that one is hard to see
    assert accepted(expected, rounds, 40 + bug, bug) <= {kind for kind in KINDS if bug in HIDDEN[kind]}


def test_the_right_one_is_accepted(expected: Expected) -> None:
    assert accepted(expected, 500_000, 3) == {"totals", "endings"}


def test_a_dealer_who_draws_before_the_punters_cannot_be_told(expected: Expected) -> None:
    """Where everyone looks at his own cards alone, nothing depends on the order of play: both are right."""
    assert accepted(expected, 500_000, 4, first=True) == {"totals", "endings"}


def rejected(expected: Expected, rounds: int, seeds: range, kinds: tuple[str, ...]) -> dict[str, int]:
    found = [accepted(expected, rounds, seed, level=0.05, kinds=kinds) for seed in seeds]
    return {kind: sum(kind not in right for right in found) for kind in kinds}


def at_most(seeds: int, spreads: float) -> float:
    """So many of these seeds may be rejected at level 0.05."""
    return seeds * 0.05 + spreads * sqrt(seeds * 0.05 * 0.95)


@pytest.mark.long
def test_the_right_one_is_rejected_no_oftener_than_stated(expected: Expected) -> None:
    assert max(rejected(expected, 20_000, range(60), KINDS[:2]).values()) <= at_most(60, 3.5)


@pytest.mark.longest
def test_the_right_one_is_rejected_no_oftener_than_stated_over_many_seeds(expected: Expected) -> None:
    counts = rejected(expected, 100_000, range(1000, 1400), KINDS)
    assert max(counts.values()) <= at_most(400, 3)
    assert sum(counts.values()) > 3  # the tests do reject now and then, as they should


@pytest.mark.longest
@pytest.mark.parametrize("bug", range(1, len(BUGS)), ids=lambda bug: BUGS[bug])
def test_planted_bugs_are_found_by_every_kind_of_result(expected: Expected, bug: int) -> None:
    for seed in range(3):
        found = accepted(expected, 10_000_000, 100 * seed + bug, bug, kinds=KINDS)
        assert found == {kind for kind in KINDS if bug in HIDDEN[kind]}


@cache
def played(rules: str, punters: tuple[str, ...], rounds: int = 200_000, seed: int = 9) -> tuple[Plan, str]:
    """What ``backhand vingt-un simulate --format json`` writes."""
    asked = SimulationRequest(dealer="17,18", punters=punters, rounds=rounds, seed=seed, rules=rules)
    answer = simulated(asked)
    return answer.plan, json.dumps(simulation_report(answer).document)


GROUPS = {"totals", "endings", "initial hands", "wins of initial hands", "decisions", "wins of decisions"}


@pytest.mark.long
@pytest.mark.parametrize("rules", ["hoffmann", "dealer-natural=end,ties=void,natural-pays=3,natural-tie=void"])
def test_our_own_simulator_agrees_by_every_line(rules: str) -> None:
    plan, text = played(rules, ("15,18", "16; T 6: draw"))
    results = parse_results(text, plan.rules)
    exact = [Outcomes(plan.rules, plan.dealer, seat.policy) for seat in plan.punters]
    verdict = validate(results, Expected(exact))
    assert verdict.agrees, [(test.group, test.name, test.p) for test in verdict.rejected]
    assert {test.group for test in verdict.tests} == {f"{group} {seat}" for group in GROUPS for seat in (1, 2)}
    assert not validate(results, Expected(exact[::-1])).agrees
    tables = [test for test in verdict.tests if test.method == "chi-square"]
    assert len(tables) == 4


def test_a_line_of_each_kind_is_expected_what_brute_force_says() -> None:
    """Moments are those of the outcomes: a mean and a variance by hand."""
    exact = Outcomes(Rules(), Policy(17, 17), Policy(16, 16), Shoe("2,0,0,0,3,0,0,3,0,2"))
    text = "figure,count\nrounds,100\ndealer-gains,7\ncards,250\nwins,40\nlosses,60\nvoids,0\n"
    of = {line.name: Expected([exact]).moments(line) for line in parse_results(text, Rules()).lines}
    assert of["dealer-gains"].mean == exact.dealers_value
    assert of["wins"].mean + of["losses"].mean == 1
    assert of["cards"].mean == sum(number * chance for number, chance in exact.cards.items())
    squares = sum(net * net * chance for net, chance in exact.nets.items())
    assert of["dealer-gains"].variance == squares - exact.dealers_value**2
    assert of["voids"].mean == 0


HEAD = "figure,count\n"
BAD = {
    "empty": ("", "is empty"),
    "wrong columns": ("wins,rounds\n5,10\n", "line 1: the columns are figure,count or"),
    "a negative count": (HEAD + "rounds,10\nwins,-5\n", "line 3: count '-5' is no whole number"),
    "a fraction of a stake": (HEAD + "rounds,10\ndealer-gains,x\n", "line 3: dealer-gains 'x' is no number of stakes"),
    "wins that are not their endings": (
        HEAD + "rounds,10\nwins,5\nnatural,1\ntwenty-one,1\ndealer-over,1\nnearer,1\n",
        "5 wins, but their endings sum to 4",
    ),
    "endings that are not the rounds": ("ending,count\nrounds,10\nover,11\n", "endings sum to 11, of 10 rounds"),
    "an ending of the other game": ("ending,count\nbust,5\n", "line 2: 'bust' is no ending: natural"),
    "a figure of the other game": (HEAD + "rounds,5\npushes,1\n", "line 3: 'pushes' is no figure: rounds, wins"),
    "a total that cannot be": ("total,soft,action,count\n3,no,draw,5\n", "line 2: hard 3 is never decided on"),
    "a soft total that cannot be": ("total,soft,action,count\n11,yes,draw,5\n", "line 2: soft 11 is never"),
    "soft neither yes nor no": ("total,soft,action,count\n12,maybe,draw,5\n", "line 2: soft 'maybe': yes if"),
    "no action": ("total,soft,action,count\n12,no,hit,5\n", "line 2: 'hit' is no action: stand, draw"),
    "too often": ("total,soft,action,count\nrounds,,,5\n12,no,draw,6\n", "6 times in 5 rounds"),
    "rounds twice": (HEAD + "rounds,10\nrounds,10\n", "line 3: rounds a second time: line 2 has it"),
    "more than can be gained": (
        HEAD + "rounds,10\ndealer-gains,21\n",
        "line 3: dealer-gains 21: 10 rounds gain",
    ),
    "more than can be lost": (HEAD + "dealer-gains,-20.5\nrounds,10\n", "line 2: dealer-gains -41/2: 10 rounds"),
    "rounds of more hands": (HEAD + "rounds,5\nboth,1\n", "line 3: rounds in which the punter goes on both"),
    "punters that are none": ('{"rounds": 5, "punters": [5]}', "punters: a list with an object for each"),
    "punters that are no list": ('{"rounds": 5, "punters": {"a": 5}}', "punters: a list with an object for each"),
    "counts with punters and without": ('{"rounds": 5, "punters": [{}], "totals": {"wins": 1}}', "not both"),
    "punters of different rounds": (
        '{"punters": [{"endings": {"over": 5}}, {"endings": {"over": 6}}]}',
        r"punters\[1\]: 6 rounds, but the first has 5",
    ),
    "a punter's count": (
        '{"rounds": 5, "punters": [{"totals": {"wins": 1.5}}]}',
        r"punters\[0\].totals.wins: count '1.5'",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_refused(what: str, run: Run, tmp_path: Path) -> None:
    text, message = BAD[what]
    with pytest.raises(InputError, match=message):
        parse_results(text, Rules(), "results.csv")
    path = tmp_path / "results"
    path.write_text(text)
    ran = run("vingt-un", "validate", str(path), "--dealer", "17", "--output", str(tmp_path / "out"))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"Error: {path}")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ({"rules": "hoffmann,ties=void"}, "was played by rules hoffmann,ties=void, not hoffmann: give --rules"),
        ({"rules": "inventor"}, "rules: unknown preset 'inventor': the preset is hoffmann"),
        ({"shoe": "4,4,4,4,4,4,4,4,4,15"}, "rounds of a whole pack of 52 are tested"),
        ({"dealer": "18"}, "was played by a dealer with policy 18, not 17: give --dealer '18'"),
        ({"punters": [{"policy": "15", "totals": {"wins": 4}}]}, "punter with policy 15, not 16"),
        ({"punters": [{"policy": "x", "totals": {"wins": 4}}]}, "punter: policy 'x'"),
        ({"punters": [{"totals": {"wins": 4}}, {"totals": {"wins": 4}}]}, "has 2 punters, not 1"),
        ({"punters": [{"both": {"ranks": ["A"]}, "totals": {"wins": 4}}]}, "went on both"),
        ({"punters": [{"both": {"ranks": ["A"]}, "endings": {"over": 7}}]}, "punters[0] went on both"),
        ({"dealt_on": True}, "these are not independent"),
    ],
)
def test_what_a_file_says_it_was_played_by_has_to_be_what_is_asked(
    stated: dict[str, object], message: str, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "results.json"
    made = {"rounds": 10} | ({} if "punters" in stated else {"totals": {"wins": 4}}) | stated
    path.write_text(json.dumps(made))
    ran = run("vingt-un", "validate", str(path), "--dealer", "17")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


@pytest.mark.parametrize(
    ("wins", "code", "said"),
    [
        (419, 0, "Agrees: none of 1 tests"),
        pytest.param(500, 3, "Does not agree: 1 of 1 tests", marks=pytest.mark.long),  # and all the others are tried
    ],
)
def test_validate_says_so_by_its_exit_code(run: Run, tmp_path: Path, wins: int, code: int, said: str) -> None:
    path = tmp_path / "results.csv"
    path.write_text(f"figure,count\nrounds,1000\nwins,{wins}\n")
    ran = run("vingt-un", "validate", str(path), "--dealer", "17")
    assert (ran.code, ran.err) == (code, "")
    assert said in ran.out
    assert "So many rounds find, with probability 90%" in ran.out


def test_validate_says_so_in_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("figure,count\nrounds,1000\nwins,500\n")
    made = json.loads(run("vingt-un", "validate", str(path), "--dealer", "17", "--format", "json").out)
    assert made["schema"] == "backhand.vingt-un.validate/1"
    assert (made["agrees"], made["dealer"], made["punters"], len(made["rejected"])) == (False, "17", ["16"], 1)


def test_counts_that_do_not_agree_are_held_against_known_policies(run: Run, tmp_path: Path) -> None:
    """The counts are those of a right simulator whose punter stood on 14, where 16 was asked for."""
    right = Outcomes(Rules(), Policy(17, 17), Policy(14, 14))
    rounds = 10**6
    path = tmp_path / "ends.csv"
    counts = {how: round(rounds * chance) for how, chance in right.endings.items()}
    path.write_text("ending,count\n" + "".join(f"{how},{count}\n" for how, count in counts.items()))
    asked = ["vingt-un", "validate", str(path), "--dealer", "17", "--punter"]
    ran = run(*asked, "16")
    assert ran.code == 3
    assert "the counts do agree with 14, not with best, 12, 13, 15, 17, 18 or 19." in " ".join(ran.out.split())
    made = json.loads(run(*asked, "16", "--format", "json").out)
    assert made["agrees_with"] == ["14"]
    assert made["tested_with"] == ["best", *(str(total) for total in range(12, 20) if total != 16)]
    assert "agree with" not in run(*asked, "14").out
    two = json.dumps({"rounds": sum(counts.values()), "punters": [{"endings": counts}, {"endings": counts}]})
    (tmp_path / "two.json").write_text(two)
    ran = run("vingt-un", "validate", str(tmp_path / "two.json"), "--dealer", "17", "--punter", "16", "--punter", "16")
    assert (ran.code, "agree with" in ran.out) == (3, False)


def test_counts_that_leave_rounds_unaccounted_for_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    ends = dict.fromkeys(Outcomes(Rules(), Policy(17, 17), Policy(16, 16)).endings, 1)
    for text, message in (
        (f"{HEAD}rounds,11\nwins,4\nlosses,5\nvoids,0\n", "wins, losses and voids sum to 9, of 11 rounds"),
        ("ending,count\nrounds,12\n" + "".join(f"{how},{n}\n" for how, n in ends.items()), "sum to 11, of 12 rounds"),
    ):
        path.write_text(text)
        ran = run("vingt-un", "validate", str(path), "--dealer", "17")
        assert (ran.code, ran.out) == (2, "")
        assert f"{message}: they do not add up" in ran.err


def test_what_may_be_gained_and_lost_is_by_the_rules() -> None:
    for rules, most in (("natural-pays=3", 30), ("natural-pays=2", 20)):
        head = HEAD + "rounds,10\ndealer-gains,-"
        assert parse_results(f"{head}{most}", Rules.from_text(rules)).lines[0].count == -most
        with pytest.raises(InputError, match=f"10 rounds gain him -{most} to 20 stakes"):
            parse_results(f"{head}{most + 1}", Rules.from_text(rules))


@pytest.mark.long
def test_a_file_of_best_play_is_read_with_best(run: Run, tmp_path: Path) -> None:
    path, asked = tmp_path / "best.json", ["--dealer", "17", "--punter"]
    run("vingt-un", "simulate", *asked, "best", "--rounds", "1000", "--format", "json", "--output", str(path))
    assert run("vingt-un", "validate", str(path), *asked, "best").code == 0
    refused = run("vingt-un", "validate", str(path), *asked, "17")
    assert refused.err.endswith("was played by a punter with policy best, not 17: give --punter best\n")


def test_rounds_dealt_on_from_one_pack_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text(f"{HEAD}rounds,10\nwins,4\n")
    ran = run("vingt-un", "validate", str(path), "--dealer", "17", "--rules", "pack=as-dealt")
    assert (ran.code, ran.out) == (2, "")
    assert "pack=as-dealt: rounds dealt on from one pack are not independent" in ran.err


@pytest.mark.long
@pytest.mark.parametrize("name", ["totals", "hands", "decisions"])
def test_the_examples_agree(run: Run, name: str) -> None:
    path = ROOT / "docs" / "examples" / f"vingt_un_{name}.csv"
    assert run("vingt-un", "validate", str(path), "--dealer", "17", "--punter", "16").code == 0
    assert run("vingt-un", "validate", str(path), "--dealer", "17", "--punter", "15").code == 3


def test_lines_of_a_csv_are_read_as_those_of_a_json() -> None:
    text = "total,soft,action,count,wins\nrounds,,,100,\n16,no,stand,20,8\n12,yes,draw,3,\n"
    made = {
        "rounds": 100,
        "decisions": [
            {"total": 16, "soft": False, "action": "stand", "count": 20, "wins": 8},
            {"total": 12, "soft": True, "action": "draw", "count": 3},
        ],
    }
    read = [parse_results(form, Rules()) for form in (text, json.dumps(made))]
    lines = [[(line.group, line.name, line.key, line.count, line.trials) for line in results.lines] for results in read]
    assert lines[0] == lines[1]
    assert isinstance(read[0], Results)
    assert Fraction(lines[0][1][3], lines[0][1][4]) == Fraction(8, 20)
