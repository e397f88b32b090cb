"""Estimates of a simulation as document, csv and table, beside the exact values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backhand.common.checking.reader import EXTRA
from backhand.common.outputs.numerals import amount
from backhand.common.outputs.numerals import number as exact_number
from backhand.common.outputs.report import Table
from backhand.common.simulation.estimates import LEVEL, Estimate


def intervals(dealt_on: bool) -> str:
    """What the intervals are, and z where there is one: rounds dealt on are not those of the exact value."""
    z = "" if dealt_on else " z: how many standard errors the estimate is from the exact value."
    return f"Interval: {LEVEL:.0%}.{z}"


def estimates_document(found: Sequence[Estimate], *, z: bool) -> list[dict[str, Any]]:
    """Estimates for a document: each with its error, its interval, and the exact value where there is one.

    With ``z`` false, z is null: the rounds are not those of the exact value.
    """
    return [
        {
            "figure": e.figure,
            "estimate": e.value,
            "error": e.error,
            "low": e.low,
            "high": e.high,
            "exact": None if e.exact is None else exact_number(e.exact),
            "z": e.z if z else None,
        }
        for e in found
    ]


def estimates_table(rounds: int, found: Sequence[Estimate], dealt_on: Mapping[str, str]) -> Table:
    """Estimates as the csv that ``checking.counted`` reads.

    ``dealt_on`` is what it says, in a last column, of rounds that are not from fresh shuffles; these have no z.
    """
    columns = EXTRA[:-1] if dealt_on else EXTRA
    rows = [["rounds", str(rounds), *[""] * len(columns), *dealt_on.values()]]
    for e in found:
        numbers = [e.value, e.error, e.low, e.high, e.exact, e.z][: len(columns)]
        cells = ("" if number is None else str(number) for number in numbers)
        rows.append([e.figure, str(plain(e)), *cells, *dealt_on.values()])
    return Table(["figure", "count", *columns, *dealt_on], rows)


def people(found: Sequence[Estimate], *, z: bool) -> Table:
    """Estimates for people, beside the exact values."""
    return Table(
        ["", "count", "estimate", "std. error", "interval", "exact", *(["z"] if z else [])],
        [
            [
                e.figure,
                str(round(e.count)),
                f"{e.value:.8f}",
                "" if e.error is None else f"{e.error:.8f}",
                "" if e.low is None or e.high is None else f"{e.low:.6f} to {e.high:.6f}",
                "" if e.exact is None else amount(e.exact, 8),
                *(["" if e.z is None else f"{e.z:+.2f}"] if z else []),
            ]
            for e in found
        ],
    )


def plain(estimate: Estimate) -> int | str:
    """What was counted: a whole number where it is one, else a fraction as text."""
    whole = estimate.count
    return int(whole) if whole == int(whole) else str(whole)


def numbers(counts: list[int]) -> dict[str, int]:
    """How often each number came up, by the number as text, without those that never did."""
    return {str(number): count for number, count in enumerate(counts) if count}
