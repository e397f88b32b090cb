"""What pictures of a decision graph have in common, how large one may be, and DOT."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from backhand.common.outputs.numerals import percent
from backhand.errors import TooLargeError
from backhand.graph import Plan
from backhand.outputs.chart.looks import LINES, LOOKS
from backhand.rules import Action

if TYPE_CHECKING:
    import networkx as nx

MOST_NODES = {"dot": 400, "svg": 400, "png": 400, "pdf": 400, "html": 6000}
"""Nodes of a picture that can still be read; html folds what one does not look at."""


def check_picture(graph: nx.DiGraph[str], form: str, plan: Plan) -> None:
    """Refuse a graph that is too large for a picture.

    Raises TooLargeError with its size and what would make it smaller.
    """
    most = MOST_NODES[form]
    if len(graph) <= most:
        return
    ways = ["--depth 1"] if plan.depth > 1 else []
    if not plan.hand and plan.merge != "total":
        ways.append("--merge total")
    if plan.pushes:
        ways.append(f"--pushes {plan.pushes - 1}")
    if plan.play == "all":
        ways.append("--play best")
    if form != "html" and len(graph) <= MOST_NODES["html"]:
        ways.append("--format html, which folds")
    raise TooLargeError(
        f"this graph has {len(graph):,} nodes and {graph.number_of_edges():,} edges, a picture in {form} at most "
        f"{most:,} nodes: {', '.join(ways)} would make it smaller; json and graphml hold it all"
    )


def node_text(name: str, data: Mapping[str, Any]) -> str:
    """What stands in a node: its name and how often best play wins there; for a chance node its action.

    >>> node_text("won by backhand", {"type": "ending", "reach": "3/5"})
    'won by backhand\\n60.00 %'
    """
    if data["type"] == "chance":
        return str(data["action"])
    if data["type"] == "ending":
        return f"{name}\n{percent(Fraction(data['reach']), 2)}"
    return f"{name}\nwin {percent(Fraction(data['win']), 2)}"


def dot(graph: nx.DiGraph[str], title: str) -> str:
    """The graph as DOT; ``dot -Tsvg`` draws it.

    >>> import networkx as nx
    >>> graph = nx.DiGraph()
    >>> graph.add_node("deal", type="deal", win="1/2", reach="1")
    >>> print(dot(graph, "Backhand").splitlines()[-2].strip())
    deal [label="deal\\nwin 50.00 %" shape=box3d]
    """
    import graphviz

    made = graphviz.Digraph("backhand", graph_attr={"rankdir": "LR", "label": title, "labelloc": "t", "ranksep": "1.2"})
    made.attr("node", fontname="Helvetica", fontsize="11", style="rounded", margin="0.09,0.04")
    made.attr("edge", fontname="Helvetica", fontsize="9", arrowsize="0.6")
    shapes = {"deal": "box3d", "decision": "box", "chance": "ellipse", "ending": "box"}
    for name, data in graph.nodes(data=True):
        look = {"shape": shapes[data["type"]]}
        if data["type"] == "chance":
            fill, ink = LOOKS[Action(data["action"])]
            look |= {"style": "filled", "fillcolor": fill, "fontcolor": ink}
        if data["type"] == "ending":
            look |= {"style": "filled", "fillcolor": "#dbe7f5" if data["won"] else "#eeeeee"}
        made.node(name, graphviz.escape(node_text(name, data)).replace("\n", r"\n"), **look)
    for source, target, data in graph.edges(data=True):
        look = {
            "style": "solid" if data["best"] else "dashed",
            "penwidth": f"{0.5 + 2 * data['probability_decimal']:.2f}",
        }
        if data["type"] == "action":
            look["color"] = LINES[Action(data["label"])]
        words = data["label"] if data["label"] != target else ""
        made.edge(
            source, target, graphviz.escape(f"{words} {percent(Fraction(data['probability']), 2)}".strip()), **look
        )
    return str(made.source)
