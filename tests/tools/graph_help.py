"""What tests of the decision graph share: questions to a graph, answered without the solver."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import networkx as nx


def absorb(graph: nx.DiGraph[str], start: str) -> dict[str, Fraction]:
    """The probability of each ending from ``start``, by following the edges; pushes may lead back to the start."""
    edges = [(a, b, Fraction(p)) for a, b, p in graph.edges(data="probability")]
    forward = nx.DiGraph()
    forward.add_nodes_from(graph)
    forward.add_weighted_edges_from((a, b, p) for a, b, p in edges if b != start)
    mass = defaultdict(Fraction, {start: Fraction(1)})
    back = Fraction(0)
    for node in nx.topological_sort(forward):
        back += sum(mass[node] * p for a, b, p in edges if a == node and b == start) if mass[node] else 0
        for after, data in forward[node].items():
            mass[after] += mass[node] * data["weight"]
    return {node: mass[node] / (1 - back) for node, kind in graph.nodes(data="type") if kind == "ending"}
