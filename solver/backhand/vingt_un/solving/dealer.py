"""The dealer against one punter whose policy is known: his best reply over a whole round, exactly.

He sees the run, in order, and knows the policy, so he knows which pairs would have drawn to every card of
it and then stood. Runs with the same cards and the same pairs left are one question, however the cards
came: a few thousand questions for a whole round. A table of several punters is in ``seats``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from backhand.common.cards import RANKS, Shoe
from backhand.common.progress import Progress, quiet
from backhand.common.ways import ways
from backhand.vingt_un.hands import check_pack, plus
from backhand.vingt_un.policies import Counts, Policy, check_dealer, check_punter, counts_of
from backhand.vingt_un.rules import MOST, NATURAL, Rules, hard_total, score
from backhand.vingt_un.solving.arrays import Ints, falling
from backhand.vingt_un.solving.lattice import PAIR_HANDS, PAIR_ORDERS, Array, Lattice
from backhand.vingt_un.solving.punter import check_doubled


@dataclass(frozen=True, slots=True)
class Gains:
    """What the dealer gains in every run, the stakes paid before: whole numbers over ``scales`` (one for each column).

    ``of_roots`` (two cards of the dealer, as in ``lattice.roots``, by columns) is summed over the ordered ways to
    draw the punter's pair from what the run and these two cards leave, times how many punters hold it.
    """

    lattice: Lattice
    of_roots: Array
    scales: tuple[int, ...]
    better: Array
    """Whether standing on the first two cards is at least as good as drawing (roots by columns)."""
    behind: Array
    """The ordered ways to draw the pair, times how many punters hold it (roots by columns)."""

    def by_root(self, punters: int = 1) -> list[Fraction]:
        """The dealer's gain from rounds in which he has these two cards, times the chance of that, stakes included.

        ``punters`` is how many the columns hold in all: the gain is from one.
        """
        lattice = self.lattice
        found = [Fraction(int(number), perm(lattice.pack.cards, 2)) for number in self._dealt()]
        for columns, whole in self.lengths():
            gained = (self.of_roots[:, columns] * self.ways_to(columns)).sum(axis=1)
            for place, gain in enumerate(gained):
                found[place] += Fraction(int(gain), whole * self.scales[columns[0]] * punters)
        return found

    def stands(self, punters: int = 1) -> list[tuple[Counts, Fraction, Fraction]]:
        """For each two cards of the dealer: the chance to meet a punter who stands, and in how much of it to stand.

        Standing where drawing is worth as much counts as standing.
        """
        met, stood = [Fraction(0)] * len(self.of_roots), [Fraction(0)] * len(self.of_roots)
        for columns, whole in self.lengths():
            weights = (self.behind[:, columns].astype(object)) * self.ways_to(columns)
            for place, (row, better) in enumerate(zip(weights, self.better[:, columns], strict=True)):
                met[place] += Fraction(int(row.sum()), whole * punters)
                stood[place] += Fraction(int(row[better].sum()), whole * punters)
        hands = [self.lattice.hands[root] for root in self.lattice.roots]
        return [
            (hand, one, two / one if one else Fraction(0)) for hand, one, two in zip(hands, met, stood, strict=True)
        ]

    def lengths(self) -> Iterator[tuple[Ints, int]]:
        """Columns of equally long runs, and the ordered draws of run, dealer's cards and pair together."""
        pack, cards = self.lattice.pack, self.lattice.cards
        for left in np.unique(cards).tolist():
            yield np.nonzero(cards == left)[0], perm(pack.cards, pack.cards - left) * perm(left, 4)

    def _dealt(self) -> Array:
        """The ordered ways to be dealt each of ``roots`` from the pack."""
        hands = [self.lattice.hands[root] for root in self.lattice.roots]
        return np.array([ways(self.lattice.pack, hand) * (1 if 2 in hand else 2) for hand in hands], dtype=object)

    def ways_to(self, columns: Ints) -> Array:
        """The ordered ways to draw each run in one order and then each of ``roots``."""
        lattice = self.lattice
        table = falling(max(lattice.pack), 2).astype(object)
        roots = lattice.counts[lattice.roots]
        found = np.array([[ways(lattice.pack, lattice.columns[column]) for column in columns]], dtype=object)
        found = found * np.where(roots.max(axis=1) == 2, 1, 2)[:, None]
        for place in range(len(RANKS)):
            found = found * table[np.maximum(lattice.left[place, columns], 0)[None, :], roots[:, place][:, None]]
        return found


