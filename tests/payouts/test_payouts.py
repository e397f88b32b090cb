"""The value as a function of the payouts: exact roots, exact changes of play, convexity, and the page about them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import floor
from pathlib import Path

import matplotlib
import pytest
import sympy
from backhand import Evaluator, Position, Rules, Shoe, Solver
from backhand.errors import RulesError, TooLargeError
from backhand.evaluator import value_of
from backhand.outputs.payouts import drawn
from backhand.payouts.deal_bends import Varying
from backhand.payouts.formula import symbolic
from backhand.payouts.hand_bends import Varied, alike, finest
from backhand.payouts.questions import Payouts
from backhand.payouts.valued import KINDS, paying
from backhand.payouts.wanted import Answer
from backhand.rules import WINS, Ending
from backhand.solving.engine import Engine
from backhand.strategies.holdings import holdings
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import SETTINGS, Ran, crossed

Run = Callable[..., Ran]
SHOE = Shoe("2,1,1,1,1,1,1,1,1,4")
HALF, TWO = Fraction(1, 2), Fraction(2)


def exact(shoe: Shoe, rules: Rules) -> Fraction:
    """EV by the plain evaluator."""
    return value_of(Evaluator(rules).counts(Position(shoe)), shoe.cards, rules).ev


@pytest.mark.long
def test_a_fresh_deck_is_fair_at_the_odds_against_winning() -> None:
    win = Solver().value().win
    payouts = Payouts(Shoe.of_decks(1), Rules())
    assert payouts.giving("all", Fraction(0)).payout == (1 - win) / win
    assert payouts.giving("all", Fraction(1, 50)).payout == (1 - Fraction(1, 50)) / win - 1
    found = payouts.giving("backhand", Fraction(0)).payout
    assert found is not None
    assert payouts.value("backhand", found).ev == 0
    assert payouts.giving("five-cards", Fraction(0)).answer is Answer.NONE
    pushed = payouts.giving("played-push", Fraction(-1, 5))
    assert (pushed.answer, round(float(pushed.payout or 0), 8)) == (Answer.ONE, 4.23290657)
    assert pushed.payout is not None
    assert payouts.value("played-push", pushed.payout).ev == Fraction(1, 5)


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


@pytest.mark.parametrize(("name", "kind"), crossed(["inventor", "twelve", "cheap push"], KINDS))
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
        if len(holding.position.actions(rules)) < 2:
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
    assert {change.holding.discarded for change in changes} == {0, 1, 2}


def lines(shoe: Shoe, rules: Rules, kind: str, place: Fraction) -> tuple[Fraction, Fraction]:
    """The line of the play that the plain evaluator finds best at a payout: EV at 0, slope."""
    there = paying(rules, kind, place)
    value = value_of(Evaluator(there).counts(Position(shoe)), shoe.cards, there)
    slope = value.win if kind == "all" else value.endings[kind]
    return value.ev - slope * place, slope


def bends(shoe: Shoe, rules: Rules, kind: str, low: Fraction, high: Fraction) -> list[Fraction]:
    """Every bend between two payouts, of lines that cross and lines that touch, evaluated one by one."""
    (a, b), (c, d) = (lines(shoe, rules, kind, end) for end in (low, high))
    if b == d:
        return []
    place = (a - c) / (d - b)
    if place in (low, high):
        return [place]
    if exact(shoe, paying(rules, kind, place)) == a + b * place:
        return [place]
    return sorted({*bends(shoe, rules, kind, low, place), *bends(shoe, rules, kind, place, high)})


@pytest.mark.parametrize(
    ("name", "text", "kind", "low", "high"),
    [
        ("inventor", "1,0,0,0,0,0,2,1,1,4", "played-push", HALF, Fraction(20)),
        ("inventor", "1,1,1,0,0,1,1,1,0,3", "backhand", Fraction(1, 3), Fraction(3)),
        ("cheap push", "1,1,0,0,0,0,2,1,0,4", "five-cards", HALF, Fraction(9)),
        ("cheap push", "2,1,0,0,0,0,1,0,1,4", "played-push", Fraction(1, 10), Fraction(4)),
        ("all", "1,2,1,0,0,0,1,1,0,2", "backhand", Fraction(1), Fraction(5)),
        ("latest", "0,1,1,1,1,1,0,1,1,2", "all", HALF, TWO),
    ],
)
def test_every_bend_is_found_and_no_other(name: str, text: str, kind: str, low: Fraction, high: Fraction) -> None:
    shoe, rules = Shoe(text), SETTINGS[name]
    pieces = Varying(shoe, rules, kind, low, high).pieces()
    assert [bend.payout for bend in pieces.bends] == [x for x in bends(shoe, rules, kind, low, high) if low < x < high]
    for place, ev in pieces.curve.knots:
        assert ev == exact(shoe, paying(rules, kind, place))
    small = Fraction(1, 10**30)
    for bend in pieces.bends:
        assert bend.below < bend.above
        for place, slope in ((bend.payout - small, bend.below), (bend.payout + small, bend.above)):
            assert lines(shoe, rules, kind, place)[1] == slope


@given(st.integers(1, 60), st.fractions(min_value=Fraction(1, 1000), max_value=50, max_denominator=10**6))
def test_a_number_alike_is_on_the_same_side_of_every_short_fraction(finest: int, place: Fraction) -> None:
    near = alike(place, finest)
    assert near.denominator <= 2 * finest
    for below in range(1, finest + 1):
        for short in (Fraction(floor(place * below), below), Fraction(floor(place * below) + 1, below)):
            assert (short < place, short == place) == (short < near, short == near)


def test_hands_played_by_shorter_payouts_give_the_same_engine() -> None:
    shoe, long = Shoe("1,1,1,1,1,1,1,1,1,4"), Fraction(10**40 + 3, 10**40 - 7)
    for name in ("pays", "cheap push"):
        rules = paying(SETTINGS[name], "backhand", long)
        short = alike(long, finest(shoe.cards, Varied(SETTINGS[name], "backhand").unit))
        quick, slow = Engine(shoe, rules, alike=paying(rules, "backhand", short)), Engine(shoe, rules)
        for deal in slow.shoes:
            assert quick.counts(deal) == slow.counts(deal)
            assert quick.payoff(deal) == slow.payoff(deal)


@pytest.mark.long
def test_bends_of_a_fresh_deck() -> None:
    shoe, low, high = Shoe.of_decks(1), Fraction(9, 10), Fraction(11, 10)
    payouts = Payouts(shoe, Rules())
    pieces = payouts.pieces("backhand", low, high)
    assert len(pieces.bends) == 72
    assert {change.payout for change in payouts.changes("backhand", low, high)} <= {b.payout for b in pieces.bends}
    for place, ev in pieces.curve.knots[::24]:
        assert ev == payouts.value("backhand", place).ev
    assert not payouts.pieces("all", low, high).bends


def test_too_many_bends_are_refused() -> None:
    for kind, shoe in (("backhand", SHOE), ("played-push", Shoe("1,0,0,0,0,0,2,1,1,4"))):
        with pytest.raises(TooLargeError, match=r"payouts from 1/2 to 20: .* more than 3 changes .* narrower"):
            Varying(shoe, Rules(), kind, HALF, Fraction(20), most=3)


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
    assert matplotlib.rcParams["svg.hashsalt"] is None  # nothing is set for pictures that others draw
    assert again.read_bytes() == (tmp_path / "plot.svg").read_bytes()


def test_the_line_of_a_plot_is_close_to_every_bend() -> None:
    payouts = Payouts(Shoe("1,0,0,3,0,1,1,0,3,0"), SETTINGS["twelve"])
    for kind in ("played-push", "backhand"):
        low, high = Fraction(1, 100), Fraction(100)
        pieces, curve = payouts.pieces(kind, low, high), drawn(payouts, kind, low, high)
        assert pieces.bends
        places = [bend.payout for bend in pieces.bends]
        rise = pieces.ends[1][1] - pieces.ends[0][1]
        for shown, bend in zip(curve.values(places), pieces.bends, strict=True):
            assert 0 <= shown - bend.ev <= rise / 500


def test_pieces_in_every_format_and_marked_in_the_plot(run: Run, tmp_path: Path) -> None:
    shoe, plot, bare = Shoe("1,1,1,0,0,1,1,1,1,3"), tmp_path / "pieces.svg", tmp_path / "bare.svg"
    asked = ["payouts", "--shoe", str(shoe), "--kind", "backhand"]
    made = json.loads(run(*asked, "--pieces", "--plot", str(plot), "--format", "json").out)
    (backhand,) = made["pieces"]
    assert [bend["payout"]["fraction"] for bend in backhand["bends"]] == ["22/37", "3/4", "4/5", "19/22", "31/32", "1"]
    assert backhand["ends"][0]["payout"]["fraction"] == "1/2"
    assert run(*asked, "--plot", str(bare)).code == 0
    assert plot.read_bytes() != bare.read_bytes()
    rows = run(*asked, "--pieces", "--format", "csv").out.splitlines()
    assert rows[0].startswith("kind,payout,payout_decimal,ev,ev_decimal,slope_below,slope_above,rules,shoe")
    for row, bend in zip(rows[1:], backhand["bends"], strict=True):
        assert row.split(",")[1] == bend["payout"]["fraction"]
        assert Fraction(row.split(",")[3]) == exact(shoe, paying(Rules(), "backhand", Fraction(row.split(",")[1])))
    assert "is straight but for 6 bends" in run(*asked, "--pieces").out
    straight = run("payouts", "--shoe", str(shoe), "--kind", "backhand", "--pieces", "--low", "3:2").out
    assert "is a straight line: best play does not change, pushes and all." in " ".join(straight.split())
