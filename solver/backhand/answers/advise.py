"""What to do with a hand."""

from __future__ import annotations

from dataclasses import dataclass

from backhand.answers.situation import Situation
from backhand.common.cards import format_cards
from backhand.common.intervals import enclosed
from backhand.common.outputs.numerals import percent
from backhand.common.progress import Progress, quiet
from backhand.rules import Action
from backhand.solver import Advice, Choice, Solver
from backhand.solving.valuation import Cards


@dataclass(frozen=True, slots=True)
class AdviceRequest:
    """What should I do with this hand?"""

    hand: Cards
    """Two to four cards, after the ace rule R1."""
    situation: Situation = Situation()


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """What to do with a hand."""

    request: AdviceRequest
    advice: Advice
    """Every legal action, best first."""
    warnings: tuple[str, ...] = ()
    """After which actions the shoe may run out, and why a tablebase was of no use."""


def advise(request: AdviceRequest, *, progress: Progress = quiet) -> HandAdvice:
    """What to do with a hand: every legal action, best first.

    >>> answer = advise(AdviceRequest("T 9", Situation(shoe="0,0,0,0,0,0,1,1,1,1")))
    >>> [(str(choice.action), choice.win) for choice in answer.advice.actions]
    [('push', Fraction(1, 3)), ('play-push', Fraction(0, 1))]
    >>> answer.warnings
    ('the shoe may run out: after push with probability 66.6667 %',)

    Raises CardError, ShoeError or HandError for cards that cannot be.
    """
    situation = request.situation
    solver = situation.solver(progress)
    advice = solver.advise(request.hand, seen=situation.seen, shoe=situation.shoe)
    voids = ((choice.action, choice.endings["void"]) for choice in advice.actions if choice.endings)
    warnings = [
        f"the shoe may run out: after {action} with probability {percent(void)}"
        for action, void in voids
        if enclosed(void).low
    ]
    unused = _unused(advice, solver)
    return HandAdvice(request, advice, (*warnings, *([f"the tablebase was not used: {unused}"] if unused else [])))


def _unused(advice: Advice, solver: Solver) -> str | None:
    """Why no push was read from the tablebase, where there is one."""
    if solver.tablebase is None:
        return None
    push: Choice | None = next((choice for choice in advice.actions if choice.action is Action.PUSH), None)
    if push is None:
        held = f"{format_cards(advice.hand)} = {advice.total} is no push hand"
        return f"it has the values of pushes, and {held}"
    if not push.endings:
        return None
    return solver.tablebase.lacking(advice.shoe) or "its value does not tell a push from another action"
