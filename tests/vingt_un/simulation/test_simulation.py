"""The simulator: real shuffles, the same result whoever plays, compiled or plain, every rule obeyed, and right."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from backhand.common.cards import Shoe
from backhand.common.simulation.chunks import CHUNK
from backhand.errors import BackhandError, SimulationError
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.endings import ENDINGS, Ending
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import _OPTIONS, NATURAL, is_soft, score
from backhand.vingt_un.simulation.estimates import GAINS, estimates, exact_of, together
from backhand.vingt_un.simulation.plan import HANDS, Plan, Seated, Tally
from backhand.vingt_un.solving.punter import Choice

from tests.conftest import Ran

Run = Callable[..., Ran]

FRESH = Shoe.of_decks(1)
RICH = Shoe("4,0,0,0,4,4,0,0,0,16")
"""A pack of aces, fives, sixes and tens: pairs, naturals and drawn 21s come all the time."""


def planned(
    rules: str, punters: Sequence[str], rounds: int, seed: int = 5, pack: Shoe = FRESH, both: Sequence[int] = ()
) -> Plan:
    seats = [Seated(Policy.from_text(punter), frozenset(both)) for punter in punters]
    return Plan(Rules.from_text(rules), Policy.from_text("17,18"), seats, rounds, seed, pack)


def same(one: Tally, other: Tally) -> bool:
    return one.rounds == other.rounds and all(
        np.array_equal(mine, its) for mine, its in zip(one.arrays(), other.arrays(), strict=True)
    )


def test_hands_are_numbered_as_the_sums_have_them() -> None:
    assert [sum(hand) for hand in HANDS[:66]] == [1] * 10 + [2] * 55 + [3]
    first, second = (next(place for place, count in enumerate(HANDS[10 + 7]) if count), HANDS[10 + 7].index(1, 1))
    assert (first, second) == (0, 7)


def test_the_same_whatever_the_jobs() -> None:
    plan = planned("pack=as-dealt", ["16", "15,18"], CHUNK + 17, both=[1, 10])
    one = plan.play()
    assert one.rounds == one.won[0].sum() == one.cards[1].sum() == one.gains.sum() == CHUNK + 17
    assert same(one, plan.play(jobs=3))
    assert not same(one, planned("pack=as-dealt", ["16", "15,18"], CHUNK + 17, 6, both=[1, 10]).play())


def test_more_rounds_begin_with_the_same_chunks() -> None:
    long, short = (planned("hoffmann", ["16"], chunks * CHUNK) for chunks in (3, 1))
    assert same(long.chunk(0), short.play())
    assert not same(long.chunk(0), long.chunk(1))


PLAIN = """
import sys
if {block}: sys.modules["numba"] = None
from backhand.common.simulation import compiling
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.simulation import plan
from backhand.vingt_un.simulation.plan import Plan, Seated
assert compiling.COMPILED != {block}
plan.FEW = 0
for rules in ("hoffmann", "pack=as-dealt,second-stake=before,both-ace-ten=drawn", "dealer-natural=end,alike=value"):
    seats = [Seated(Policy.from_text("16"), frozenset([1, 10])), Seated(Policy.from_text("13,18"))]
    tally = Plan(Rules.from_text(rules), Policy.from_text("17"), seats, 3000, 2**64 - 5).play()
    print([array.tolist() for array in tally.arrays()])
