"""The report on somebody's counts: agrees, or which lines do not, by how much, at which p."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backhand.common.checking.fit import POWER, Check, Verdict
from backhand.common.outputs.report import Report, Table

_COLUMNS = ["group", "line", "method", "count", "trials", "expected", "off", "z", "p", "p_holm", "rejected", "sees"]


def verdict_report(
    verdict: Verdict, frame: Mapping[str, Any], head: str, source: str, others: Mapping[str, Verdict]
) -> Report:
    """The verdict, the lines that do not fit, every test, and the smallest error that would have been seen.

    ``frame`` and ``head`` say for which game, rules and play the results were tested; ``others`` are the verdicts of
    the same tests for other play, by its name, where this one rejects.
    """
    results, rejected = verdict.results, verdict.rejected
    document = {
        **frame,
        "results": source,
        "rounds": results.rounds,
        "level": verdict.level,
        "power": POWER,
        "agrees": verdict.agrees,
        "agrees_with": [name for name, other in others.items() if other.agrees],
        "tested_with": list(others),
        "rejected": [_document(test) for test in rejected],
        "tests": [_document(test) for test in verdict.tests],
    }
    rows = [["" if cell is None else str(cell) for cell in _document(test).values()] for test in verdict.tests]
    rows += [_other(name, other) for name, other in others.items()]
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
    every: list[str | Table] = ["All tests, the most unlikely first:", Table(columns, people)]
    bad = Table([*columns, "where"], [[*_row(test), test.place] for test in rejected])
    return Report(
        document,
        Table(_COLUMNS, rows),
        [
            head,
            f"{source}: {results.rounds} rounds.",
            said,
            *([_agreeing(others)] if others else []),
            *([bad] if rejected else []),
            could,
            *(every if len(rejected) < len(people) else []),
        ],
    )


def _other(name: str, other: Verdict) -> list[str]:
    """A row of the csv: whether other play is rejected, by all of its tests together."""
    least = min((test.adjusted for test in other.tests), default=1.0)
    values = {"group": "other play", "line": name, "method": "all tests", "p_holm": least, "rejected": not other.agrees}
    return [str(values.get(column, "")) for column in _COLUMNS]


def _agreeing(others: Mapping[str, Verdict]) -> str:
    """With which other play the counts agree, in words."""
    agreeing = [name for name, other in others.items() if other.agrees]
    rest = _listed([name for name in others if name not in agreeing])
    if not agreeing:
        return f"Nor do the counts agree with {rest}, by the same tests."
    return f"By the same tests the counts do agree with {_listed(agreeing)}" + (f", not with {rest}." if rest else ".")


def _listed(names: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


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
