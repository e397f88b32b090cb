"""What the dealer gains at many tables at once, by his best reply and by a policy of his own.

A *table* is what the dealer sees when all punters have finished: what each drew, and who went over. The two down cards
of one punter, the *last*, are summed over by a polynomial, as in ``lattice``. Those of the others are drawn in all
ways, as in ``seats``: a table has a row for each set of cards that can be hidden with them.

Ordered ways are whole numbers below 2^53, exact in floating point. Values are divided and added, but are measured
against going over, so that none is negative and the rounding stays relative (docs/vingt_un_method.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, perm, prod

import numpy as np
import numpy.typing as npt

from backhand.common.cards import RANKS, Shoe
from backhand.common.ways import ways
from backhand.vingt_un.hands import PAIRS
from backhand.vingt_un.policies import Counts, Policy
from backhand.vingt_un.rules import NATURAL, OVER, SCORES, Rules
from backhand.vingt_un.solving.arrays import Ints, falling
from backhand.vingt_un.solving.dealer import finishes
from backhand.vingt_un.solving.lattice import PAIR_HANDS, PAIR_ORDERS, TERMS, Lattice
from backhand.vingt_un.solving.seats import behind

Floats = npt.NDArray[np.float64]
Table = tuple[int, ...]
"""How each punter finished: places among the ends, lowest first."""

ROWS = 256
"""Rows weighed at a time: few enough for the products to stay near the processor."""
_KEPT = 20_000
"""Hands of hidden cards kept, some 60 kilobytes each for three punters."""
_FIRST, _SECOND = (np.array(places) for places in zip(*PAIRS, strict=True))
_ALIKE = _FIRST == _SECOND
_BY_FIRST, _BY_SECOND = (
    np.array([[float(place == rank) for rank in range(len(RANKS))] for place in places]) for places in (_FIRST, _SECOND)
)


@dataclass(frozen=True, slots=True)
class End:
    """How a punter can finish, as the dealer sees it (see ``finishes``), in so many orders, and how likely that is."""

    run: Counts
    pairs: tuple[int, ...]
    over: bool
    orders: int
    chance: Fraction


def ends_of(rules: Rules, policy: Policy, pack: Shoe) -> list[End]:
    """All ways a punter can finish, the likeliest first. Under ``overdrawn-shown`` a hand thrown up is seen whole.

    >>> found = ends_of(Rules(), Policy(16, 16), Shoe.of_decks(1))
    >>> len(found), sum(end.chance for end in found), found[0].run == (0,) * 10, found[0].over
    (2552, Fraction(1, 1), True, False)
    """
    found = []
    for (run, pairs, over), orders in finishes(policy, pack).items():
        for seen in [(pair,) for pair in sorted(pairs)] if over and rules.overdrawn_shown else [tuple(sorted(pairs))]:
            hands = [tuple(a + b for a, b in zip(PAIR_HANDS[pair], run, strict=True)) for pair in seen]
            number = sum(int(PAIR_ORDERS[pair]) * ways(pack, hand) for pair, hand in zip(seen, hands, strict=True))
            if number:
                chance = Fraction(orders * number, perm(pack.cards, sum(run) + 2))
                found.append(End(run, seen, over, orders, chance))
    return sorted(found, key=lambda end: -end.chance)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What can be hidden with the punters of a table but for the last: a row for each hand of cards, in all ways."""

    cards: Ints
    ways: Floats
    back: Floats
    """What these ways get back, stakes paid before, against each of ``SCORES``."""
    ranks: Ints
    """The cards one by one, and how many of their rank came before: a column each."""
    before: Ints