def gains(lattice: Lattice, held: Ints, stands: Array | None = None, progress: Progress = quiet) -> Gains:
    """What the dealer gives back, by best play, to punters who stand, so many with each pair (pairs by columns).

    Counted as a gain, so less than nothing. ``stands``, where given, is a policy of his to value instead: whether
    each hand stands. Values are kept times the ordered draws of as many more cards as a hand can
    take, so all are integers.
    """
    settled = lattice.settled(held)
    scale = np.ones(len(lattice.columns), dtype=object)
    values = np.zeros((len(lattice.hands), len(lattice.columns)), dtype=object)
    for size in progress(range(len(lattice.levels) - 1, -1, -1), "sizes of hands", len(lattice.levels)):
        rows = lattice.levels[size]
        draw = lattice.drawn(values, rows, lattice.left)
        # In a tiny pack a large hand may leave no card; it then cannot be, and what stands there is never used.
        scale = scale * np.maximum(lattice.cards - 2 - lattice.sizes[rows[0]], 1)
        stand = settled[rows].astype(object) * scale
        best = np.maximum(stand, draw) if stands is None else np.where(stands[rows, None], stand, draw)
        natural = lattice.scores[rows] == NATURAL
        best[natural] = stand[natural]  # with a natural there is nothing to decide
        values[rows] = best
    of_roots = values[lattice.roots] - lattice.paid_if_over(held, lattice.roots).astype(object) * scale
    better = (stand >= draw)[lattice.roots]  # the hands of two cards come first
    return Gains(lattice, of_roots, tuple(int(factor) for factor in scale), better, lattice.behind(held))


def finishes(policy: Policy, pack: Shoe) -> dict[tuple[Counts, frozenset[int], bool], int]:
    """Every way a punter with this policy can finish, as the dealer sees it, and the orders it can come in.

    A way is the run, the pairs (places in ``PAIR_HANDS``) that can be behind it, and whether he went over.

    >>> found = finishes(Policy(2, 2), Shoe.of_decks(1))  # who stands on anything never draws
    >>> [(run, len(pairs), over, orders) for (run, pairs, over), orders in found.items()]
    [((0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 55, False, 1)]
    """
    stands = policy.decisions()
    found: dict[tuple[Counts, frozenset[int], bool], int] = {}
    playing = {(counts_of(()), frozenset(range(len(PAIR_HANDS)))): 1}
    while playing:
        drawn: dict[tuple[Counts, frozenset[int]], int] = {}
        for (run, pairs), orders in playing.items():
            hands = {pair: tuple(a + b for a, b in zip(PAIR_HANDS[pair], run, strict=True)) for pair in pairs}
            over = frozenset(pair for pair, hand in hands.items() if hard_total(hand) > MOST)
            stood = frozenset(pair for pair in pairs - over if stands(hands[pair]))
            for finished in (over, stood):
                if finished:
                    way = run, finished, finished is over
                    found[way] = found.get(way, 0) + orders
            asking = pairs - over - stood
            for place in range(len(RANKS)) if asking else ():
                if run[place] < pack[place]:
                    state = plus(run, place), asking
                    drawn[state] = drawn.get(state, 0) + orders
        playing = drawn
    return found


@dataclass(frozen=True, slots=True)
class Doubled:
    """What two cards of the dealer are worth to him, in stakes first laid: if he does not double, and if he does."""

    hand: Counts
    chance: Fraction
    """That he is dealt them."""
    single: Fraction
    double: Fraction

    @property
    def better(self) -> bool:
        """Whether doubling is better; not where it is worth the same."""
        return self.double > self.single


