"""Rounds played out with shuffled cards, beside the exact values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from backhand.answers.situation import Situation
from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.common.simulation.chunks import cores
from backhand.common.simulation.estimates import Estimate
from backhand.errors import SimulationError, quoted
from backhand.simulation.decisions import Decisions, best_decisions, decisions_of, looked_ahead
from backhand.simulation.estimates import estimates
from backhand.simulation.plan import Plan, Tally
from backhand.solver import Solver
from backhand.solving.pushes import MOST_DEALS, deals_ahead
from backhand.strategies.strategy import Strategy

WIDTH = Fraction(1, 10**8)
"""How far the values of more than about two decks are enclosed: beyond what a simulation tells."""


@dataclass(frozen=True, slots=True)
class SimulationRequest:
    """What do rounds with shuffled cards come to? Raises SimulationError for what cannot be simulated."""

    situation: Situation = Situation()
    strategy: str = "optimal"
    """``optimal``, ``chart``, ``never-bust``, ``mimic``, or the name of a csv file."""
    rounds: int = 1_000_000
    seed: int = 1
    """Same seed, same cards."""
    cut: int | None = None
    """After so many cards a cut card ends a shoe that rounds go on from; None: each round from a fresh shuffle."""
    jobs: int | None = None
    """Chunks played at a time; None: one a core. The result does not depend on it."""

    def __post_init__(self) -> None:
        if self.cut is not None and self.cut < 1:
            raise SimulationError(f"cut {quoted(self.cut)}: a cut card comes after at least 1 card")
        Plan.check(self.situation.undealt, self.rounds, self.seed, self.cut or 0)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What rounds with shuffled cards came to."""

    request: SimulationRequest
    plan: Plan
    """What was to be played: the rules, the shoe, the decisions."""
    tally: Tally
    """What was counted."""
    estimates: Sequence[Estimate]
    """Each figure with its standard error, and the exact value beside it."""
    warnings: tuple[str, ...] = ()

    @property
    def interrupted(self) -> bool:
        """Whether fewer rounds were played than asked for."""
        return self.tally.rounds < self.plan.rounds


def simulate(
    request: SimulationRequest = SimulationRequest(),
    *,
    progress: Progress = quiet,
    played: Callable[[int], object] = lambda rounds: None,
) -> Simulation:
    """Play rounds with shuffled cards; ``played`` hears of rounds as they are played.

    Interrupted from the keyboard it gives the rounds played so far.

    >>> answer = simulate(SimulationRequest(strategy="mimic", rounds=1000, jobs=1))
    >>> answer.tally.rounds, int(answer.tally.endings.sum())
    (1000, 1000)

    Raises InputError for a strategy that is not there, StrategyError for a file that is none.
    """
    situation, cut = request.situation, request.cut or 0
    if situation.width is None and not situation.exact:
        situation = replace(situation, width=WIDTH)
    solver, shoe = situation.solver(progress), situation.undealt
    fixed = solver.strategy(request.strategy, shoe)
    plan = Plan(shoe, solver.rules, _decisions(solver, shoe, fixed, cut), request.rounds, request.seed, cut)
    exact = solver.figures(fixed, shoe=shoe)
    tally = plan.play(request.jobs or cores(), played)
    return Simulation(request, plan, tally, estimates(tally, solver.rules, exact, cut > 0))


def _decisions(solver: Solver, shoe: Shoe, fixed: Strategy | None, cut: int) -> Decisions:
    if fixed is not None:
        return decisions_of(fixed)
    if cut or deals_ahead(shoe, MOST_DEALS) > MOST_DEALS:  # too many shoes for tables
        return looked_ahead(shoe, solver.rules)
    return best_decisions(shoe, solver.rules, solver.progress, engine=solver.deals(shoe=shoe).engine)
