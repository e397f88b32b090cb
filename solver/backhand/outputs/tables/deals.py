"""The report of the deals that follow a push."""

from __future__ import annotations

from backhand.answers.tables import ShoeTables
from backhand.common.cards import Shoe, format_cards
from backhand.common.outputs.numerals import decimals, percent, text
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.errors import ShoeError
from backhand.outputs.words import heading, rules_document, value_document
from backhand.solving.pushes import PUSH_PAIRS


def deals_report(made: ShoeTables) -> Report:
    """The value of a deal from the fresh shoe, and from what each push hand leaves of it."""
    entries: list[dict[str, object]] = []
    rows, people = [], []
    for what, shoe in _deals(made.shoe):
        value = made.deals[shoe]
        entries.append({"after": what, "shoe": shoe_document(shoe), **value_document(value)})
        rows.append([what, str(shoe), *(cell for f in (value.win, value.ev) for cell in (text(f), str(float(f))))])
        shown = [percent(value.win, 8), decimals(value.ev, 10, sign=True), text(value.win)]
        people.append([what, str(shoe.cards), *shown])
    document = {
        "schema": "backhand.deals/1",
        "rules": rules_document(made.rules),
        "shoe": shoe_document(made.shoe),
        "deals": entries,
    }
    return Report(
        document,
        Table(["after", "shoe", "win", "win_decimal", "ev", "ev_decimal"], rows),
        [
            heading(made.rules, made.shoe) + " The deal from it, and the next deal after a push:",
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
