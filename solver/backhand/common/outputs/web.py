"""The frame of every HTML page: style, heading, legend, footer."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

from backhand.common.outputs.palette import Look


def framed(title: str, looks: Mapping[Any, Look], body: str) -> str:
    """A page with a title, its style and what it says; ``looks`` gives each class of that name its colours."""
    style = (resources.files("backhand.common.outputs") / "page.css").read_text(encoding="utf-8")
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


def legend_of(
    looks: Mapping[Any, Look], letters: Mapping[Any, str], names: Mapping[Any, str], *, stars: bool = True
) -> str:
    """What the letters and colours mean."""
    items = "".join(f'<li><span class="play {one}">{letters[one]}</span>{names[one]}</li>' for one in looks)
    return f'<ul class="legend">{items}{"<li>* depends on the cards: see the exceptions</li>" * stars}</ul>'


def listed(heads: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "The exceptions") -> str:
    """A table whose rows stand as cards, each cell with its head, where the screen is narrow."""
    heads = list(heads)
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    lines = "".join(_line(heads, *row) for row in rows)
    table = f"<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}</tbody>\n"
    return f'<div class="wide"><table class="list">\n{table}</table></div>'


def _line(heads: list[str], first: str, *cells: str) -> str:
    told = "".join(
        f'<td data-head="{head}">{html.escape(cell)}</td>' for head, cell in zip(heads[1:], cells, strict=True)
    )
    return f'<tr><th scope="row">{html.escape(first)}</th>{told}</tr>\n'
