"""The report on a strategy: what it is worth, what it costs against best play, and where."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from backhand.answers.evaluate import Evaluation
from backhand.common.cards import RANKS
from backhand.common.intervals import Enclosure, Number
from backhand.common.outputs.numerals import amount, amounts, decimals, number, percents, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.common.outputs.rows import Column, Row, documents, figure_table, people, shown
from backhand.outputs.words import ending_rows, heading, rules_document, value_document, worth_rows
from backhand.rounds.follow import Rounds
from backhand.rules import Action
from backhand.solving.weighing import Hand
from backhand.strategies.strategy import Cell


def strategy_name(rounds: Rounds) -> str:
    """The name of the strategy followed, best play being ``optimal``."""
    return "optimal" if rounds.strategy is None else rounds.strategy.name


class Costly(NamedTuple):
    """What a cell and an action that is not best there cost."""

    cell: Cell
    action: Action
    cost: Number
    visits: Number
    share: Number
    """Of the whole cost."""


DECISIONS: tuple[Column[Costly], ...] = (
    Column("cards", lambda one: one.cell[0], "cards"),
    Column("total", lambda one: one.cell[1], "total"),
    Column("action", lambda one: one.action.value, "action"),
    Column("cost", lambda one: one.cost, "cost per round", amounts(8)),
    Column("", lambda one: one.share, "of the cost", percents(2)),
    Column("visits", lambda one: one.visits, "times per round", amounts(6)),
    Column("cost_per_visit", lambda one: one.cost / one.visits, "cost each time", amounts(6)),
)

HANDS: tuple[Column[tuple[Hand, Number]], ...] = (
    Column("hand", lambda one: [RANKS[rank - 1] for rank in one[0]], "hand", " ".join),
    Column("cost", lambda one: one[1], "cost per round", amounts(8)),
)


def evaluation_report(answer: Evaluation, worst: int) -> Report:
    """The value of a strategy, its cost per round against best play, and the ``worst`` decisions by that cost."""
    rounds, value, best = answer.rounds, answer.value, answer.best
    cost = best.ev - value.ev if rounds.strategy else Fraction(0)
    cells = _by_cell(rounds, cost)
    ranked = sorted(rounds.costs.items(), key=lambda item: (-item[1], item[0]))
    hands = [(hand, _up_to(rounds, lost)) for hand, lost in ranked]
    document = {
        "schema": "backhand.evaluate/1",
        "rules": rules_document(rounds.rules),
        "shoe": shoe_document(rounds.shoe),
        "strategy": strategy_name(rounds),
        **value_document(value),
        "best": {"win": number(best.win), "ev": number(best.ev)},
        "cost": number(cost),
        "decisions": documents(DECISIONS, cells),
        "hands": documents(HANDS, hands),
    }
    endings = ending_rows(value.endings)
    figures = [
        *(Row("win", value.win), Row("ev", value.ev), Row("best_win", best.win), Row("best_ev", best.ev)),
        *(Row("cost", cost), *endings),
        *(Row(f"cost {one.cell[0]} {one.cell[1]} {one.action}", one.cost) for one in cells),
    ]
    both = [
        *zip(shown(worth_rows(value)), shown(worth_rows(best)), strict=True),
        (["cost per round", amount(cost, 10)], ["", decimals(Fraction(0), 10)]),
        *zip(shown(endings), shown(ending_rows(best.endings)), strict=True),
    ]
    note = (
        f"Where the cost comes from, worst first ({min(worst, len(cells))} of {len(cells)} decisions that cost "
        "anything, after pushes too; all of them together are the whole cost):"
    )
    where = [note, people(DECISIONS, cells[:worst]), "The same by hand:", people(HANDS, hands[:worst])]
    return Report(
        document,
        figure_table(figures),
        [
            heading(rounds.rules, rounds.shoe) + f" A deal, strategy {strategy_name(rounds)}:",
            Table(["", "this strategy", "best play"], [[*mine, other[1]] for mine, other in both]),
            *(where if cells else ["No decision costs anything."]),
            f"Exact win probability: {told(value.win)}\nExact EV: {told(value.ev)}\nExact cost: {told(cost)}",
        ],
    )


def _by_cell(rounds: Rounds, whole: Number) -> list[Costly]:
    """Every cell and action that costs anything, the worst first; ``whole`` is what all cost together."""
    costs: dict[tuple[Cell, Action], Fraction] = defaultdict(Fraction)
    for hand, cost in rounds.costs.items():
        assert rounds.strategy is not None  # best play costs nothing
        costs[(len(hand), sum(hand)), rounds.strategy.action(hand)] += cost
    ranked = sorted(costs.items(), key=lambda item: (-item[1], item[0]))
    losses = [(key, _up_to(rounds, cost)) for key, cost in ranked]
    return [Costly(*key, cost, rounds.visit(key), cost / whole) for key, cost in losses]


def _up_to(rounds: Rounds, cost: Fraction) -> Number:
    """A cost of which so much is known."""
    return Enclosure(cost, cost + rounds.slack) if rounds.slack else cost
