"""The figures of a round as rows, tables and a document: what the par sheet and the value of a deal both tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backhand.common.cards import RANKS, format_cards
from backhand.common.intervals import Number
from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Table
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


def figure_tables(figures: Figures, starts: Sequence[Start]) -> list[Table]:
    """The distributions and the initial hands for people."""
    return [
        Table(["cards in a round", "probability"], [[str(n), percent(p, 6)] for n, p in figures.cards.items() if p]),
        Table(["pushes in a round", "probability"], [[str(n), percent(p, 6)] for n, p in figures.pushes.items()]),
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
