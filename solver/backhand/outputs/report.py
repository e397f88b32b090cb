"""A report: what a command has to say, as a document for programs and as text and tables for people.

Every command makes one report; ``render`` turns it into any of the formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from backhand.bounds import Bounds, Enclosure
from backhand.cards import RANKS, Shoe
from backhand.evaluator import Value
from backhand.rules import ENDINGS, PRESETS, Rules

FORMATS = ("text", "json", "csv", "md")

_INNERMOST = re.compile(r"\{[^{}\[\]]*\}|\[[^{}\[\]]*\]")
"""The innermost objects and lists of JSON, which are put on one line. (No string in JSON has a line break.)"""

_WIDEST = 72
"""Columns of text are wrapped beyond this."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of text."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Report:
    """The same answer for programs (``document`` is the JSON, ``table`` the csv) and for people (``blocks``)."""

    document: Mapping[str, Any]
    table: Table
    blocks: Sequence[str | Table]


def render(report: Report, form: str) -> str:
    """The report in one of FORMATS, ending in a newline; what writes it is loaded when it is needed."""
    if form == "json":
        import json

        text = json.dumps(report.document, ensure_ascii=False, indent=1)
        return _INNERMOST.sub(lambda found: re.sub(r"\n *", " ", found[0]), text) + "\n"
    if form == "csv":
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        held_for = _held_for(report)
        writer.writerow([*report.table.columns, *held_for])
        writer.writerows([*row, *held_for.values()] for row in report.table.rows)
        return out.getvalue()
    return "\n\n".join(_block(block, form) for block in report.blocks if block) + "\n"


def _held_for(report: Report) -> dict[str, str]:
    """The rules and the shoe as csv columns, as far as the table has none of that name."""
    held_for = {}
    if isinstance(rules := report.document.get("rules"), dict):
        held_for["rules"] = rules["text"]
    if isinstance(shoe := report.document.get("shoe"), dict):
        held_for["shoe"] = ",".join(str(shoe[name]) for name in RANKS)
    return {name: text for name, text in held_for.items() if name not in report.table.columns}


def _block(block: str | Table, form: str) -> str:
    from tabulate import tabulate

    if isinstance(block, str):
        return "  \n".join(block.splitlines()) if form == "md" else block
    columns = list(zip(block.columns, *block.rows, strict=True))
    return tabulate(
        block.rows,
        headers=list(block.columns),
        tablefmt="pipe" if form == "md" else "plain",
        disable_numparse=True,
        maxcolwidths=None if form == "md" else [_WIDEST] * len(columns),
        colalign=["right" if _is_figures(column[1:]) else "left" for column in columns],
    )


def _is_figures(cells: Sequence[str]) -> bool:
    return any(cells) and all(not cell or cell[0] in "+-0123456789" for cell in cells)


def number(value: Fraction | Enclosure) -> dict[str, Any]:
    """A number for a document: the fraction as text, or its bounds; and the nearest double.

    >>> number(Fraction(3, 5))
    {'fraction': '3/5', 'decimal': 0.6}
    >>> number(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    {'low': '0.333', 'high': '0.667', 'decimal': 0.5}
    """
    if isinstance(value, Enclosure):
        low, high = bounds(value)
        return {"low": low, "high": high, "decimal": float(value)}
    return {"fraction": str(value), "decimal": float(value)}


def bounds(value: Enclosure) -> tuple[str, str]:
    """Both ends as decimal fractions, rounded outwards, with two digits more than the width has zeros.

    >>> bounds(Enclosure(Fraction(-2, 3), Fraction(-665, 1000)))
    ('-0.66667', '-0.66500')
    """
    places = 2 + (len(str(int(1 / value.width))) if value.width else 18)
    ends = floor(value.low * 10**places), ceil(value.high * 10**places)
    return _decimal(ends[0], places), _decimal(ends[1], places)


def text(value: Fraction | Enclosure) -> str:
    """A number for a cell: the fraction, or ``low..high`` as ``bounds`` has them.

    >>> text(Fraction(3, 5)), text(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', '0.333..0.667')
    """
    return "..".join(bounds(value)) if isinstance(value, Enclosure) else str(value)


def told(value: Fraction | Enclosure) -> str:
    """An exact number for people: the fraction, or the bounds that are proved.

    >>> told(Fraction(3, 5)), told(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', 'from 0.333 to 0.667, proved')
    """
    return "from {} to {}, proved".format(*bounds(value)) if isinstance(value, Enclosure) else str(value)


def decimals(value: Fraction | Enclosure, places: int, *, sign: bool = False) -> str:
    """The value rounded to so many places, ties to even, computed in integers; of an enclosure the proved places.

    >>> decimals(Fraction(2, 3), 4), decimals(Fraction(-1, 3), 2), decimals(Fraction(1, 2), 1, sign=True)
    ('0.6667', '-0.33', '+0.5')
    >>> decimals(Enclosure(Fraction(12341, 10000), Fraction(12342, 10000)), 4)
    '1.234'
    """
    if isinstance(value, Enclosure):
        for proved in range(places, 0, -1):
            rounded = decimals(value.low, proved, sign=sign)
            if rounded == decimals(value.high, proved, sign=sign):
                return rounded
        return text(value)
    scaled = round(value * 10**places)
    plus = "+" if sign and scaled > 0 else ""
    return plus + _decimal(scaled, places)


def _decimal(scaled: int, places: int) -> str:
    """An integer of units of the last place as a decimal fraction."""
    digits = str(abs(scaled)).rjust(places + 1, "0")
    lead = "-" if scaled < 0 else ""
    return f"{lead}{digits[:-places]}.{digits[-places:]}" if places else f"{lead}{digits}"


def percent(value: Fraction | Enclosure, places: int = 4) -> str:
    """A probability for people.

    >>> percent(Fraction(3, 5))
    '60.0000 %'
    """
    return f"{decimals(value * 100, places)} %"


def rules_document(rules: Rules) -> dict[str, Any]:
    """The rules in force: their text form, and every option by name."""
    preset = next((name for name, preset in PRESETS.items() if preset == rules), None)
    return {"text": str(rules), "preset": preset, "options": rules.options()}


def shoe_document(shoe: Shoe) -> dict[str, int]:
    """The undealt cards by rank, and how many they are."""
    return {**dict(zip(RANKS, shoe, strict=True)), "cards": shoe.cards}


def value_document(value: Value | Bounds) -> dict[str, Any]:
    """Win probability, EV and every ending that is known."""
    figures = {"win": number(value.win), "ev": number(value.ev)}
    if not value.endings:
        return figures
    return {**figures, "endings": {ending.value: number(value.endings[ending]) for ending in ENDINGS}}


def heading(rules: Rules, shoe: Shoe) -> str:
    """One line that says for which rules and shoe an output holds.

    >>> heading(Rules(), Shoe("4,4,4,4,4,4,4,4,4,15"))
    'Rules: inventor. Shoe: 51 cards, A:4 2:4 3:4 4:4 5:4 6:4 7:4 8:4 9:4 T:15.'
    """
    held = " ".join(f"{name}:{count}" for name, count in zip(RANKS, shoe, strict=True))
    cards = "1 card" if shoe.cards == 1 else f"{shoe.cards} cards"
    decks, rest = divmod(shoe.cards, 52)
    fresh = not rest and decks and shoe == Shoe.of_decks(decks)
    what = f"{decks} fresh deck{'s' if decks > 1 else ''}, {cards}" if fresh else f"{cards}, {held}"
    return f"Rules: {rules}. Shoe: {what}."
