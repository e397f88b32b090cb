"""What somebody's simulator of Backhand counted: its figures, endings and decisions (docs/validation.md is the format).

A csv is one of four tables: ``figure,count``; ``ending,count``; ``hand,count[,wins]``;
``cards,total,action,count[,wins]``. How they are read, and what both games have in common, is in ``reader``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from backhand.common.checking.counts import Results
from backhand.common.checking.reader import WANTED, Reader
from backhand.common.files.reading import read_text
from backhand.errors import quoted
from backhand.rules import ENDINGS, WINS, Action
from backhand.strategies.strategy import CELLS


def read_results(name: str | Path) -> Results:
    """Read a file of results. Raises InputError for one that is not there, or not as docs/validation.md says."""
    return parse_results(read_text(name, WANTED), str(name))


def parse_results(text: str, name: str = "results") -> Results:
    """Read results; ``name`` stands before the line of what is refused.

    >>> results = parse_results("figure,count\\nrounds,100\\nwins,57\\n")
    >>> results.rounds, results.lines[0].name, results.lines[0].count
    (100, 'wins', 57)
    >>> parse_results("ending,count\\nbust,-3\\n", "mine.csv")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: mine.csv, line 2: count '-3' is no whole number from 0 to 9223372036854775807
    """
    return _Reader(name).read(text)


class _Reader(Reader):
    figures = ("wins", "losses", "voids", "net", "pushes", "cards")
    sums = ("net",)
    endings = tuple(map(str, ENDINGS))
    cell = ("cards", "total", "action")
    says = ("rules", "shoe", "strategy", "cut")

    def results(self) -> Mapping[str, Sequence[str]]:
        return {"wins": WINS, "losses": ENDINGS[len(WINS) : -1], "voids": ENDINGS[-1:]}

    def decision(self, place: str, cell: Sequence[Any], wins: Any) -> tuple[str, Any]:
        cards, total = (self.number(field, place, what) for field, what in zip(cell, self.cell[:2], strict=False))
        action = cell[2]
        if (cards, total) not in CELLS:
            raise self.wrong(place, f"{cards} cards of total {total} are never decided on")
        if action not in list(Action):
            raise self.wrong(place, f"{quoted(action)} is no action: {', '.join(Action)}")
        if action == Action.PUSH and wins not in ("", None):
            raise self.wrong(place, "wins after a push are not tested: leave them out")
        return f"{cards} {total} {action}", ((cards, total), Action(action))

    def once_a_round(self, key: Any) -> bool:
        return key[1] is not Action.PUSH
