"""The game state by state for Storm: listed by us, solved by Storm in fractions (extra ``bench``).

Storm reads the text that ``backhand export`` writes too slowly to solve a fresh deck in fractions. So the states are
listed here, from the rules alone, and given to Storm as an explicit sparse model. ``python benchmarks/storm_explicit.py
list FILE`` writes the list for a fresh deck; ``… solve FILE`` has Storm solve it and prints the fraction.
"""

from __future__ import annotations

import pickle
import sys
import time
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any, NamedTuple

from backhand import Rules, Shoe
from backhand.positions import End, Position, deal, outcomes
from backhand.rules import WINS, Ending

WON, LOST, VOID = 0, 1, 2
"""The first three states: how a round can end."""
DEALT = 3
"""The state of the deal from the whole shoe."""
_DEAL_DRAWS = 4
"""A deal draws so many cards at most."""


@dataclass(slots=True)
class States:
    """A Markov decision process. Choice c leads to columns[ends[c-1]:ends[c]], with numerators over denominators[c].

    State s has the choices from first[s] to first[s + 1]. A void is worth half a win, as it pays back half of what a
    win at even money does: so the best probability to win is P(win) + P(void) / 2 of the best play by EV.
    """

    first: array[int] = field(default_factory=lambda: array("I"))
    ends: array[int] = field(default_factory=lambda: array("I"))
    columns: array[int] = field(default_factory=lambda: array("I"))
    numerators: array[int] = field(default_factory=lambda: array("I"))
    denominators: array[int] = field(default_factory=lambda: array("I"))

    def choice(self, weights: dict[int, int], denominator: int) -> None:
        """Add a choice to the last state: where it leads, with which weights."""
        for state in sorted(weights):
            self.columns.append(state)
            self.numerators.append(weights[state])
        self.ends.append(len(self.columns))
        self.denominators.append(denominator)


def states(shoe: Shoe, rules: Rules) -> States:
    """Every position that can come up in a round dealt from the shoe: for even money, and stakes back at a void."""
    found, places, listed = [Position(shoe)], {Position(shoe): DEALT}, States()
    for ending in ({WON: 1}, {LOST: 1}, {WON: 1, LOST: 1}):
        listed.first.append(len(listed.ends))
        listed.choice(ending, len(ending))
    for position in found:  # grows while it is read
        listed.first.append(len(listed.ends))
        cards = position.shoe.cards
        for draws, branches in _choices(position, rules):
            weights: dict[int, int] = {}
            deepest = min(draws, cards)
            for weight, node in branches:
                left = node.shoe.cards
                if isinstance(node, End):
                    state = VOID if node.ending is Ending.VOID else WON if node.ending in WINS else LOST
                else:
                    state = places.setdefault(node, DEALT + len(found))
                    if state == DEALT + len(found):
                        found.append(node)
                weight *= perm(left, deepest - (cards - left))  # all outcomes as draws of so many cards
                weights[state] = weights.get(state, 0) + weight
            listed.choice(weights, perm(cards, deepest))
    return listed


def _choices(position: Position, rules: Rules) -> Iterable[tuple[int, Iterable[tuple[int, Position | End]]]]:
    """Each choice: how many cards it draws at most, and its outcomes."""
    if not position.cards:
        return [(_DEAL_DRAWS, deal(position.shoe))]
    return [(1, outcomes(position, action)) for action in position.actions(rules)]


class Answer(NamedTuple):
    """The best probability to win, by Storm, and the seconds it took to make the model and to solve it."""

    win: Fraction
    making: float
    solving: float


def solve(listed: States) -> Answer:
    """Give the states to Storm one by one, as fractions, and ask it for the best probability to win."""
    import stormpy
    from stormpy import datastructures, models

    start = time.perf_counter()
    rational: Any = stormpy.Rational
    choices, entries, size = len(listed.ends), len(listed.columns), len(listed.first)
    builder = datastructures.SparseMatrixBuilder[rational](choices, size, entries, True, True, size)
    numbers: dict[tuple[int, int], Any] = {}
    add, columns, numerators, done = builder.add_next_value, listed.columns, listed.numerators, 0
    for state, first in enumerate(listed.first):
        builder.new_row_group(first)
        for choice in range(first, listed.first[state + 1] if state + 1 < size else choices):
            denominator = listed.denominators[choice]
            for entry in range(done, listed.ends[choice]):
                key = numerators[entry], denominator
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = rational(Fraction(*key))
                add(choice, columns[entry], number)
            done = listed.ends[choice]
    labels = models.StateLabeling(size)
    for label, state in (("init", DEALT), ("win", WON)):
        labels.add_label(label)
        labels.add_label_to_state(label, state)
    model = models.SparseMdp[rational](models.SparseModelComponents[rational](builder.build(), labels))
    made = time.perf_counter()
    question = stormpy.parse_properties('Pmax=? [F "win"]')[0]
    answer = stormpy.model_checking(model, question, only_initial_states=True).get_value(DEALT)
    return Answer(Fraction(str(answer)), made - start, time.perf_counter() - made)


def main() -> None:
    """List the states of a fresh deck into a file, or solve those in a file."""
    task, path = sys.argv[1], Path(sys.argv[2])
    if task == "list":
        with path.open("wb") as file:
            listed = states(Shoe.of_decks(1), Rules())
            pickle.dump(listed, file, protocol=pickle.HIGHEST_PROTOCOL)
        print(f"{len(listed.first):,} states, {len(listed.ends):,} choices and {len(listed.columns):,} transitions")
    else:
        with path.open("rb") as file:
            print(*solve(pickle.load(file)))


if __name__ == "__main__":
    main()
