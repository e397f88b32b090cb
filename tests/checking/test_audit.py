"""Played rounds: right ones are priced, wrong ones refused by their line; luck has mean zero, exactly."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest
from backhand import Rules, Shoe, Solver
from backhand.checking.played import audit, parse_log
from backhand.common.checking.logs import Audited
from backhand.common.intervals import Enclosure, Number, enclosed, sum_of
from backhand.common.outputs.priced import priced_report
from backhand.common.outputs.report import render
from backhand.errors import InputError
from backhand.rules import Action, Ending
from backhand.strategies.strategy import Strategy

from tests.conftest import SETTINGS, Ran, crossed, refuses_line_3
from tests.rounds.test_rounds import some_strategy
from tests.tools.walk import walk

Run = Callable[..., Ran]
HEAD = "cards,actions,result\n"


def audited(text: str, rules: Rules | None = None, solver: Solver | None = None) -> list[Audited]:
    rules = rules or Rules()
    return list(audit(parse_log(text, "log.csv", rules), solver or Solver(rules=rules), "log.csv"))


@dataclass
class Played:
    """A round that was played card by card, and how likely it is."""

    chance: Fraction
    shoe: tuple[int, ...]
    cards: list[int] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)


def every_round(shoe: tuple[int, ...], strategy: Strategy) -> Iterator[Played]:
    """Every round that can come from a shoe under a strategy, by trying every next card."""

    def draws(at: Played) -> Iterator[tuple[int | None, Played]]:
        if not sum(at.shoe):
            yield None, at
        for index, count in enumerate(at.shoe):
            if count:
                left = (*at.shoe[:index], count - 1, *at.shoe[index + 1 :])
                chance = at.chance * Fraction(count, sum(at.shoe))
                yield index + 1, Played(chance, left, [*at.cards, index + 1], list(at.actions))

    def deal(at: Played) -> Iterator[Played]:
        for one, first in draws(at):
            for two, second in draws(first):
                aces = [one, two].count(1)
                kept = [card for card in (one, two) if card not in (1, None)]
                yield from replaced(second, kept, aces)

    def replaced(at: Played, hand: list[int], aces: int) -> Iterator[Played]:
        if not aces:
            if len(hand) < 2:
                yield at
            else:
                yield from play(at, hand)
            return
        for card, after in draws(at):
            if card is None:
                yield after
            else:
                yield from replaced(after, [*hand, card], aces - 1)

    def play(at: Played, hand: list[int]) -> Iterator[Played]:
        action = strategy.action(hand)
        at = Played(at.chance, at.shoe, list(at.cards), [*at.actions, action.value])
        if action is Action.PUSH:
            yield from deal(at)
            return
        for card, after in draws(at):
            goes_on = card is not None and action is Action.HIT and sum(hand) + card <= 21 and len(hand) < 4
            if goes_on and card is not None:
                yield from play(after, [*hand, card])
            else:
                yield after

    yield from deal(Played(Fraction(1), shoe))


@pytest.mark.parametrize(
    ("name", "text"), crossed(SETTINGS, ["1,1,0,0,0,0,1,0,1,2", "2,0,0,0,1,1,0,0,0,2", "0,2,2,1,0,0,0,0,0,0"])
)
def test_luck_has_mean_zero_and_costs_sum_to_the_cost_of_the_strategy(name: str, text: str) -> None:
    rules, shoe = SETTINGS[name], Shoe(text)
    strategy = some_strategy(random.Random(text), rules)
    played = list(every_round(tuple(shoe), strategy))
    assert sum(p.chance for p in played) == 1
    solver = Solver(rules=rules)
    solver._fresh = shoe  # a game with a deck of its own
    names = "A23456789T"
    lines = [json.dumps({"cards": [names[c - 1] for c in p.cards], "actions": p.actions}) for p in played]
    rounds = list(audit(parse_log("\n".join(lines), "log", rules), solver))
    ways = walk(tuple(shoe), lambda hand, dealt, left: strategy.action(hand)).ways
    for ending in Ending:
        chance = sum(p.chance for p, a in zip(played, rounds, strict=True) if a.ending is ending)
        assert chance == sum(p for (e, _, _), p in ways.items() if e == ending)
    weigh = [p.chance for p in played]
    assert sum_of(w * a.luck for w, a in zip(weigh, rounds, strict=True)) == 0
    net = sum(w * a.net for w, a in zip(weigh, rounds, strict=True))
    cost = sum_of(w * a.cost for w, a in zip(weigh, rounds, strict=True))
    assert cost == solver.value(shoe=shoe).ev - net


def test_a_decision_is_priced_for_the_shoe_as_it_was_seen(fresh: Solver) -> None:
    plain, with_seen = audited("cards,actions,result,seen\n9 7 T,hit,bust,\n9 7 T,hit,bust,K 5\n", solver=fresh)
    advice = Solver().advise("9 7", seen="K 5")
    assert with_seen.decisions[0].cost == advice.actions[0].ev - advice.actions[1].ev
    assert plain.decisions[0].cost == Solver().advise("9 7").actions[1].loss
    assert with_seen.decisions[0].best == (Action.BACKHAND,)
    assert plain.net == plain.deal + plain.luck - plain.cost == -1


def test_rounds_with_the_same_word_are_dealt_on_from_one_shoe(fresh: Solver) -> None:
    rows = ["cards,actions,result,shoe", "9 7 T,backhand,won,a", "8 8 T,backhand,won,a", "8 8 T,backhand,won,b"]
    text = "\n".join([*rows, "8 8 T,backhand,won,"])
    first, second, third, fourth = audited(text, solver=fresh)
    assert second.deal == fresh.value(seen="9 7 T").ev
    assert first.deal == third.deal == fourth.deal == fresh.value().ev
    with pytest.raises(InputError, match=r"line 4: .* rank 8"):
        audited("\n".join([rows[0], "8 8 9,backhand,won,a", "8 8 9,backhand,won,a", "8 2 T 5,hit backhand,won,a"]))


def test_both_of_equal_actions_cost_nothing() -> None:
    solver = Solver()
    solver._fresh = Shoe("1,0,0,1,0,0,1,0,1,1")
    text = HEAD + "9 7 4 T,hit backhand,won\n"
    (made,) = audit(parse_log(text, "log.csv", Rules()), solver)
    assert made.decisions[1].cost == 0
    assert len(made.decisions[1].best) == 2


SOME = (
    HEAD
    + """9 7 T,hit,bust
