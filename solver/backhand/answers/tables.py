"""The tables of the project: the chart, every hand and the deals after a push, for fresh shoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backhand.answers.rules import RulesRequest
from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.evaluator import Value
from backhand.rules import Rules
from backhand.solver import Solver
from backhand.solving.bounds import Bounds
from backhand.strategies.best_chart import BestChart

DECKS = (1, 2, 3, 4)
"""Fresh decks that there are tables of."""


@dataclass(frozen=True, slots=True)
class TablesRequest:
    """What is to be known of fresh shoes?"""

    rules: RulesRequest = RulesRequest()
    decks: tuple[int, ...] = DECKS


@dataclass(frozen=True, slots=True)
class ShoeTables:
    """All tables of one fresh shoe."""

    rules: Rules
    shoe: Shoe
    chart: BestChart
    """The best chart; ``chart.hands`` has every hand of the first deal, with the value of each of its actions."""
    deals: Mapping[Shoe, Value | Bounds]
    """The value of a deal from the shoe, and of the next deal after each push hand, by what it leaves."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables, for one fresh shoe after the other."""

    request: TablesRequest
    rules: Rules
    shoes: Sequence[ShoeTables]
    warnings: tuple[str, ...] = ()


def tables(request: TablesRequest = TablesRequest(), *, progress: Progress = quiet) -> Tables:
    """The chart, every hand and the deals after a push, for fresh shoes.

    >>> made = tables(TablesRequest(decks=(1,))).shoes[0]
    >>> made.shoe.cards, str(made.chart.actions[2, 16])
    (52, 'backhand')

    Raises RulesError for rules that cannot be, ShoeError for a number of decks that cannot.
    """
    rules = request.rules.in_force
    made = [shoe_tables(Solver(decks, rules=rules, progress=progress)) for decks in request.decks]
    return Tables(request, rules, made)


def shoe_tables(solver: Solver) -> ShoeTables:
    """The tables of the fresh shoe of a solver."""
    shoe = solver.fresh
    return ShoeTables(solver.rules, shoe, solver.chart(), solver.next_deals(shoe))
