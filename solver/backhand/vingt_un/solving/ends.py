"""With which hands a dealer ends whose policy is fixed, counted exactly for many packs at a time.

Where the policy stands, the dealer's hand is an end: some cards, and the number of orders in which he can come to
hold them. In how many ordered draws from a pack he ends so is a product of falling factorials, one for each rank.

Hands over 21 are not listed: he is over in all draws that come to no end. So an end has at most 11 cards, and a
count of ordered draws is at most 50!/39! < 2^61: it fits the integers of numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import perm

import numpy as np

from backhand.common.cards import DECK, RANKS, Shoe
from backhand.vingt_un.hands import hands_of, plus
from backhand.vingt_un.policies import Counts, Policy
from backhand.vingt_un.rules import NATURAL, OVER, hard_total, score
from backhand.vingt_un.solving.arrays import Ints, falling

_CHUNK = 128
"""Packs counted at a time: few enough that the products stay in the cache of a core."""


def flows(policy: Policy, pack: Shoe, doubled: bool = False) -> dict[Counts, tuple[int, bool]]:
    """Every hand that a player with this policy can come to hold: in how many orders, and whether he stands there.

    ``doubled``: only hands that begin with two cards with which the policy doubles; else those with which it does not.

    >>> ways, stands = flows(Policy(17, 17), Shoe.of_decks(1))[(1, 0, 0, 0, 0, 1, 0, 0, 0, 0)]
    >>> ways, stands  # A 6 or 6 A, which is 17
    (2, True)
    """
    stands = policy.decisions()
    ways: dict[Counts, int] = {}
    found: dict[Counts, tuple[int, bool]] = {}
    for hand in hands_of(pack):  # by size, so every hand comes after those that lead to it
        if sum(hand) == 2 and policy.doubling.doubles(hand) == doubled:
            ways[hand] = 2 if max(hand) == 1 else 1
        if hand not in ways:
            continue
        found[hand] = ways[hand], stands(hand)
        if not found[hand][1]:
            for place in range(len(RANKS)):
                child = plus(hand, place)
                if child[place] <= pack[place] and hard_total(child) <= 21:
                    ways[child] = ways.get(child, 0) + ways[hand]
    return found


class DealersEnds:
    """The hands, not over 21, with which a dealer with this policy ends, and how often he does in any pack.

    A dealer who may double says whether he does, and so tells something about his two cards: ``doubled`` says what he
    said, and only hands that begin with such two cards are counted.

    >>> endings = DealersEnds(Policy(17, 17), Shoe.of_decks(1))
    >>> endings.scores
    (17, 18, 19, 20, 21, 22)
    """

    def __init__(self, policy: Policy, pack: Shoe, doubled: bool = False) -> None:
        kept = [(hand, ways) for hand, (ways, stands) in flows(policy, pack, doubled).items() if stands]
        self._begins = np.zeros((len(RANKS), len(RANKS)), dtype=np.int64)
        """Which two cards, in which order, he may have begun with."""
        for first, second in np.ndindex(self._begins.shape):
            hand = plus(plus((0,) * len(RANKS), first), second)
            self._begins[first, second] = policy.doubling.doubles(hand) == doubled
        kept.sort(key=lambda item: (score(item[0]), sum(item[0])))
        hands = np.array([hand for hand, _ in kept], dtype=np.int64).reshape(-1, len(RANKS))
        self._groups = [(score(hand), sum(hand)) for hand, _ in kept]
        """(score, number of cards) of each end; sorted, so that each group is a slice."""
        self._starts = [
            place for place, group in enumerate(self._groups) if place == 0 or group != self._groups[place - 1]
        ]
        self.scores = tuple(sorted({held for held, _ in self._groups} | {NATURAL}))
        self.depth = max((cards for _, cards in self._groups), default=2)
        self.groups = tuple(self._groups[place] for place in self._starts)
        self._ways = np.array([ways for _, ways in kept], dtype=np.int64)
        self._falling = falling(max(DECK), 11)
        # A tree of prefixes: hands that agree in the first ranks share the product over these ranks.
        self._levels: list[tuple[Ints, Ints]] = []
        nodes = np.zeros(len(kept), dtype=np.int64)
        for place in range(len(RANKS)):
            keys, back = np.unique(nodes * 32 + hands[:, place], return_inverse=True)
            self._levels.append((keys // 32, keys % 32))
            nodes = back.reshape(-1).astype(np.int64)
        self._leaves = nodes

    def first_two(self, packs: Ints, natural: bool = True) -> Ints:
        """For each pack, the ordered ways to be dealt the first two cards, ``natural`` ones among them or not."""
        begins = self._begins.copy()
        if not natural:
            begins[0, -1] = begins[-1, 0] = 0
        found: Ints = ((packs @ begins) * packs).sum(axis=1) - packs @ begins.diagonal()
        return found

    def counts(self, packs: Ints) -> Ints:
        """For each pack (a row of ten counts) and each of ``groups``, the ordered draws that end so.

        They are out of ``perm(cards in the pack, number of cards of the group)`` each.
        """
        found = np.zeros((len(packs), len(self._starts)), dtype=np.int64)
        if not self._starts:
            return found
        for first in range(0, len(packs), _CHUNK):
            rows = packs[first : first + _CHUNK].T  # ranks by packs: every step below runs along the packs
            product = np.ones((1, rows.shape[1]), dtype=np.int64)
            for place, (parents, copies) in enumerate(self._levels):
                factors = self._falling.T[:, rows[place]]
                product = product[parents] * factors[copies]
            weighted = product[self._leaves] * self._ways[:, None]
            found[first : first + _CHUNK] = np.add.reduceat(weighted, self._starts, axis=0).T
        return found

    def orderings(self, packs: Sequence[Sequence[int]]) -> Iterable[dict[int, int]]:
        """For each pack, how many of the m! orderings of its m cards end with each score, OVER included.

        The counts of a pack sum to m!, or to those orderings that begin with two cards he may have begun with.

        >>> (found,) = DealersEnds(Policy(17, 17), Shoe.of_decks(1)).orderings([Shoe.of_decks(1)])
        >>> from fractions import Fraction; from math import factorial
        >>> Fraction(found[NATURAL], factorial(52))  # 2·4·16/(52·51)
        Fraction(32, 663)
        """
        rows = np.array(packs, dtype=np.int64).reshape(-1, len(RANKS))
        each = zip(self.counts(rows).tolist(), self.first_two(rows).tolist(), rows.sum(axis=1).tolist(), strict=True)
        for counts, firsts, cards in each:
            left = firsts * perm(max(cards - 2, 0))
            found = dict.fromkeys((OVER, *self.scores), 0)
            for (held, drawn), count in zip(self.groups, counts, strict=True):
                found[held] += count * (perm(cards - drawn) if cards >= drawn else 0)
            found[OVER] = left - sum(found.values())
            yield found