class Dealer:
    """The dealer's best reply to one punter's policy, over a whole round; or a policy of his, valued.

    ``if_doubled`` is what the punter plays where the dealer has doubled: the same, unless said.
    The same pair of policies is valued from the other side by ``Punter``; they agree exactly.

    Raises ShoeError for a pack that may run out, PolicyError for a doubling that the rules do not know.

    >>> from backhand.vingt_un.solving.punter import round_value
    >>> mine, his, pack = Policy(17, 17), Policy(15, 19), Shoe("2,0,0,0,3,0,0,3,0,2")
    >>> Dealer(Rules(), his, pack, policy=mine).value() == round_value(Rules(), mine, pack, policy=his)
    True
    """

    def __init__(
        self,
        rules: Rules,
        punter: Policy,
        pack: Shoe | None = None,
        policy: Policy | None = None,
        if_doubled: Policy | None = None,
        progress: Progress = quiet,
    ) -> None:
        fresh = Shoe.of_decks(1)
        self.rules, self.punter = rules, check_punter(punter)
        self.pack = check_pack(fresh if pack is None else pack, 2)
        if if_doubled is not None:
            check_doubled(rules, True)
        self._policy = None if policy is None else check_dealer(rules, policy)
        self.if_doubled = punter if if_doubled is None else check_punter(if_doubled)
        self.gains = self._against(punter, progress)
        self._gains_doubled = self.gains if self.if_doubled == punter else self._against(self.if_doubled, progress)

    def _against(self, punter: Policy, progress: Progress) -> Gains:
        ends = [(way, orders) for way, orders in finishes(punter, self.pack).items() if not way[-1]]
        lattice = Lattice(self.rules, self.pack, [run for (run, _, _), _ in ends])
        held = np.zeros((len(PAIR_HANDS), len(ends)), dtype=np.int64)
        for column, ((_, pairs, _), orders) in enumerate(ends):
            held[sorted(pairs), column] = orders
        decisions = self._policy.decisions() if self._policy else None
        stands = np.array([decisions(hand) for hand in lattice.hands]) if decisions else None
        return gains(lattice, held, stands, progress)

    def doublings(self) -> list[Doubled]:
        """What doubling is worth with every two cards, before the punter acts; a natural shown at once, too.

        >>> on = Rules.from_text("dealer-doubles=on")
        >>> from backhand.vingt_un.hands import name
        >>> found = Dealer(on, Policy(2, 2)).doublings()  # against a punter who never draws
        >>> [name(cards.hand) for cards in found if cards.hand[-1] and not cards.better]
        ['3 T', '4 T']
        """
        lattice, found = self.gains.lattice, []
        singles, doubles = self.gains.by_root(), self._gains_doubled.by_root()
        for root, single, double in zip(lattice.roots, singles, doubles, strict=True):
            hand = lattice.hands[root]
            chance = Fraction(ways(self.pack, hand) * (1 if 2 in hand else 2), perm(self.pack.cards, 2))
            found.append(Doubled(hand, chance, single / chance, 2 * double / chance))
        natural = counts_of((1, 10))
        chance = Fraction(2 * ways(self.pack, natural), perm(self.pack.cards, 2))
        if chance and not self.rules.natural_at_end:
            gain = naturals_at_once(self.rules, self.pack) / chance
            found.append(Doubled(natural, chance, gain, 2 * gain))
        return found

    def value(self) -> Fraction:
        """What the dealer gains per stake first laid over a whole round, his natural included.

        Where he may double, he does with any two cards with which that gains him more, before the punter acts;
        or with those his policy says.
        """
        found = Fraction(0)
        for cards in self.doublings():
            doubles = cards.better if self._policy is None else self._policy.doubling.doubles(cards.hand)
            found += cards.chance * (cards.double if doubles and self.rules.dealer_may_double else cards.single)
        return found


def naturals_at_once(rules: Rules, pack: Shoe) -> Fraction:
    """What the dealer gains from one punter by naturals, where he shows them at once (V6).

    >>> naturals_at_once(Rules(), Shoe.of_decks(1))  # twice the chance of a natural
    Fraction(64, 663)
    """
    natural, gained = counts_of((1, 10)), 0
    for pair, orders in zip(PAIR_HANDS, PAIR_ORDERS.tolist(), strict=True):
        both = tuple(a + b for a, b in zip(pair, natural, strict=True))
        gained -= 2 * orders * ways(pack, both) * rules.net(score(pair), NATURAL)
    return Fraction(gained, perm(pack.cards, 4))
