"""Text laid out for a width: sentences are wrapped, tables are made to fit, nothing is left out."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from itertools import zip_longest
from math import ceil

WIDE = 120
"""Columns where there is no terminal: in files, pipes, documents. Sentences are never wider, they would not be read."""
NARROWEST = 40
"""Fewer columns than these are taken for so many."""

_WIDEST_CELL = 72
_LONG_WORD = 24
"""A word of a cell that is longer, such as a fraction, may be cut."""
_GAP, _INDENT = "  ", "    "


def columns() -> int:
    """The columns that there are: those of the terminal, or what COLUMNS says, else WIDE."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit():
        return max(NARROWEST, shutil.get_terminal_size((WIDE, 24)).columns)
    return WIDE


def wrapped(text: str, width: int) -> str:
    """Lines that are too long on several; a fraction too long for one is on lines of its own.

    >>> print(wrapped("  so many words\\nshort", 12))
      so many
      words
    short
    >>> print(wrapped("exact: 12345678/87654321", 12))
    exact:
    12345678/
    87654321
    """
    return "\n".join("\n".join(_lines(line, min(width, WIDE))) for line in text.split("\n"))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """Columns side by side, headings over them if there are any.

    Where they do not fit, cells are wrapped; where that does not do, every row goes on on lines of its own, indented.

    >>> print(table(["hand", "won"], [["A 7", "60 %"], ["2 T", "9 %"]], 40))
    hand   won
    A 7   60 %
    2 T    9 %
    >>> print(table(["hand", "how it ends", "won"], [["A 7", "by backhand", "60 %"]], 20))
    hand  how it     won
          ends
    A 7   by        60 %
          backhand
    """
    grid = [[cell.strip() for cell in row] for row in rows]
    right = [is_figures([row[at] for row in grid]) for at in range(len(heads))]
    widths = _widths(heads, grid, width)
    groups = _groups(widths, width)
    shown = [list(heads), *grid] if any(heads) else grid
    return "\n".join(
        line
        for row in shown
        for place, group in enumerate(groups)
        for line in _row([row[at] for at in group], [widths[at] for at in group], [right[at] for at in group], place)
    )


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], place: int) -> list[str]:
    """The lines of a row, or of what of it is the ``place``-th group of columns."""
    parts = [_lines(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lead = _INDENT * (place > 0)
    return [
        (
            lead
            + _GAP.join(
                part.rjust(width) if flush else part.ljust(width)
                for part, width, flush in zip(line, widths, right, strict=True)
            )
        ).rstrip()
        for line in zip_longest(*parts, fillvalue="")
    ]


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """How wide each column is: as its cells are; narrower where so all fit, those first that stay the least high."""
    found, least, most = [], [], []
    for at, head in enumerate(heads):
        cells = [row[at] for row in rows]
        words = [word for cell in cells for word in ([cell] if is_figures([cell]) else cell.split())]
        least.append(max([1, *(min(len(word), _LONG_WORD) for word in words), *map(len, head.split())]))
        most.append(max(map(len, (head, *cells))))
        found.append(max(min(most[-1], _WIDEST_CELL, width - len(_INDENT)), least[-1]))
    while _across(found) > width >= _across(least):
        narrower = [at for at in range(len(found)) if found[at] > least[at]]
        found[min(narrower, key=lambda at: (ceil(most[at] / (found[at] - 1)), -found[at]))] -= 1
    return found


def _groups(widths: Sequence[int], width: int) -> list[list[int]]:
    """Columns, by number, that fit beside each other."""
    groups: list[list[int]] = [[]]
    for at in range(len(widths)):
        lead = len(_INDENT) * (len(groups) > 1)
        if groups[-1] and lead + _across([widths[one] for one in [*groups[-1], at]]) > width:
            groups.append([])
        groups[-1].append(at)
    return groups


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _lines(line: str, width: int) -> list[str]:
    if len(line) <= width or "\x1b" in line:  # a line with codes for colours is shorter than it seems
        return [line]
    bare = line.lstrip()
    indent = line[: len(line) - len(bare)]
    made: list[str] = []
    for word in bare.split(" "):
        parts = [word] if len(indent + word) <= width else _cut(word, width - len(indent))
        if made and len(parts) == 1 and len(f"{made[-1]} {word}") <= width:
            made[-1] = f"{made[-1]} {word}"
        else:
            made += [indent + part for part in parts]
    return [part.rstrip() for part in made]


def _cut(word: str, width: int) -> list[str]:
    """A word that is too long, cut after a stroke or a star where that does, so that a fraction is in two."""
    made = [""]
    for part in re.findall(r"[^*/]*[*/]|[^*/]+", word):
        if len(made[-1] + part) > width:
            made += [part[at : at + width] for at in range(0, len(part), width)]
        else:
            made[-1] += part
    return list(filter(None, made))


def is_figures(cells: Sequence[str]) -> bool:
    """Whether a column is of numbers, which stand flush right."""
    return any(cells) and all(not cell or cell[0] in "+-<>0123456789" for cell in cells)
