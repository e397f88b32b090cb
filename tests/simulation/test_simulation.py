"""The simulator: real shuffles, the same result whoever plays, compiled or plain, and right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from backhand import Rules, Shoe
from backhand.cli import main  # noqa: F401 - the command line is loaded before it is measured
from backhand.common.simulation.chunks import CHUNK
from backhand.errors import SimulationError
from backhand.evaluator import Evaluator
from backhand.positions import Position
from backhand.rounds.deals import Deals
from backhand.rounds.figures import Figures
from backhand.rounds.follow import follow
from backhand.rules import ENDINGS, PRESETS
from backhand.simulation.decisions import HANDS, Decisions, best_decisions, decisions_of
from backhand.simulation.estimates import estimates
from backhand.simulation.plan import Plan, Tally
from backhand.strategies.best_chart import BestChart
from backhand.strategies.strategy import Strategy, mimic, never_bust, of_chart

from tests.conftest import SETTINGS, Ran, crossed

Run = Callable[..., Ran]


def same(one: Tally, other: Tally) -> bool:
    pairs = zip(one.arrays(), other.arrays(), strict=True)
    return one.rounds == other.rounds and all(np.array_equal(a, b) for a, b in pairs)


def test_the_same_whatever_the_jobs() -> None:
    plan = Plan(Shoe.of_decks(1), Rules(), decisions_of(mimic(Rules())), 3 * CHUNK + 17, 11)
    one = plan.play()
    assert one.rounds == one.endings.sum() == one.pushes.sum() == one.cards.sum() == 3 * CHUNK + 17
    assert same(one, plan.play(jobs=3))
    assert same(one, plan.play())
    other = Plan(plan.shoe, plan.rules, plan.decisions, plan.rounds, 12).play()
    assert not same(one, other)


def test_more_rounds_begin_with_the_same_chunks() -> None:
    decisions = decisions_of(mimic(Rules()))
    long, short = (Plan(Shoe.of_decks(1), Rules(), decisions, chunks * CHUNK, 3) for chunks in (3, 1))
    assert same(long.chunk(0), short.play())
    assert not same(long.chunk(0), long.chunk(1))


PLAIN = """
import sys
if {block}: sys.modules["numba"] = None
from backhand import Rules, Shoe
from backhand.common.simulation.compiling import COMPILED
from backhand.simulation import plan
from backhand.simulation.decisions import decisions_of, looked_ahead
from backhand.simulation.plan import Plan
from backhand.strategies.strategy import mimic
assert COMPILED != {block}
plan.FEW = plan.FEW_AHEAD = 0
for shoe, cut in ((Shoe.of_decks(1), 0), (Shoe.of_decks(4), 150), (Shoe("1,1,0,0,0,0,1,0,1,3"), 0)):
    tally = Plan(shoe, Rules(), decisions_of(mimic(Rules())), 3000, 2**64 - 5, cut).play()
    print([array.tolist() for array in tally.arrays()])
for shoe, cut in ((Shoe.of_decks(1), 44), (Shoe("2,2,2,1,1,2,1,2,1,6"), 16)):
    decisions = looked_ahead(shoe, Rules())
    tally = Plan(shoe, Rules(), decisions, 300, 3, cut).play()
    print([array.tolist() for array in tally.arrays()], decisions.look.answers(set()))
