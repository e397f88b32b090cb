"""The report on somebody's counts: agrees, or which lines do not, by how much, at which p."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backhand.common.checking.fit import POWER, Check, Verdict
from backhand.common.outputs.report import Report, Table

_COLUMNS = ["group", "line", "method", "count", "trials", "expected", "off", "z", "p", "p_holm", "rejected", "sees"]


def verdict_report(verdict: Verdict, frame: Mapping[str, Any], head: str, source: str) -> Report:
    """The verdict, the lines that do not fit, every test, and the smallest error that would have been seen.

    ``frame`` and ``head`` say for which game, rules and play the results were tested.
    """
    results, rejected = verdict.results, verdict.rejected
    document = {
        **frame,
        "results": source,
        "rounds": results.rounds,
        "level": verdict.level,
        "power": POWER,
        "agrees": verdict.agrees,
        "rejected": [_document(test) for test in rejected],
        "tests": [_document(test) for test in verdict.tests],
    }
    rows = [["" if cell is None else str(cell) for cell in _document(test).values()] for test in verdict.tests]
    said = (
        f"Agrees: none of {len(verdict.tests)} tests rejects at level {verdict.level:g} (Holm over all)."
        if verdict.agrees
        else f"Does not agree: {len(rejected)} of {len(verdict.tests)} tests reject at level {verdict.level:g} "
        f"(Holm over all)."
    )
    seen = [test for test in verdict.tests if test.sees]
    widest = next((test for test in seen if test.name == "wins"), None) or next(iter(seen), None)
    could = (
        f"So many rounds find, with probability {POWER:.0%}, an error of {widest.sees:.2g} in the mean of "
        f"{widest.name}; the column 'finds' has it for every line."
        if widest
        else ""
    )
    people = [_row(test) for test in sorted(verdict.tests, key=lambda test: test.p)]
    columns = ["of", "line", "count", "expected", "off, per trial", "z", "p", "p, Holm", "finds"]
    bad = Table([*columns, "where"], [[*_row(test), test.place] for test in rejected])
    return Report(
        document,
        Table(_COLUMNS, rows),
        [
            head,
            f"{source}: {results.rounds} rounds.",
            said,
            *([bad] if rejected else []),
            could,
            "All tests, the most unlikely first:",
            Table(columns, people),
        ],
    )


def _document(test: Check) -> dict[str, object]:
    count = int(test.count) if test.count == int(test.count) else str(test.count)
    values = [test.group, test.name, test.method, count, test.trials, test.expected, test.off, test.z]
    return dict(zip(_COLUMNS, [*values, test.p, test.adjusted, test.rejected, test.sees], strict=True))


def _row(test: Check) -> list[str]:
    return [
        test.group,
        test.name,
        str(float(test.count)) if test.count % 1 else str(test.count),
        f"{test.expected:.1f}" if test.method != "chi-square" else f"{test.expected:.0f} d.f.",
        "" if test.off is None else f"{test.off:+.2e}",
        "" if test.z is None else f"{test.z:+.2f}",
        f"{test.p:.2g}",
        f"{test.adjusted:.2g}",
        "" if test.sees is None else f"{test.sees:.1e}",
    ]
