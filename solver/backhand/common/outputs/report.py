"""A report: what a command has to say, as a document for programs and as text and tables for people.

Every command makes one report; ``render`` turns it into any of the formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backhand.common.cards import RANKS, Shoe
from backhand.common.outputs.layout import WIDE, is_figures, table, wrapped

FORMATS = ("text", "json", "csv", "md")

_INNERMOST = re.compile(r"\{[^{}\[\]]*\}|\[[^{}\[\]]*\]")
"""The innermost objects and lists of JSON, which are put on one line. (No string in JSON has a line break.)"""


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


def shoe_document(shoe: Shoe) -> dict[str, int]:
    """The undealt cards by rank, and how many they are."""
    return {**dict(zip(RANKS, shoe, strict=True)), "cards": shoe.cards}
