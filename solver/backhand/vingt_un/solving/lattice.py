"""One punter and the dealer, hidden from each other: both sides' sums for many public runs at once.

A *run* is what the punter has drawn face up. Behind it he has two cards, one of 55 pairs of ranks; the
dealer has a hand. With the run gone, the pack holds a cards of each rank; a dealer's hand with D
of them and then the pair (i, j) can be drawn in so many ordered ways:

    perm(a, D) · 2 (a_i − D_i)(a_j − D_j),     or  perm(a, D) · (a_i − D_i)(a_i − D_i − 1)  for i = j.

The second factor is a polynomial in D with 66 terms (1, D_i, D_i D_j). So a sum over pairs for
every hand, or over hands for every pair, is one product with a matrix that no run changes:
hands by terms. That is all the speed there is, in integers and in floating point alike.

Accounts are kept as if every punter had paid his stake before the cards: he gets back ``net + 1``, and
nothing if he goes over. So hands gone over need no sums of their own.

Integers here may wrap around 2^64 on the way; wherever a sum is used it is far below 2^63, and the
wrapping arithmetic is exact modulo 2^64 (a hand the pack does not hold may carry nonsense; it enters with weight 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from backhand.common.cards import RANKS, Shoe
from backhand.vingt_un.hands import PAIRS, hands_of, plus
from backhand.vingt_un.policies import Counts, counts_of
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, hard_total, score
from backhand.vingt_un.solving.arrays import Ints, scores_of

Array = npt.NDArray[Any]

_SQUARE = {pair: 1 + len(RANKS) + place for place, pair in enumerate(PAIRS)}
TERMS = 1 + len(RANKS) + len(PAIRS)

PAIR_HANDS = tuple(counts_of((first + 1, second + 1)) for first, second in PAIRS)
"""The pairs as hands of two cards."""
PAIR_ORDERS = np.array([1 if first == second else 2 for first, second in PAIRS])


class Lattice:
    """The dealer's hands against a list of runs (columns), which may repeat.

    >>> lattice = Lattice(Rules(), Shoe.of_decks(1), [counts_of([]), counts_of([5, 7])])
    >>> lattice.terms.shape, lattice.left.shape
    ((2008, 66), (10, 2))
    """

    def __init__(self, rules: Rules, pack: Shoe, columns: Sequence[Counts]) -> None:
        self.rules, self.pack, self.columns = rules, pack, tuple(columns)
        self.hands = hands_of(pack)
        index = {hand: place for place, hand in enumerate(self.hands)}
        self.counts = np.array(self.hands, dtype=np.int64)
        self.sizes = self.counts.sum(axis=1)
        self.depth = int(self.sizes[-1])
        self.scores = scores_of(self.hands)
        self.child = np.array(
            [[index.get(plus(hand, place), -1) for place in range(len(RANKS))] for hand in self.hands], dtype=np.int64
        )
        """Where a card leads from a hand; −1 where over, or where the pack has no such card."""
        runs = np.array(self.columns, dtype=np.int64).reshape(-1, len(RANKS)).T
        self.left: Ints = np.array(pack, dtype=np.int64)[:, None] - runs
        self.cards = self.left.sum(axis=0)
        self.terms = self._terms()
        self.pair_scores: Ints = np.array(
            [[_score_of(pair, run) for run in self.columns] for pair in PAIR_HANDS], dtype=np.int64
        )
        self._grouped: dict[np.dtype[Any], list[tuple[int, Ints, Array]]] = {}
        self.levels = [np.nonzero(self.sizes == size)[0] for size in range(2, self.depth + 1)]
        natural_plays = rules.natural_at_end
        self.roots = self.levels[0] if natural_plays else self.levels[0][self.scores[self.levels[0]] != NATURAL]
        """The two cards a dealer may have when it comes to a decision."""

    def _terms(self) -> Ints:
        terms = np.ones((len(self.hands), TERMS), dtype=np.int64)
        terms[:, 1 : 1 + len(RANKS)] = self.counts
        for (first, second), place in _SQUARE.items():
            terms[:, place] = self.counts[:, first] * self.counts[:, second]
        return terms

    def back(self, dealer: int) -> Ints:
        """What each pair gets back in each run against a dealer's score (pairs by runs): net and stake, 0 if over."""
        table = np.array([self.rules.net(held, dealer) + 1 for held in range(NATURAL + 1)], dtype=np.int64)
        return table[self.pair_scores]

    def fold(self, weights: Array) -> Array:
        """For weights of pairs (pairs by runs): the terms (by runs) of the sum of weight times ways."""
        found = np.zeros((TERMS, weights.shape[1]), dtype=weights.dtype)
        for (first, second), weight in zip(PAIRS, weights, strict=True):
            a, b = self.left[first], self.left[second]
            square = _SQUARE[first, second]
            if first == second:
                found[0] += weight * (a * (a - 1))
                found[1 + first] -= weight * (2 * a - 1)
                found[square] += weight
            else:
                found[0] += 2 * weight * (a * b)
                found[1 + first] -= 2 * weight * b
                found[1 + second] -= 2 * weight * a
                found[square] += 2 * weight
        return found

    def unfold(self, moments: Array) -> Array:
        """For sums of terms over hands (terms by runs): the sum of ways, for each pair (pairs by runs)."""
        found = np.zeros((len(PAIRS), moments.shape[1]), dtype=moments.dtype)
        for place, (first, second) in enumerate(PAIRS):
            a, b = self.left[first], self.left[second]
            square = moments[_SQUARE[first, second]]
            if first == second:
                found[place] = a * (a - 1) * moments[0] - (2 * a - 1) * moments[1 + first] + square
            else:
                found[place] = 2 * (a * b * moments[0] - b * moments[1 + first] - a * moments[1 + second] + square)
        return found

    def settled(self, held: Array) -> Array:
        """What the dealer saves by standing instead of going over, with each hand (hands by runs).

        ``held`` says how many punters stand with each pair in each run. Summed over the ordered ways to
        draw the pair after the dealer's hand.
        """
        saved = np.zeros((len(self.hands), held.shape[1]), dtype=held.dtype)
        paid_if_over = self.back(OVER)
        for dealer, rows, terms in self.by_score(held.dtype):
            saved[rows] = terms @ self.fold(held * (paid_if_over - self.back(dealer)))
        return saved

    def paid_if_over(self, held: Array, hands: Ints) -> Array:
        """What the dealer gives back going over after each of these hands (hands by runs), summed as in ``settled``."""
        return self.terms[hands].astype(held.dtype) @ self.fold(held * self.back(OVER))

    def behind(self, held: Array) -> Array:
        """The ordered ways to draw what these punters hold after each of ``roots`` (roots by runs)."""
        return self.terms[self.roots].astype(held.dtype) @ self.fold(held)

    def by_score(self, dtype: npt.DTypeLike) -> list[tuple[int, Ints, Array]]:
        """For each score of the dealer: the hands that have it, and their rows of ``terms``."""
        found = self._grouped.get(np.dtype(dtype))
        if found is None:
            groups = [(int(dealer), np.nonzero(self.scores == dealer)[0]) for dealer in np.unique(self.scores)]
            found = [(dealer, rows, self.terms[rows].astype(dtype)) for dealer, rows in groups]
            self._grouped[np.dtype(dtype)] = found
        return found

    def drawn(self, values: Array, rows: Ints, left: Ints) -> Array:
        """Sum over the dealer's next card of its number times the value of where it leads (rows by columns).

        ``values`` are as in ``settled``, measured against going over, which itself is worth nothing; ``left`` is what
        the pack holds but for these hands (ranks by columns).
        """
        total = np.zeros((len(rows), left.shape[1]), dtype=values.dtype)
        for place in range(len(RANKS)):
            child = self.child[rows, place]
            inside = np.nonzero(child >= 0)[0]
            number = left[place][None, :] - self.counts[rows[inside], place][:, None]
            total[inside] += number * values[child[inside]]
        return total


def _score_of(pair: Counts, run: Counts) -> int:
    hand = tuple(held + drawn for held, drawn in zip(pair, run, strict=True))
    return score(hand) if hard_total(hand) <= MOST else OVER
