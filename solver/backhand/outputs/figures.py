"""The figures of a round as rows: what the par sheet and the value of a deal both tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from backhand.common.cards import RANKS
from backhand.common.intervals import Number
from backhand.common.outputs.numerals import amount, decimals, number, percent, signed
from backhand.common.outputs.report import Table
from backhand.common.outputs.rows import Column, Row, documents, people
from backhand.outputs.weights import INITIAL_HANDS
from backhand.rounds.figures import Figures, Start

DENOMINATORS = (
    "Every figure is per round: one initial stake, from the deal to its result. A push that is taken is not a round "
    "and not a result; a void is a round that nets 0. EV, edge and RTP are per initial stake, variance in stakes "
    "squared. Hit frequency: rounds won of all rounds. Cards: all that leave the shoe in a round, hands pushed, "
    "discarded aces and the card turned last among them."
)

STARTS: tuple[Column[Start], ...] = (
    Column("hand", lambda start: [RANKS[rank - 1] for rank in start.hand], "initial hand", " ".join),
    Column("total", lambda start: sum(start.hand), "total"),
    Column("kind", lambda start: start.kind.value, "type"),
    Column("chance", lambda start: start.chance, "dealt", percent),
    Column("win", lambda start: start.win, "won", percent),
    Column("ev", lambda start: start.ev, "EV", signed(6)),
)
"""An initial hand: what it is, how often it is dealt, what it is worth."""


def mean_rows(figures: Figures) -> list[Row]:
    """How many cards and pushes a round takes on average."""
    return [
        Row("mean_cards", figures.mean_cards, decimals(figures.mean_cards, 8), "cards, mean"),
        Row("mean_pushes", figures.mean_pushes, decimals(figures.mean_pushes, 8), "pushes, mean"),
    ]


def figure_lists(figures: Figures, starts: Sequence[Start]) -> list[Row]:
    """The distributions and the initial hands for csv, a named number each."""
    hands = [("_".join(RANKS[rank - 1] for rank in start.hand), start) for start in starts]
    return [
        *(Row(f"cards_{cards}", chance) for cards, chance in figures.cards.items()),
        *(Row(f"pushes_{pushes}", chance) for pushes, chance in figures.pushes.items()),
        *(Row(f"chance_of_hand_{hand}", start.chance) for hand, start in hands),
        *(Row(f"win_with_hand_{hand}", start.win) for hand, start in hands),
        *(Row(f"ev_with_hand_{hand}", start.ev) for hand, start in hands),
    ]


def figure_tables(figures: Figures, starts: Sequence[Start]) -> list[str | Table]:
    """The distributions and the initial hands for people."""
    return [
        Table(["cards in a round", "probability"], chance_rows(figures.cards, 6)),
        Table(["pushes in a round", "probability"], chance_rows(figures.pushes, 6)),
        INITIAL_HANDS,
        people(STARTS, starts),
    ]


def figures_document(figures: Figures, starts: Sequence[Start]) -> dict[str, Any]:
    """The distributions and the initial hands for programs."""
    return {
        "cards": {str(n): number(chance) for n, chance in figures.cards.items()},
        "pushes": {str(n): number(chance) for n, chance in figures.pushes.items()},
        "initial_hands": documents(STARTS, starts),
    }


def chance_rows(chances: Mapping[int, Number], places: int) -> list[list[str]]:
    """How likely each number is, for people: what cannot be is left out, what is too small to be shown is summed.

    >>> from fractions import Fraction
    >>> chance_rows({0: Fraction(0), 1: Fraction(1, 2), 2: Fraction(1, 2) - Fraction(1, 300), 3: Fraction(1, 300)}, 1)
    [['1', '50.0 %'], ['2', '49.7 %'], ['3', '0.3 %']]
    >>> chance_rows({1: Fraction(997, 1000), 2: Fraction(1, 3000), 3: Fraction(1, 3000), 4: Fraction(1, 3000)}, 1)
    [['1', '99.7 %'], ['2 to 4 together', '0.1 %']]
    """
    rows = []
    possible = [(number, chance) for number, chance in chances.items() if chance != 0]
    for small, run in groupby(possible, lambda one: amount(one[1] * 100, places).startswith("<")):
        found = list(run)
        if small and len(found) > 1:
            total = sum((chance for _, chance in found[1:]), found[0][1])
            rows.append([f"{found[0][0]} to {found[-1][0]} together", percent(total, places)])
        else:
            rows += [[str(number), percent(chance, places)] for number, chance in found]
    return rows
