"""The dealer's best reply to several punters with one known policy, over a whole round: proved bounds.

What all punters show together is a *table*; there are millions. They are taken by how likely they are, and the first
so many are solved (``tables``). At the others the dealer gains at least what a policy of his own gains, the best that
looks at his hand only, and at most two stakes from everybody who stands. Over all tables together both are known
exactly, from one punter; so over those that are left they are known, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, prod

import numpy as np

from backhand.common.cards import RANKS, Shoe
from backhand.common.intervals import Enclosure
from backhand.common.progress import Progress, quiet
from backhand.errors import HandError
from backhand.vingt_un.hands import check_pack, hands_of, plus
from backhand.vingt_un.policies import Counts, Policy, check_punter
from backhand.vingt_un.rules import MOST_PUNTERS, NATURAL, OVER, Rules, score
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.ends import DealersEnds
from backhand.vingt_un.solving.shown import Floats, Showings, Table, ends_of

SLACK = Fraction(1, 10**9)
"""More than all rounding together (docs/vingt_un_method.md)."""
TABLES = {2: 60_000, 3: 4_000, 4: 500}
"""How many tables are solved unless said, by the number of punters: a minute or two."""


@dataclass(frozen=True, slots=True)
class ByCards(Enclosure):
    """What the dealer gains from all punters together with two cards of his, times their chance."""

    hand: Counts
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Reply(Enclosure):
    """What a round is worth to a dealer at his best, in stakes first laid, from all punters together."""

    by_cards: tuple[ByCards, ...]
    """By his first two cards, stakes not doubled."""
    tables: int
    """How many tables were solved."""
    share: float
    """In how many cases a punter who stands sits at one of these."""
    own: Policy
    """The best policy that looks at the dealer's own hand only."""


class Company:
    """So many punters, all with the same policy, against a dealer who replies best. ``most`` tables are solved.

    Raises HandError for a number of punters but 2 to 4 (``Dealer`` is for one), ShoeError for a pack that may run out.

    >>> found = Company(Rules(), Policy(15, 15), 2, Shoe("3,0,0,0,3,0,0,3,0,5")).solve()
    >>> round(found.share, 9), found.high - found.low < 3 * SLACK  # so small a pack has few tables
    (1.0, True)
    """

    def __init__(
        self, rules: Rules, punter: Policy, number: int, pack: Shoe | None = None, most: int | None = None
    ) -> None:
        if not 2 <= number <= MOST_PUNTERS:
            raise HandError(f"{number} punters: a whole round is enclosed for 2 to {MOST_PUNTERS}, exact for one")
        self.rules, self.punter, self.number = rules, check_punter(punter), number
        self.pack = check_pack(Shoe.of_decks(1) if pack is None else pack, number + 1)
        self.most = TABLES[number] if most is None else most
        self.own = own_hand(rules, punter, self.pack)
        self._ends = ends_of(rules, punter, self.pack)

    def tables(self) -> list[Table]:
        """The likeliest tables at which somebody stands, as if the punters had packs of their own."""
        chances, least = [float(end.chance) for end in self._ends], 1e-3
        while True:
            found = [
                table
                for table in _likely(chances, self.number, least)
                if not all(self._ends[place].over for place in table)
            ]
            if len(found) >= self.most or not least:
                break
            least = least / 4 if least > 1e-15 else 0.0
        found.sort(key=lambda table: -prod(chances[place] for place in table))
        return found[: self.most]

    def solve(self, progress: Progress = quiet) -> Reply:
        """The enclosure."""
        chosen = self.tables()
        tables = Showings(self.rules, self.pack, self._ends, self.number, self.own)
        blocks = list(tables.blocks(chosen))
        parts = [tables.solve(blocks[place]) for place in progress(range(len(blocks)), "tables", len(blocks))]
        best, own, stood = (_total([part[kind] for part in parts]) for kind in range(3))
        one = Dealer(self.rules, self.punter, self.pack, policy=self.own)
        standing = [self.number * met for _, met, _ in one.gains.stands()]
        found = []
        for place, cards in enumerate(one.doublings()):
            low = high = self.number * cards.chance * cards.single
            if place < len(standing):  # else a natural shown at once
                low += best[place] - own[place]
                high = self.number * cards.chance + best[place] + max(standing[place] - stood[place], Fraction(0))
            found.append((cards, low, max(low, high)))
        times = 2 if self.rules.dealer_may_double else 1
        return Reply(
            _down(sum(max(low, times * low) for _, low, _ in found)),
            -_down(-sum(max(high, times * high) for _, _, high in found)),
            tuple(ByCards(_down(low), -_down(-high), cards.hand, cards.chance) for cards, low, high in found),
            len(chosen),
            min(1.0, float(sum(stood) / sum(standing))),
            self.own,
        )


def _down(value: Fraction | int) -> Fraction:
    """The value less SLACK, rounded down to twelve places."""
    return Fraction(floor((value - SLACK) * 10**12), 10**12)


def _total(parts: Sequence[Floats]) -> list[Fraction]:
    """Sums over blocks, exact for the numbers as they are."""
    return [sum(map(Fraction, column), Fraction(0)) for column in np.array(parts).T.tolist()]


def _likely(chances: Sequence[float], number: int, least: float) -> Iterator[Table]:
    """Tables of so many punters, places ascending, as likely as ``least`` or more; ``chances`` fall with the place."""

    def extend(chosen: Table, chance: float) -> Iterator[Table]:
        more = number - len(chosen)
        if not more:
            yield chosen
            return
        for place in range(chosen[-1] if chosen else 0, len(chances)):
            if chance * chances[place] ** more < least:
                return
            yield from extend((*chosen, place), chance * chances[place])

    return extend((), 1.0)


def own_hand(rules: Rules, punter: Policy, pack: Shoe) -> Policy:
    """The dealer's best policy that looks at his own hand only, against a punter's: exact, as ``Punter`` is.

    >>> str(own_hand(Rules(), Policy(16, 16), Shoe.of_decks(1)))
    '17,19'
    """
    hands, endings = hands_of(pack), DealersEnds(punter, pack)

    def gains(held: list[Counts], dealer: Sequence[int]) -> list[int]:
        left = [tuple(had - used for had, used in zip(pack, hand, strict=True)) for hand in held]
        return [
            -sum(rules.net(mine, his) * count for mine, count in found.items())
            for found, his in zip(endings.orderings(left), dealer, strict=True)
        ]

    stand = dict(zip(hands, gains(list(hands), [score(hand) for hand in hands]), strict=True))
    over = dict(zip(hands, gains(list(hands), [OVER] * len(hands)), strict=True))
    worth: dict[Counts, int] = {}
    table: dict[Counts, bool] = {}
    for hand in reversed(hands):
        # Going over gains the same on average whatever was drawn: so what a hand saves is measured against it.
        draw = over[hand]
        for place in range(len(RANKS)):
            child, cards = plus(hand, place), pack[place] - hand[place]
            if cards and child in worth:
                draw += cards * (worth[child] - over[child])
        table[hand] = stand[hand] >= draw
        worth[hand] = stand[hand] if score(hand) == NATURAL else max(stand[hand], draw)
    return Policy.of_table({hand: stands for hand, stands in table.items() if score(hand) != NATURAL})
