"""What a solver remembers: bounded, shared by threads, pickled."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from backhand import Rules, Shoe, Solver
from backhand.evaluator import Evaluator
from backhand.positions import Position
from backhand.solving.held import LEAST_DEALS

SHOES = [
    Shoe([a, 0, b, 0, 0, 0, c, d, e, f])
    for a in range(3)
    for b in range(2)
    for c in range(3)
    for d in range(3)
    for e in range(1, 4)
    for f in range(3, 5)
]


def held(solver: Solver) -> int:
    return sum(max(len(engine), LEAST_DEALS) for engine in solver._engines)


@pytest.mark.parametrize("number", [24, pytest.param(324, marks=pytest.mark.long)])
def test_pushes_of_other_shoes_leave_memory_flat(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    bound = number // 4 * LEAST_DEALS
    monkeypatch.setattr("backhand.solving.held.newest.__defaults__", (bound,))
    monkeypatch.setattr("backhand.solver.HELD_POSITIONS", 30)
    solver, most, positions = Solver(), 0, 0
    for shoe in SHOES[:number]:
        advice = solver.advise("T 9", shoe=shoe)
        assert advice.actions[0].value.endings
        most, positions = max(most, held(solver)), max(positions, len(solver.evaluator._memo))
    assert len(SHOES[:number]) == number
    assert most == bound  # it was filled, and no more than that
    assert positions < 200  # one question more than is kept


def test_the_shoe_asked_for_last_is_kept_and_the_oldest_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.solving.held.newest.__defaults__", (2 * LEAST_DEALS,))
    first, second, third = (Shoe(f"0,0,0,0,0,0,0,0,0,{tens}") for tens in (5, 6, 8))
    solver = Solver()
    for shoe in (first, Shoe("0,0,0,0,0,0,0,0,5,0"), first, Shoe("0,0,0,0,0,0,0,5,0,1")):
        solver.engine(shoe)
    assert [engine.root for engine in solver._engines] == [Shoe("0,0,0,0,0,0,0,5,0,1"), first]
    assert solver.engine(second).root == second
    assert solver.engine(third).root == third
    assert second in solver.engine(third)  # two tens were pushed: solved along


def test_a_question_larger_than_the_bound_is_kept_until_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.solving.held.newest.__defaults__", (LEAST_DEALS,))
    solver, large, small = Solver(), Shoe("0,0,0,0,0,0,3,3,3,12"), Shoe("1,1,1,0,0,0,0,0,1,1")
    assert solver.engine(large) is solver.engine(large)
    assert len(solver.engine(large)) > LEAST_DEALS / 5
    solver.engine(small)
    assert [engine.root for engine in solver._engines] == [small]


def test_what_the_next_deals_are_worth_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.solver.HELD_NEXT", 3)
    solver = Solver()
    for shoe in SHOES[:6]:
        assert solver.next_deals(shoe) == solver.next_deals(shoe)
    assert list(solver._next) == SHOES[3:6]


def test_an_evaluator_that_forgets_says_the_same() -> None:
    rules, shoe = Rules(), Shoe("1,1,1,1,0,1,1,0,1,2")
    forgets, remembers = Evaluator(rules, held=0), Evaluator(rules)
    for total in range(4, 17):
        position = Position(shoe, 2, total)
        assert forgets.value(position) == remembers.value(position)
    assert len(forgets._memo) < len(remembers._memo)


def test_threads_may_ask_one_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.solving.held.newest.__defaults__", (3 * LEAST_DEALS,))
    monkeypatch.setattr("backhand.solver.HELD_POSITIONS", 10)
    shoes = SHOES[::50] * 2
    alone = [Solver().advise("T 9", shoe=shoe) for shoe in shoes]
    solver = Solver()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda shoe: solver.advise("T 9", shoe=shoe), shoes)) == alone
    assert held(solver) <= 3 * LEAST_DEALS


def test_a_solver_and_its_answers_can_be_pickled() -> None:
    shoe = Shoe("1,1,1,0,0,1,1,1,2,4")
    solver = Solver(2, rules="denexa,pays-five-cards=3:2")
    value, advice = solver.value(shoe=shoe), solver.advise("T 9", shoe=shoe)
    enclosed = Solver(8).enclose(shoe=shoe)
    for answer in (value, advice, advice.actions[0], solver.rules, shoe, enclosed, advice.best, advice.kind):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert type(again) is type(answer)
    again = pickle.loads(pickle.dumps(solver))
    assert (again.rules, again.fresh, again.width) == (solver.rules, solver.fresh, solver.width)
    assert shoe in again._engines[-1]  # it remembers
    assert again.value(shoe=shoe) == value
    assert again.advise("T 9", shoe=shoe) == advice