class Showings:
    """What so many punters can show together, each having finished in one of these ends, and what the dealer gains.

    ``own`` is a policy of the dealer that is valued beside his best reply.
    """

    def __init__(self, rules: Rules, pack: Shoe, ends: Sequence[End], number: int, own: Policy) -> None:
        self.rules, self.pack, self.ends, self.number = rules, pack, ends, number
        self.lattice = lattice = Lattice(rules, pack, [end.run for end in ends])
        self.stands = np.array([own.decisions()(hand) for hand in lattice.hands])
        by_score = lattice.by_score(np.float64)
        self._terms = [(dealer, terms.T.copy()) for dealer, _, terms in by_score]
        order = np.concatenate([rows for _, rows, _ in by_score])
        self._place = np.argsort(order)
        """Where each hand stands among the hands by score, in which order they are weighed."""
        self._cards = lattice.counts[order].T.astype(np.float64)
        self._holds = np.zeros((len(ends), len(PAIRS)))
        for row, end in enumerate(ends):
            self._holds[row, list(end.pairs)] = 1.0
        self._in = self._holds * np.array([[not end.over] for end in ends])
        self._back = {held: lattice.back(held).T.astype(np.float64) for held in (OVER, *lattice.scores.tolist())}
        self._runs = np.array([end.run for end in ends], dtype=np.int64)
        self._known: dict[Table, Hidden] = {}

    def blocks(self, tables: Sequence[Table]) -> Iterator[list[Table]]:
        """The tables in groups of about ROWS rows, without those that cannot be: the pack has not the cards."""
        block: list[Table] = []
        rows = 0
        for table in tables:
            more = len(self._hidden(self._split(table)[0]).ways)
            block += [table] if more else []
            rows += more
            if rows >= ROWS:
                yield block
                block, rows = [], 0
        if block:
            yield block

    def solve(self, block: Sequence[Table]) -> tuple[Floats, Floats, Floats]:
        """Summed over these tables, for each of the lattice's ``roots``, times the chance of it and of the table.

        What the dealer gains, the stakes paid before, at his best and by his own policy; and how many punters stand.
        """
        split = [self._split(table) for table in block]
        hidden = [self._hidden(known) for known, _ in split]
        sizes = np.array([len(rows.ways) for rows in hidden])
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        of_table = np.repeat(np.arange(len(block)), sizes)
        last = np.array([end for _, end in split])[of_table]
        left = np.array(self.pack) - np.array([self._runs[list(table)].sum(axis=0) for table in block])
        cards, number, back, ranks, before = (
            np.concatenate([getattr(rows, name) for rows in hidden])
            for name in ("cards", "ways", "back", "ranks", "before")
        )
        drawn = self._drawn(left[of_table], ranks, before)
        fold = _Fold((left[of_table] - cards).astype(np.float64))
        over = self._weights(OVER, last, number, back)
        roots = self._place[self.lattice.roots]
        terms = self.lattice.terms[self.lattice.roots].T.astype(np.float64)

        def whole(weights: Floats) -> Floats:
            return _summed(drawn[:, roots] * (fold(weights) @ terms), starts)

        saved = np.empty_like(drawn)
        first = 0
        for dealer, columns in self._terms:
            rows = slice(first, first + columns.shape[1])
            weights = fold(over - self._weights(dealer, last, number, back))
            np.multiply(drawn[:, rows], weights @ columns, out=saved[:, rows])
            first = rows.stop
        saved = _summed(saved, starts)[self._place]
        given, met = whole(over), whole(number[:, None] * self._holds[last])
        chance = self._chances(block, left.T)
        standing = np.array([sum(not self.ends[place].over for place in table) for table in block])
        best, own = self._played(saved, left.T)
        return (
            ((best - given) * chance).sum(axis=1),
            ((own - given) * chance).sum(axis=1),
            (met * standing * chance).sum(axis=1),
        )

    def _split(self, table: Table) -> tuple[Table, int]:
        """The table without its last punter, who is the one with most pairs; and he."""
        last = max(range(len(table)), key=lambda seat: len(self.ends[table[seat]].pairs))
        return table[:last] + table[last + 1 :], table[last]

    def _hidden(self, known: Table) -> Hidden:
        if known not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            ends = [self.ends[place] for place in known]
            left = np.array(self.pack) - self._runs[list(known)].sum(axis=0)
            cards, gained = behind(self.rules, [(end.run, end.pairs, end.over) for end in ends], left.tolist())
            number = gained[:, :1]
            back = number * sum(not end.over for end in ends) - gained[:, 1:]
            shape = (len(cards), 2 * len(known))
            ranks = np.array([np.repeat(np.arange(len(RANKS)), row) for row in cards], dtype=np.int64).reshape(shape)
            before = np.array([np.concatenate([np.arange(n) for n in row]) for row in cards], dtype=np.int64)
            self._known[known] = Hidden(
                cards, number[:, 0].astype(np.float64), back.astype(np.float64), ranks, before.reshape(shape)
            )
        return self._known[known]

    def _weights(self, dealer: int, last: Ints, number: Floats, back: Floats) -> Floats:
        """What a table gets back against a dealer's score, by its rows and the last punter's pair."""
        found: Floats = back[:, SCORES.index(dealer)][:, None] * self._holds[last]
        found += number[:, None] * self._in[last] * self._back[dealer][last]
        return found

    def _drawn(self, left: Ints, ranks: Ints, before: Ints) -> Floats:
        """The ordered ways to draw the hidden cards of each row after each hand (rows by hands by score)."""
        found = np.ones((len(left), self._cards.shape[1]))
        for card in range(ranks.shape[1]):
            rank = ranks[:, card]
            held = np.take_along_axis(left, rank[:, None], axis=1) - before[:, card][:, None]
            found *= held - self._cards[rank]
        return found

    def _chances(self, block: Sequence[Table], left: Ints) -> Floats:
        """The chance of each table's runs and of each root, over the ordered draws of the pairs (roots by tables)."""
        lattice, chances = self.lattice, []
        for table in block:
            ends = [self.ends[place] for place in table]
            run = tuple(sum(counts) for counts in zip(*(end.run for end in ends), strict=True))
            orders = factorial(self.number) // prod(factorial(count) for count in Counter(table).values())
            number = orders * prod(end.orders for end in ends) * ways(self.pack, run)
            chances.append(number / (perm(self.pack.cards, sum(run) + 2 + 2 * self.number)))
        perms = falling(max(self.pack), 2).astype(np.float64)
        roots = lattice.counts[lattice.roots]
        found = np.array(chances) * np.where(roots.max(axis=1) == 2, 1.0, 2.0)[:, None]
        for place in range(len(RANKS)):
            found *= perms[np.maximum(left[place], 0)[None, :], roots[:, place][:, None]]
        return found

    def _played(self, saved: Floats, left: Ints) -> tuple[Floats, Floats]:
        """The value of each root at the dealer's best, and by his own policy, against going over (roots by tables)."""
        lattice, best, own = self.lattice, np.zeros_like(saved), np.zeros_like(saved)
        cards = left.sum(axis=0) - 2 * self.number
        for rows in reversed(lattice.levels):
            undealt = np.maximum(cards - lattice.sizes[rows[0]], 1)
            natural = (lattice.scores[rows] == NATURAL)[:, None]
            draw = lattice.drawn(best, rows, left) / undealt
            best[rows] = np.where(natural, saved[rows], np.maximum(saved[rows], draw))
            draw = lattice.drawn(own, rows, left) / undealt
            own[rows] = np.where(self.stands[rows, None], saved[rows], draw)
        return best[lattice.roots], own[lattice.roots]


def _summed(rows: Floats, starts: Ints) -> Floats:
    """The rows of each table together, a column for each."""
    found: Floats = np.add.reduceat(rows, starts, axis=0).T
    return found


class _Fold:
    """As ``Lattice.fold``, for rows of their own: weights of the last punter's pairs to terms of the dealer's hand."""

    def __init__(self, left: Floats) -> None:
        a, b = left[:, _FIRST], left[:, _SECOND]
        self._constant = np.where(_ALIKE, a * (a - 1), 2 * a * b)
        self._first = np.where(_ALIKE, -(2 * a - 1), -2 * b)
        self._second = np.where(_ALIKE, 0.0, -2 * a)
        self._square = np.where(_ALIKE, 1.0, 2.0)

    def __call__(self, weights: Floats) -> Floats:
        found = np.empty((len(weights), TERMS))
        found[:, 0] = (weights * self._constant).sum(axis=1)
        found[:, 1 : 1 + len(RANKS)] = (weights * self._first) @ _BY_FIRST + (weights * self._second) @ _BY_SECOND
        found[:, 1 + len(RANKS) :] = weights * self._square
        return found
