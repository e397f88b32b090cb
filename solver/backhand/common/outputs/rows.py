"""Figures listed once: the document, the csv and what people read are made of one list.

A ``Row`` is a figure with its name. A ``Column`` is one figure of every thing of a kind, such as of every hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from backhand.common.intervals import Enclosure
from backhand.common.outputs.numerals import number, text
from backhand.common.outputs.report import Table

T = TypeVar("T")
_DECIMAL = "_decimal"


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: its name in documents and csv, its value, and how people read both."""

    name: str
    value: Any
    """An exact number, an enclosure, or anything that JSON has."""
    shown: str = ""
    label: str = ""
    """What people call it, where that is not the name."""


def entries(rows: Iterable[Row]) -> dict[str, Any]:
    """The figures for a document, by name.

    >>> entries([Row("win", Fraction(3, 5)), Row("seed", 1)])
    {'win': {'fraction': '3/5', 'decimal': 0.6}, 'seed': 1}
    """
    return {row.name: documented(row.value) for row in rows}


def figure_table(rows: Iterable[Row]) -> Table:
    """The figures for csv, exact and as decimals; a double has no exact form.

    >>> figure_table([Row("win", Fraction(3, 5)), Row("deviation", 0.98)]).rows
    [['win', '3/5', '0.6'], ['deviation', '', '0.98']]
    """
    cells = [[row.name, "" if isinstance(row.value, float) else text(row.value), row.value] for row in rows]
    return Table(["figure", "fraction", "decimal"], [[name, exact, str(float(value))] for name, exact, value in cells])


def shown(rows: Iterable[Row], *names: str) -> list[list[str]]:
    """The figures for people, or those of these names in this order: a label and a number each.

    >>> shown([Row("win", Fraction(3, 5), "60 %", "win probability"), Row("void", Fraction(0), "0 %")])
    [['win probability', '60 %'], ['void', '0 %']]
    """
    known = {row.name: row for row in rows}
    return [[row.label or row.name, row.shown] for row in (known[name] for name in names or known)]


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """A figure of each thing of a kind."""

    name: str
    """In documents and csv; empty for what is for people alone."""
    value: Callable[[T], Any]
    head: str | None = None
    """What people read over it; None for what they need not see."""
    show: Callable[[Any], str] = str
    """How people read a value."""


def documents(columns: Sequence[Column[T]], things: Iterable[T]) -> list[dict[str, Any]]:
    """An object for each thing.

    >>> documents([Column("net", lambda net: net)], [Fraction(6, 5)])
    [{'net': {'fraction': '6/5', 'decimal': 1.2}}]
    """
    named = [column for column in columns if column.name]
    return [{column.name: documented(column.value(thing)) for column in named} for thing in things]


def csv_table(columns: Sequence[Column[T]], things: Iterable[T], names: Sequence[str]) -> Table:
    """A line of csv for each thing, with the columns of these names; ``ev_decimal`` is ``ev`` as a decimal.

    >>> csv_table([Column("net", lambda net: net)], [Fraction(6, 5)], ["net", "net_decimal"]).rows
    [['6/5', '1.2']]
    """
    value = {column.name: column.value for column in columns}
    return Table(
        names, [[_cell(value[name.removesuffix(_DECIMAL)](thing), name) for name in names] for thing in things]
    )


def people(columns: Sequence[Column[T]], things: Iterable[T]) -> Table:
    """A line for each thing.

    >>> people([Column("net", lambda net: net, "net payoff", "{:+}".format)], [1, -1])
    Table(columns=['net payoff'], rows=[['+1'], ['-1']])
    """
    seen = [column for column in columns if column.head is not None]
    rows = [[column.show(column.value(thing)) for column in seen] for thing in things]
    return Table([column.head or "" for column in seen], rows)


def documented(value: Any) -> Any:
    """A value as documents have it: an exact number or an enclosure as an object."""
    return number(value) if isinstance(value, Fraction | Enclosure) else value


def _cell(value: Any, name: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    if name.endswith(_DECIMAL):
        return str(float(value))
    return text(value) if isinstance(value, Fraction | Enclosure) else str(value)
