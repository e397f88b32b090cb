"""Evaluate and chart against own exact numbers; small charts against every other chart."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from .black_box import Case, document, exact, exacts, seeds, spell, text
from .game import NAMES, Best, Hand, Play, marginal, visits, win
from .strategies import Cells, Costs, every_cell, follow, legal_of, named, random_cells


def check(case: Case, strategy: str, play: Play) -> None:
    got = document("evaluate", strategy, "--worst", "9999", *case.options)
    best = Best(case.game)
    law = play.deal(case.shoe)
    cost = case.game.ev(best.deal(case.shoe)) - case.game.ev(law)
    assert exact(got["ev"]) == case.game.ev(law)
    assert exact(got["win"]) == win(law)
    assert exacts(got["endings"]) == marginal(law, 0)
    assert exact(got["best"]["ev"]) == case.game.ev(best.deal(case.shoe))
    assert exact(got["best"]["win"]) == win(best.deal(case.shoe))
    assert exact(got["cost"]) == cost
    own = Costs(play, best, case.shoe)
    assert sum(own.cells.values()) == cost
    given = {(row["cards"], row["total"], row["action"]): row for row in got["decisions"]}
    assert {key: exact(row["cost"]) for key, row in given.items()} == {k: c for k, c in own.cells.items() if c}
    for key, row in given.items():
        assert exact(row["visits"]) == own.counts[key]
        assert exact(row["cost_per_visit"]) == own.cells[key] / own.counts[key]
    costs = [exact(row["cost"]) for row in got["decisions"]]
    assert costs == sorted(costs, reverse=True)
    hands = {tuple(row["hand"]): exact(row["cost"]) for row in got["hands"]}
    assert hands == {tuple(spell(hand)): cost for hand, cost in own.hands.items() if cost}


@pytest.mark.parametrize("seed", seeds(2, 15))
@pytest.mark.parametrize("name", ["never-bust", "mimic"])
def test_evaluate_prices_the_named_strategies(name: str, seed: int) -> None:
    case = Case(seed + 7)
    check(case, name, Play(case.game, follow(named(case.game, name))))


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_evaluate_prices_a_file(seed: int, tmp_path: Path) -> None:
    case = Case(seed + 13)
    cells = random_cells(case.game, case.random)
    hands: dict[Hand, str] = {}
    for _ in range(case.random.randrange(8)):
        hand = case.hand()
        hands[hand] = case.random.choice(legal_of(case.game, len(hand), sum(hand)))
    lines = [f"{cards},{total},{action}" for (cards, total), action in cells.items()]
    lines += [f"{''.join(NAMES[card - 1] for card in hand)},{action}" for hand, action in hands.items()]
    file = tmp_path / "strategy.csv"
    file.write_text("\n".join(["cards,total,action", *lines]) + "\n")
    check(case, str(file), Play(case.game, follow(cells, hands)))


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_evaluate_of_best_play_costs_nothing(seed: int) -> None:
    case = Case(seed + 23)
    check(case, "optimal", Best(case.game))


@pytest.mark.parametrize("seed", seeds(2, 15))
def test_no_chart_is_better(seed: int, tmp_path: Path) -> None:
    case = Case(seed + 29, most=7)
    got = document("chart", *case.options)
    cells: Cells = {cell: legal_of(case.game, *cell)[0] for cell in every_cell()}
    cells |= {(row["cards"], row["total"]): row["action"] for row in got["cells"]}
    play = Play(case.game, follow(cells))
    ev, best = case.game.ev(play.deal(case.shoe)), Best(case.game)
    assert exact(got["ev"]) == ev
    assert exact(got["win"]) == win(play.deal(case.shoe))
    assert exact(got["optimum"]["ev"]) == case.game.ev(best.deal(case.shoe))
    assert exact(got["cost"]) == case.game.ev(best.deal(case.shoe)) - ev
    file = tmp_path / "chart.csv"
    file.write_text(text("chart", *case.options, "--format", "csv"))
    check(case, "chart", play)
    given = {(row["cards"], row["total"]) for row in got["cells"]}
    if given == set(every_cell()):
        check(case, str(file), play)
    given |= {(len(hand), sum(hand)) for _, _, hand, _ in visits(play, case.shoe)}
    free = [cell for cell in cells if cell in given and len(legal_of(case.game, *cell)) > 1]
    others = itertools.product(*(legal_of(case.game, *cell) for cell in free))
    for actions in itertools.islice(others, 400):
        other = Play(case.game, follow(cells | dict(zip(free, actions, strict=True))))
        assert case.game.ev(other.deal(case.shoe)) <= ev, dict(zip(free, actions, strict=True))
    for cell in free:
        for action in legal_of(case.game, *cell):
            assert case.game.ev(Play(case.game, follow({**cells, cell: action})).deal(case.shoe)) <= ev, (cell, action)


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_the_exceptions_of_a_chart(seed: int) -> None:
    case = Case(seed + 31)
    got = document("chart", *case.options)
    cells = {(row["cards"], row["total"]): row["action"] for row in got["cells"]}
    own = Costs(Play(case.game, follow(cells)), Best(case.game), case.shoe)
    given = {
        (tuple(row["hand"]), row["discarded_aces"]): (exact(row["chance"]), exact(row["cost"]), set(row["best"]))
        for row in got["exceptions"]
    }
    expected = {(tuple(spell(h)), aces): (p, loss, set(best)) for (h, aces), (p, loss, best) in own.first.items()}
    assert {key: given[key] for key in expected} == expected
    assert all(row[0] == 0 for key, row in given.items() if key not in expected)
    worth = sum(exact(row["worth"]) for row in got["exceptions"])
    assert worth == exact(got["cost_of_exceptions"]) == sum(p * loss for p, loss, _ in own.first.values())
