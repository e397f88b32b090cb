"""Text laid out for a width: sentences are wrapped, tables are made to fit, nothing is left out."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import TextWrapper

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
    """Lines that are too long on several; a long fraction begins a line, and is cut after its stroke or at the width.

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
    """How wide each column is: as its cells are, less where the rest would not fit, the widest first."""
    found, least = [], []
    for at, head in enumerate(heads):
        cells = [row[at] for row in rows]
        widest = max(map(len, (head, *cells)))
        words = [word for cell in cells for word in ([cell] if is_figures([cell]) else cell.split())]
        longest = max((min(len(word), _LONG_WORD) for word in words), default=0)
        longest = max(longest, *(len(word) for word in head.split()), 1)
        found.append(max(min(widest, _WIDEST_CELL), longest))
        least.append(min(longest, found[-1]))
    while _across(found) > width and found != least:
        at = max((at for at in range(len(found)) if found[at] > least[at]), key=lambda at: found[at])
        found[at] -= 1
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
    indent = line[: len(line) - len(line.lstrip())]
    parts = re.sub(r"\S+", lambda word: _in_two(word[0]) if len(word[0]) > width else word[0], line)
    folder = TextWrapper(width, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)
    return folder.wrap(parts) or [""]


def _in_two(word: str) -> str:
    """A fraction with a place to cut it."""
    return re.sub(r"(?<=\d)/(?=\d)", "/ ", word)


def is_figures(cells: Sequence[str]) -> bool:
    """Whether a column is of numbers, which stand flush right."""
    return any(cells) and all(not cell or cell[0] in "+-<>0123456789" for cell in cells)
