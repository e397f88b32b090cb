"""Fixed strategies: one action for every number of cards and total, and for exact hands where they differ.

A fixed strategy looks at the hand alone, never at the shoe. As a file it is csv, as ``backhand chart --format csv``
writes it: columns ``cards,total,action`` (what else it writes may follow and is not used), a line a cell. An action may
also be the letter that a printed chart has for it (LETTERS); capitals do not matter.
A line of two fields, ``AA2T,hit``, is an exact hand and goes before its cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from backhand.common.cards import DECK, RANKS, Shoe, parse_cards
from backhand.common.files.reading import csv_rows, named, read_text, whole
from backhand.errors import BackhandError, StrategyError, quoted, shortened
from backhand.positions import check_hand
from backhand.rules import BUST_ABOVE, FULL_HAND, LOW_TO, Action, Kind, Rules, kind_of
from backhand.solving.valuation import Valuation
from backhand.strategies.best_chart import BestChart, best_chart

Cell = tuple[int, int]
"""A number of cards and a total."""

CELLS: tuple[Cell, ...] = tuple(
    (cards, total) for cards in range(2, FULL_HAND) for total in range(cards, 21 + (cards > 2))
)
"""Every number of cards and total that can be decided on, from a shoe of whatever size."""

RARE: tuple[Cell, ...] = ((3, 3), (4, 4))
"""Cells of aces alone, more than one deck has after R1. They can only hit, so a file may leave them out."""

LETTERS = {"H": Action.HIT, "B": Action.BACKHAND, "P": Action.PUSH, "L": Action.PLAY_PUSH}
"""Actions as they stand in a printed chart."""

HEADER = ["cards", "total", "action"]
MORE = ("exceptions", "rules", "shoe")
"""Columns that ``chart --format csv`` adds; they are not used."""


@dataclass(frozen=True)
class Strategy:
    """A fixed strategy by name: an action for each cell, and for exact hands, which go before their cells.

    Raises StrategyError for a cell that is missing or cannot be, and for an action the rules forbid.

    >>> strategy = never_bust(Rules())
    >>> str(strategy.action([10, 2])), str(strategy.action([9, 10]))
    ('backhand', 'push')
    >>> Strategy.from_text(str(strategy), Rules()) == strategy
    True
    """

    cells: Mapping[Cell, Action] = field(hash=False)
    hands: Mapping[tuple[int, ...], Action] = field(default_factory=dict, hash=False)
    """By the ranks of the hand, sorted."""
    name: str = field(default="strategy", compare=False)

    def action(self, hand: Sequence[int]) -> Action:
        """What the strategy does with this hand of two to four cards."""
        special = self.hands.get(tuple(sorted(hand))) if self.hands else None
        return self.cells[len(hand), sum(hand)] if special is None else special

    def __str__(self) -> str:
        lines = [",".join(HEADER)]
        lines += [f"{cards},{total},{action}" for (cards, total), action in sorted(self.cells.items())]
        lines += [f"{''.join(RANKS[r - 1] for r in hand)},{action}" for hand, action in sorted(self.hands.items())]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str, rules: Rules, name: str = "strategy") -> Strategy:
        """Read the csv form; ``name`` stands before the line number of what is refused.

        Raises StrategyError for a missing cell, an illegal action, a duplicate, a line that is none.

        >>> Strategy.from_text("cards,total,action\\n2,2,backhand\\n", Rules(), "mine.csv")
        Traceback (most recent call last):
            ...
        backhand.errors.StrategyError: mine.csv, line 2: backhand is no legal action with 2 cards of total 2: hit is
        """
        read = _Reader(rules, name)
        for line, row in csv_rows(text, name):
            if read.width:
                read.row(line, row)
            else:
                read.header(line, row)
        return read.strategy()


class _Reader:
    """One file being read: every refusal names the file and the line."""

    def __init__(self, rules: Rules, name: str) -> None:
        self.rules, self.name, self.width, self.counted = rules, name, 0, False
        self.cells: dict[Cell, Action] = {}
        self.hands: dict[tuple[int, ...], Action] = {}
        self.lines: dict[tuple[int, ...], int] = {}

    def header(self, line: int, row: list[str]) -> None:
        if row[:3] != HEADER or row[3:] != [name for name in MORE if name in row[3:]]:
            raise self.wrong(
                line,
                f"the columns are cards,total,action ({', '.join(MORE)} may follow), not {shortened(','.join(row))}",
            )
        self.counted = "exceptions" in row
        self.width = len(row)

    def row(self, line: int, row: list[str]) -> None:
        if len(row) == 2:
            self.hand(line, *row)
        elif len(row) == self.width:
            self.cell(line, *row)
        else:
            raise self.wrong(line, f"{len(row)} fields: a cell has {self.width}, an exact hand has 2 (AA2T,hit)")

    def cell(self, line: int, cards: str, total: str, action: str, *more: str) -> None:
        for what, number in (("cards", cards), ("total", total), ("exceptions", more[0] if self.counted else "0")):
            if whole(number) is None:
                raise self.wrong(line, f"{what} {quoted(number)} is no whole number")
        cell = int(cards), int(total)
        if cell not in CELLS:
            raise self.wrong(line, f"{cards} cards of total {total} are never decided on")
        self.once(line, (0, *cell), f"{cards} cards of total {total}")
        self.cells[cell] = self.legal(line, cell, action)

    def hand(self, line: int, text: str, action: str) -> None:
        try:
            hand = tuple(sorted(parse_cards(text)))
            check_hand(hand)
        except BackhandError as error:
            raise self.wrong(line, str(error)) from None
        self.once(line, hand, f"hand {text}")
        self.hands[hand] = self.legal(line, (len(hand), sum(hand)), action)

    def legal(self, line: int, cell: Cell, action: str) -> Action:
        legal, meant = self.rules.legal_actions(*cell), named(action, LETTERS)
        if meant not in legal:
            known = "no legal action" if meant else "no action"
            may = " or ".join(legal)
            said = meant or shortened(action)
            raise self.wrong(line, f"{said} is {known} with {cell[0]} cards of total {cell[1]}: {may} is")
        return meant

    def once(self, line: int, key: tuple[int, ...], what: str) -> None:
        if key in self.lines:
            raise self.wrong(line, f"{what} a second time: line {self.lines[key]} has it")
        self.lines[key] = line

    def strategy(self) -> Strategy:
        if not self.width:
            raise StrategyError(f"{self.name} is empty: a strategy has the columns cards,total,action")
        missing = [cell for cell in CELLS if cell not in self.cells and cell not in RARE]
        if missing:
            cards, total = missing[0]
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            raise StrategyError(f"{self.name}: no line for {cards} cards of total {total}{more}")
        filled = dict.fromkeys(RARE, Action.HIT) | self.cells
        return Strategy(filled, self.hands, self.name)

    def wrong(self, line: int, what: str) -> StrategyError:
        return StrategyError(f"{self.name}, line {line}: {what}")


def by_total(rules: Rules, backhand_from: int, name: str) -> Strategy:
    """Backhand from this total on, push every push hand, hit what is left; where the rules forbid it, hit."""
    cells = {}
    for cards, total in CELLS:
        legal = rules.legal_actions(cards, total)
        if kind_of(cards, total) is Kind.PUSH:
            cells[cards, total] = Action.PUSH
        else:
            cells[cards, total] = Action.BACKHAND if total >= backhand_from and Action.BACKHAND in legal else Action.HIT
    return Strategy(cells, name=name)


def never_bust(rules: Rules) -> Strategy:
    """What a beginner plays who never takes a card that could bust: backhand from 12 on, push what can be pushed."""
    return by_total(rules, LOW_TO + 1, "never-bust")


def mimic(rules: Rules) -> Strategy:
    """What a beginner plays who counts a full deck once: backhand when more than half of it busts, else hit.

    More than half of a full deck busts a total of 15 (28 of 52) and not one of 14 (24). With a push hand more than
    half busts always, so it is pushed.

    >>> str(mimic(Rules()).action([7, 7])), str(mimic(Rules()).action([7, 8]))
    ('hit', 'backhand')
    """
    over_half = [total for total in range(LOW_TO + 1, BUST_ABOVE + 1) if 2 * sum(DECK[BUST_ABOVE - total :]) > 52]
    return by_total(rules, over_half[0], "mimic")


def of_chart(chart: BestChart) -> Strategy:
    """The chart as a strategy; cells its shoe cannot make get the action that O5 names first."""
    cells = {cell: chart.rules.legal_actions(*cell)[0] for cell in CELLS}
    return Strategy(cells | dict(chart.actions), name="chart")


BUILT_IN = ("optimal", "chart", "never-bust", "mimic")
"""Names that stand for a strategy where a file could: the first is best play for the exact shoe."""


def load_strategy(name: str, valuation: Valuation, shoe: Shoe | None = None) -> Strategy | None:
    """A built-in strategy by its name, or one from a file; None is best play for the exact shoe.

    ``shoe`` is what the chart is made for, by default the valuation's fresh one.

    Raises InputError for a file that is not there, StrategyError for one that is no strategy, TooLargeError for the
    chart of a shoe that leads to too many others.

    >>> load_strategy("optimal", Valuation()) is None, load_strategy("mimic", Valuation()).name
    (True, 'mimic')
    """
    if name == "optimal":
        return None
    if name == "chart":
        return of_chart(best_chart(valuation, shoe))
    if name == "never-bust":
        return never_bust(valuation.rules)
    if name == "mimic":
        return mimic(valuation.rules)
    return Strategy.from_text(
        read_text(name, f"a strategy is {', '.join(BUILT_IN)} or a csv file"), valuation.rules, name
    )
