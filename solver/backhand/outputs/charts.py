"""Reports of strategies and tables: the chart, every hand's values, the deals after a push."""

from __future__ import annotations

from fractions import Fraction

from backhand.cards import RANKS, Shoe, format_cards
from backhand.engine import PUSH_PAIRS
from backhand.errors import ShoeError
from backhand.evaluator import Value
from backhand.outputs.report import (
    Report,
    Table,
    decimals,
    heading,
    number,
    percent,
    rules_document,
    shoe_document,
    value_document,
)
from backhand.rules import Action, Rules
from backhand.solver import Solver
from backhand.strategy import Chart, Deviation, Holding

LETTERS = {Action.HIT: "H", Action.BACKHAND: "B", Action.PUSH: "P", Action.PLAY_PUSH: "L"}
LEGEND = (
    "H hit, B backhand, P push, L play the push; * the answer depends on the cards, see the exceptions. "
    "Blank: cannot be held."
)


def chart_report(chart: Chart) -> Report:
    """The chart by number of cards and total, and its exceptions with what following the cell costs."""
    exceptions = list(chart.exceptions)
    document = {
        "schema": "backhand.chart/1",
        "rules": rules_document(chart.rules),
        "shoe": shoe_document(chart.shoe),
        "cells": [
            {
                "cards": cards,
                "total": total,
                "action": cell.action.value,
                "letter": LETTERS[cell.action],
                "depends_on_composition": bool(cell.exceptions),
            }
            for (cards, total), cell in chart.cells.items()
        ],
        "exceptions": [
            {**_holding_document(e.holding), "best": [action.value for action in e.best], "cost": number(e.cost)}
            for e in exceptions
        ],
    }
    table = Table(
        ["cards", "total", "action", "exceptions"],
        [[str(n), str(total), cell.action, str(len(cell.exceptions))] for (n, total), cell in chart.cells.items()],
    )
    cell_rows = [[str(total), *(_letter(chart, n, total) for n in (2, 3, 4))] for total in range(2, 22)]
    cells = Table(["total", "2 cards", "3 cards", "4 cards"], cell_rows)
    listed = Table(
        ["hand", "aces discarded", "total", "cell", "best", "cost, EV", "how often"],
        [_exception_row(chart, e) for e in exceptions],
    )
    note = (
        "From this shoe no hand can be dealt."
        if not chart.cells
        else "Exceptions, with the EV that following the cell costs with the hand, and how often its cards come up "
        "when every hit is taken:"
        if exceptions
        else "No exceptions: for this shoe the chart is right for every hand."
    )
    return Report(
        document, table, [heading(chart.rules, chart.shoe), cells, LEGEND, note, listed if exceptions else ""]
    )


def _letter(chart: Chart, cards: int, total: int) -> str:
    cell = chart.cells.get((cards, total))
    return "" if cell is None else LETTERS[cell.action] + ("*" if cell.exceptions else "")


def _exception_row(chart: Chart, exception: Deviation) -> list[str]:
    holding = exception.holding
    cell = chart.cells[len(holding.hand), holding.position.total]
    return [
        format_cards(holding.hand),
        str(holding.discarded),
        str(holding.position.total),
        cell.action,
        " or ".join(exception.best),
        decimals(exception.cost, 6),
        percent(holding.chance, 5),
    ]


def _holding_document(holding: Holding) -> dict[str, object]:
    return {
        "hand": [RANKS[rank - 1] for rank in holding.hand],
        "discarded_aces": holding.discarded,
        "total": holding.position.total,
        "kind": holding.kind.value,
        "chance": number(holding.chance),
    }


def hands_report(rules: Rules, shoe: Shoe, hands: list[tuple[Holding, dict[Action, Value]]]) -> Report:
    """Every hand of two to four cards with the exact value of each action."""
    rows, people = [], []
    entries: list[dict[str, object]] = []
    for holding, values in hands:
        best = max(value.ev for value in values.values())
        ranked = sorted(values.items(), key=lambda item: -item[1].ev)
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
            exact = [str(value.win), str(float(value.win)), str(value.ev), str(float(value.ev))]
            rows.append([*what, action, "yes" if mark else "no", *exact])
            shown = [percent(value.win), str(value.win), decimals(value.ev, 6, sign=True)]
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
    for what, shoe in _deals(solver.fresh):
        value = solver.value(shoe=shoe)
        entries.append({"after": what, "shoe": shoe_document(shoe), **value_document(value)})
        figures: list[Fraction] = [value.win, value.ev]
        rows.append([what, str(shoe), *(text for f in figures for text in (str(f), str(float(f))))])
        people.append([what, str(shoe.cards), percent(value.win, 8), decimals(value.ev, 10, sign=True), str(value.win)])
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