"""


def ran(block: bool, **environment: str) -> str:
    code = PLAIN.format(block=block)
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_compiled_and_plain_are_the_same() -> None:
    compiled = ran(False)
    assert len(compiled) > 1000
    assert ran(True) == compiled


@pytest.mark.long
def test_numba_told_not_to_compile_gives_the_same() -> None:
    assert ran(False, NUMBA_DISABLE_JIT="1") == ran(False)


def agrees(tally: Tally, figures: Figures) -> None:
    """Every ending, number of cards and number of pushes within 4.5 standard errors of the exact probability."""
    n, rounds = tally.rounds, figures.rounds
    counts = list(zip(tally.endings.tolist(), (rounds.endings[e] for e in ENDINGS), strict=True))
    counts += [(count, figures.cards.get(number, Fraction(0))) for number, count in enumerate(tally.cards.tolist())]
    counts += [(count, figures.pushes.get(number, Fraction(0))) for number, count in enumerate(tally.pushes.tolist())]
    for count, exact in counts:
        p = float(exact)
        assert abs(count - n * p) <= 4.5 * sqrt(n * p * (1 - p)) + (3 if p else 0)


SHOES = ["4,4,4,4,4,4,4,4,4,16", "2,1,1,0,0,0,1,1,1,2", "2,0,0,0,0,0,0,0,0,1", "0,0,0,0,0,0,1,1,1,5"]


@pytest.mark.parametrize(
    ("name", "text"),
    crossed(SETTINGS, ["4,4,4,4,4,4,4,4,4,16", "2,1,1,0,0,0,1,1,1,2", "2,0,0,0,0,0,0,0,0,1", "0,0,0,0,0,0,1,1,1,5"]),
)
def test_rounds_are_those_of_the_exact_figures(name: str, text: str) -> None:
    rules, shoe = SETTINGS[name], Shoe(text)
    strategy = mimic(rules)
    tally = Plan(shoe, rules, decisions_of(strategy), 2 * CHUNK, 5).play()
    agrees(tally, Figures(follow(Deals(shoe, rules, strategy))))


@pytest.mark.parametrize(
    ("name", "text"), crossed(["inventor", "denexa"], ["4,4,4,4,4,4,4,4,4,16", "2,1,1,0,0,1,1,1,1,3"])
)
def test_best_play_by_table(name: str, text: str) -> None:
    rules, shoe = SETTINGS[name], Shoe(text)
    tally = Plan(shoe, rules, best_decisions(shoe, rules), 4 * CHUNK, 6).play()
    agrees(tally, Figures(follow(Deals(shoe, rules))))


def test_the_table_of_best_play_is_what_the_evaluator_does() -> None:
    shoe, rules = Shoe("1,1,1,0,0,1,1,1,2,4"), PRESETS["denexa"]
    tables, evaluator = best_decisions(shoe, rules), Evaluator(rules)
    names = {0: "hit", 1: "backhand", 2: "push", 3: "play-push"}
    seen = 0
    for discarded in range(2):
        base = shoe.without([1] * discarded)
        row = tables.bases[discarded]
        for number, hand in enumerate(HANDS):
            if all(hand.count(rank) <= base[rank - 1] for rank in hand):
                action, _ = evaluator.best(Position(base.without(hand), len(hand), sum(hand)))
                assert names[tables.actions[row * len(HANDS) + number]] == action, hand
                seen += 1
    assert seen > 100


def test_a_cut_after_the_first_card_is_a_fresh_shuffle_each() -> None:
    decisions = decisions_of(mimic(Rules()))
    plans = [Plan(Shoe.of_decks(1), Rules(), decisions, 50_000, 4, cut) for cut in (0, 1)]
    one, other = (plan.play() for plan in plans)
    assert np.array_equal(one.ends, other.ends)
    assert np.array_equal(one.cards, other.cards)


def test_errors_of_rounds_from_one_shoe_allow_for_its_rounds_being_alike() -> None:
    """Over many seeds the estimates spread as the error says."""
    shoe, rules = Shoe("0,0,0,0,2,2,2,2,0,16"), Rules()
    decisions = decisions_of(never_bust(rules))
    values, errors = [], []
    for seed in range(300):
        tally = Plan(shoe, rules, decisions, 600, seed, 20).play()
        wins = estimates(tally, rules, None, True)[0]
        assert wins.error is not None
        values.append(wins.value)
        errors.append(wins.error)
    assert float(np.std(values)) == pytest.approx(float(np.mean(errors)), rel=0.15)


def test_the_error_of_a_ratio_over_shoes_by_hand() -> None:
    """Two shoes of two rounds, both won and both lost: they are off by 1 each way, sqrt(2 (1 + 1)) of 4 rounds."""
    tally = Tally(52, 4)
    tally.ends[0, 0], tally.ends[0, 3] = 2, 2
    tally.sums[:] = [2, 8, 8, 0, 4, 4]
    wins, net = (next(e for e in estimates(tally, Rules(), None, True) if e.figure == f) for f in ("wins", "net"))
    assert (wins.value, wins.error) == (0.5, 0.5)
    assert (net.value, net.error) == (0.0, 1.0)


@pytest.mark.long
def test_intervals_hold_the_exact_value_as_often_as_they_say() -> None:
    rules, shoe = Rules(), Shoe.of_decks(1)
    strategy = mimic(rules)
    figures = Figures(follow(Deals(shoe, rules, strategy)))
    decisions, held = decisions_of(strategy), Counter[str]()
    for seed in range(400):
        for e in estimates(Plan(shoe, rules, decisions, 1000, seed).play(), rules, figures, False):
            assert e.low is not None
            assert e.high is not None
            assert isinstance(e.exact, Fraction)
            held[e.figure] += e.low <= e.exact <= e.high
    for figure in ("wins", "net", "five-cards", "bust", "pushes", "cards"):
        assert 400 * 0.95 - 4.5 * sqrt(400 * 0.95 * 0.05) <= held[figure], figure
    assert held["played-push"] == 400


def test_refused(run: Run) -> None:
    decisions = decisions_of(mimic(Rules()))
    for wrong in ({"rounds": 0}, {"rounds": -5}, {"seed": -1}, {"seed": 2**64}, {"cut": 53}, {"cut": -1}):
        with pytest.raises(SimulationError):
            Plan(Shoe.of_decks(1), Rules(), decisions, **({"rounds": 1, "seed": 1} | wrong))
    for arguments in (
        ["--rounds", "0"],
        ["--rounds", "1.5"],
        ["--seed", "x"],
        ["--seed", "-1"],
        ["--cut", "0"],
        ["--cut", "20", "--pays", "1000001:1000000", "--decks", "8"],
        ["--cut", "0", "--strategy", "chart"],
        ["--cut", "99", "--strategy", "chart"],
        ["--jobs", "0"],
        ["--strategy", "nobody"],
        ["--shoe", "0,0,0,0,0,0,0,0,0,0"],
    ):
        ran = run("simulate", *arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), arguments


def test_simulate_prints_every_format(run: Run, tmp_path: Path) -> None:
    arguments = ["simulate", "--shoe", "1,1,1,0,0,1,1,1,1,3", "--strategy", "mimic"]
    arguments += ["--rounds", "20_000", "--seed", "7", "--format"]
    made = json.loads(run(*arguments, "json").out)
    assert made["schema"] == "backhand.simulate/1"
    assert made["rounds"] == sum(made["endings"].values()) == sum(h["count"] for h in made["initial_hands"]) == 20_000
    lines = run(*arguments, "csv").out.splitlines()
    assert lines[1].startswith("rounds,20000,")
    assert lines[2].startswith(f"wins,{made['totals']['wins']},")
    for form in ("text", "md"):
        assert "20,000 rounds, each from a fresh shuffle; seed 7." in run(*arguments, form).out
    assert run(*arguments, "json", "--jobs", "2").out == run(*arguments, "json", "--jobs", "1").out


def test_interrupted_it_shows_what_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Plan.chunk

    def chunk(plan: Plan, number: int) -> Tally:
        if number == 2:
            raise KeyboardInterrupt
        return whole(plan, number)

    monkeypatch.setattr(Plan, "chunk", chunk)
    shoe = ["--shoe", "1,1,1,1,1,1,1,1,1,4"]
    ran = run("simulate", "--rounds", str(9 * CHUNK), "--strategy", "mimic", "--jobs", "2", *shoe)
    assert ran.code == 130
    assert f"{2 * CHUNK:,} rounds, each from a fresh shuffle" in ran.out
    assert ran.err == f"Interrupted: {2 * CHUNK:,} of {9 * CHUNK:,} rounds were played.\n"


@pytest.mark.long
def test_more_decks_than_can_be_solved_are_simulated(run: Run) -> None:
    made = json.loads(
        run("simulate", "--decks", "3", "--strategy", "mimic", "--rounds", "5000", "--format", "json").out
    )
    wins = made["estimates"][0]
    assert 0 < Fraction(wins["exact"]["high"]) - Fraction(wins["exact"]["low"]) < Fraction(2, 10**8)
    assert abs(wins["z"]) < 5
    assert made["rounds"] == 5000


def test_tables_fit_any_strategy(fresh_chart: BestChart) -> None:
    tables = decisions_of(of_chart(fresh_chart))
    assert isinstance(tables, Decisions)
    assert isinstance(never_bust(Rules()), Strategy)
    assert len(tables.actions) == len(HANDS)