T T 8 4 K,push hit,bust
T 9 9,play-push,failed-push
T 7 9 9 8 8 T,push push backhand,won
A 5 8 6 3,hit hit,lost
"""
)


def test_costs_are_enclosed_where_deals_are() -> None:
    """One deck, as if it were too large: every number lies where it is said to lie, and the identity holds."""
    exact = audited(SOME)
    solver = Solver(width=Fraction(1, 10**6))
    solver._most = 10
    enclosed_ = list(audit(parse_log(SOME, "log.csv", Rules()), solver))
    kinds = set()
    for one, other in zip(exact, enclosed_, strict=True):
        assert isinstance(one.luck, Fraction)
        assert one.net == one.deal + one.luck - one.cost == other.net
        assert isinstance(other.luck, Enclosure)
        assert isinstance(other.deal, Enclosure)
        assert isinstance(one.deal, Fraction)
        assert one.deal in other.deal
        assert one.luck in other.luck
        assert one.net in other.deal + other.luck - other.cost
        assert other.luck.width <= Fraction(len(other.decisions) + 1, 10**6)
        for mine, its in zip(one.decisions, other.decisions, strict=True):
            assert mine.best == its.best
            assert isinstance(mine.cost, Fraction)
            assert mine.cost in enclosed(its.cost)
            assert bool(mine.cost) == (enclosed(its.cost).low > 0)
            kinds.add((type(its.cost), bool(mine.cost)))
    assert kinds == {(Fraction, False), (Fraction, True), (Enclosure, True)}


def test_rounds_of_three_decks_are_priced() -> None:
    solver = Solver(3, width=Fraction(1, 100))
    text = HEAD + "9 7 T,hit,bust\n9 7 T,backhand,won\n9 9 T 6 T,push hit,bust\n"
    rounds = list(audit(parse_log(text, "log.csv", Rules()), solver))
    report = priced_report(rounds, {}, "Three decks.", "log.csv", worst=5)
    made = json.loads(render(report, "json"))
    assert (made["rounds"], made["decisions"], made["mistakes"]) == (3, 4, 2)
    cost = Fraction(made["cost_of_mistakes"]["fraction"])
    low, high = (Fraction(made["expected_by_best_play"][end]) + Fraction(made["luck"][end]) for end in ("low", "high"))
    assert low - cost <= Fraction(made["net"]["fraction"]) == -1 <= high - cost
    assert high - low < 6 * solver.width + Fraction(1, 1000)
    said = " ".join(render(report, "text").split())
    assert "Won or lost = expected by best play + luck - given away by mistakes, within the proved bounds" in said
    assert "2 of 4 decisions were mistakes" in said
    first = render(report, "csv").splitlines()[1].split(",")
    assert ".." in first[3]
    assert Fraction(first[4]) == cost_of_hit_with_9_7(solver)  # no push is in it: exact


def cost_of_hit_with_9_7(solver: Solver) -> Number:
    return solver.advise("9 7").actions[1].loss


REFUSED = {
    "backhand on a push hand": ("T 9 5,backhand,lost", "backhand is not allowed with T 9 = 19: play-push or push is"),
    "push on three cards": ("2 5 T 3 4,hit push,lost", "push is not allowed with 2 5 T = 17: backhand or hit is"),
    "backhand on a low hand": ("2 5 T,backhand,lost", "backhand is not allowed with 2 5 = 7: hit is"),
    "a hit on a push hand": ("T 9 2,hit,won", "hit is not allowed with T 9 = 19"),
    "cards after the end": ("9 7 T 5,backhand,won", r"cards 5 come after the end of the round \(backhand\)"),
    "actions after the end": ("9 7 T,backhand hit,won", "hit comes after the end"),
    "cut in the cards": ("9 7,backhand,won", "the cards end in the middle of the round: cut short"),
    "cut in the deal": ("A 7,hit,won", "the cards end in the middle"),
    "cut in the actions": ("2 5 T 4,hit,won", "the actions end in the middle of the round, with 2 5 T: cut short"),
    "a wrong result": ("9 7 T,backhand,lost", r"the result is backhand \(won\), not lost"),
    "a wrong ending": ("9 7 T,hit,failed-backhand", r"the result is bust \(lost\), not failed-backhand"),
    "a void that is none": ("9 7 T,hit,void", "the result is bust"),
    "five aces": ("A A A A A,hit,lost", "5 cards of rank A|1 cards? of rank A|rank A"),
    "no card": ("X 7 T,backhand,won", "'X' is no card"),
    "no cards": (",backhand,won", "names no card"),
    "no action": ("9 7 T,stand,won", "'stand' is no action"),
    "no result": ("9 7 T,backhand,21", "'21' is no result"),
    "a field too few": ("9 7 T,backhand", "2 fields, where the columns are 3: cut short"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str, run: Run, tmp_path: Path) -> None:
    line, message = REFUSED[what]
    text = refuses_line_3(run, tmp_path, [HEAD.strip(), "9 7 T,backhand,won", line], "audit")
    with pytest.raises(InputError, match=message):
        audited(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        (HEAD, "has no rounds"),
        (",,\n", "line 1: the columns are"),
        ("cards,result\n", "line 1: the columns are cards,actions,result"),
        ("cards,actions,result,seen,seen\n", "line 1: the columns are"),
        ('{"cards": "9 7 T", "actions": "backhand"}\n{"cards": "9 7', "line 2: no json, cut short"),
        ('{"cards": "9 7 T"}', "line 1: an object of cards, actions"),
        ('{"cards": 97, "actions": "hit"}', "line 1: cards, actions, result, seen and shoe are text"),
        ('{"cards": ["9", 7], "actions": "hit"}', "line 1: cards, actions, result, seen and shoe are text"),
    ],
)
def test_no_log(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_log(text, "log", Rules())


def test_csv_and_jsonl_say_the_same() -> None:
    rows = HEAD + "9 7 T,backhand,won\nT T 8 4 K,push hit,bust\n"
    lines = '{"cards": ["9","7","K"], "actions": ["backhand"], "result": "won"}\n\n'
    lines += '{"cards": "TT84T", "actions": "push,hit"}\n'
    by_csv, by_json = audited(rows), audited(lines)
    assert [(a.net, a.deal, a.cost) for a in by_csv] == [(a.net, a.deal, a.cost) for a in by_json]
    assert [a.line for a in by_json] == [1, 3]


def test_audit_in_every_format(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(HEAD + "9 7 T,hit,bust\n9 7 T,backhand,won\n")
    made = json.loads(run("audit", str(path), "--format", "json").out)
    assert (made["rounds"], made["decisions"], made["mistakes"]) == (2, 2, 1)
    assert made["worst"][0]["line"] == 2
    sums = {
        key: Fraction(made[key]["fraction"]) for key in ("net", "expected_by_best_play", "cost_of_mistakes", "luck")
    }
    assert sums["net"] == sums["expected_by_best_play"] + sums["luck"] - sums["cost_of_mistakes"] == 0
    for form in ("text", "md", "csv"):
        ran = run("audit", str(path), "--format", form)
        assert (ran.code, ran.err) == (0, "")
    assert "1 of 2 decisions were mistakes" in run("audit", str(path)).out
    assert run("audit", str(path), "--seen", "K").code == 2
