"""What a strategy is worth, and what it gives away."""

from __future__ import annotations

from dataclasses import dataclass

from backhand.answers.situation import Situation
from backhand.common.progress import Progress, quiet
from backhand.evaluator import Value
from backhand.rounds.follow import Rounds
from backhand.solving.bounds import Bounds


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What is a strategy worth?"""

    strategy: str
    """``optimal``, ``chart``, ``never-bust``, ``mimic``, or the name of a csv file."""
    situation: Situation = Situation()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a strategy is worth, and what it gives away."""

    request: EvaluationRequest
    rounds: Rounds
    """How its rounds go: the rules, the shoe and the strategy, and by hand what it gives away (``costs``)."""
    value: Value | Bounds
    """What a round is worth that follows the strategy."""
    best: Value | Bounds
    """What it is worth with best play."""
    warnings: tuple[str, ...] = ()


def evaluate(request: EvaluationRequest, *, progress: Progress = quiet) -> Evaluation:
    """What a strategy is worth, and what it gives away.

    >>> answer = evaluate(EvaluationRequest("never-bust", Situation(shoe="1,1,1,1,1,1,1,1,1,2")))
    >>> answer.best.ev - answer.value.ev == sum(answer.rounds.costs.values())
    True

    Raises InputError for a file that is not there, StrategyError for one that is no strategy.
    """
    situation = request.situation
    solver, shoe = situation.solver(progress), situation.undealt
    fixed = solver.strategy(request.strategy, shoe)
    rounds = solver.rounds(fixed, shoe=shoe)
    return Evaluation(request, rounds, solver.deals(fixed, shoe=shoe).value, solver.deals(shoe=shoe).value)
