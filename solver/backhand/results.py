"""What somebody's simulator counted, read from csv or json (docs/validation.md is the format).

A csv is one of four tables, told by its columns: ``figure,count``; ``ending,count``; ``hand,count[,wins]``;
``cards,total,action,count[,wins]``. A json object may hold all of them at once. Everything is read strictly:
counts are whole numbers from 0 and have to add up; what does not is refused with its file and line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from backhand.cards import RANKS, format_cards, parse_cards
from backhand.errors import BackhandError, InputError
from backhand.inputs import csv_rows, read_text, whole
from backhand.rules import ENDINGS, WINS, Action
from backhand.strategies import CELLS

FIGURES = ("wins", "losses", "voids", *map(str, ENDINGS), "net", "pushes", "cards")
"""What ``figure`` may name beside ``rounds``."""

EXTRA = ["estimate", "error", "low", "high", "exact", "z"]
"""Columns that ``backhand simulate`` adds; not used."""

WANTED = "results are counts in csv or json, see docs/validation.md"


@dataclass(frozen=True, slots=True)
class Line:
    """One number that was counted: ``count`` of ``trials``."""

    group: str
    """``totals``, ``endings``, ``initial hands``, ``decisions``, or the wins of either of the last two."""
    name: str
    """What it is, as people write it."""
    key: Any
    """What it is: a figure or an ending by name, a hand as sorted ranks, or ((cards, total), action)."""
    count: int | Fraction
    """A whole number, but for ``net``."""
    trials: int
    """Rounds, or for wins the times it came up."""
    place: str
    """Where it was read."""


@dataclass
class Results:
    """All that was read from one file, and what it says of itself."""

    rounds: int = 0
    lines: list[Line] = field(default_factory=list)
    stated: dict[str, Any] = field(default_factory=dict)
    """What a json says of ``rules``, ``shoe``, ``strategy`` and ``cut``."""

    def of(self, group: str) -> list[Line]:
        """The lines of one group."""
        return [line for line in self.lines if line.group == group]


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
    backhand.errors.InputError: mine.csv, line 2: count '-3' is no whole number from 0
    """
    if not text.strip():
        raise InputError(f"{name} is empty: {WANTED}")
    reader = _Reader(name)
    if text.lstrip()[0] in "{[":
        reader.json(text)
    else:
        reader.csv(text)
    return reader.finish()


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.found = Results()
        self.rounds: tuple[int, str] | None = None
        self.counts: dict[tuple[str, Any], tuple[int | Fraction, str, str]] = {}

    def csv(self, text: str) -> None:
        rows = csv_rows(text, self.name)
        line, header = next(rows, (1, []))
        says = [name for name in ("rules", "shoe") if name in header[2:]]
        width = len(header)
        header = header[: width - len(says)] if header[width - len(says) :] == says else header
        readers: dict[str, Callable[..., None]] = {
            "figure": self.figure,
            "ending": self.ending,
            "hand": self.hand,
            "cards": self.decision,
        }
        keys = {"figure": 1, "ending": 1, "hand": 1, "cards": 3}
        shapes = [["figure", "count"], ["figure", "count", *EXTRA], ["ending", "count"]]
        shapes += [
            [*key, "count", *wins] for key in (["hand"], ["cards", "total", "action"]) for wins in ([], ["wins"])
        ]
        if header not in shapes:
            columns = "figure,count or ending,count or hand,count[,wins] or cards,total,action,count[,wins]"
            raise self.wrong(f"line {line}", f"the columns are {columns}, not {','.join(header)}")
        key = keys[header[0]]
        for line, row in rows:
            place = f"line {line}"
            if len(row) != width:
                raise self.wrong(place, f"{len(row)} fields, where the columns are {width}")
            for name, text in zip(says, row[width - len(says) :], strict=True):
                if self.found.stated.setdefault(name, text) != text:
                    raise self.wrong(place, f"{name} {text}, but before it was {self.found.stated[name]}")
            if row[0] == "rounds":
                self.set_rounds(row[key], place)
            else:
                readers[header[0]](*row[:key], *row[key : key + 1 + ("wins" in header)], place=place)

    def json(self, text: str) -> None:
        try:
            made = json.loads(text, object_pairs_hook=self.once)
        except json.JSONDecodeError as error:
            raise self.wrong(f"line {error.lineno}", f"no json: {error.msg}") from None
        except RecursionError:
            raise InputError(f"{self.name}: json nested too deeply to be results") from None
        if not isinstance(made, dict):
            raise InputError(f"{self.name}: a json of results is an object, {WANTED}")
        self.found.stated = {
            key: made[key] for key in ("rules", "shoe", "strategy", "cut") if made.get(key) is not None
        }
        if "rounds" in made:
            self.set_rounds(made["rounds"], "rounds")
        for figure, count in self.items(made, "totals"):
            self.figure(figure, count, place=f"totals.{figure}")
        for ending, count in self.items(made, "endings"):
            self.ending(ending, count, place=f"endings.{ending}")
        for place, entry in self.entries(made, "initial_hands", {"hand", "count"}):
            self.hand(entry["hand"], entry["count"], entry.get("wins", ""), place=place)
        for place, entry in self.entries(made, "decisions", {"cards", "total", "action", "count"}):
            cards, total, action, count = (entry[key] for key in ("cards", "total", "action", "count"))
            self.decision(cards, total, action, count, entry.get("wins", ""), place=place)

    def once(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = next(key for key in made if sum(key == other for other, _ in pairs) > 1)
            raise InputError(f"{self.name}: {twice} is given twice")
        return made

    def items(self, made: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
        table = made.get(key, {})
        if not isinstance(table, dict):
            raise self.wrong(key, "an object of names and counts is wanted")
        yield from table.items()

    def entries(self, made: Mapping[str, Any], key: str, wanted: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        table = made.get(key, [])
        if not isinstance(table, list):
            raise self.wrong(key, "a list is wanted")
        for number, entry in enumerate(table):
            place = f"{key}[{number}]"
            if not isinstance(entry, dict) or not wanted <= set(entry) <= wanted | {"wins"}:
                raise self.wrong(place, f"an object of {', '.join(sorted(wanted))} and perhaps wins is wanted")
            yield place, entry

    def figure(self, figure: str, count: Any, *, place: str) -> None:
        if figure == "rounds":
            self.set_rounds(count, place)
            return
        if figure not in FIGURES:
            raise self.wrong(place, f"{figure!r} is no figure: rounds, {', '.join(FIGURES)}")
        if figure in ENDINGS:
            self.ending(figure, count, place=place)
        else:
            amount = self.net(count, place) if figure == "net" else self.number(count, place)
            self.add("totals", figure, figure, amount, place)

    def ending(self, ending: str, count: Any, *, place: str) -> None:
        if ending not in list(ENDINGS):
            raise self.wrong(place, f"{ending!r} is no ending: {', '.join(ENDINGS)}")
        self.add("endings", ending, ending, self.number(count, place), place)

    def hand(self, text: Any, count: Any, wins: Any = "", *, place: str) -> None:
        try:
            hand = tuple(sorted(parse_cards(" ".join(text) if isinstance(text, list) else str(text))))
        except (BackhandError, TypeError) as error:
            raise self.wrong(place, str(error)) from None
        if len(hand) != 2:
            raise self.wrong(place, f"hand {format_cards(hand)}: an initial hand has 2 cards")
        self.pair("initial hands", format_cards(hand), hand, count, wins, place)

    def decision(self, cards: Any, total: Any, action: Any, count: Any, wins: Any = "", *, place: str) -> None:
        cell = self.number(cards, place, "cards"), self.number(total, place, "total")
        if cell not in CELLS:
            raise self.wrong(place, f"{cell[0]} cards of total {cell[1]} are never decided on")
        if action not in list(Action):
            raise self.wrong(place, f"{action!r} is no action: {', '.join(Action)}")
        if action == Action.PUSH and wins not in ("", None):
            raise self.wrong(place, "wins after a push are not tested: leave them out")
        self.pair("decisions", f"{cell[0]} {cell[1]} {action}", (cell, Action(action)), count, wins, place)

    def pair(self, group: str, name: str, key: Any, count: Any, wins: Any, place: str) -> None:
        times = self.number(count, place)
        self.add(group, name, key, times, place)
        if wins not in ("", None):
            won = self.number(wins, place, "wins")
            if won > times:
                raise self.wrong(place, f"{won} wins of {times}: the counts do not add up")
            self.add(f"wins of {group}", name, key, won, place)

    def add(self, group: str, name: str, key: Any, count: int | Fraction, place: str) -> None:
        if (group, key) in self.counts:
            raise self.wrong(place, f"{name} a second time: {self.counts[group, key][2]} has it")
        self.counts[group, key] = count, name, place

    def set_rounds(self, count: Any, place: str) -> None:
        rounds = self.number(count, place, "rounds")
        if not rounds:
            raise self.wrong(place, "0 rounds: there is nothing to test")
        if self.rounds and self.rounds[0] != rounds:
            raise self.wrong(place, f"{rounds} rounds, but {self.rounds[1]} has {self.rounds[0]}")
        self.rounds = rounds, place

    def number(self, count: Any, place: str, what: str = "count") -> int:
        text = str(count) if isinstance(count, str) or type(count) is int else repr(count)
        value = whole(text)
        if value is None:
            raise self.wrong(place, f"{what} {text!r} is no whole number from 0")
        return value

    def net(self, count: Any, place: str) -> Fraction:
        if re.fullmatch(r"-?\d{1,30}([/.]\d{1,30})?", str(count), re.ASCII):
            with suppress(ZeroDivisionError):
                return Fraction(str(count))
        raise self.wrong(place, f"net {str(count)!r} is no number of stakes, such as -120, 35.5 or 71/2")

    def finish(self) -> Results:
        sums = {
            group: sum(int(entry[0]) for (of, _), entry in self.counts.items() if of == group)
            for group in ("endings", "initial hands")
        }
        if self.rounds is None:
            rounds = sums["endings"] or sums["initial hands"]
            if not rounds:
                raise InputError(f"{self.name}: no line says how many rounds there were (rounds), and none are counted")
            self.rounds = rounds, "the sum of counts"
        self.found.rounds = rounds = self.rounds[0]
        self.add_up(sums)
        self.fill_up(sums)
        for (group, key), (count, name, place) in self.counts.items():
            trials = int(self.counts[group[len("wins of ") :], key][0]) if group.startswith("wins of ") else rounds
            self.found.lines.append(Line(group, name, key, count, trials, place))
        if not self.found.lines:
            raise InputError(f"{self.name}: rounds and nothing else: {WANTED}")
        return self.found

    def add_up(self, sums: Mapping[str, int]) -> None:
        rounds = self.found.rounds
        for group, counted in sums.items():
            complete = group == "endings" and sum(g == group for g, _ in self.counts) == len(ENDINGS)
            if counted > rounds or (complete and counted != rounds):
                raise InputError(f"{self.name}: the {group} sum to {counted}, of {rounds} rounds: they do not add up")
        counts = {key: entry[0] for (group, key), entry in self.counts.items() if group in ("totals", "endings")}
        known = [counts[key] for key in ("wins", "losses", "voids") if key in counts]
        if sum(known) > rounds or (len(known) == 3 and sum(known) != rounds):
            raise InputError(f"{self.name}: wins, losses and voids sum to {sum(known)}, of {rounds} rounds")
        for total, endings in (("wins", WINS), ("losses", ENDINGS[len(WINS) : -1]), ("voids", ENDINGS[-1:])):
            if total in counts and all(ending in counts for ending in endings):
                summed = sum(counts[ending] for ending in endings)
                if summed != counts[total]:
                    raise InputError(f"{self.name}: {counts[total]} {total}, but their endings sum to {summed}")
        for (group, key), (count, name, place) in self.counts.items():
            if group == "decisions" and key[1] is not Action.PUSH and count > rounds:
                raise self.wrong(place, f"{name} {count} times in {rounds} rounds: it can come once in a round")

    def fill_up(self, sums: Mapping[str, int]) -> None:
        """Where all rounds are counted, what is not listed came up 0 times, and that is tested too."""
        hands = [(x, y) for x in range(1, len(RANKS) + 1) for y in range(x, len(RANKS) + 1)]
        tables: dict[str, dict[Any, str]] = {
            "endings": {ending.value: ending.value for ending in ENDINGS},
            "initial hands": {hand: format_cards(hand) for hand in hands},
        }
        for group, names in tables.items():
            if sums[group] == self.found.rounds:
                for key, name in names.items():
                    self.counts.setdefault((group, key), (0, name, "not listed"))

    def wrong(self, place: str, what: str) -> InputError:
        return InputError(f"{self.name}, {place}: {what}")
