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
from backhand.common.files.cells import Cells, number
from backhand.common.files.reading import named, read_text
from backhand.errors import StrategyError, shortened
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

HEADER = ("cards", "total", "action")
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
        read = _Chart(rules, name)
        read.read(text, [cell for cell in CELLS if cell not in RARE])
        return cls(dict.fromkeys(RARE, Action.HIT) | read.cells, read.hands, name)


class _Chart(Cells[Cell, tuple[int, ...], Action]):
    """One csv of a strategy being read."""

    what, one, example = "a strategy", "a cell", "AA2T,hit"
    columns, more = HEADER, MORE

    def __init__(self, rules: Rules, name: str) -> None:
        super().__init__(name)
        self.rules = rules

    def cell(self, fields: Mapping[str, str]) -> Cell:
        numbers = {name: number(name, fields[name]) for name in ("cards", "total", "exceptions") if name in fields}
        cell = numbers["cards"], numbers["total"]
        if cell not in CELLS:
            raise StrategyError(f"{self.called(cell)} are never decided on")
        return cell

    def called(self, cell: Cell) -> str:
        return f"{cell[0]} cards of total {cell[1]}"

    def hand(self, text: str) -> tuple[int, ...]:
        hand = tuple(sorted(parse_cards(text)))
        check_hand(hand)
        return hand

    def cell_of(self, hand: tuple[int, ...]) -> Cell:
        return len(hand), sum(hand)

    def action(self, text: str, cell: Cell) -> Action:
        legal, meant = self.rules.legal_actions(*cell), named(text, LETTERS)
        if meant not in legal:
            known = "no legal action" if meant else "no action"
            raise StrategyError(
                f"{meant or shortened(text)} is {known} with {self.called(cell)}: {' or '.join(legal)} is"
            )
        return meant


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
