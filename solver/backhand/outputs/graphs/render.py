"""A decision graph in any format: the large ones in parts as they are walked, pictures after a look at their size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from backhand.common.cards import format_cards
from backhand.graph import Piece, Plan, build
from backhand.outputs.graphs.documents import graphml_parts, json_parts
from backhand.outputs.graphs.pictures import check_picture, dot
from backhand.outputs.words import heading
from backhand.solver import Solver


def render_graph(plan: Plan, solver: Solver, pieces: Iterable[Piece], form: str) -> Iterator[str | bytes]:
    """The graph in parts, as text in json, graphml, dot or html, as bytes in svg, png or pdf.

    Raises TooLargeError for a picture that one could not read.
    """
    # A question that is refused is refused with its first piece, before anything is written.
    pieces = iter(pieces)
    pieces = chain(list(islice(pieces, 1)), pieces)
    if form == "json":
        yield from json_parts(plan, solver.rules, pieces)
        return
    if form == "graphml":
        yield from graphml_parts(plan, solver.rules, pieces)
        return
    pieces = list(pieces)
    graph = build(pieces, plan.header(solver.rules))
    check_picture(graph, form, plan)
    if form == "dot":
        yield dot(graph, title(plan, solver))
    elif form == "html":
        from backhand.outputs.graphs.page import page

        yield page(plan, solver, pieces)
    else:
        from backhand.outputs.graphs.drawing import picture

        yield picture(graph, title(plan, solver), form)


def title(plan: Plan, solver: Solver) -> str:
    """One line for a picture: what it shows, for which rules and shoe."""
    what = f"hand {format_cards(plan.hand)}" if plan.hand else "the whole game" if plan.merge != "none" else "a deal"
    return (
        f"Backhand: {what}, {'every action' if plan.play == 'all' else 'best play'}. {heading(solver.rules, plan.shoe)}"
    )
