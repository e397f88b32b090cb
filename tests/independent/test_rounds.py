"""The par sheet, many rounds, and a simulator's figures against own exact numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import pytest

from .black_box import Case, call, document, exact, exacts, seeds
from .game import ENDINGS, Best, Law, Play, marginal, win
from .strategies import follow, named

Dist = dict[Fraction, Fraction]


def nets(case: Case, law: Law) -> Dist:
    found: Dist = {}
    for (ending, _, _), chance in law.items():
        if chance:
            found[case.game.net(ending)] = found.get(case.game.net(ending), Fraction(0)) + chance
    return found


def after(dist: Dist, rounds: int) -> Dist:
    sums: Dist = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        more: Dist = {}
        for old, chance in sums.items():
            for net, share in dist.items():
                more[old + net] = more.get(old + net, Fraction(0)) + chance * share
        sums = more
    return sums


def kelly(dist: Dist) -> float:
    """Bisection of the derivative of the expected logarithm."""

    def slope(stake: float) -> float:
        return sum(float(p) * float(net) / (1 + stake * float(net)) for net, p in dist.items())

    if slope(0) <= 0:
        return 0.0
    if Fraction(-1) not in dist:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return low


@pytest.mark.parametrize("seed", seeds(4, 40))
def test_par(seed: int) -> None:
    case = Case(seed + 50, even=seed % 3 == 0)
    dice = case.random
    name = dice.choice(["optimal", "mimic"])
    play = Best(case.game, True) if name == "optimal" else Play(case.game, follow(named(case.game, "mimic")), True)
    law = play.deal(case.shoe)
    rounds, of, match, bankroll = dice.randint(1, 4), dice.randint(1, 4), dice.randint(1, 4), dice.randint(1, 4)
    options = ["--ahead", str(rounds), "--wins-in", str(of), "--first-to", str(match), "--bankroll", str(bankroll)]
    got = document("par", "--strategy", name, *options, *case.options)
    dist = nets(case, law)
    assert {exact(row["net"]): exact(row["chance"]) for row in got["nets"] if exact(row["chance"])} == dist
    assert exacts(got["endings"]) == marginal(law, 0)
    assert exacts(got["cards"]) == {str(key): p for key, p in marginal(law, 1).items()}
    assert exacts(got["pushes"]) == {str(key): p for key, p in marginal(law, 2).items()}
    assert exact(got["ev"]) == sum(net * p for net, p in dist.items())
    assert exact(got["variance"]) == sum(net**2 * p for net, p in dist.items()) - exact(got["ev"]) ** 2
    sums = after(dist, rounds)
    assert got["ahead"][0]["rounds"] == rounds
    assert exact(got["ahead"][0]["ahead"]) == sum(p for net, p in sums.items() if net > 0)
    assert exact(got["ahead"][0]["even"]) == sums.get(Fraction(0), 0)
    assert exact(got["ahead"][0]["behind"]) == sum(p for net, p in sums.items() if net < 0)
    won = win(law)
    chances = [math.comb(of, k) * won**k * (1 - won) ** (of - k) for k in range(of + 1)]
    assert [exact(number) for number in got["wins_in"]["chances"]] == chances
    if won:
        lost = dist.get(Fraction(-1), Fraction(0))
        check_first_to(got["first_to"][0], match, won, lost)
    else:
        assert got["first_to"] == []
    if got["kelly"] is not None:
        stake = got["kelly"]["decimal"] if isinstance(got["kelly"], dict) else got["kelly"]
        assert stake == pytest.approx(kelly(dist), abs=1e-9)


def check_first_to(row: dict[str, object], match: int, won: Fraction, lost: Fraction) -> None:
    """A void that gives the stake back counts neither way. The mean is that of the rounds until so many wins."""
    share = won / (won + lost)
    own = sum(math.comb(match - 1 + k, k) * share**match * (1 - share) ** k for k in range(match))
    assert exact(row["before_as_many_losses"]) == own
    assert exact(row["mean_rounds"]) == match / won


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_ruin(seed: int) -> None:
    """Ruined is who has less than a stake. Short of even money only the upper bound is tried."""
    case = Case(seed + 70, even=seed % 2 == 0)
    law = Best(case.game).deal(case.shoe)
    dist = nets(case, law)
    bankroll = case.random.randint(1, 4)
    got = document("par", "--bankroll", str(bankroll), *case.options)["ruin"][0]
    lost = dist.get(Fraction(-1), Fraction(0))
    if set(dist) <= {Fraction(-1), Fraction(0), Fraction(1)}:
        gained = dist.get(Fraction(1), Fraction(0))
        own = Fraction(1) if lost and lost >= gained else (lost / gained) ** bankroll if gained else Fraction(0)
        assert exact(got["at_least"]) == exact(got["at_most"]) == own
        return
    low, high = (exact(got[name]) for name in ("at_least", "at_most"))
    assert 0 <= low <= high <= 1
    sums, ruined = {Fraction(bankroll): 1.0}, 0.0
    for _ in range(25):
        more: dict[Fraction, float] = {}
        for old, chance in sums.items():
            for net, p in dist.items():
                if old + net < 1:
                    ruined += chance * float(p)
                elif old + net < 40:
                    more[old + net] = more.get(old + net, 0.0) + chance * float(p)
        sums = more
    assert ruined <= float(high) + 1e-12


@pytest.mark.parametrize("seed", seeds(0, 8))
def test_a_simulation_has_the_exact_values_beside(seed: int, tmp_path: Path) -> None:
    case = Case(seed + 80)
    law = Best(case.game, True).deal(case.shoe)
    own = {**dict.fromkeys(ENDINGS, Fraction(0)), **{str(key): p for key, p in marginal(law, 0).items()}}
    own["wins"], own["voids"] = win(law), own["void"]
    own["losses"] = 1 - own["wins"] - own["voids"]
    own["net"] = case.game.ev(law)
    own["pushes"] = sum((int(key) * p for key, p in marginal(law, 2).items()), Fraction(0))
    own["cards"] = sum((int(key) * p for key, p in marginal(law, 1).items()), Fraction(0))
    file = tmp_path / "results.json"
    code, _, complaints = call("simulate", "--rounds", "500", "--jobs", "1", "--output", str(file), *case.options)
    assert code == 0, complaints
    got = document("simulate", "--rounds", "500", "--jobs", "1", *case.options)
    assert {row["figure"]: exact(row["exact"]) for row in got["estimates"]} == own
    for row in got["estimates"]:
        if row["error"]:
            assert row["z"] is not None
    assert sum(got["endings"].values()) == 500
    assert 500 - got["endings"]["void"] <= sum(row["count"] for row in got["initial_hands"]) <= 500
    assert Fraction(got["totals"]["net"]) == sum(case.game.net(e) * n for e, n in got["endings"].items())
    code, _, complaints = call("validate", str(file), "--level", "1e-9", *case.options)
    assert code == 0, complaints


def test_the_bounds_of_ruin_hold_it() -> None:
    """At 6:5 the bankroll moves by fifths; who has less than a stake is ruined."""
    shoe = (0, 1, 0, 0, 1, 0, 1, 0, 1, 3)
    got = document("par", "--pays", "6:5", "--bankroll", "3", *Case.shoe_option(shoe))["ruin"][0]
    won, lost = 71 / 105, 22 / 105
    sums, ruined = {15: 1.0}, 0.0
    for _ in range(300):
        more: dict[int, float] = {}
        for old, chance in sums.items():
            for step, share in ((6, won), (-5, lost), (0, 1 - won - lost)):
                if old + step < 5:
                    ruined += chance * share
                elif old + step < 300:
                    more[old + step] = more.get(old + step, 0.0) + chance * share
        sums = more
    assert float(exact(got["at_least"])) <= ruined <= float(exact(got["at_most"]))


def test_ruin_lies_between_its_bounds_where_wins_do_not_pay_1_to_1() -> None:
    """Bankrolls in fifths of a stake, 6 up or 5 down a round; from 600 on ruin is next to impossible."""
    told = document("par", "--pays", "6:5", "--bankroll", "3", "--shoe", "0,1,0,0,1,0,1,0,1,3")
    nets = {exact(each["net"]): float(exact(each["chance"])) for each in told["nets"]}
    risk = [1.0 if bankroll < 5 else 0.0 for bankroll in range(600)]
    for _ in range(400):
        for bankroll in range(5, 594):
            up, down, stays = risk[bankroll + 6], risk[bankroll - 5], risk[bankroll]
            risk[bankroll] = sum(
                chance * (up if net > 0 else stays if net == 0 else down) for net, chance in nets.items()
            )
    (ruin,) = told["ruin"]
    assert exact(ruin["at_least"]) < risk[15] < exact(ruin["at_most"])
    assert round(risk[15], 4) == 0.0283


@pytest.mark.parametrize("form", ["text", "json", "csv", "md"])
def test_a_par_sheet_of_uneven_payouts(form: str) -> None:
    code, _, _ = call("par", "--pays", "19:20", "--shoe", "0,1,0,0,1,0,1,0,1,3", "--format", form)
    assert code == 0
