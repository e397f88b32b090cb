"""What a solver remembers: bounded, shared by threads, pickled."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from backhand import Rules, Shoe, Solver
from backhand.common.kept import Kept
from backhand.solving.engine import LEAST_ROOM, Engine, Engines

SHOES = [
    Shoe([a, 0, b, 0, 0, 0, c, d, e, f])
    for a in range(3)
    for b in range(2)
    for c in range(3)
    for d in range(3)
    for e in range(1, 4)
    for f in range(3, 5)
]


def roomy(deals: int) -> Solver:
    """A solver that keeps so many deals."""
    solver = Solver()
    solver._engines = Engines(Rules(), most=deals)
    return solver


def engines(solver: Solver) -> list[Engine]:
    """Those that are kept, the one asked for last at the end."""
    kept = [solver._engines.kept.get(shoe) for shoe in solver._engines.kept]
    return [engine for engine in kept if engine is not None]


@pytest.mark.parametrize("number", [24, pytest.param(324, marks=pytest.mark.long)])
def test_pushes_of_other_shoes_leave_memory_flat(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    bound = number // 4 * LEAST_ROOM
    monkeypatch.setattr("backhand.solving.valuation.MOST_POSITIONS", 30)
    solver, most, positions = roomy(bound), 0, 0
    for shoe in SHOES[:number]:
        advice = solver.advise("T 9", shoe=shoe)
        assert advice.actions[0].value.endings
        most, positions = max(most, solver._engines.kept.taken), max(positions, solver._evaluator.positions)
    assert len(SHOES[:number]) == number
    assert most == bound  # it was filled, and no more than that
    assert positions < 200  # one question more than is kept


def test_the_shoe_asked_for_last_is_kept_and_the_oldest_forgotten() -> None:
    first, second, third = (Shoe(f"0,0,0,0,0,0,0,0,0,{tens}") for tens in (5, 6, 8))
    solver = roomy(2 * LEAST_ROOM)
    for shoe in (first, Shoe("0,0,0,0,0,0,0,0,5,0"), first, Shoe("0,0,0,0,0,0,0,5,0,1")):
        solver.engine(shoe)
    assert [engine.root for engine in engines(solver)] == [first, Shoe("0,0,0,0,0,0,0,5,0,1")]
    assert solver.engine(second).root == second
    assert solver.engine(third).root == third
    assert second in solver.engine(third)  # two tens were pushed: solved along


def test_a_question_larger_than_the_bound_is_kept_until_the_next() -> None:
    solver, large, small = roomy(LEAST_ROOM), Shoe("0,0,0,0,0,0,3,3,3,12"), Shoe("1,1,1,0,0,0,0,0,1,1")
    assert solver.engine(large) is solver.engine(large)
    assert len(solver.engine(large)) > LEAST_ROOM / 5
    solver.engine(small)
    assert [engine.root for engine in engines(solver)] == [small]


def test_what_the_next_deals_are_worth_is_bounded_too() -> None:
    solver = Solver()
    deals = [len(solver.next_deals(shoe)) for shoe in SHOES[:6]]
    solver._next = Kept(sum(deals[3:]), len)
    for shoe in SHOES[:6]:
        assert solver.next_deals(shoe) == solver.next_deals(shoe)
    assert list(solver._next) == SHOES[3:6]


def test_threads_may_ask_one_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backhand.solving.valuation.MOST_POSITIONS", 10)
    shoes = SHOES[::50] * 2
    alone = [Solver().advise("T 9", shoe=shoe) for shoe in shoes]
    solver = roomy(3 * LEAST_ROOM)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda shoe: solver.advise("T 9", shoe=shoe), shoes)) == alone
    assert solver._engines.kept.taken <= 3 * LEAST_ROOM


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
    assert shoe in engines(again)[-1]  # it remembers
    assert again.value(shoe=shoe) == value
    assert again.advise("T 9", shoe=shoe) == advice