"""


@pytest.mark.long
def test_compiled_and_plain_are_the_same() -> None:
    def ran(block: bool) -> str:
        code = PLAIN.format(block=block)
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    compiled = ran(False)
    assert len(compiled) > 1000
    assert ran(True) == compiled


def agrees(plan: Plan, tally: Tally, punter: int) -> None:
    """Every ending by first two cards, every decision and number of cards: within 4.5 standard errors and 4 rounds."""
    n = tally.rounds
    exact = Outcomes(plan.rules, plan.dealer, plan.punters[punter].policy, plan.pack)
    checks = []
    for pair, ends in enumerate(tally.ends[punter].tolist()):
        known = exact.starts.get(HANDS[10 + pair], {})
        checks += [(count, float(known.get(how, 0))) for how, count in zip(ENDINGS, ends, strict=True)]
    decided: dict[tuple[tuple[int, bool], Choice], list[int]] = {}
    for hand, visits, wins in zip(HANDS, tally.visits[punter].tolist(), tally.wins[punter].tolist(), strict=True):
        if visits:
            choice = Choice.STAND if plan.punters[punter].policy.stands(hand) else Choice.DRAW
            both = decided.setdefault(((score(hand), is_soft(hand)), choice), [0, 0])
            both[0], both[1] = both[0] + visits, both[1] + wins
    assert set(decided) <= set(exact.decisions)
    for key, chances in exact.decisions.items():
        checks += [(count, float(p)) for count, p in zip(decided.get(key, [0, 0]), chances, strict=True)]
    checks += [(count, float(exact.cards.get(cards, 0))) for cards, count in enumerate(tally.cards[punter].tolist())]
    for count, p in checks:
        assert abs(count - n * p) <= 4.5 * sqrt(n * p * (1 - p)) + (4 if p else 0)


@pytest.mark.parametrize("rules", ["hoffmann", "dealer-natural=end,ties=void"])
@pytest.mark.parametrize("pack", [pytest.param(FRESH, marks=pytest.mark.long), RICH], ids=["fresh", "rich"])
def test_every_ending_and_decision_of_every_punter_is_that_of_the_exact_figures(rules: str, pack: Shoe) -> None:
    plan = planned(rules, ["16", "13,19; T 6: draw", "22"], 400_000, pack=pack)
    tally = plan.play(2)
    for punter in range(3):
        agrees(plan, tally, punter)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_policies_rules_and_packs_at_random(seed: int) -> None:
    """Policies with exceptions, options and small packs as they come: every count within its spread."""
    rng = random.Random(seed)
    pack = Shoe([rng.randint(0, 3) for _ in range(9)] + [rng.randint(8, 16)])
    hands = [hand for hand in HANDS[10:] if score(hand) != NATURAL and all(map(int.__le__, hand, pack))]

    def policy() -> Policy:
        table = {hand: rng.random() < 0.5 for hand in rng.sample(hands, 8)}
        return Policy(rng.randint(12, 19), rng.randint(13, 20)).with_table(table)

    rules = {option: rng.choice(list(values.values())) for option, values in _OPTIONS.values()}
    in_force = Rules(**rules | {"dealer_may_double": False, "pack_as_dealt": False})
    plan = Plan(in_force, policy(), [Seated(policy()), Seated(policy())], 300_000, seed, pack)
    tally = plan.play(2)
    agrees(plan, tally, 0)
    agrees(plan, tally, 1)


@cache
def known(rules: str) -> dict[str, float]:
    (figures,) = exact_of(planned(rules, ["17,18"], 1, pack=RICH, both=[1, 5, 10]))
    return {figure: float(exact) for figure, exact in figures.items()}


OPTIONS = [
    *("natural-tie=void", "dealer-natural=end", "natural-pays=3", "drawn-21-pays=1", "ties=void"),
    *("alike=value", "both-ace-ten=drawn", "second-stake=before", "dealer-natural=end,alike=value,natural-pays=3"),
]


@pytest.mark.parametrize("rules", ["hoffmann", *OPTIONS, pytest.param("tie-at-21=single", marks=pytest.mark.long)])
def test_every_option_is_obeyed(rules: str) -> None:
    """What the dealer gains, and how rounds of one hand end, going on both included; another rule would be found."""
    rounds = 5_000_000 if rules == "tie-at-21=single" else 500_000  # rare
    plan = planned(rules, ["17,18"], rounds, pack=RICH, both=[1, 5, 10])
    found = {e.figure: e for e in estimates(plan, plan.play(2), 0, exact_of(plan)[0])}
    assert all(abs(e.z) < 4.5 for e in found.values() if e.z is not None)
    assert found["both"].count > 30_000
    if rules != "hoffmann":
        off = [
            (found[figure].value - default) / (found[figure].error or 1)
            for figure, default in known("hoffmann").items()
        ]
        assert max(map(abs, off)) > 6


def test_stakes_laid_and_naturals_after_going_on_both() -> None:
    def hands(rules: str, how: Ending) -> int:
        plan = planned(rules, ["16"], 100_000, pack=RICH, both=[1, 10])
        return int(plan.play().both_ends[0, ENDINGS.index(how)])

    assert hands("hoffmann", Ending.DEALER_NATURAL) == 0  # shown before any stake is laid
    assert hands("second-stake=before", Ending.DEALER_NATURAL) > 100
    assert hands("dealer-natural=end", Ending.DEALER_NATURAL) > 100
    assert hands("hoffmann", Ending.NATURAL) > 100
    assert hands("both-ace-ten=drawn", Ending.NATURAL) == 0
    assert hands("hoffmann", Ending.NATURAL_TIE) == 0
    assert hands("dealer-natural=end", Ending.NATURAL_TIE) > 10


def test_what_no_option_can_change() -> None:
    """Punters who look at their own cards alone never look at hands thrown up."""
    one, other = (planned(rules, ["16", "15"], 10_000).play() for rules in ("hoffmann", "overdrawn-shown=yes"))
    assert same(one, other)


def test_all_punters_together() -> None:
    plan = planned("hoffmann", ["16", "16"], 500_000)
    tally, exact = plan.play(2), exact_of(plan)
    whole = together(plan, tally, exact[0][GAINS] + exact[1][GAINS])
    assert abs(whole.z or 9) < 4.5
    parts = [next(e for e in estimates(plan, tally, punter, exact[punter]) if e.figure == GAINS) for punter in (0, 1)]
    assert whole.count == sum(part.count for part in parts)
    assert (whole.error or 0) > 1.1 * sqrt(sum((part.error or 0) ** 2 for part in parts))  # they face one dealer's hand


def test_a_pack_is_dealt_on_from_until_it_might_not_be_enough() -> None:
    plan = planned("pack=as-dealt", ["16"], 30_000, pack=RICH)
    assert plan.keep == 31 + 22
    tally = plan.play()
    packs = int(tally.sums[0, 0])
    assert 4 < tally.rounds / packs < 6
    # RICH has 208 pips; a round takes some 30, and a new pack comes once fewer than 53 are left
    assert tally.cards[0].sum() == tally.rounds
    assert int(tally.sums[1, 2]) == int(tally.sums[0, 2])  # one punter: all together are he
    fresh = planned("hoffmann", ["16"], 30_000, pack=RICH).play()
    assert not np.array_equal(tally.won, fresh.won)


@pytest.mark.long
def test_errors_of_rounds_from_one_pack_allow_for_their_being_alike() -> None:
    """Over many seeds the estimates spread as the error says."""
    values: dict[str, list[float]] = {"wins": [], GAINS: []}
    errors: dict[str, list[float]] = {"wins": [], GAINS: []}
    for seed in range(300):
        plan = planned("pack=as-dealt", ["16"], 900, seed, RICH)
        for e in estimates(plan, plan.play(), 0, {}):
            if e.figure in values:
                assert e.error is not None
                values[e.figure].append(e.value)
                errors[e.figure].append(e.error)
            else:
                assert e.error is None
    for figure in values:
        assert float(np.std(values[figure])) == pytest.approx(float(np.mean(errors[figure])), rel=0.15)


def test_the_most_hands_a_table_can_have() -> None:
    for punters, both, hands in ((1, [], 1), (4, [], 4), (1, [1], 4), (4, [1], 7), (2, [1, 9], 8)):
        assert planned("hoffmann", ["16"] * punters, 1, both=both).hands == hands
    with pytest.raises(BackhandError, match="may run out"):
        planned("hoffmann", ["16"] * 3, 1, both=[10])


def test_refused(run: Run, tmp_path: Path) -> None:
    for punters, rounds, seed in ((1, 0, 1), (1, -5, 1), (1, 1, -1), (1, 1, 2**64), (0, 1, 1), (5, 1, 1)):
        with pytest.raises(SimulationError):
            planned("hoffmann", ["16"] * punters, rounds, seed)
    for arguments, words in (
        (["--rounds", "0"], "0 rounds: at least 1"),
        (["--rounds", "1.5"], "'1.5' is no whole number"),
        (["--seed", "x"], "'x' is not a valid integer"),
        (["--seed", "-1"], "seed -1"),
        (["--jobs", "0"], "--jobs"),
        (["--punter", "nobody"], "nobody: No such file or directory: a punter's policy is"),
        (["--punter", "99"], "stand on 99"),
        (["--punter", "16"] * 5, "5 punters: a table has 1 to 4"),
        (["--both", "X"], "'X' is no card"),
        (["--both", "A 9 T", *["--punter", "16"] * 3], "3 punters may have 12 hands: a pack of 52 cards with 340 pips"),
        (["--rules", "dealer-doubles=on"], "dealer-doubles=on"),
        (["--format", "pdf"], "pdf"),
    ):
        ran = run("vingt-un", "simulate", "--dealer", "17", *arguments, "--output", str(tmp_path / "out"))
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), arguments
        assert words in ran.err
    assert run("vingt-un", "simulate").code == 2
    assert not (tmp_path / "out").exists()


def test_simulate_prints_every_format(run: Run) -> None:
    asked = ["vingt-un", "simulate", "--dealer", "17", "--rounds", "20_000", "--seed", "7", "--format"]
    made = json.loads(run(*asked, "json").out)
    assert made["schema"] == "backhand.vingt-un.simulate/1"
    (punter,) = made["punters"]
    assert made["rounds"] == sum(punter["endings"].values()) == sum(h["count"] for h in punter["initial_hands"])
    lines = run(*asked, "csv").out.splitlines()
    assert lines[1].startswith("rounds,20000,")
    assert lines[2].startswith(f"wins,{punter['totals']['wins']},")
    text = run(*asked, "md", "--punter", "16", "--punter", "15", "--both", "A").out
    assert "20,000 rounds, each from a fresh shuffle; seed 7." in text
    assert "Punter 2: stands on 15; goes on both with A A." in text
    assert "All punters together" in text


def test_several_punters_as_csv(run: Run) -> None:
    asked = [
        "vingt-un",
        "simulate",
        "--dealer",
        "17",
        "--rounds",
        "2_000",
        "--format",
        "csv",
        "--rules",
        "pack=as-dealt",
    ]
    several = run(*asked, "--punter", "16", "--punter", "15").out.splitlines()
    assert several[0].startswith("punter,figure,count,")
    assert {line.split(",")[0] for line in several[1:]} == {"1", "2"}


def test_interrupted_it_shows_what_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Plan.chunk

    def chunk(plan: Plan, number: int) -> Tally:
        if number == 2:
            raise KeyboardInterrupt
        return whole(plan, number)

    monkeypatch.setattr(Plan, "chunk", chunk)
    ran = run("vingt-un", "simulate", "--dealer", "17", "--rounds", str(9 * CHUNK), "--jobs", "2")
    assert ran.code == 130
    assert f"{2 * CHUNK:,} rounds, each from a fresh shuffle" in ran.out
    assert ran.err == f"Interrupted: {2 * CHUNK:,} of {9 * CHUNK:,} rounds were played.\n"
