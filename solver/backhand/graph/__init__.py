"""Decision graphs: every position of a hand or of the whole game, with exact numbers on every node and edge."""

from backhand.errors import GraphError
from backhand.graph.build import PLAYS, UNMERGED, Plan, build, decision_graph
from backhand.graph.elements import Attributes, Edge, Node, Piece
from backhand.graph.game import FULL_DEPTH, MERGES

__all__ = [
    "FULL_DEPTH",
    "MERGES",
    "PLAYS",
    "UNMERGED",
    "Attributes",
    "Edge",
    "GraphError",
    "Node",
    "Piece",
    "Plan",
    "build",
    "decision_graph",
]
