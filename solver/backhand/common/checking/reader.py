"""Counts read from csv or json, as docs/validation.md says: what the files of both games have in common.

A csv is one of several tables, told by its columns. A json object may hold all of them at once. Everything is read
strictly: counts are whole numbers from 0 and have to add up; what does not is refused with its file and line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, ClassVar

from backhand.common.cards import RANKS, format_cards, parse_cards
from backhand.common.checking.counts import TABLES, Line, Results
from backhand.common.files.reading import csv_rows, whole
from backhand.errors import BackhandError, InputError, quoted

EXTRA = ["estimate", "error", "low", "high", "exact", "z"]
"""Columns that ``simulate`` adds, z only for rounds from fresh shuffles; not used."""

SAYS = ("cut", "dealt_on", "rules", "shoe")
"""Last columns in which a csv says of itself what a json does, if the game knows them."""

MOST = 2**63 - 1
"""The largest count: what the tests take."""

WANTED = "results are counts in csv or json, see docs/validation.md"


class Reader:
    """One file being read. A game says what may be counted, and how its decisions are told apart."""

    figures: ClassVar[tuple[str, ...]]
    """Figures beside ``rounds`` and the endings."""
    sums: ClassVar[tuple[str, ...]]
    """Those among them that are sums of stakes."""
    endings: ClassVar[tuple[str, ...]]
    cell: ClassVar[tuple[str, ...]]
    """The columns that say which decision."""
    says: ClassVar[tuple[str, ...]]
    """What a json may say of itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found = Results()
        self.rounds: tuple[int, str] | None = None
        self.counts: dict[tuple[str, Any], tuple[int | Fraction, str, str]] = {}

    def results(self) -> Mapping[str, Sequence[str]]:
        """The endings by what they are: ``wins``, ``losses`` and ``voids``."""
        raise NotImplementedError

    def decision(self, place: str, cell: Sequence[Any], wins: Any) -> tuple[str, Any]:
        """The name and the key of a decision; ``cell`` are the fields that say which. Refuses what is none."""
        raise NotImplementedError

    def once_a_round(self, key: Any) -> bool:
        """Whether a round can come to a decision but once."""
        raise NotImplementedError

    def read(self, text: str) -> Results:
        """Read csv or json. Raises InputError for what is neither, and for counts that cannot be."""
        if not text.strip():
            raise InputError(f"{self.name} is empty: {WANTED}")
        if text.lstrip()[0] in "{[":
            self.table(self.json(text))
        else:
            self.csv(text)
        return self.finish()

    def csv(self, text: str) -> None:
        """Read one table."""
        rows = csv_rows(text, self.name)
        line, header = next(rows, (1, []))
        says = [name for name in SAYS if name in self.says and name in header[2:]]
        width = len(header)
        header = header[: width - len(says)] if header[width - len(says) :] == says else header
        keys = {"figure": ["figure"], "ending": ["ending"], "hand": ["hand"], self.cell[0]: list(self.cell)}
        shapes = [
            ["figure", "count"],
            ["figure", "count", *EXTRA],
            ["figure", "count", *EXTRA[:-1]],
            ["ending", "count"],
        ]
        shapes += [[*keys[of], "count", *wins] for of in ("hand", self.cell[0]) for wins in ([], ["wins"])]
        if header not in shapes:
            columns = f"figure,count or ending,count or hand,count[,wins] or {','.join(self.cell)},count[,wins]"
            raise self.wrong(f"line {line}", f"the columns are {columns}, not {','.join(header)}")
        readers: dict[str, Callable[..., None]] = {
            "figure": self.figure,
            "ending": self.ending,
            "hand": self.hand,
            self.cell[0]: self.decided,
        }
        key = len(keys[header[0]])
        for line, row in rows:
            place = f"line {line}"
            if len(row) != width:
                raise self.wrong(place, f"{len(row)} fields, where the columns are {width}")
            for name, said in zip(says, row[width - len(says) :], strict=True):
                if self.found.stated.setdefault(name, said) != said:
                    raise self.wrong(place, f"{name} {said}, but before it was {self.found.stated[name]}")
            if row[0] == "rounds":
                if self.rounds and self.rounds[0] == whole(row[key]):
                    raise self.wrong(place, f"rounds a second time: {self.rounds[1]} has it")
                self.set_rounds(row[key], place)
            else:
                readers[header[0]](*row[:key], *row[key : key + 1 + ("wins" in header)], place=place)

    def json(self, text: str) -> dict[str, Any]:
        """The object in a json, and what it says of itself."""
        try:
            made = json.loads(text, object_pairs_hook=self.once)
        except json.JSONDecodeError as error:
            raise self.wrong(f"line {error.lineno}", f"no json: {error.msg}") from None
        except InputError:  # it is a ValueError, too
            raise
        except ValueError:  # Python reads no whole number of more than 4,300 digits
            raise InputError(f"{self.name}: a number of thousands of digits is no count") from None
        except RecursionError:
            raise InputError(f"{self.name}: json nested too deeply to be results") from None
        if not isinstance(made, dict):
            raise InputError(f"{self.name}: a json of results is an object, {WANTED}")
        self.found.stated = {key: made[key] for key in self.says if made.get(key) is not None}
        return made

    def table(self, made: Mapping[str, Any], at: str = "") -> None:
        """Read the counts in an object of a json; ``at`` stands before the places."""
        if "rounds" in made:
            self.set_rounds(made["rounds"], f"{at}rounds")
        for figure, count in self.items(made, "totals", at):
            self.figure(figure, count, place=f"{at}totals.{figure}")
        for ending, count in self.items(made, "endings", at):
            self.ending(ending, count, place=f"{at}endings.{ending}")
        for place, entry in self.entries(made, "initial_hands", {"hand", "count"}, at):
            self.hand(entry["hand"], entry["count"], entry.get("wins", ""), place=place)
        for place, entry in self.entries(made, "decisions", {*self.cell, "count"}, at):
            self.decided(*(entry[key] for key in self.cell), entry["count"], entry.get("wins", ""), place=place)

    def once(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object of which no key comes twice."""
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = next(key for key in made if sum(key == other for other, _ in pairs) > 1)
            raise InputError(f"{self.name}: {twice} is given twice")
        return made

    def items(self, made: Mapping[str, Any], key: str, at: str) -> Iterator[tuple[str, Any]]:
        """Names and counts."""
        table = made.get(key, {})
        if not isinstance(table, dict):
            raise self.wrong(f"{at}{key}", "an object of names and counts is wanted")
        yield from table.items()

    def entries(
        self, made: Mapping[str, Any], key: str, wanted: set[str], at: str = ""
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Entries of a list, and their places."""
        table = made.get(key, [])
        if not isinstance(table, list):
            raise self.wrong(f"{at}{key}", "a list is wanted")
        for number, entry in enumerate(table):
            place = f"{at}{key}[{number}]"
            if not isinstance(entry, dict) or not wanted <= set(entry) <= wanted | {"wins"}:
                raise self.wrong(place, f"an object of {', '.join(sorted(wanted))} and perhaps wins is wanted")
            yield place, entry

    def figure(self, figure: str, count: Any, *, place: str) -> None:
        """A total."""
        if figure == "rounds":
            self.set_rounds(count, place)
        elif figure in self.endings:
            self.ending(figure, count, place=place)
        elif figure in self.figures:
            amount = self.stakes(figure, count, place) if figure in self.sums else self.number(count, place)
            self.add("totals", figure, figure, amount, place)
        else:
            # the order in which docs/validation.md has them: results, endings, sums
            known = [*self.figures[:3], *self.endings, *self.figures[3:]]
            raise self.wrong(place, f"{quoted(figure)} is no figure: rounds, {', '.join(known)}")

    def ending(self, ending: str, count: Any, *, place: str) -> None:
        """How often rounds ended so."""
        if ending not in self.endings:
            raise self.wrong(place, f"{quoted(ending)} is no ending: {', '.join(self.endings)}")
        self.add("endings", ending, ending, self.number(count, place), place)

    def hand(self, text: Any, count: Any, wins: Any = "", *, place: str) -> None:
        """How often a hand was dealt."""
        try:
            hand = tuple(sorted(parse_cards(" ".join(text) if isinstance(text, list) else str(text))))
        except (BackhandError, TypeError) as error:
            raise self.wrong(place, str(error)) from None
        if len(hand) != 2:
            raise self.wrong(place, f"hand {format_cards(hand)}: an initial hand has 2 cards")
        self.pair("initial hands", format_cards(hand), hand, count, wins, place)

    def decided(self, *fields: Any, place: str) -> None:
        """How often a decision was made: the fields of the cell, the count, and perhaps wins."""
        cell, (count, *wins) = fields[: len(self.cell)], fields[len(self.cell) :]
        won = wins[0] if wins else ""
        self.pair("decisions", *self.decision(place, cell, won), count, won, place)

    def pair(self, group: str, name: str, key: Any, count: Any, wins: Any, place: str) -> None:
        """A count, and perhaps how many of these rounds were won."""
        times = self.number(count, place)
        self.add(group, name, key, times, place)
        if wins not in ("", None):
            won = self.number(wins, place, "wins")
            if won > times:
                raise self.wrong(place, f"{won} wins of {times}: the counts do not add up")
            self.add(f"wins of {group}", name, key, won, place)

    def add(self, group: str, name: str, key: Any, count: int | Fraction, place: str) -> None:
        """A line, which may come but once."""
        if (group, key) in self.counts:
            raise self.wrong(place, f"{name} a second time: {self.counts[group, key][2]} has it")
        self.counts[group, key] = count, name, place

    def set_rounds(self, count: Any, place: str) -> None:
        """The number of rounds."""
        rounds = self.number(count, place, "rounds")
        if not rounds:
            raise self.wrong(place, "0 rounds: there is nothing to test")
        if self.rounds and self.rounds[0] != rounds:
            raise self.wrong(place, f"{rounds} rounds, but {self.rounds[1]} has {self.rounds[0]}")
        self.rounds = rounds, place

    def number(self, count: Any, place: str, what: str = "count") -> int:
        """A count."""
        text = str(count) if isinstance(count, str) or type(count) is int else repr(count)
        value = whole(text)
        if value is None:
            raise self.wrong(place, f"{what} {quoted(text)} is no whole number from 0 to {MOST}")
        if value > MOST:
            raise self.wrong(place, f"{what} {text}: more than can be tested, which is {MOST}")
        return value

    def stakes(self, figure: str, count: Any, place: str) -> Fraction:
        """A sum of stakes."""
        if re.fullmatch(r"-?\d{1,30}([/.]\d{1,30})?", str(count), re.ASCII):
            with suppress(ZeroDivisionError):
                return Fraction(str(count))
        raise self.wrong(place, f"{figure} {quoted(str(count))} is no number of stakes, such as -120, 35.5 or 71/2")

    def finish(self) -> Results:
        """All lines, if they add up."""
        sums = {group: sum(int(entry[0]) for (of, _), entry in self.counts.items() if of == group) for group in TABLES}
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
        """Refuse counts that contradict each other."""
        rounds = self.found.rounds
        said = self.rounds[1] if self.rounds else "rounds"
        for group, counted in sums.items():
            complete = group == "endings" and sum(g == group for g, _ in self.counts) == len(self.endings)
            if counted > rounds or (complete and counted != rounds):
                raise self.wrong(said, f"the {group} sum to {counted}, of {rounds} rounds: they do not add up")
        counts = {key: entry[0] for (group, key), entry in self.counts.items() if group in ("totals", "endings")}
        known = [counts[key] for key in ("wins", "losses", "voids") if key in counts]
        if sum(known) > rounds or (len(known) == 3 and sum(known) != rounds):
            raise self.wrong(
                said, f"wins, losses and voids sum to {sum(known)}, of {rounds} rounds: they do not add up"
            )
        for total, endings in self.results().items():
            listed = [counts[ending] for ending in endings if ending in counts]
            if total in counts and (
                sum(listed) > counts[total] or (0 < len(endings) == len(listed) and sum(listed) != counts[total])
            ):
                place = self.counts["totals", total][2]
                raise self.wrong(place, f"{counts[total]} {total}, but their endings sum to {sum(listed)}")
        won = sum(int(entry[0]) for (group, _), entry in self.counts.items() if group == "wins of initial hands")
        if "wins" in counts and won > counts["wins"]:
            place = self.counts["totals", "wins"][2]
            raise self.wrong(place, f"{counts['wins']} wins, but those of initial hands sum to {won}")
        for (group, key), (count, name, place) in self.counts.items():
            if group == "decisions" and self.once_a_round(key) and count > rounds:
                raise self.wrong(place, f"{name} {count} times in {rounds} rounds: it can come once in a round")

    def fill_up(self, sums: Mapping[str, int]) -> None:
        """Where all rounds are counted, what is not listed came up 0 times, and that is tested too."""
        hands = [(x, y) for x in range(1, len(RANKS) + 1) for y in range(x, len(RANKS) + 1)]
        tables: dict[str, dict[Any, str]] = {
            "endings": {ending: ending for ending in self.endings},
            "initial hands": {hand: format_cards(hand) for hand in hands},
        }
        for group, names in tables.items():
            if sums[group] == self.found.rounds:
                for key, name in names.items():
                    self.counts.setdefault((group, key), (0, name, "not listed"))

    def wrong(self, place: str, what: str) -> InputError:
        """The refusal of what is at a place."""
        return InputError(f"{self.name}, {place}: {what}")
