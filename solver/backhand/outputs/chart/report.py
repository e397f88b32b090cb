"""Reports of strategies and tables: the chart, every hand's values, the deals after a push."""

from __future__ import annotations

from collections import Counter

from backhand.common.cards import format_cards
from backhand.common.outputs.costs import chart_cost
from backhand.common.outputs.numerals import amount, decimals, number, percent, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.outputs.tables.hands import holding_document
from backhand.outputs.words import heading, rules_document
from backhand.strategies.best_chart import BestChart, Exceptional
from backhand.strategies.strategy import LETTERS as ACTIONS

LETTERS = {action: letter for letter, action in ACTIONS.items()}
LEGEND = (
    "H hit, B backhand, P push, L play the push; * the answer depends on the cards, see the exceptions. "
    "Blank: cannot be held."
)

BARS = "Bars: per cent of rounds won by an action, best play following."
"""What is drawn in the cells of a chart; how hands are weighted there stands in ``outputs.weights``."""

EXCEPTIONS = (
    "Exceptions in the first deal, those worth most first: what the best action gains with the hand, how often the "
    "hand comes up in a round that follows the chart, and the two multiplied:"
)


def chart_report(chart: BestChart, cells: str | None = None) -> Report:
    """The best chart by number of cards and total, what it is worth, and its exceptions.

    ``cells`` is text to show in place of the plain table of cells.
    """
    excepted = Counter((len(e.holding.hand), e.holding.position.total) for e in chart.exceptions)
    document = {
        "schema": "backhand.chart/1",
        "rules": rules_document(chart.rules),
        "shoe": shoe_document(chart.shoe),
        "win": number(chart.win),
        "ev": number(chart.ev),
        "optimum": {"win": number(chart.optimum.win), "ev": number(chart.optimum.ev)},
        "cost": number(chart.cost),
        "cost_of_exceptions": number(chart.excepted),
        "cells": [
            {
                "cards": cards,
                "total": total,
                "action": action.value,
                "letter": LETTERS[action],
                "depends_on_composition": bool(excepted[cards, total]),
            }
            for (cards, total), action in chart.actions.items()
        ],
        "exceptions": [
            {
                **holding_document(e.holding),
                "best": [action.value for action in e.best],
                "cost": number(e.gain),
                "chance": number(e.chance),
                "worth": number(e.worth),
            }
            for e in chart.exceptions
        ],
    }
    table = Table(
        ["cards", "total", "action", "exceptions"],
        [[str(n), str(total), action, str(excepted[n, total])] for (n, total), action in chart.actions.items()],
    )
    cell_rows = [[str(total), *(letter(chart, n, total) for n in (2, 3, 4))] for total in range(2, 22)]
    plain = Table(["total", "2 cards", "3 cards", "4 cards"], cell_rows)
    listed = Table(
        ["hand", "aces discarded", "total", "cell", "best", "gain, EV", "how often", "worth, EV"],
        [_exception_row(e) for e in chart.exceptions],
    )
    note = (
        "From this shoe no hand can be dealt."
        if not chart.actions
        else EXCEPTIONS
        if chart.exceptions
        else "No exceptions: for this shoe the chart is right for every hand of the first deal."
    )
    return Report(
        document,
        table,
        [
            heading(chart.rules, chart.shoe) + " The best chart:",
            cells or plain,
            LEGEND,
            chart_worth(chart),
            note,
            listed if chart.exceptions else "",
            cost_shares(chart) if chart.actions else "",
            f"Exact win probability of the chart:\n{told(chart.win)}",
        ],
    )


def chart_worth(chart: BestChart) -> str:
    """What a chart is worth, beside the optimum."""
    return (
        f"Following it wins {percent(chart.win, 5)}, EV {decimals(chart.ev, 7, sign=True)}. Best play wins "
        f"{percent(chart.optimum.win, 5)}, EV {decimals(chart.optimum.ev, 7, sign=True)}: "
        f"the chart costs {chart_cost(chart.cost)} per stake."
    )


def cost_shares(chart: BestChart) -> str:
    """Where the cost of a chart comes from: the exceptions, and what comes after pushes."""
    where = "in shoes that have changed ('backhand evaluate' tells where)"
    if not chart.exceptions:
        return f"All of that is lost after pushes, {where}." if chart.cost else ""
    rest = chart_cost(chart.cost - chart.excepted)
    return f"In all the exceptions are worth {chart_cost(chart.excepted)}. After pushes {rest} is lost, {where}."


def letter(chart: BestChart, cards: int, total: int) -> str:
    """What stands in a cell of the chart; nothing for one that cannot be held."""
    action = chart.actions.get((cards, total))
    if action is None:
        return ""
    star = any(len(e.holding.hand) == cards and e.holding.position.total == total for e in chart.exceptions)
    return LETTERS[action] + "*" * star


def _exception_row(exception: Exceptional) -> list[str]:
    holding = exception.holding
    return [
        format_cards(holding.hand),
        str(holding.discarded),
        str(holding.position.total),
        exception.action,
        " or ".join(exception.best),
        amount(exception.gain, 6),
        percent(exception.chance, 5),
        amount(exception.worth, 9),
    ]
