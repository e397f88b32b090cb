"""Going on both by rule: what a punter gains whose policy and whose pairs to go on both with are fixed, exactly.

Each hand looks at its own cards only, and cards come in no order that knows of hands; so all second cards may be
dealt first, until every hand has one that does not begin a further hand. Then the hands are alike: each has a second
card that is not alike (``barred``), given that the others' are not either; after the fourth hand is made any card does.
That the others' are not alike is told by inclusion and exclusion: a hand played from a pack with some alike cards gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm

from backhand.common.cards import DECK
from backhand.common.progress import Progress, quiet
from backhand.vingt_un.endings import ENDINGS, Ending, net_of
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.hands import check_pack
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import MOST_HANDS, NATURAL, score
from backhand.vingt_un.solving.ends import DealersEnds
from backhand.vingt_un.solving.half_pair import begun

_WAYS = {(0, 2): 1, (1, 3): 2, (2, 0): 1, (2, 1): 2, (2, 2): 2}
"""(alike, others): the orders of the second cards, until all hands have one or the fourth hand is made."""


@dataclass(frozen=True)
class BothByRule:
    """A punter who goes on both with two cards of these ranks, and again with a third and fourth, whatever he sees.

    ``alone`` is the same punter with one hand throughout. Raises UnsolvedError for tens alike by rank when not all
    sixteen are in the pack, ShoeError for a pack that may run out.

    >>> from backhand.vingt_un.policies import Policy
    >>> from backhand.vingt_un.rules import Rules
    >>> alone = Outcomes(Rules(), Policy(17, 17), Policy(16, 16))
    >>> aces, tens = BothByRule(alone, frozenset([1])), BothByRule(alone, frozenset([10]))
    >>> aces.dealers_value < alone.dealers_value < tens.dealers_value
    True
    """

    alone: Outcomes
    ranks: frozenset[int]
    progress: Progress = quiet

    def __post_init__(self) -> None:
        most = max((min(MOST_HANDS, self.alike(rank)) for rank in self.ranks), default=1)
        check_pack(self.alone.pack, most + 1)
        by_rank = 10 in self.ranks and not self.alone.rules.alike_by_value
        if by_rank and self.alone.pack[-1] != DECK[-1]:
            raise UnsolvedError("alike=rank: which tens are gone is not known; give a pack with all sixteen")

    def alike(self, rank: int) -> int:
        """How many cards of the pack are alike with a card of this rank, itself included (V7)."""
        tens_by_rank = rank == 10 and not self.alone.rules.alike_by_value
        return 4 if tens_by_rank else self.alone.pack[rank - 1]

    def share(self, rank: int) -> Fraction:
        """Of two cards of this rank, how often they are alike."""
        held = self.alone.pack[rank - 1]
        return Fraction(self.alike(rank) - 1, held - 1) if held > 1 else Fraction(0)

    def gain(self, rank: int) -> Fraction:
        """What going on both gains, the dealer's natural included, given two cards of this rank that are alike."""
        rules, pack = self.alone.rules, self.alone.pack.without([rank, rank])
        endings, more = DealersEnds(self.alone.dealer, self.alone.pack), self.alike(rank) - 2
        gained = Fraction(0)
        for (alike, others), orders in _WAYS.items():
            free = MOST_HANDS - others if alike == MOST_HANDS - 2 else 0
            for gone in range(others + (1 if free else 0)):  # so many of the other hands' second cards are alike
                if alike + gone > more:
                    break
                left = pack.without([rank] * (alike + gone))
                chance = orders * (-1) ** gone * Fraction(perm(more, alike + gone), perm(pack.cards, alike + gone))
                barred = begun(rules, endings, left, rank, self.alone.punter, more - alike - gone)
                gained += chance * others * comb(max(others - 1, 0), gone) * barred
                if free:
                    gained += chance * free * comb(others, gone) * begun(rules, endings, left, rank, self.alone.punter)
        if not rules.natural_at_end:
            naturals = Fraction(2 * pack[0] * pack[-1], perm(pack.cards, 2))
            net = rules.net(score(counts_of([rank, rank])), NATURAL)
            gained += naturals * net * (2 if rules.second_stake_before else 1)
        return gained

    @cached_property
    def dealers_value(self) -> Fraction:
        """What the dealer gains over a round, per stake first laid."""
        value = self.alone.dealers_value
        for rank in self.progress(sorted(self.ranks), "pairs", len(self.ranks)):
            pair = counts_of([rank, rank])
            if self.share(rank) and pair in self.alone.starts:
                chance = sum(self.alone.starts[pair].values(), Fraction(0))
                one = sum(
                    (net_of(self.alone.rules, how) * p for how, p in self.alone.starts[pair].items()), Fraction(0)
                )
                value -= self.share(rank) * (chance * self.gain(rank) - one)
        return value

    @cached_property
    def endings(self) -> dict[Ending, Fraction]:
        """The probability to have one hand that ends so; what is missing to 1 is that of having more.

        With the dealer's natural shown at once a pair has one hand still, unless the second stake is laid before.
        """
        rules = self.alone.rules
        kept = Ending.DEALER_NATURAL if not (rules.natural_at_end or rules.second_stake_before) else None
        found = dict.fromkeys(ENDINGS, Fraction(0))
        for hand, ends in self.alone.starts.items():
            rank = hand.index(2) + 1 if 2 in hand else 0
            one_hand = 1 - (self.share(rank) if rank in self.ranks else Fraction(0))
            for how, chance in ends.items():
                found[how] += chance if how is kept else one_hand * chance
        return found
