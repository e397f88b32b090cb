"""Somebody's results against the exact probabilities: which lines do not fit, and what could have been seen.

Every line is tested alone: by the exact binomial test where it counts rounds, by its normal deviate where it is a sum
over rounds. Complete tables (endings, initial hands) are tested together by chi-square, cells with less than five
expected pooled. Over all tests Holm's procedure keeps the chance of rejecting anything right at ``level``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Protocol

from backhand.common.checking.counts import TABLES, Line, Moments, Results

POWER = 0.9
"""How surely the smallest error that is said to be seen is seen."""

LEAST_EXPECTED = 5
"""Cells of a chi-square with less expected are pooled."""


class Expectations(Protocol):
    """What is to be expected of results: exact moments for every line."""

    def moments(self, line: Line) -> Moments:
        """What one trial should add to this line."""


@dataclass(frozen=True, slots=True)
class Check:
    """One test: what was counted, what was to be expected, and how unlikely that is."""

    group: str
    name: str
    method: str
    """``binomial``, ``normal`` or ``chi-square``."""
    count: int | Fraction
    trials: int
    expected: float
    """The count to be expected; for a chi-square its degrees of freedom."""
    z: float | None
    """Standard errors off; None for a chi-square and for what cannot vary."""
    p: float
    """Probability of a result as unlikely as this, were the simulator right."""
    sees: float | None
    """The smallest error of the mean per trial that this test finds with probability POWER."""
    place: str
    adjusted: float = 1.0
    """p after Holm: compare it with the level."""
    rejected: bool = False

    @property
    def off(self) -> float | None:
        """How far the mean per trial is from the exact one."""
        return None if self.method == "chi-square" else (float(self.count) - self.expected) / self.trials


@dataclass(frozen=True, slots=True)
class Verdict:
    """All tests of one file of results."""

    results: Results
    level: float
    tests: Sequence[Check]

    @property
    def agrees(self) -> bool:
        """Whether no test rejects."""
        return not self.rejected

    @property
    def rejected(self) -> list[Check]:
        """The tests that reject, the most unlikely first, then the farthest off."""
        return sorted((test for test in self.tests if test.rejected), key=lambda test: (test.p, -abs(test.z or 0)))


def validate(results: Results, expected: Expectations, level: float = 0.01) -> Verdict:
    """Check results against what is to be expected of them.

    >>> from backhand import Rules, Shoe
    >>> from backhand.checking.expected import Expected
    >>> from backhand.checking.counted import parse_results
    >>> exact = Expected(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules())
    >>> [validate(parse_results(f"figure,count\\nrounds,10000\\nwins,{n}\\n"), exact).agrees for n in (5500, 6000)]
    [True, False]
    """
    lines = [(line, expected.moments(line)) for line in results.lines]
    tests = [*_tables(results, lines), *(_single(*line) for line in lines if _can_vary(*line))]
    return Verdict(results, level, _holm(tests, lines, level))


def _can_vary(line: Line, moments: Moments) -> bool:
    """Whether the line is a test: not if what cannot happen did not, or if nothing was tried."""
    return line.trials > 0 and (moments.variance > 0 or line.count != moments.mean * line.trials)


def _single(line: Line, moments: Moments) -> Check:
    from scipy import stats

    mean, n = float(moments.mean), line.trials
    error = sqrt(moments.variance * n)
    z = float(line.count - moments.mean * n) / error if error else None
    if z is None:
        p = 0.0  # it cannot be
    elif moments.binomial:
        p = float(stats.binomtest(int(line.count), n, mean).pvalue)
    else:
        p = float(2 * stats.norm.sf(abs(z)))
    method = "binomial" if moments.binomial else "normal"
    return Check(line.label, line.name, method, line.count, n, mean * n, z, p, None, line.place)


def _tables(results: Results, lines: Sequence[tuple[Line, Moments]]) -> list[Check]:
    """Chi-square of each table that counts every round once."""
    made = []
    for table in dict.fromkeys(line.label for line, _ in lines if line.group in TABLES):
        cells = [(int(line.count), float(moments.mean) * line.trials) for line, moments in lines if line.label == table]
        counted, total = sum(count for count, _ in cells), sum(expected for _, expected in cells)
        complete = counted == results.rounds and abs(total - results.rounds) < 1e-6 * results.rounds
        if complete and (test := _chi_square(table, cells, results.rounds)):
            made.append(test)
    return made


def _chi_square(group: str, cells: Sequence[tuple[int, float]], rounds: int) -> Check | None:
    from scipy import stats

    pooled: list[tuple[float, float]] = []
    count = expected = 0.0
    for more, most in sorted((cell for cell in cells if cell[1]), key=lambda cell: cell[1]):
        count, expected = count + more, expected + most
        if expected >= LEAST_EXPECTED:
            pooled.append((count, expected))
            count = expected = 0.0
    if expected and pooled:
        last = pooled.pop()
        pooled.append((last[0] + count, last[1] + expected))
    if len(pooled) < 2:
        return None
    square = sum((seen - wanted) ** 2 / wanted for seen, wanted in pooled)
    freedom = len(pooled) - 1
    p = float(stats.chi2.sf(square, freedom))
    return Check(
        group, f"all {group}, chi-square {square:.1f}", "chi-square", rounds, rounds, freedom, None, p, None, ""
    )


def _holm(tests: Sequence[Check], lines: Sequence[tuple[Line, Moments]], level: float) -> list[Check]:
    """Holm (1979): the smallest p times the number of tests, the next times one less …, never falling."""
    from scipy import stats

    by_place = {(line.label, line.name): moments for line, moments in lines}
    first = float(stats.norm.isf(level / (2 * max(len(tests), 1)))) + float(stats.norm.isf(1 - POWER))
    adjusted, done = 0.0, {}
    for rank, number in enumerate(sorted(range(len(tests)), key=lambda number: tests[number].p)):
        adjusted = max(adjusted, min(1.0, (len(tests) - rank) * tests[number].p))
        done[number] = adjusted
    made = []
    for number, test in enumerate(tests):
        moments = by_place.get((test.group, test.name))
        sees = first * sqrt(moments.variance / test.trials) if moments else None
        made.append(replace(test, adjusted=done[number], rejected=done[number] <= level, sees=sees))
    return made
