"""What a deal is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backhand.answers.situation import Situation
from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.evaluator import Value
from backhand.rounds.figures import Figures, Start, starts
from backhand.rules import Rules
from backhand.solving.bounds import Bounds


@dataclass(frozen=True, slots=True)
class ValueRequest:
    """What is a deal worth after best play?"""

    situation: Situation = Situation()
    figures: bool = False
    """Whether to tell cards and pushes in a round, and every initial hand; it takes about three times as long."""


@dataclass(frozen=True, slots=True)
class DealValue:
    """What a deal is worth after best play."""

    request: ValueRequest
    rules: Rules
    shoe: Shoe
    """The undealt cards."""
    value: Value | Bounds
    """Win probability, EV per stake and how a round ends: exact, or enclosed."""
    figures: Figures | None = None
    """The other figures of a round, where they were asked for."""
    starts: Sequence[Start] = ()
    """Every initial hand, where the figures were asked for."""
    warnings: tuple[str, ...] = ()


def value(request: ValueRequest = ValueRequest(), *, progress: Progress = quiet) -> DealValue:
    """What a deal is worth after best play.

    >>> value(ValueRequest(Situation(shoe="0,0,0,0,0,0,1,1,1,5"))).value.win
    Fraction(3, 14)

    Raises ShoeError for a shoe that is empty.
    """
    situation = request.situation
    solver, shoe = situation.solver(progress), situation.undealt
    if not request.figures:
        return DealValue(request, solver.rules, shoe, solver.enclose(shoe=shoe))
    deals = solver.deals(shoe=shoe)
    return DealValue(request, solver.rules, shoe, deals.value, solver.figures(shoe=shoe), starts(deals))
