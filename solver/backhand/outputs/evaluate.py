"""The report on a strategy: what it is worth, what it costs against best play, and where."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from backhand.answers.evaluate import Evaluation
from backhand.common.cards import RANKS, format_cards
from backhand.common.intervals import Enclosure, Number
from backhand.common.outputs.numerals import amount, decimals, number, percent, text, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.outputs.words import heading, rules_document, value_document
from backhand.rounds.follow import Rounds
from backhand.rules import ENDINGS, Action
from backhand.strategies.strategy import Cell


def strategy_name(rounds: Rounds) -> str:
    """The name of the strategy followed, best play being ``optimal``."""
    return "optimal" if rounds.strategy is None else rounds.strategy.name


def evaluation_report(answer: Evaluation, worst: int) -> Report:
    """The value of a strategy, its cost per round against best play, and the ``worst`` decisions by that cost."""
    rounds, value, best = answer.rounds, answer.value, answer.best
    cells, cost = _by_cell(rounds), best.ev - value.ev if rounds.strategy else Fraction(0)
    hands = sorted(rounds.costs.items(), key=lambda item: (-item[1], item[0]))
    document = {
        "schema": "backhand.evaluate/1",
        "rules": rules_document(rounds.rules),
        "shoe": shoe_document(rounds.shoe),
        "strategy": strategy_name(rounds),
        **value_document(value),
        "best": {"win": number(best.win), "ev": number(best.ev)},
        "cost": number(cost),
        "decisions": [
            {
                "cards": cards,
                "total": total,
                "action": action.value,
                "cost": number(lost),
                "visits": number(visits),
                "cost_per_visit": number(lost / visits),
            }
            for ((cards, total), action), lost, visits in cells
        ],
        "hands": [
            {"hand": [RANKS[rank - 1] for rank in hand], "cost": number(_up_to(rounds, lost))} for hand, lost in hands
        ],
    }
    rows: list[tuple[str, Number]] = [
        ("win", value.win),
        ("ev", value.ev),
        ("best_win", best.win),
        ("best_ev", best.ev),
    ]
    rows += [("cost", cost), *((ending.value, value.endings[ending]) for ending in ENDINGS)]
    rows += [(f"cost {cards} {total} {action}", lost) for ((cards, total), action), lost, _ in cells]
    figures = Table(
        ["", "this strategy", "best play"],
        [
            ["win probability", percent(value.win, 8), percent(best.win, 8)],
            ["EV per stake", decimals(value.ev, 10, sign=True), decimals(best.ev, 10, sign=True)],
            ["house edge", percent(value.house_edge, 8), percent(best.house_edge, 8)],
            ["cost per round", amount(cost, 10), decimals(Fraction(0), 10)],
            *([name, percent(value.endings[name], 8), percent(best.endings[name], 8)] for name in ENDINGS),
        ],
    )
    decisions = Table(
        ["cards", "total", "action", "cost per round", "of the cost", "times per round", "cost each time"],
        [
            [
                str(cards),
                str(total),
                action,
                amount(lost, 8),
                percent(lost / cost, 2),
                amount(visits, 6),
                amount(lost / visits, 6),
            ]
            for ((cards, total), action), lost, visits in cells[:worst]
        ],
    )
    single = Table(
        ["hand", "cost per round"],
        [[format_cards(hand), amount(_up_to(rounds, lost), 8)] for hand, lost in hands[:worst]],
    )
    note = (
        f"Where the cost comes from, worst first ({min(worst, len(cells))} of {len(cells)} decisions that cost "
        "anything, after pushes too; all of them together are the whole cost):"
    )
    return Report(
        document,
        Table(["figure", "fraction", "decimal"], [[name, text(f), str(float(f))] for name, f in rows]),
        [
            heading(rounds.rules, rounds.shoe) + f" A deal, strategy {strategy_name(rounds)}:",
            figures,
            *([note, decisions, "The same by hand:", single] if cells else ["No decision costs anything."]),
            f"Exact win probability: {told(value.win)}\nExact EV: {told(value.ev)}\nExact cost: {told(cost)}",
        ],
    )


def _by_cell(rounds: Rounds) -> list[tuple[tuple[Cell, Action], Number, Number]]:
    """Every cell and action that costs anything: cost per round and visits per round, the worst first."""
    costs: dict[tuple[Cell, Action], Fraction] = defaultdict(Fraction)
    for hand, cost in rounds.costs.items():
        assert rounds.strategy is not None  # best play costs nothing
        costs[(len(hand), sum(hand)), rounds.strategy.action(hand)] += cost
    ranked = sorted(costs.items(), key=lambda item: (-item[1], item[0]))
    return [(key, _up_to(rounds, cost), rounds.visit(key)) for key, cost in ranked]


def _up_to(rounds: Rounds, cost: Fraction) -> Number:
    """A cost of which so much is known."""
    return Enclosure(cost, cost + rounds.slack) if rounds.slack else cost
