"""Whether somebody's counts agree with the exact probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from backhand.answers.situation import Situation
from backhand.checking.counted import read_results
from backhand.checking.expected import Expected, check_possible
from backhand.common.cards import Shoe
from backhand.common.checking.counts import Results
from backhand.common.checking.fit import Verdict
from backhand.common.checking.fit import validate as tested
from backhand.common.checking.stated import check_rules, check_shoe
from backhand.common.progress import Progress, quiet
from backhand.errors import InputError
from backhand.rules import Rules
from backhand.solver import Solver
from backhand.strategies.strategy import BUILT_IN


@dataclass(frozen=True, slots=True)
class ValidationRequest:
    """Do the counts of a simulator agree with the exact probabilities?"""

    results: Path | str
    """The name of a csv or json file (docs/validation.md)."""
    strategy: str = "optimal"
    """What the simulator was meant to play: ``optimal``, ``chart``, ``never-bust``, ``mimic``, or a csv file."""
    situation: Situation = Situation()
    """The rules and the shoe it was meant to play with."""
    level: float = 0.01
    """The chance to reject a right simulator, over all tests together."""


@dataclass(frozen=True, slots=True)
class Validation:
    """Whether the counts agree, and what of them does not."""

    request: ValidationRequest
    rules: Rules
    shoe: Shoe
    verdict: Verdict
    """Every test; ``agrees`` where none of them rejects, else ``rejected`` has those that do."""
    others: Mapping[str, Verdict]
    """Where the counts do not agree: the same tests for the other known strategies, by name."""
    warnings: tuple[str, ...] = ()


def validate(request: ValidationRequest, *, progress: Progress = quiet) -> Validation:
    """Test the counts of a simulator against the exact probabilities.

    >>> answer = validate(ValidationRequest("docs/examples/wrong.csv", "chart"))  # doctest: +SKIP
    >>> answer.verdict.agrees, answer.verdict.rejected[0].name  # doctest: +SKIP
    (False, 'five-cards')

    Raises InputError for a file that is not there, is not as docs/validation.md says, or was made of something else
    than the request says; StrategyError for a file that is no strategy.
    """
    situation, source = request.situation, str(request.results)
    solver, shoe = situation.solver(progress), situation.undealt
    read = read_results(source)
    _check(read, request, solver.rules, shoe)
    verdict = tested(read, _expected(solver, shoe, request.strategy), request.level)
    others = {}
    if not verdict.agrees:
        names = [name for name in BUILT_IN if name != request.strategy]
        for number in progress(range(len(names)), "other strategies", len(names)):
            others[names[number]] = tested(read, _expected(solver, shoe, names[number]), request.level)
    return Validation(request, solver.rules, shoe, verdict, others)


def _check(read: Results, request: ValidationRequest, rules: Rules, shoe: Shoe) -> None:
    """Refuse counts of other rules, another shoe or another strategy, and those that cannot be."""
    source, strategy, said = str(request.results), request.strategy, read.stated.get("strategy")
    check_rules(read.stated, rules, Rules.from_text, source)
    check_shoe(read.stated, shoe, source)
    check_possible(read, rules, shoe, source)
    if said in BUILT_IN and strategy in BUILT_IN and said != strategy:
        raise InputError(f"{source} was played by strategy {said}, not {strategy}: give --strategy {said}")
    if read.stated.get("cut"):
        raise InputError(f"{source} has rounds dealt on from one shoe (cut): these are not independent")


def _expected(solver: Solver, shoe: Shoe, strategy: str) -> Expected:
    fixed = solver.strategy(strategy, shoe)
    return Expected(shoe, solver.rules, fixed, solver.progress, solver.deals(fixed, shoe=shoe))
