"""The frame of every HTML page: style, heading, legend, footer."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

from backhand.common.outputs.palette import Look


def framed(title: str, looks: Mapping[Any, Look], body: str) -> str:
    """A page with a title, its style and what it says; ``looks`` gives each class of that name its colours."""
    style = (resources.files("backhand.outputs.chart") / "page.css").read_text(encoding="utf-8")
    colours = "".join(f".{name} {{ background: {look.fill}; color: {look.ink}; }}\n" for name, look in looks.items())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}{colours}</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def legend_of(looks: Mapping[Any, Look], letters: Mapping[Any, str], names: Mapping[Any, str]) -> str:
    """What the letters and colours mean."""
    items = "".join(f'<li><span class="play {one}">{letters[one]}</span>{names[one]}</li>' for one in looks)
    return f'<ul class="legend">{items}<li>* depends on the cards</li></ul>'


def listed(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table that may be wide."""
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table></div>'
