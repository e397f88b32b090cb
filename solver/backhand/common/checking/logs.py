"""Logs of played rounds, of either game: read line by line, and what is known of a round once it is checked and priced.

A log is csv or jsonl, a round a line (docs/validation.md). Which columns there are and what their words may be is for
the games to say (their ``checking.played``); reading, refusing by line, costs and luck know no game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

from backhand.common.cards import Shoe, parse_cards
from backhand.common.files.reading import csv_rows
from backhand.common.intervals import Number, sum_of
from backhand.errors import BackhandError, InputError, quoted

WANTED = "a log is csv or jsonl of played rounds, see docs/validation.md"

RESULT = "result"
"""The last of the columns that a csv must have; a jsonl may leave it out."""


Record = TypeVar("Record")
Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a round, and what it gave away."""

    line: int
    hand: tuple[int, ...]
    undealt: Shoe
    """The cards the player had not seen."""
    action: StrEnum
    best: tuple[StrEnum, ...]
    cost: Number
    """EV given away, per stake: exactly 0, or known to be above 0."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One round, checked and priced."""

    line: int
    ending: StrEnum
    net: Fraction
    """Net payoff, per stake."""
    deal: Number
    """EV of the deal under best play, from the shoe as it was."""
    decisions: tuple[Decision, ...]

    @property
    def cost(self) -> Number:
        """EV that the decisions gave away."""
        return sum_of(decision.cost for decision in self.decisions)

    @property
    def luck(self) -> Number:
        """What the cards gave beyond what was to be expected of them: net = deal + luck - cost."""
        return self.net - self.deal + self.cost


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log: its columns as text, ``""`` where nothing was written."""

    name: str
    line: int
    words: Mapping[str, str]

    def wrong(self, what: object) -> InputError:
        """The refusal of this line."""
        return InputError(f"{self.name}, line {self.line}: {what}")

    def cards(self, column: str, needed: bool = False) -> tuple[int, ...]:
        """Cards in their order; none where nothing is written, unless they are ``needed``. Raises InputError."""
        if not self.words[column] and not needed:
            return ()
        try:
            return parse_cards(self.words[column])
        except BackhandError as error:
            raise self.wrong(error) from None

    def actions(self, kind: type[Word]) -> tuple[Word, ...]:
        """Actions in their order. Raises InputError for a word that is none."""
        known, words = list(kind), self.words["actions"].replace(",", " ").split()
        for word in words:
            if word not in known:
                raise self.wrong(f"{quoted(word)} is no action: {', '.join(known)}")
        return tuple(kind(word) for word in words)

    def one_of(self, column: str, known: Sequence[str]) -> str:
        """The word of a column, one of some words or nothing. Raises InputError for another."""
        word = self.words[column]
        if word and word not in known:
            raise self.wrong(f"{quoted(word)} is no {column}: {', '.join(known)}")
        return word


def parse(
    text: str, name: str, columns: Sequence[str], more: Sequence[str], record: Callable[[Entry], Record]
) -> list[Record]:
    """Read a log of some columns, the last of them RESULT, and perhaps ``more``; ``record`` reads a line of it.

    Raises InputError, with the line of what is refused.

    >>> parse("cards,result\\n9 7,won\\n", "log.csv", ["cards", RESULT], ["seen"], lambda entry: entry.cards("cards"))
    [(9, 7)]
    """
    if not text.strip():
        raise InputError(f"{name} is empty: {WANTED}")
    read = _jsonl if text.lstrip().startswith("{") else _csv
    records = []
    for line, fields in read(text, name, columns, more):
        words = {key: _words(fields.get(key)) for key in (*columns, *more)}
        if None in words.values():
            keys = [*columns, *more]
            raise InputError(f"{name}, line {line}: {', '.join(keys[:-1])} and {keys[-1]} are text, or lists of text")
        records.append(record(Entry(name, line, {key: word or "" for key, word in words.items()})))
    if not records:
        raise InputError(f"{name} has no rounds: {WANTED}")
    return records


def _csv(text: str, name: str, columns: Sequence[str], more: Sequence[str]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows, width = csv_rows(text, name), len(columns)
    line, header = next(rows, (1, []))
    if header[:width] != list(columns) or len(set(header)) < len(header) or not set(header[width:]) <= set(more):
        wanted = ",".join(columns) + "".join(f"[,{key}]" for key in more)
        raise InputError(f"{name}, line {line}: the columns are {wanted}, not {','.join(header)}")
    for line, row in rows:
        if len(row) != len(header):
            raise InputError(f"{name}, line {line}: {len(row)} fields, where the columns are {len(header)}: cut short?")
        yield line, dict(zip(header, row, strict=True))


def _jsonl(
    text: str, name: str, columns: Sequence[str], more: Sequence[str]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, content in enumerate(text.splitlines(), start=1):
        if not content.strip():
            continue
        try:
            entry = json.loads(content)
        except (json.JSONDecodeError, RecursionError) as error:
            why = getattr(error, "msg", "nested too deeply")
            raise InputError(f"{name}, line {line}: no json, cut short? {why}") from None
        if not isinstance(entry, dict) or not set(columns) - {RESULT} <= set(entry) <= {*columns, *more}:
            wanted = f"an object of {', '.join(columns)} and perhaps {', '.join(more)} is wanted"
            raise InputError(f"{name}, line {line}: {wanted}")
        yield line, entry


def _words(value: Any) -> str | None:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return value.strip() if isinstance(value, str) else None
