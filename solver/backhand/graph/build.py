"""Decision graphs, asked for by a hand or a shoe: as pieces, or as a networkx graph for people's own questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from backhand.common.cards import Shoe, format_cards, read_cards
from backhand.common.progress import Progress, quiet
from backhand.errors import GraphError, quoted
from backhand.graph.elements import Attributes, Node, Piece
from backhand.graph.game import FULL_DEPTH, MERGES, game_pieces
from backhand.graph.walk import walk_pieces
from backhand.positions import check_hand
from backhand.rules import Rules
from backhand.solver import Solver
from backhand.solving.valuation import Cards

if TYPE_CHECKING:
    import networkx as nx

PLAYS = ("best", "all")
"""Which actions are followed: the best, or every legal one."""
UNMERGED = "none"


@dataclass(frozen=True, slots=True)
class Plan:
    """Which graph is asked for.

    ``shoe`` is the undealt cards. Without a hand the graph is of a round dealt from it. ``merge`` tells which
    positions are one node: ``"total"`` those of one number of cards and total, ``"hand"`` those of one hand, and
    ``"none"`` only the very same position; a hand's graph is never merged. A hand is followed for ``depth`` actions.
    ``pushes`` is how many pushes are followed into the new deal, where nothing is merged.

    Raises GraphError, or HandError for a hand that is decided already.
    """

    shoe: Shoe
    hand: tuple[int, ...] = ()
    depth: int = FULL_DEPTH
    play: str = "best"
    merge: str = UNMERGED
    pushes: int = 0

    def __post_init__(self) -> None:
        merges = (*MERGES, UNMERGED)
        if self.depth < 1:
            raise GraphError(f"depth {self.depth}: a graph follows a hand for at least 1 action")
        if self.pushes < 0:
            raise GraphError(f"pushes {self.pushes}: the number of pushes to follow is 0 or more")
        if self.play not in PLAYS:
            raise GraphError(f"play {quoted(self.play)}: what is followed is one of {', '.join(PLAYS)}")
        if self.merge not in merges:
            raise GraphError(f"merge {quoted(self.merge)}: positions are merged by one of {', '.join(merges)}")
        if self.hand:
            check_hand(self.hand)
        if self.merge != UNMERGED:
            if self.hand:
                raise GraphError(
                    f"merge {quoted(self.merge)}: the graph of a hand is not merged, only that of a whole game is"
                )
            if self.play != "best":
                raise GraphError(
                    f"play {quoted(self.play)}: positions are merged by how often best play comes to them; merge "
                    "'none' or a hand allows it"
                )
            if self.pushes:
                raise GraphError(f"pushes {self.pushes}: where positions are merged every push is followed already")

    def pieces(self, solver: Solver, progress: Progress = quiet) -> Iterator[Piece]:
        """The nodes and edges; a node comes before the edges that leave it."""
        if self.merge != UNMERGED:
            return game_pieces(solver, self.shoe, merge=self.merge, depth=self.depth, progress=progress)
        return walk_pieces(
            solver, self.shoe, self.hand, depth=self.depth, every_action=self.play == "all", pushes=self.pushes
        )

    def header(self, rules: Rules) -> Attributes:
        """What the graph holds for, as attributes of the graph."""
        return {
            "rules": str(rules),
            "shoe": str(self.shoe),
            "hand": format_cards(self.hand),
            "depth": self.depth,
            "play": self.play,
            "merge": self.merge,
            "pushes": self.pushes,
        }


def decision_graph(
    solver: Solver,
    hand: Cards = (),
    *,
    seen: Cards = (),
    shoe: Shoe | str | None = None,
    depth: int = FULL_DEPTH,
    play: str = "best",
    merge: str | None = None,
    pushes: int = 0,
) -> nx.DiGraph[str]:
    """The decision graph of a hand, or without one of the whole game (see Plan), as a ``networkx.DiGraph``.

    Nodes are named; exact numbers are text, ready for ``Fraction``. ``docs/graph.md`` lists the attributes.

    >>> graph = decision_graph(Solver(), "9 7", play="all")
    >>> graph.nodes["7 9"]["best"], graph.nodes["7 9"]["win_backhand"]
    ('backhand', '3/5')
    >>> graph.edges["backhand on 7 9", "won by backhand"]["probability"]
    '3/5'

    Raises CardError, ShoeError or HandError for cards that cannot be, GraphError for a graph that cannot be made,
    TooLargeError where pushes lead to too many shoes.
    """
    held = read_cards(hand)
    if held:
        check_hand(held)
    undealt = solver.undealt(held, seen, shoe)
    merge = merge or (UNMERGED if held else "total")
    plan = Plan(undealt, held, depth, play, merge, pushes)
    return build(plan.pieces(solver), plan.header(solver.rules))


def build(pieces: Iterable[Piece], header: Attributes) -> nx.DiGraph[str]:
    """The pieces as a graph; the header becomes its attributes.

    >>> build([Node("deal", {"win": "1/2"})], {"rules": "inventor"}).graph
    {'rules': 'inventor'}
    """
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.graph.update(header)
    for piece in pieces:
        if isinstance(piece, Node):
            graph.add_node(piece.name, **piece.attributes)
        else:
            graph.add_edge(piece.source, piece.target, **piece.attributes)
    return graph
