"""Reports of strategies and tables: the chart, every hand's values, the deals after a push."""

from __future__ import annotations

from collections import Counter

from backhand.best import BestChart, Exceptional
from backhand.bounds import Bounds, Number, enclosed
from backhand.cards import RANKS, Shoe, format_cards
from backhand.engine import PUSH_PAIRS
from backhand.errors import ShoeError
from backhand.evaluator import Value
from backhand.outputs.report import (
    Report,
    Table,
    amount,
    decimals,
    heading,
    number,
    percent,
    rules_document,
    shoe_document,
    text,
    told,
    value_document,
)
from backhand.rules import Action, Rules
from backhand.solver import Solver
from backhand.strategies import LETTERS as ACTIONS
from backhand.strategy import Holding, most_of

_MOST_PLACES = 15

LETTERS = {action: letter for letter, action in ACTIONS.items()}
LEGEND = (
    "H hit, B backhand, P push, L play the push; * the answer depends on the cards, see the exceptions. "
    "Blank: cannot be held."
)

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
                **_holding_document(e.holding),
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


def chart_cost(cost: Number) -> str:
    """What following the chart costs: seven places, more where it takes them to tell three digits, as far as proved."""
    places = 7
    while places < _MOST_PLACES and 0 < enclosed(cost).middle * 10**places < 100:
        places += 1
    return decimals(cost, places)


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


def _holding_document(holding: Holding) -> dict[str, object]:
    return {
        "hand": [RANKS[rank - 1] for rank in holding.hand],
        "discarded_aces": holding.discarded,
        "total": holding.position.total,
        "kind": holding.kind.value,
        "chance": number(holding.chance),
    }


def hands_report(rules: Rules, shoe: Shoe, hands: list[tuple[Holding, dict[Action, Value | Bounds]]]) -> Report:
    """Every hand of two to four cards with the exact value of each action."""
    rows, people = [], []
    entries: list[dict[str, object]] = []
    for holding, values in hands:
        best = most_of(values)
        ranked = sorted(values.items(), key=lambda item: -enclosed(item[1].ev).middle)
        entries.append(
            {
                **_holding_document(holding),
                "actions": [{"action": a.value, "win": number(v.win), "ev": number(v.ev)} for a, v in ranked],
                "best": [a.value for a, v in ranked if v.ev == best],
            }
        )
        what = [format_cards(holding.hand), str(holding.discarded), str(holding.position.total), holding.kind.value]
        for action, value in ranked:
            mark = value.ev == best
            exact = [text(value.win), str(float(value.win)), text(value.ev), str(float(value.ev))]
            rows.append([*what, action, "yes" if mark else "no", *exact])
            shown = [percent(value.win), text(value.win), decimals(value.ev, 6, sign=True)]
            people.append([*what, f"**{action}**" if mark else action, *shown])
    document = {
        "schema": "backhand.hands/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        "hands": entries,
    }
    columns = ["hand", "discarded_aces", "total", "kind", "action"]
    return Report(
        document,
        Table([*columns, "best", "win", "win_decimal", "ev", "ev_decimal"], rows),
        [
            heading(rules, shoe) + " The shoe is the one before the deal.",
            Table(
                ["hand", "aces discarded", "total", "kind", "action", "win", "win, exact", "EV"],
                people,
            ),
        ],
    )


def deals_report(solver: Solver) -> Report:
    """The value of a deal from the fresh shoe, and from what each push hand leaves of it."""
    entries: list[dict[str, object]] = []
    rows, people = [], []
    values = solver.next_deals(solver.fresh)
    for what, shoe in _deals(solver.fresh):
        value = values[shoe]
        entries.append({"after": what, "shoe": shoe_document(shoe), **value_document(value)})
        rows.append([what, str(shoe), *(cell for f in (value.win, value.ev) for cell in (text(f), str(float(f))))])
        shown = [percent(value.win, 8), decimals(value.ev, 10, sign=True), text(value.win)]
        people.append([what, str(shoe.cards), *shown])
    document = {
        "schema": "backhand.deals/1",
        "rules": rules_document(solver.rules),
        "shoe": shoe_document(solver.fresh),
        "deals": entries,
    }
    return Report(
        document,
        Table(["after", "shoe", "win", "win_decimal", "ev", "ev_decimal"], rows),
        [
            heading(solver.rules, solver.fresh) + " The deal from it, and the next deal after a push:",
            Table(["after pushing", "cards left", "win", "EV", "win, exact"], people),
        ],
    )


def _deals(fresh: Shoe) -> list[tuple[str, Shoe]]:
    deals = [("", fresh)]
    for pair in PUSH_PAIRS:
        for discarded in range(3):
            try:
                left = fresh.without([*pair, *[1] * discarded])
            except ShoeError:
                continue
            aces = f" and {discarded} discarded ace{'s' * (discarded > 1)}" if discarded else ""
            deals.append((format_cards(pair) + aces, left))
    return deals
