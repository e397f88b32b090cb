"""What every report of Backhand says: the rules, the shoe, the value of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from backhand.common.cards import RANKS, Shoe
from backhand.common.intervals import Enclosure, Number
from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.rows import Row, entries
from backhand.evaluator import Value
from backhand.rules import ENDINGS, PRESETS, Ending, Rules
from backhand.solving.bounds import Bounds

if TYPE_CHECKING:
    from backhand.rounds.figures import Figures


def rules_document(rules: Rules) -> dict[str, Any]:
    """The rules in force: their text form, and every option by name."""
    preset = next((name for name, preset in PRESETS.items() if preset == rules), None)
    return {"text": str(rules), "preset": preset, "options": rules.options()}


def value_document(value: Value | Bounds) -> dict[str, Any]:
    """Win probability, EV and every ending that is known."""
    figures = {"win": number(value.win), "ev": number(value.ev)}
    if not value.endings:
        return figures
    return {**figures, "endings": entries(ending_rows(value.endings))}


def worth_rows(value: Value | Bounds | Figures, win: str = "win probability") -> list[Row]:
    """How often a deal is won, which people read as ``win``, and what it is worth."""
    return [
        Row("win", value.win, percent(value.win, 8), win),
        Row("ev", value.ev, decimals(value.ev, 10, sign=True), "EV per stake"),
        Row("house_edge", value.house_edge, percent(value.house_edge, 8), "house edge"),
    ]


Endings = Mapping[str, Fraction] | Mapping[str, Enclosure] | Mapping[Ending, Number]


def ending_rows(endings: Endings) -> list[Row]:
    """How often a round ends in each way."""
    return [Row(ending.value, endings[ending], percent(endings[ending], 8)) for ending in ENDINGS]


def heading(rules: Rules, shoe: Shoe) -> str:
    """One line that says for which rules and shoe an output holds.

    >>> heading(Rules(), Shoe("4,4,4,4,4,4,4,4,4,15"))
    'Rules: inventor. Shoe: 51 cards, A:4 2:4 3:4 4:4 5:4 6:4 7:4 8:4 9:4 T:15.'
    """
    held = " ".join(f"{name}:{count}" for name, count in zip(RANKS, shoe, strict=True))
    cards = "1 card" if shoe.cards == 1 else f"{shoe.cards} cards"
    decks, rest = divmod(shoe.cards, 52)
    fresh = not rest and decks and shoe == Shoe.of_decks(decks)
    what = f"{decks} fresh deck{'s' if decks > 1 else ''}, {cards}" if fresh else f"{cards}, {held}"
    return f"Rules: {rules}. Shoe: {what}."
