"""A decision graph as one HTML file that works offline: the JSON document, and what draws it, in one page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from importlib import resources

from backhand.common.cards import format_cards
from backhand.graph import Piece, Plan
from backhand.outputs.chart.looks import LOOKS
from backhand.outputs.graphs.documents import json_parts
from backhand.outputs.words import heading
from backhand.solver import Solver

_LIBRARIES = ("color", "dispatch", "ease", "timer", "interpolate", "selection", "drag", "transition", "zoom")
"""The parts of d3 in use, each after those it needs."""
_SCRIPTS = ("model", "layout", "draw", "panel", "page")

_NOTE = (
    "<p>Here all positions of one number of cards and one total are one box, over every shoe that pushes lead to. "
    "Where best play differs between them, a box has a mark for each action that it takes: in outline if it takes it "
    "in less than 10 % of what comes there, and none below 0.1 %. Where actions are equally good, the tie rule "
    "takes one; how often an action is taken, and how often it is as good as the best, stand at the side. A push goes "
    "back to the deal.</p>"
)


def page(plan: Plan, solver: Solver, pieces: Iterable[Piece]) -> str:
    """The whole page as text. The same graph gives the same text."""
    libraries = [*(f"d3-{name}" for name in _LIBRARIES), "dagre"]
    licences = "\n\n".join(f"{name}\n\n{_file(f'vendor/{name}.LICENSE').strip()}" for name in libraries)
    scripts = [_file(f"vendor/{name}.min.js") for name in libraries] + [_file(f"{name}.js") for name in _SCRIPTS]
    what = f"Hand {format_cards(plan.hand)}" if plan.hand else "The whole game" if plan.merge != "none" else "A deal"
    parts = {
        "title": f"Backhand: {what}",
        "heading": f"Backhand: {what[0].lower() + what[1:]}, {'every action' if plan.play == 'all' else 'best play'}",
        "subtitle": html.escape(heading(solver.rules, plan.shoe)),
        "rare": "taken in less than 10 %" if plan.merge != "none" else "not the best",
        "note": _NOTE if plan.merge == "total" else "",
        "licences": html.escape(licences),
        "style": _file("style.css").strip(),
        "colours": "\n".join(f".{one} {{ --of: {look.fill}; --on: {look.ink}; }}" for one, look in LOOKS.items()),
        "graph": "".join(json_parts(plan, solver.rules, pieces)).replace("</", r"<\/"),
        "scripts": "\n".join(f"<script>\n{script.strip()}\n</script>" for script in scripts),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _file("page.html"))


def _file(name: str) -> str:
    return (resources.files("backhand.outputs.graphs") / "web" / name).read_text(encoding="utf-8")
