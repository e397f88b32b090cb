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
from backhand.digits import digits, exact
from backhand.evaluator import Value
from backhand.outputs.layout import WIDE, is_figures, table, wrapped
from backhand.rules import ENDINGS, PRESETS, Rules

FORMATS = ("text", "json", "csv", "md")

_INNERMOST = re.compile(r"\{[^{}\[\]]*\}|\[[^{}\[\]]*\]")
"""The innermost objects and lists of JSON, which are put on one line. (No string in JSON has a line break.)"""

_READABLE = 1000
"""An exact number of more digits than this above or below the stroke is told shorter in text."""


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


def render(report: Report, form: str, width: int = WIDE) -> str:
    """The report in one of FORMATS, ending in a newline; text is laid out for so many columns.

    What writes it is loaded when it is needed.
    """
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
    write = _as_md if form == "md" else lambda block: _as_text(block, width)
    return "\n\n".join(write(block) for block in report.blocks if block) + "\n"


def _held_for(report: Report) -> dict[str, str]:
    """The rules and the shoe as csv columns, as far as the table has none of that name."""
    held_for = {}
    if isinstance(rules := report.document.get("rules"), dict):
        held_for["rules"] = rules["text"]
    if isinstance(shoe := report.document.get("shoe"), dict):
        held_for["shoe"] = ",".join(str(shoe[name]) for name in RANKS)
    return {name: text for name, text in held_for.items() if name not in report.table.columns}


def _as_text(block: str | Table, width: int) -> str:
    return wrapped(block, width) if isinstance(block, str) else table(block.columns, block.rows, width)


def _as_md(block: str | Table) -> str:
    from tabulate import tabulate

    if isinstance(block, str):
        return "  \n".join(block.splitlines())
    columns = list(zip(*block.rows, strict=True)) or [()] * len(block.columns)
    return tabulate(
        block.rows,
        headers=list(block.columns),
        tablefmt="pipe",
        disable_numparse=True,
        colalign=["right" if is_figures(column) else "left" for column in columns],
    )


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
    return {"fraction": exact(value), "decimal": float(value)}


def bounds(value: Enclosure) -> tuple[str, str]:
    """Both ends as decimal fractions, rounded outwards, with two digits more than the width has zeros.

    >>> bounds(Enclosure(Fraction(-2, 3), Fraction(-665, 1000)))
    ('-0.66667', '-0.66500')
    """
    places = 2 + (len(digits(int(1 / value.width))) if value.width else 18)
    ends = floor(value.low * 10**places), ceil(value.high * 10**places)
    return _decimal(ends[0], places), _decimal(ends[1], places)


def text(value: Fraction | Enclosure) -> str:
    """A number for a cell: the fraction, or ``low..high`` as ``bounds`` has them.

    >>> text(Fraction(3, 5)), text(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', '0.333..0.667')
    """
    return "..".join(bounds(value)) if isinstance(value, Enclosure) else exact(value)


def told(value: Fraction | Enclosure) -> str:
    """An exact number for people: the fraction, or the bounds that are proved; of a very long fraction how long it is.

    >>> told(Fraction(3, 5)), told(Enclosure(Fraction(1, 3), Fraction(2, 3)))
    ('3/5', 'from 0.333 to 0.667, proved')
    >>> told(Fraction(1, 7**2000))
    'a fraction of 1 digit over 1,691, which --format json and csv give whole'
    """
    if isinstance(value, Enclosure):
        return "from {} to {}, proved".format(*bounds(value))
    whole = exact(value)
    above, _, below = whole.lstrip("-").partition("/")
    if max(len(above), len(below)) <= _READABLE:
        return whole
    digit = "digit" if len(above) == 1 else "digits"
    over = f" over {len(below):,}" if below else ""
    what = "a fraction" if below else "a number"
    return f"{what} of {len(above):,} {digit}{over}, which --format json and csv give whole"


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
    shown = digits(abs(scaled)).rjust(places + 1, "0")
    lead = "-" if scaled < 0 else ""
    return f"{lead}{shown[:-places]}.{shown[-places:]}" if places else f"{lead}{shown}"


def amount(value: Fraction | Enclosure, places: int) -> str:
    """The value as ``decimals`` rounds it; but what is not 0 is never shown as 0: it is ``<`` the last place.

    So ``0.00`` stands for nothing but 0 itself, and for an enclosure that may be 0.

    >>> amount(Fraction(1, 3), 2), amount(Fraction(1, 3000), 2), amount(Fraction(-1, 3000), 2), amount(Fraction(0), 2)
    ('0.33', '<0.01', '>-0.01', '0.00')
    """
    low, high = (value.low, value.high) if isinstance(value, Enclosure) else (value, value)
    if low > 0 and not round(high * 10**places):
        return f"<{_decimal(1, places)}"
    if high < 0 and not round(low * 10**places):
        return f">{_decimal(-1, places)}"
    return decimals(value, places)


def percent(value: Fraction | Enclosure, places: int = 4) -> str:
    """A probability, or another share of a stake, for people; as ``amount`` has it.

    >>> percent(Fraction(3, 5)), percent(Fraction(1, 10**9), 2)
    ('60.0000 %', '<0.01 %')
    """
    return f"{amount(value * 100, places)} %"


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
