"""The value as a function of the payouts: exact roots, exact changes of play, convexity, and the page about them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
import sympy
from backhand import Evaluator, Position, Rules, Shoe, Solver
from backhand.errors import RulesError
from backhand.evaluator import value_of
from backhand.payouts import KINDS, USUAL, Payouts, paying, symbolic
from backhand.piecewise import Piecewise, weighted
from backhand.rules import WINS, Ending
from backhand.strategy import holdings

from tests.conftest import SETTINGS, Ran

Run = Callable[..., Ran]
SHOE = Shoe("2,1,1,1,1,1,1,1,1,4")
HALF, TWO = Fraction(1, 2), Fraction(2)


def exact(shoe: Shoe, rules: Rules) -> Fraction:
    """EV by the plain evaluator."""
    return value_of(Evaluator(rules).counts(Position(shoe)), shoe.cards, rules).ev


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edge", [Fraction(0), Fraction(1, 50), Fraction(-1, 10)])
def test_the_payout_found_gives_the_edge_wanted(kind: str, edge: Fraction) -> None:
    wanted = Payouts(SHOE, Rules()).giving(kind, edge)
    if wanted.payout is None:
        # A value that never falls: the target is not between what hardly anything and a great deal pay.
        ends = [exact(SHOE, paying(Rules(), kind, pays)) for pays in (Fraction(1, 10**9), Fraction(1000))]
        assert not ends[0] <= -edge <= ends[1]
        return
    assert exact(SHOE, paying(Rules(), kind, wanted.payout)) == -edge
    for odds, at in wanted.usual:
        assert at == -exact(SHOE, paying(Rules(), kind, odds))
        assert odds in USUAL
    assert wanted.usual[0][0] <= wanted.payout <= wanted.usual[-1][0]


@pytest.mark.long
def test_a_fresh_deck_is_fair_at_the_odds_against_winning() -> None:
    win = Solver().value().win
    payouts = Payouts(Shoe.of_decks(1), Rules())
    assert payouts.giving("all", Fraction(0)).payout == (1 - win) / win
    assert payouts.giving("all", Fraction(1, 50)).payout == (1 - Fraction(1, 50)) / win - 1
    found = payouts.giving("backhand", Fraction(0)).payout
    assert found is not None
    assert payouts.value("backhand", found).ev == 0
    assert payouts.giving("five-cards", Fraction(0)).payout is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_value_is_convex_and_never_falls_and_no_line_is_above_it(kind: str) -> None:
    payouts = Payouts(SHOE, Rules())
    places = [Fraction(n, 7) for n in (1, 3, 6, 7, 9, 14, 20, 40)]
    values = [payouts.value(kind, place).ev for place in places]
    steps = zip(pairwise(values), pairwise(places), strict=True)
    slopes = [(above - below) / (right - left) for (below, above), (left, right) in steps]
    assert slopes == sorted(slopes)
    assert slopes[0] >= 0
    for place in places:
        line = payouts.line(kind, place)
        for other, value in zip(places, values, strict=True):
            assert line.at_zero + line.slope * other <= value
        assert line.at_zero + line.slope * place == payouts.value(kind, place).ev


@pytest.mark.parametrize("name", ["inventor", "twelve", "denexa"])
@pytest.mark.parametrize("kind", KINDS)
def test_best_play_changes_where_it_is_said_to_and_nowhere_else(name: str, kind: str) -> None:
    rules, shoe = SETTINGS[name], Shoe("1,1,1,1,1,1,1,0,1,3")
    low, high = HALF, Fraction(4)
    changes = Payouts(shoe, rules).changes(kind, low, high)
    by_hand: dict[Position, list[Fraction]] = {}
    small = Fraction(1, 10**9)
    for change in changes:
        assert low < change.payout < high
        by_hand.setdefault(change.holding.position, []).append(change.payout)
        for pays, best in ((change.payout - small, change.below), (change.payout + small, change.above)):
            assert bests(change.holding.position, paying(rules, kind, pays)) == set(best)
        assert bests(change.holding.position, paying(rules, kind, change.payout)) >= {*change.below, *change.above}
    if kind in ("backhand", "five-cards"):
        assert changes
    rng = random.Random(kind)
    for holding in holdings(shoe, rules):
        if holding.kind == "push" or len(holding.position.actions(rules)) < 2:
            continue
        bounds = [low, *by_hand.get(holding.position, []), high]
        for left, right in pairwise(bounds):
            samples = [left + (right - left) * Fraction(rng.randint(1, 99), 100) for _ in range(2)]
            assert len({frozenset(bests(holding.position, paying(rules, kind, s))) for s in samples}) == 1


def bests(position: Position, rules: Rules) -> set[str]:
    evaluator = Evaluator(rules)
    values = {action: evaluator.action_value(position, action).ev for action in position.actions(rules)}
    return {action for action, ev in values.items() if ev == max(values.values())}


def test_a_push_hand_is_played_when_that_pays_enough() -> None:
    changes = Payouts(SHOE, Rules()).changes("played-push", Fraction(1), Fraction(20))
    assert {change.holding.kind for change in changes} == {"push"}
    assert all(change.below == ("push",) and change.above == ("play-push",) for change in changes)


def test_symbols_give_the_ev_back() -> None:
    for rules in (Rules(), SETTINGS["pays"], SETTINGS["all"]):
        value = value_of(Evaluator(rules).counts(Position(SHOE)), SHOE.cards, rules)
        expression = symbolic(value, rules)
        pays = {sympy.Symbol(win.replace("-", "_"), positive=True): sympy.Rational(str(rules.net(win))) for win in WINS}
        assert Fraction(str(expression.subs(pays))) == value.ev
        everything = sympy.Symbol("x")
        alike = expression.subs(dict.fromkeys(pays, everything))
        (root,) = sympy.solve(alike, everything)
        lost = sum(value.endings[e] for e in Ending if rules.net(e) == -1)
        assert Fraction(str(root)) == lost / value.win


def test_piecewise_by_trying_many_places() -> None:
    rng = random.Random(5)

    def some() -> Piecewise:
        places = sorted({Fraction(0), Fraction(10), *(Fraction(rng.randint(1, 99), 10) for _ in range(4))})
        return Piecewise(tuple((place, Fraction(rng.randint(-4, 4))) for place in places))

    places = [Fraction(n, 13) for n in range(131)]
    for _ in range(60):
        one, other = some(), some()
        a, b = one.values(places), other.values(places)
        assert one.larger(other).values(places) == [max(x, y) for x, y in zip(a, b, strict=True)]
        total = weighted([(Fraction(2, 3), one), (Fraction(-1), other)])
        assert total.values(places) == [Fraction(2, 3) * x - y for x, y in zip(a, b, strict=True)]
        crossings = one.crossings(other)
        signs = [(x > y) - (x < y) for x, y in zip(a, b, strict=True)]
        for number in range(130):
            if signs[number] * signs[number + 1] < 0:
                assert any(places[number] <= place <= places[number + 1] for place in crossings)
        assert all(p == q for p, q in zip(one.values(crossings), other.values(crossings), strict=True))


def test_refused(run: Run, tmp_path: Path) -> None:
    for arguments in (
        ["--edge", "x"],
        ["--edge", "200%"],
        ["--edge", "1/0"],
        ["--kind", "bust"],
        ["--low", "0"],
        ["--low", "2:1", "--high", "1:1"],
        ["--plot", str(tmp_path / "plot.txt")],
        ["--plot", str(tmp_path / "nowhere" / "plot.png")],
    ):
        ran = run("payouts", *arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), arguments
    with pytest.raises(RulesError):
        paying(Rules(), "bust", Fraction(1))
    assert not list(tmp_path.iterdir())


def test_payouts_in_every_format_and_as_a_plot(run: Run, tmp_path: Path) -> None:
    asked = ["payouts", "--shoe", str(SHOE), "--edge", "2%", "--kind", "all", "--kind", "backhand"]
    again = tmp_path / "again.svg"
    made = json.loads(run(*asked, "--format", "json", "--plot", str(again)).out)
    assert made["schema"] == "backhand.payouts/1"
    fair = Fraction(made["wanted"][0]["payout"]["fraction"])
    assert exact(SHOE, paying(Rules(), "all", fair)) == 0
    assert [w["house_edge"]["decimal"] for w in made["wanted"]] == [0.0, 0.0, 0.02, 0.02]
    plots = {"text": ("png", b"\x89PNG"), "md": ("svg", b"<?xml"), "csv": ("pdf", b"%PDF")}
    for form, (ending, magic) in plots.items():
        path = tmp_path / f"plot.{ending}"
        ran = run(*asked, "--format", form, "--plot", str(path))
        assert ran.code == 0
        assert str(fair) in ran.out
        assert path.read_bytes().startswith(magic)
    assert again.read_bytes() == (tmp_path / "plot.svg").read_bytes()
