"""Estimates of a simulation as document, csv and table, beside the exact values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from backhand.common.checking.reader import EXTRA
from backhand.common.outputs.numerals import amounts
from backhand.common.outputs.report import Table
from backhand.common.outputs.rows import Column, csv_table, documents
from backhand.common.outputs.rows import people as people_of
from backhand.common.simulation.estimates import LEVEL, Estimate


def intervals(dealt_on: bool) -> str:
    """What the intervals are, and z where there is one: rounds dealt on are not those of the exact value."""
    z = "" if dealt_on else " z: how many standard errors the estimate is from the exact value."
    return f"Interval: {LEVEL:.0%}.{z}"


def _columns(z: bool) -> list[Column[Estimate]]:
    """An estimate, beside the exact value; with ``z`` false z is unknown, and people do not see it."""
    return [
        Column("figure", lambda e: e.figure, ""),
        Column("", lambda e: round(e.count), "count"),
        Column("estimate", lambda e: e.value, "estimate", "{:.8f}".format),
        Column("error", lambda e: e.error, "std. error", _known("{:.8f}".format)),
        Column("low", lambda e: e.low),
        Column("high", lambda e: e.high),
        Column("", lambda e: None if e.low is None or e.high is None else e, "interval", _known(_interval)),
        Column("exact", lambda e: e.exact, "exact", _known(amounts(8))),
        Column("z", lambda e: e.z if z else None, "z" if z else None, _known("{:+.2f}".format)),
    ]


def _known(show: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda value: "" if value is None else show(value)


def _interval(estimate: Estimate) -> str:
    return f"{estimate.low:.6f} to {estimate.high:.6f}"


def estimates_document(found: Sequence[Estimate], *, z: bool) -> list[dict[str, Any]]:
    """Estimates for a document: each with its error, its interval, and the exact value where there is one.

    With ``z`` false, z is null: the rounds are not those of the exact value.
    """
    return documents(_columns(z), found)


def estimates_table(rounds: int, found: Sequence[Estimate], dealt_on: Mapping[str, str]) -> Table:
    """Estimates as the csv that ``checking.counted`` reads.

    ``dealt_on`` is what it says, in a last column, of rounds that are not from fresh shuffles; these have no z.
    """
    names = ["figure", "count", *(EXTRA[:-1] if dealt_on else EXTRA)]
    count: Column[Estimate] = Column("count", plain)
    lines = [["rounds", str(rounds), *[""] * (len(names) - 2)], *csv_table([count, *_columns(True)], found, names).rows]
    return Table([*names, *dealt_on], [[*line, *dealt_on.values()] for line in lines])


def people(found: Sequence[Estimate], *, z: bool) -> Table:
    """Estimates for people, beside the exact values."""
    return people_of(_columns(z), found)


def plain(estimate: Estimate) -> int | str:
    """What was counted: a whole number where it is one, else a fraction as text."""
    whole = estimate.count
    return int(whole) if whole == int(whole) else str(whole)


def numbers(counts: list[int]) -> dict[str, int]:
    """How often each number came up, by the number as text, without those that never did."""
    return {str(number): count for number, count in enumerate(counts) if count}
