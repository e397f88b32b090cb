"""Estimates of a simulation as document, csv and table, beside the exact values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backhand.common.outputs.numerals import number as exact_number
from backhand.common.outputs.report import Table
from backhand.common.simulation.estimates import Estimate


def estimates_document(found: Sequence[Estimate]) -> list[dict[str, Any]]:
    """Estimates for a document: each with its error, its interval, and the exact value where there is one."""
    return [
        {
            "figure": e.figure,
            "estimate": e.value,
            "error": e.error,
            "low": e.low,
            "high": e.high,
            "exact": None if e.exact is None else exact_number(e.exact),
            "z": e.z,
        }
        for e in found
    ]


def estimates_table(rounds: int, found: Sequence[Estimate]) -> Table:
    """Estimates as the csv that ``checking.counted`` reads."""
    rows = [["rounds", str(rounds), *[""] * 6]]
    for e in found:
        numbers = [e.value, e.error, e.low, e.high, e.exact, e.z]
        rows.append([e.figure, str(plain(e)), *("" if number is None else str(number) for number in numbers)])
    return Table(["figure", "count", "estimate", "error", "low", "high", "exact", "z"], rows)


def people(found: Sequence[Estimate]) -> Table:
    """Estimates for people, beside the exact values."""
    return Table(
        ["", "count", "estimate", "std. error", "interval", "exact", "z"],
        [
            [
                e.figure,
                str(round(e.count)),
                f"{e.value:.8f}",
                "" if e.error is None else f"{e.error:.8f}",
                "" if e.low is None or e.high is None else f"{e.low:.6f} to {e.high:.6f}",
                "" if e.exact is None else f"{float(e.exact):.8f}",
                "" if e.z is None else f"{e.z:+.2f}",
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
