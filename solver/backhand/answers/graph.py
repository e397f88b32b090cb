"""Every position of a hand or of the whole game, as a graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from backhand.answers.situation import Situation
from backhand.common.cards import read_cards
from backhand.common.progress import Progress, quiet
from backhand.graph import FULL_DEPTH, UNMERGED, Piece, Plan
from backhand.positions import check_hand
from backhand.solver import Solver
from backhand.solving.valuation import Cards


@dataclass(frozen=True, slots=True)
class GraphRequest:
    """Which positions can a hand, or without one the whole game, come to?"""

    hand: Cards = ()
    """Two to four cards, after R1; none for the whole game."""
    situation: Situation = Situation()
    depth: int = FULL_DEPTH
    """A hand is followed for so many actions."""
    play: str = "best"
    """Which actions are followed: ``best``, or ``all`` that are legal."""
    merge: str | None = None
    """Which positions are one node: of one ``total``, of one ``hand``, or ``none`` (``backhand.graph.Plan``)."""
    pushes: int = 0
    """So many pushes are followed into the new deal."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A decision graph."""

    request: GraphRequest
    plan: Plan
    """Which graph it is."""
    solver: Solver
    """What its numbers come from."""
    pieces: Iterable[Piece]
    """Its nodes and edges, made as they are taken, once; a node comes before the edges that leave it."""
    warnings: tuple[str, ...] = ()


def graph(request: GraphRequest = GraphRequest(), *, progress: Progress = quiet) -> Graph:
    """Every position of a hand or of the whole game, as nodes and edges with exact numbers.

    >>> pieces = list(graph(GraphRequest("9 7")).pieces)
    >>> pieces[0].name, pieces[0].attributes["win"]
    ('7 9', '3/5')

    Raises CardError, ShoeError or HandError for cards that cannot be, GraphError for a graph that cannot be made.
    """
    situation, held = request.situation, read_cards(request.hand)
    solver = situation.solver(progress)
    if held:
        check_hand(held)
    undealt = solver.undealt(held, situation.seen, situation.shoe)
    merge = request.merge or (UNMERGED if held else "total")
    plan = Plan(undealt, held, request.depth, request.play, merge, request.pushes)
    return Graph(request, plan, solver, plan.pieces(solver, progress))
