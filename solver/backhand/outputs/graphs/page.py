"""A decision graph as one HTML file that works offline: the JSON document, and what draws it, in one page."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from backhand.common.cards import format_cards
from backhand.common.outputs.web import rendered
from backhand.graph import Piece, Plan
from backhand.outputs.chart.looks import LOOKS
from backhand.outputs.graphs.documents import json_parts
from backhand.outputs.weights import NODES
from backhand.outputs.words import heading
from backhand.solver import Solver

_LIBRARIES = ("color", "dispatch", "ease", "timer", "interpolate", "selection", "drag", "transition", "zoom")
"""The parts of d3 in use, each after those it needs."""
_SCRIPTS = ("model", "layout", "draw", "panel", "page")


def page(plan: Plan, solver: Solver, pieces: Iterable[Piece]) -> str:
    """The whole page as text. The same graph gives the same text."""
    libraries = [*(f"d3-{name}" for name in _LIBRARIES), "dagre"]
    licences = "\n\n".join(f"{name}\n\n{_file(f'vendor/{name}.LICENSE').strip()}" for name in libraries)
    scripts = [_file(f"vendor/{name}.min.js") for name in libraries] + [_file(f"{name}.js") for name in _SCRIPTS]
    what = f"Hand {format_cards(plan.hand)}" if plan.hand else "The whole game" if plan.merge != "none" else "A deal"
    return rendered(
        "outputs/graphs/web/page.html",
        LOOKS,
        title=f"Backhand: {what}",
        heading=f"Backhand: {what[0].lower() + what[1:]}, {'every action' if plan.play == 'all' else 'best play'}",
        subtitle=heading(solver.rules, plan.shoe),
        rare="taken in less than 10 %" if plan.merge != "none" else "not the best",
        merged=plan.merge == "total",
        weights="" if plan.merge == "none" else NODES,
        licences=licences,
        style_of_graph=_file("style.css").strip(),
        graph="".join(json_parts(plan, solver.rules, pieces)).replace("</", r"<\/"),
        scripts=[script.strip() for script in scripts],
    )


def _file(name: str) -> str:
    return (resources.files("backhand.outputs.graphs") / "web" / name).read_text(encoding="utf-8")
