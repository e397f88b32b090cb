"""Charts and policies as csv: a line a cell, then perhaps lines of two fields for exact hands, which go before cells.

The columns come first; some that a chart adds may follow them and are not used. Which cells and which actions there are
is for the games to say (``strategies.strategy``, ``vingt_un.strategies.policy_files``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import ClassVar, Generic, TypeVar

from backhand.common.files.reading import csv_rows, whole
from backhand.errors import BackhandError, StrategyError, quoted, shortened

Cell = TypeVar("Cell", bound=Hashable)
Hand = TypeVar("Hand", bound=Hashable)
Act = TypeVar("Act")


class Cells(Generic[Cell, Hand, Act]):
    """One file being read: every refusal names the file and the line.

    What a game's own methods refuse, with any ``BackhandError``, is given the file and the line here.
    """

    what: ClassVar[str]
    """What such a file is: ``"a policy"``."""
    one: ClassVar[str]
    """What a line of it is for: ``"a total"``."""
    example: ClassVar[str]
    """A line of an exact hand."""
    columns: ClassVar[tuple[str, ...]]
    """The last of them is the action."""
    more: ClassVar[tuple[str, ...]]
    """Columns that may follow in this order."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.header: list[str] = []
        self.cells: dict[Cell, Act] = {}
        self.hands: dict[Hand, Act] = {}
        self._lines: dict[Hashable, int] = {}

    def cell(self, fields: Mapping[str, str]) -> Cell:
        """The cell that the fields of a line, by their columns, are for. Raises StrategyError for what is none."""
        raise NotImplementedError

    def called(self, cell: Cell) -> str:
        """A cell in words."""
        raise NotImplementedError

    def hand(self, text: str) -> Hand:
        """An exact hand. Raises BackhandError for what is none."""
        raise NotImplementedError

    def cell_of(self, hand: Hand) -> Cell:
        """The cell in which a hand is."""
        raise NotImplementedError

    def action(self, text: str, cell: Cell) -> Act:
        """The action that a text stands for in a cell. Raises StrategyError for one that is none there."""
        raise NotImplementedError

    def read(self, text: str, needed: Iterable[Cell]) -> None:
        """Read all lines into ``cells`` and ``hands``; the first of the ``needed`` cells that is missing is named.

        Raises StrategyError, and InputError for what is no csv.
        """
        for line, row in csv_rows(text, self.name):
            try:
                self._row(line, row)
            except BackhandError as error:
                raise StrategyError(f"{self.name}, line {line}: {error}") from None
        if not self.header:
            raise StrategyError(f"{self.name} is empty: {self.what} has the columns {','.join(self.columns)}")
        missing = [cell for cell in needed if cell not in self.cells]
        if missing:
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            raise StrategyError(f"{self.name}: no line for {self.called(missing[0])}{more}")

    def _row(self, line: int, row: list[str]) -> None:
        if not self.header:
            width = len(self.columns)
            if row[:width] != [*self.columns] or row[width:] != [name for name in self.more if name in row[width:]]:
                wanted = f"{','.join(self.columns)} ({', '.join(self.more)} may follow)"
                raise StrategyError(f"the columns are {wanted}, not {shortened(','.join(row))}")
            self.header = row
        elif len(row) == 2:
            hand = self.hand(row[0])
            self._once(line, (hand, "hand"), f"hand {row[0]}")
            self.hands[hand] = self.action(row[1], self.cell_of(hand))
        elif len(row) == len(self.header):
            cell = self.cell(dict(zip(self.header, row, strict=True)))
            self._once(line, (cell, "cell"), self.called(cell))
            self.cells[cell] = self.action(row[len(self.columns) - 1], cell)
        else:
            width, hand_line = len(self.header), f"an exact hand has 2 ({self.example})"
            raise StrategyError(f"{len(row)} fields: {self.one} has {width}, {hand_line}")

    def _once(self, line: int, key: Hashable, called: str) -> None:
        if key in self._lines:
            raise StrategyError(f"{called} a second time: line {self._lines[key]} has it")
        self._lines[key] = line


def number(column: str, text: str) -> int:
    """A whole number from 0 of a column. Raises StrategyError for anything else.

    >>> number("total", "17")
    17
    """
    value = whole(text)
    if value is None:
        raise StrategyError(f"{column} {quoted(text)} is no whole number")
    return value
