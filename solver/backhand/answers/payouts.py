"""The value as a function of the payouts: what is fair, what gives an edge, where best play changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from backhand.answers.situation import Situation
from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.evaluator import Value
from backhand.payouts.changes import Change
from backhand.payouts.deal_bends import Pieces
from backhand.payouts.formula import symbolic
from backhand.payouts.questions import Payouts as Questions
from backhand.payouts.valued import KINDS
from backhand.payouts.wanted import Wanted
from backhand.rules import Rules


@dataclass(frozen=True, slots=True)
class PayoutsRequest:
    """Which payouts are fair, or give the house an edge, and where does best play change?"""

    situation: Situation = Situation()
    edges: tuple[Fraction, ...] = ()
    """House edges that are wanted beside 0."""
    kinds: tuple[str, ...] = KINDS
    """What varies: ``backhand``, ``five-cards``, ``played-push``, or ``all`` of them alike."""
    low: Fraction = Fraction(1, 2)
    """Changes of best play are looked for from this payout …"""
    high: Fraction = Fraction(2)
    """… to this one."""
    pieces: bool = False
    """Whether to find every payout between them at which the value bends."""


@dataclass(frozen=True, slots=True)
class Payouts:
    """The value as a function of the payouts."""

    request: PayoutsRequest
    rules: Rules
    shoe: Shoe
    value: Value
    """What a deal is worth at the payouts of the rules."""
    expression: Any
    """The EV of the play that is best now, as a sympy expression in the payouts."""
    wanted: Sequence[Wanted]
    """The payouts that give each house edge, 0 first, for each kind."""
    changes: Mapping[str, Sequence[Change]]
    """By kind: the payouts at which best play changes with a hand of the first deal."""
    pieces: Sequence[Pieces] | None
    """For each kind the EV as a function of straight pieces, where it was asked for."""
    questions: Questions
    """What answers further questions, such as the value at another payout."""
    warnings: tuple[str, ...] = ()


def payouts(request: PayoutsRequest = PayoutsRequest(), *, progress: Progress = quiet) -> Payouts:
    """The value as a function of the payouts.

    >>> answer = payouts(PayoutsRequest(Situation(shoe="2,1,1,1,1,1,1,1,1,4"), kinds=("all",)))
    >>> [(str(wanted.edge), round(float(wanted.payout), 6)) for wanted in answer.wanted]
    [('0', 0.804979)]

    Raises RulesError for what is no kind or no payout, TooLargeError for more than about two decks.
    """
    situation = request.situation
    solver, shoe = situation.solver(progress), situation.undealt
    rules, (low, high) = solver.rules, (request.low, request.high)
    asked = Questions(shoe, rules, progress)
    pieces = [asked.pieces(kind, low, high) for kind in request.kinds] if request.pieces else None  # may be too much
    changes = {kind: asked.changes(kind, low, high) for kind in request.kinds}
    value = solver.value(shoe=shoe)
    edges = dict.fromkeys((Fraction(0), *request.edges))
    wanted = [asked.giving(kind, edge) for edge in edges for kind in request.kinds]
    return Payouts(request, rules, shoe, value, symbolic(value, rules), wanted, changes, pieces, asked)
