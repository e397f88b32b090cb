"""The best chart: the most valuable strategy that knows only the number of cards and the total."""

from __future__ import annotations

from dataclasses import dataclass

from backhand.answers.situation import Situation
from backhand.common.progress import Progress, quiet
from backhand.strategies.best_chart import BestChart


@dataclass(frozen=True, slots=True)
class ChartRequest:
    """Which strategy is the best that knows only the number of cards and the total?"""

    situation: Situation = Situation()


@dataclass(frozen=True, slots=True)
class Chart:
    """The best chart of a shoe."""

    request: ChartRequest
    best: BestChart
    """Its actions, what it is worth, what best play is worth, and its exceptions."""
    warnings: tuple[str, ...] = ()


def chart(request: ChartRequest = ChartRequest(), *, progress: Progress = quiet) -> Chart:
    """The best chart, with proof that no other is worth more.

    >>> str(chart(ChartRequest(Situation(shoe="2,1,0,1,0,2,1,1,1,4"))).best.actions[2, 17])
    'push'

    Raises ShoeError for a shoe that is empty, TooLargeError where two charts cannot be told apart.
    """
    situation = request.situation
    return Chart(request, situation.solver(progress).chart(shoe=situation.undealt))
