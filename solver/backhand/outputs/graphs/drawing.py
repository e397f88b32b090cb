"""A decision graph as svg, png or pdf, in columns that networkx lays out; needs no graphviz."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

from backhand.common.outputs.numerals import percent
from backhand.common.outputs.paper import Paper, drawn
from backhand.outputs.chart.looks import LINES, LOOKS
from backhand.outputs.graphs.pictures import node_text
from backhand.rules import Action

if TYPE_CHECKING:
    import networkx as nx

_COLUMN, _ROW = 2.9, 0.5
"""Inches between columns and between rows."""
_SIZE, _LETTER, _BOX, _CLEAR = 8, 0.072, 0.25, 0.19
"""Of names: points, and inches for a letter; the height of a box, and how far from its middle a line passes."""
_FULL_LABELS, _FEW = 150, 12
"""Up to so many edges, each says its card and probability; up to few, also where it ends the round."""
_SIDE, _HEAD, _TITLE = 0.5, 0.9, 10

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
    return {name: (float(x) * _COLUMN, float(y) * _ROW) for name, (x, y) in places.items()}


def _order(graph: nx.DiGraph[str], name: str) -> tuple[int, str]:
    """By total; a chance node with its decision."""
    decision = next(iter(graph.predecessors(name))) if graph.nodes[name]["type"] == "chance" else name
    return graph.nodes[decision].get("total", 0), name


def picture(graph: nx.DiGraph[str], title: str, form: str) -> bytes:
    """The graph as ``svg``, ``png`` or ``pdf``. The same graph gives the same bytes."""
    found = columns(graph)
    widest = max(_width(name, data) for name, data in graph.nodes(data=True))
    left, top = (min(places) for places in zip(*found.values(), strict=True))
    shift, drop = widest / 2 + _SIDE - left, _HEAD - top
    places = {name: (x + shift, y + drop) for name, (x, y) in found.items()}
    right, bottom = (max(sides) for sides in zip(*places.values(), strict=True))
    width = max(right + widest / 2 + _SIDE, len(title) * _LETTER * _TITLE / _SIZE + 2 * _SIDE)
    back = any(places[target][0] < places[source][0] for source, target in graph.edges)  # a push, below everything
    return drawn(form, (width, bottom + (1 + back) * _ROW), title, lambda page: _draw(page, graph, places, title))


def _width(name: str, data: dict[str, Any]) -> float:
    return len(_words(name, data)) * _LETTER + 0.2


def _words(name: str, data: dict[str, Any]) -> str:
    return node_text(name, data).replace("\n", "  ")


def _draw(page: Paper, graph: nx.DiGraph[str], places: Places, title: str) -> None:
    page.text(0.3, 0.3, title, _TITLE)
    edges = graph.number_of_edges()
    labels = []
    levels: dict[float, list[float]] = {}
    widths: dict[float, float] = {}
    for name, data in graph.nodes(data=True):
        x, y = places[name]
        levels.setdefault(x, []).append(y)
        widths[x] = max(widths.get(x, 0.0), _width(name, data))
    for source, target, data in sorted(graph.edges(data=True), key=lambda edge: edge[2]["reach_decimal"]):
        half = _width(source, graph.nodes[source]) / 2, _width(target, graph.nodes[target]) / 2
        start, end = (places[source][0] + half[0], places[source][1]), (places[target][0] - half[1], places[target][1])
        if end[0] < start[0]:
            points = _back(start, places[target], page.height - _ROW / 2)
        else:
            between = sorted(x for x in levels if places[source][0] < x < places[target][0])
            points = way(start, end, [(x, widths[x], levels[x]) for x in between])
        _draw_edge(page, points, data, faint=edges > _FULL_LABELS)
        ends = graph.nodes[target]["type"] == "ending"
        if data["type"] != "action" and edges <= (_FEW if ends else _FULL_LABELS) and len(points) == 4:
            labels.append((points, f"{data['label']}:  {percent(Fraction(data['probability']), 1)}"))
    for points, words in labels:
        _draw_label(page, points, words)
    for name, data in graph.nodes(data=True):
        _draw_node(page, places[name], name, data)


def _draw_node(page: Paper, place: tuple[float, float], name: str, data: dict[str, Any]) -> None:
    kind, width = data["type"], _width(name, data)
    fill, ink, edge = "#ffffff", "#111111", "#222222"
    if kind == "chance":
        fill, ink = LOOKS[Action(data["action"])]
        edge = "#777777"
    elif kind == "ending":
        fill, edge = ("#dbe7f5", "#222222") if data["won"] else ("#f0f0f0", "#777777")
    page.box(place[0] - width / 2, place[1] - _BOX / 2, width, _BOX, fill, edge, corner=0.06)
    font = "bold" if kind == "deal" else "sans"
    page.text(*place, _words(name, data), _SIZE, font=font, colour=ink, align="center", centred=True)


def way(
    start: tuple[float, float], end: tuple[float, float], between: Sequence[tuple[float, float, Sequence[float]]]
) -> list[tuple[float, float]]:
    """A curve that passes columns of boxes, each a middle, a width and the levels of its boxes, between the boxes.

    >>> [y for x, y in way((0, 0), (3, 0), [(1.5, 1, [0, 1])]) if 1 <= x <= 2]
    [-0.19, -0.19, -0.19, -0.19]
    """
    stops = [start]
    for x, width, levels in between:
        straight = start[1] + (end[1] - start[1]) * (x - start[0]) / (end[0] - start[0])
        free = [straight, *(level + side for level in levels for side in (-_CLEAR, _CLEAR))]
        clear = [y for y in free if all(abs(y - level) > _CLEAR - 1e-9 for level in levels)]
        level = min(clear, key=lambda y: (abs(y - straight), y))
        stops += [(x - width / 2, level), (x + width / 2, level)]
    stops.append(end)
    points = [start]
    for (x, y), (to_x, to_y) in pairwise(stops):
        bend = (to_x - x) / 2
        points += [(x + bend, y), (to_x - bend, to_y), (to_x, to_y)]
    return points


def _back(start: tuple[float, float], end: tuple[float, float], low: float) -> list[tuple[float, float]]:
    """From the right of a box, past those below it, to below a box at its left, under everything."""
    (x, y), (to_x, to_y) = start, (end[0], end[1] + _BOX / 2)
    out = x + 0.35
    return [
        *((x, y), (out - 0.1, y), (out, y), (out, y + 0.2)),
        *((out, y + 0.5), (out, low - 0.5), (out, low - 0.3)),
        *((out, low - 0.1), (out - 0.1, low), (out - 0.3, low)),
        *((to_x + 0.5, low), (to_x, low), (to_x, to_y)),
    ]


def _draw_edge(page: Paper, points: list[tuple[float, float]], data: dict[str, Any], *, faint: bool) -> None:
    colour = LINES[Action(data["label"])] if data["type"] == "action" else "#7a828e"
    width = 0.5 + 2.2 * sqrt(data["reach_decimal"])
    ink = 0.35 + 0.6 * min(1.0, sqrt(data["reach_decimal"]) * 4) if faint else 0.9
    page.curve(points, _paler(colour, ink), width, dashed=not data["best"])


def _paler(colour: str, ink: float) -> str:
    """So much of a colour on white.

    >>> _paler("#000000", 0.2)
    '#cccccc'
    """
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * ink):02x}" for part in parts)


def _draw_label(page: Paper, points: list[tuple[float, float]], words: str) -> None:
    t = 0.72  # nearer to where it leads, since a card node has many edges and few lead to the same place
    x, y = (
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
        for a, b, c, d in zip(*points, strict=True)
    )
    width = len(words) * 0.052 + 0.05
    page.box(x - width / 2, y - 0.06, width, 0.12, "#ffffff")
    page.text(x, y, words, 6, align="center", centred=True)
