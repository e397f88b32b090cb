"""A decision graph as SVG, drawn by matplotlib in columns that networkx lays out; needs no graphviz."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from math import sqrt
from typing import TYPE_CHECKING, Any

from backhand.common.outputs.numerals import percent
from backhand.outputs.graphs.pictures import COLOURS, node_text

if TYPE_CHECKING:
    import networkx as nx

_COLUMN, _ROW = 2.5, 0.5
"""Inches between columns and between rows."""
_FULL_LABELS, _FEW = 150, 12
"""Up to so many edges, each says its card and probability; up to few, also where it ends the round."""

Places = dict[str, tuple[float, float]]


def columns(graph: nx.DiGraph[str]) -> Places:
    """Where each node stands, in columns from left to right; endings in the last. Edges back to the start are ignored.

    >>> from backhand import Solver
    >>> from backhand.graph import decision_graph
    >>> places = columns(decision_graph(Solver(), "9 7"))
    >>> places["7 9"] < places["backhand on 7 9"] < places["won by backhand"]
    True
    """
    import networkx as nx

    start = next(iter(graph))
    forward = nx.DiGraph(graph)
    forward.remove_edges_from([(source, target) for source, target in graph.edges if target == start])
    generations = [list(generation) for generation in nx.topological_generations(forward)]
    endings = [name for name, kind in graph.nodes(data="type") if kind == "ending"]
    layers = [[name for name in generation if name not in endings] for generation in generations]
    layers = [sorted(layer, key=lambda name: _order(graph, name)) for layer in layers if layer] + [endings]
    half = max(len(layers) - 1, *(len(layer) - 1 for layer in layers)) / 2
    places = nx.multipartite_layout(forward, subset_key=dict(enumerate(layers)), scale=half or 1)
    return {name: (float(x) * _COLUMN, -float(y) * _ROW) for name, (x, y) in places.items()}


def _order(graph: nx.DiGraph[str], name: str) -> tuple[int, str]:
    """By total; a chance node with its decision."""
    decision = next(iter(graph.predecessors(name))) if graph.nodes[name]["type"] == "chance" else name
    return graph.nodes[decision].get("total", 0), name


def svg(graph: nx.DiGraph[str], title: str) -> str:
    """The graph as SVG text. The same graph gives the same bytes."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    places = columns(graph)
    xs, ys = zip(*places.values(), strict=True)
    left, right, low, high = min(xs) - 1.2, max(xs) + 1.2, min(ys) - 0.5, max(ys) + 1.0
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "backhand", "font.family": "sans-serif"}):
        figure = Figure(figsize=(right - left, high - low))
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(left, right), ylim=(low, high))
        axes.set_axis_off()
        axes.text(left + 0.3, high - 0.25, title, fontsize=10, va="top")
        edges = graph.number_of_edges()
        for source, target, data in graph.edges(data=True):
            ends = graph.nodes[target]["type"] == "ending"
            labelled = edges <= (_FEW if ends else _FULL_LABELS)
            _draw_edge(axes, places[source], places[target], data, labelled=labelled, faint=edges > _FULL_LABELS)
        for name, data in graph.nodes(data=True):
            _draw_node(axes, places[name], name, data)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
    return text.getvalue()


def _draw_node(axes: Any, place: tuple[float, float], name: str, data: dict[str, Any]) -> None:
    kind = data["type"]
    box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": "#222222", "linewidth": 1.0}
    colour = "#111111"
    if kind == "chance":
        colour = "white"
        box |= {"facecolor": COLOURS[data["action"]], "edgecolor": COLOURS[data["action"]]}
    elif kind == "ending":
        box |= {"facecolor": "#dbe7f5"} if data["won"] else {"facecolor": "#f0f0f0", "linestyle": "--"}
    elif kind == "deal":
        box |= {"linewidth": 2.0}
    words = node_text(name, data).replace("\n", "  ")
    axes.text(*place, words, fontsize=8, ha="center", va="center", color=colour, bbox=box, zorder=3)


def _draw_edge(
    axes: Any,
    start: tuple[float, float],
    end: tuple[float, float],
    data: dict[str, Any],
    *,
    labelled: bool,
    faint: bool,
) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    (x, y), (to_x, to_y) = start, end
    bend = (to_x - x) * 0.5 if to_x > x else -_COLUMN * 0.6
    path = Path([start, (x + bend, y), (to_x - bend, to_y), end], [Path.MOVETO, *[Path.CURVE4] * 3])
    colour = COLOURS.get(data["label"], "#7a828e")
    width, style = 0.4 + 2.2 * sqrt(data["reach_decimal"]), "-" if data["best"] else (0, (3, 3))
    fade = 0.3 + 0.6 * min(1.0, sqrt(data["reach_decimal"]) * 4) if faint else 0.85
    axes.add_patch(
        PathPatch(path, facecolor="none", edgecolor=colour, linewidth=width, linestyle=style, alpha=fade, zorder=1)
    )
    if labelled and data["type"] != "action" and to_x - x < 2 * _COLUMN:
        t = 0.72  # nearer to where it leads, since a card node has many edges and few lead to the same place
        at = [
            (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * (a + shift) + 3 * (1 - t) * t**2 * (b - shift) + t**3 * b
            for a, b, shift in ((x, to_x, bend), (y, to_y, 0))
        ]
        words = f"{data['label']}:  {percent(Fraction(data['probability']), 1)}"
        box = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        axes.text(*at, words, fontsize=6, ha="center", va="center", bbox=box, zorder=2)
