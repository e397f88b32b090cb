"""Charts and strategy files in the own reading."""

from __future__ import annotations

import random
from fractions import Fraction

from .game import Best, Choice, Game, Hand, Play, Shoe, visits

Cells = dict[tuple[int, int], str]


def legal_of(game: Game, cards: int, total: int) -> list[str]:
    """The actions of a cell. They depend on nothing but its number of cards and total."""
    return game.legal((total - cards + 1, *[1] * (cards - 1)))


def every_cell() -> list[tuple[int, int]]:
    """All cells of a chart."""
    return [(cards, total) for cards in (2, 3, 4) for total in range(cards, 21 if cards == 2 else 22)]


def follow(cells: Cells, hands: dict[Hand, str] | None = None) -> Choice:
    """Play by a chart, exact hands first."""
    exceptions = hands or {}

    def choose(hand: Hand, shoe: Shoe, legal: list[str]) -> str:
        return exceptions.get(hand) or cells[len(hand), sum(hand)]

    return choose


def named(game: Game, name: str) -> Cells:
    """Never-bust hits up to 11, mimic up to 14; both push what can be pushed."""
    stop = {"never-bust": 12, "mimic": 15}[name]
    cells = {}
    for cards, total in every_cell():
        legal = legal_of(game, cards, total)
        wanted = "push" if "push" in legal else "backhand" if total >= stop else "hit"
        cells[cards, total] = wanted if wanted in legal else legal[0]
    return cells


def random_cells(game: Game, dice: random.Random) -> Cells:
    """Any chart."""
    return {cell: dice.choice(legal_of(game, *cell)) for cell in every_cell()}


class Costs:
    """What a way to play gives away: by cell and action, by hand, by hand of the first deal."""

    def __init__(self, play: Play, best: Best, shoe: Shoe) -> None:
        self.cells: dict[tuple[int, int, str], Fraction] = {}
        self.counts: dict[tuple[int, int, str], Fraction] = {}
        self.hands: dict[Hand, Fraction] = {}
        self.first: dict[tuple[Hand, int], tuple[Fraction, Fraction, list[str]]] = {}
        for (first, aces, hand, rest), chance in visits(play, shoe).items():
            evs = best.evs(hand, rest)
            action = play.choice(hand, rest, play.game.legal(hand))
            loss = max(evs.values()) - evs[action]
            cell = (len(hand), sum(hand), action)
            self.cells[cell] = self.cells.get(cell, Fraction(0)) + chance * loss
            self.counts[cell] = self.counts.get(cell, Fraction(0)) + chance
            self.hands[hand] = self.hands.get(hand, Fraction(0)) + chance * loss
            if first and loss:
                assert (hand, aces) not in self.first
                self.first[hand, aces] = (chance, loss, best.best(hand, rest))
