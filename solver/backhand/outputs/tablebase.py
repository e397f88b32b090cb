"""Reports of the command ``tablebase``: what a file is, what it says, whether it is right."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from backhand.answers.tablebase import Probe, TablebaseInfo, Verification
from backhand.common.cards import Shoe
from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.outputs.words import heading, rules_document
from backhand.tablebase import Tablebase


def info_report(answer: TablebaseInfo) -> Report:
    """What the file is of."""
    tablebase = answer.tablebase
    header, most = tablebase.header, tablebase.layout.most
    error = f"{float(tablebase.error):.3e}"
    document = {
        "schema": "backhand.tablebase/1",
        "rules": rules_document(tablebase.rules),
        "shoe": shoe_document(most),
        "file": str(tablebase.path),
        "bytes": header.size,
        "shoes": tablebase.layout.shoes,
        "layers": header.layers,
        "error": number(tablebase.error),
        "ev": _float(tablebase, most),
    }
    rows = [
        ["file", str(tablebase.path)],
        ["bytes", str(header.size)],
        ["shoes", str(tablebase.layout.shoes)],
        ["layers", str(header.layers)],
        ["largest error", error],
        ["EV of the fullest shoe", repr(tablebase.value(most))],
    ]
    return Report(
        document,
        Table(["what", "is"], rows),
        [heading(tablebase.rules, most) + " And every smaller shoe.", Table(["", ""], rows)],
    )


def probe_report(answer: Probe) -> Report:
    """What a deal from the shoe is worth; the win probability is exact where the file cannot tell it."""
    tablebase, shoe = answer.tablebase, answer.shoe
    win = answer.known.win if answer.known else None
    document: dict[str, Any] = {
        "schema": "backhand.probe/1",
        "rules": rules_document(tablebase.rules),
        "shoe": shoe_document(shoe),
        "ev": _float(tablebase, shoe),
    }
    value = answer.ev
    rows = [["ev", repr(value)], ["error", repr(float(tablebase.error))]]
    people = [["EV per stake", decimals(Fraction(value), 10, sign=True)]]
    if win is not None:
        document["win"] = number(win)
        rows.append(["win", repr(float(win))])
        people.append(["win probability", percent(win, 8)])
    return Report(
        document,
        Table(["figure", "decimal"], rows),
        [
            heading(tablebase.rules, shoe) + " A deal, best play:",
            Table(["", ""], people),
            f"From {tablebase.path}; the EV is off by at most {float(tablebase.error):.3e}.",
        ],
    )


def verify_report(answer: Verification) -> Report:
    """What a check found: damaged layers, and values further from the exact ones than the proved error."""
    tablebase, damaged, compared, wrong = answer.tablebase, answer.damaged, answer.compared, answer.wrong
    document = {
        "schema": "backhand.verify/1",
        "rules": rules_document(tablebase.rules),
        "shoe": shoe_document(tablebase.layout.most),
        "file": str(tablebase.path),
        "layers": tablebase.header.layers,
        "damaged": list(damaged),
        "compared": compared,
        "mismatches": [
            {"shoe": shoe_document(each.shoe), "stored": each.stored, "exact": number(each.exact)} for each in wrong
        ],
        "right": answer.right,
    }
    rows = [[str(each.shoe), repr(each.stored), str(each.exact)] for each in wrong]
    table = Table(["shoe", "stored", "exact"], rows)
    found = [
        f"{tablebase.header.layers} layers compared with their checksums: {len(damaged) or 'none'} damaged.",
        *damaged,
        f"{compared:,} shoes compared with exact values: {len(wrong) or 'none'} wrong"
        + ("." if wrong else f"; all within {float(tablebase.error):.3e}."),
    ]
    return Report(
        document,
        table,
        [heading(tablebase.rules, tablebase.layout.most), "\n".join(found), table if rows else ""],
    )


def _float(tablebase: Tablebase, shoe: Shoe) -> dict[str, float]:
    """A stored value with the proved bound of its error."""
    return {"decimal": tablebase.value(shoe), "error": float(tablebase.error)}
