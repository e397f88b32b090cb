"""Rounds played out with shuffled cards, and added up, chunk by chunk (``common.simulation.chunks``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from backhand.common.cards import Shoe
from backhand.common.simulation import chunks
from backhand.common.simulation.compiling import COMPILED, compiled
from backhand.errors import SimulationError
from backhand.evaluator import stakes
from backhand.rules import ENDINGS, Rules
from backhand.simulation.dealer import ACTIONS, STARTS, Numbers, Sums, Tables, play
from backhand.simulation.decisions import HANDS, Decisions, shoe_cards

_WANTED = 1 << 14
"""Room for push hands that the dealer could not decide in a chunk; beyond that it takes another turn."""

FEW, FEW_AHEAD = 100_000, 5_000
"""Fewer rounds, by tables or looked ahead, are played sooner than numba is loaded."""

_AT_ONCE, _AT_ONCE_AHEAD = 64, 4
"""Calls of ``philox`` at a time: it works out several as fast as one. A shoe that is looked ahead needs few."""

Counts = npt.NDArray[np.int64]


@dataclass
class Tally:
    """What came out of so many rounds; arrays of counts that can be added."""

    shoe: int
    """Cards in the shoe."""
    rounds: int = 0
    ends: Counts = field(init=False)
    """[initial hand, ending]: rounds, the last row being rounds whose deal was void."""
    pushes: Counts = field(init=False)
    """[pushes]: rounds with so many."""
    cards: Counts = field(init=False)
    """[cards]: rounds that took so many from the shoe."""
    visits: Counts = field(init=False)
    """[hand, action]: how often it was come to."""
    wins: Counts = field(init=False)
    """[hand, action]: how many of these rounds were won; for pushes it is not kept."""
    sums: Counts = field(init=False)
    """Over shoes dealt to the cut card, n rounds each of net payoff x and w wins: how many, n², x², x n, w², w n."""

    def __post_init__(self) -> None:
        self.ends = np.zeros((STARTS + 1, len(ENDINGS)), dtype=np.int64)
        self.pushes = np.zeros(self.shoe // 2 + 1, dtype=np.int64)
        self.cards = np.zeros(self.shoe + 1, dtype=np.int64)
        self.visits = np.zeros((len(HANDS), 4), dtype=np.int64)
        self.wins = np.zeros((len(HANDS), 4), dtype=np.int64)
        self.sums = np.zeros(6, dtype=np.int64)

    def arrays(self) -> tuple[Counts, ...]:
        """Its arrays."""
        return self.ends, self.pushes, self.cards, self.visits, self.wins, self.sums

    def add(self, other: Tally) -> None:
        """Add the rounds of another tally of the same shoe."""
        self.rounds += other.rounds
        for mine, its in zip(self.arrays(), other.arrays(), strict=True):
            mine += its

    @property
    def endings(self) -> Counts:
        """Rounds by ending, in the order of ``ENDINGS``."""
        found: Counts = self.ends.sum(axis=0)
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation: what is played, and with which cards. Raises SimulationError for one that cannot be.

    >>> from backhand.simulation.decisions import decisions_of
    >>> from backhand.strategies.strategy import never_bust
    >>> plan = Plan(Shoe.of_decks(1), Rules(), decisions_of(never_bust(Rules())), rounds=1000, seed=7)
    >>> tally = plan.play()
    >>> tally.rounds, int(tally.endings.sum()), int(tally.pushes.sum())
    (1000, 1000, 1000)
    """

    shoe: Shoe
    rules: Rules
    decisions: Decisions
    rounds: int
    seed: int
    cut: int = 0
    """0: each round from a fresh shuffle. Else rounds go on from one shoe until so many cards are out."""

    def __post_init__(self) -> None:
        self.check(self.shoe, self.rounds, self.seed, self.cut)

    @staticmethod
    def check(shoe: Shoe, rounds: int, seed: int, cut: int) -> None:
        """Refuse what cannot be simulated. Raises SimulationError."""
        chunks.check(rounds, seed)
        if not 0 <= cut <= shoe.cards:
            raise SimulationError(f"a cut card after {cut} cards: the shoe has {shoe.cards}")
        if not shoe.cards:
            raise SimulationError("the shoe is empty: there is nothing to deal")

    def chunk(self, number: int) -> Tally:
        """Play one chunk; it is the same whenever and wherever it is played.

        Where the dealer looks ahead, push hands that he could not decide are answered and the chunk is played again.
        What he did with them for want of an answer counts for nothing.
        """
        look = self.decisions.look
        known = {} if look is None else look.answers(set())
        while True:
            tally, wanted = self._turn(number, known)
            if not wanted or look is None:
                return tally
            known |= look.answers(wanted)  # what this chunk asked for before may no longer be kept
            known = dict(sorted(known.items()))

    def _turn(self, number: int, known: dict[int, int]) -> tuple[Tally, set[int]]:
        """Play a chunk with so much known, and tell what else would have to be."""
        tally = Tally(self.shoe.cards)
        tally.rounds = chunks.size(self.rounds, number)
        tables, look = self.decisions, self.decisions.look
        compile_it = COMPILED and self.rounds >= (FEW if look is None else FEW_AHEAD)
        batch = 4 if self.shoe.cards <= 160 else 3  # so that the product of as many sizes is below 2^30
        halves = self.seed & 0xFFFFFFFF, self.seed >> 32
        plan = Numbers(tally.rounds, self.cut, batch, number, *halves, len(HANDS))
        at_once = _AT_ONCE if look is None else _AT_ONCE_AHEAD
        room = np.array(shoe_cards(self.shoe), dtype=np.int64), np.zeros(4 * at_once, dtype=np.int64)
        looked_up = tables.pairs, tables.becomes, tables.totals, tables.bases, tables.after, tables.actions
        arrays: list[npt.NDArray[Any]] = [
            *room,
            np.zeros(2, dtype=np.int64),
            *looked_up,
            np.array(stakes(self.rules)[1], dtype=np.int64),
        ]
        decided = np.zeros(2 * (len(HANDS) * ACTIONS + 1), dtype=np.int32)
        summed: list[npt.NDArray[Any]] = [tally.ends, tally.pushes, tally.cards, decided, tally.sums]
        ahead = None if look is None else look.ahead(self.shoe, known, _WANTED, compile_it)
        if compile_it:
            compiled(play)(plan, Tables(*arrays), Sums(*(array.ravel() for array in summed)), ahead)
        else:  # Python's lists and integers are faster than numpy's, one at a time
            sums = Sums(*(array.ravel().tolist() for array in summed))
            play(plan, Tables(*(array.tolist() for array in arrays)), sums, ahead)
            for array, made in zip(summed, sums, strict=True):
                array[...] = np.array(made).reshape(array.shape)
        by_hand = decided[: 2 * tally.wins.size].astype(np.int64).reshape(*tally.wins.shape, 2)
        tally.visits, tally.wins = by_hand.sum(axis=2), by_hand[..., 1].copy()
        return tally, set() if ahead is None else {int(key) for key in ahead.wanted[1 : 1 + ahead.wanted[0]]}

    def play(self, jobs: int = 1, progress: Callable[[int], object] = lambda rounds: None) -> Tally:
        """Play all chunks, ``jobs`` at a time, and add them up, as ``chunks.play`` does."""
        return chunks.play(Tally(self.shoe.cards), self.chunk, chunks.count(self.rounds), jobs, progress)
