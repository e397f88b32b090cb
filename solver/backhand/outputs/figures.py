"""The figures of a round as rows, tables and a document: what the par sheet and the value of a deal both tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from backhand.common.cards import RANKS, format_cards
from backhand.common.intervals import Number
from backhand.common.outputs.numerals import amount, decimals, number, percent
from backhand.common.outputs.report import Table
from backhand.outputs.weights import INITIAL_HANDS
from backhand.rounds.figures import Figures, Start

DENOMINATORS = (
    "Every figure is per round: one initial stake, from the deal to its result. A push that is taken is not a round "
    "and not a result; a void is a round that nets 0. EV, edge and RTP are per initial stake, variance in stakes "
    "squared. Hit frequency: rounds won of all rounds. Cards: all that leave the shoe in a round, hands pushed, "
    "discarded aces and the card turned last among them."
)


def means(figures: Figures) -> list[tuple[str, Number]]:
    """How many cards and pushes a round takes on average, by the name of the figure."""
    return [("mean cards", figures.mean_cards), ("mean pushes", figures.mean_pushes)]


def mean_rows(figures: Figures) -> list[list[str]]:
    """The same for people."""
    return [["cards, mean", decimals(figures.mean_cards, 8)], ["pushes, mean", decimals(figures.mean_pushes, 8)]]


def figure_lists(figures: Figures, starts: Sequence[Start]) -> list[tuple[str, Number]]:
    """The distributions and the initial hands, a named number each."""
    return [
        *((f"cards {cards}", chance) for cards, chance in figures.cards.items()),
        *((f"pushes {pushes}", chance) for pushes, chance in figures.pushes.items()),
        *((f"chance of hand {format_cards(start.hand)}", start.chance) for start in starts),
        *((f"win with hand {format_cards(start.hand)}", start.win) for start in starts),
        *((f"ev with hand {format_cards(start.hand)}", start.ev) for start in starts),
    ]


def figure_tables(figures: Figures, starts: Sequence[Start]) -> list[str | Table]:
    """The distributions and the initial hands for people."""
    return [
        Table(["cards in a round", "probability"], chance_rows(figures.cards, 6)),
        Table(["pushes in a round", "probability"], chance_rows(figures.pushes, 6)),
        INITIAL_HANDS,
        Table(
            ["initial hand", "total", "type", "dealt", "won", "EV"],
            [
                [
                    format_cards(start.hand),
                    str(sum(start.hand)),
                    start.kind,
                    percent(start.chance),
                    percent(start.win),
                    decimals(start.ev, 6, sign=True),
                ]
                for start in starts
            ],
        ),
    ]


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


def figures_document(figures: Figures, starts: Sequence[Start]) -> dict[str, Any]:
    """The distributions and the initial hands for programs."""
    return {
        "cards": {str(n): number(chance) for n, chance in figures.cards.items()},
        "pushes": {str(n): number(chance) for n, chance in figures.pushes.items()},
        "initial_hands": [
            {
                "hand": [RANKS[rank - 1] for rank in start.hand],
                "total": sum(start.hand),
                "kind": start.kind.value,
                "chance": number(start.chance),
                "win": number(start.win),
                "ev": number(start.ev),
            }
            for start in starts
        ],
    }
