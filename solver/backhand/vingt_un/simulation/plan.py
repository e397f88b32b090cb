"""Rounds of Vingt-un played out with shuffled cards, and added up, chunk by chunk (``common.simulation.chunks``).

Written apart from what is exact: it shares the rules, the list of hands and the policies, no probability.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from backhand.common.cards import DECK, RANKS, Shoe
from backhand.common.simulation import chunks
from backhand.common.simulation.compiling import COMPILED, compiled
from backhand.errors import ShoeError, SimulationError
from backhand.vingt_un.endings import ENDINGS, net_of, table
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.hands import PAIRS, check_pack, hands_of, plus
from backhand.vingt_un.policies import Counts, Policy, check_dealer, check_punter
from backhand.vingt_un.rules import MOST, MOST_HANDS, MOST_PUNTERS, Rules
from backhand.vingt_un.simulation import dealer as dealing
from backhand.vingt_un.solving.arrays import Ints, scores_of

HANDS: tuple[Counts, ...] = (
    *(tuple(int(place == rank) for place in range(len(RANKS))) for rank in range(len(RANKS))),
    *hands_of(Shoe.of_decks(1)),
)
"""Every hand in play, in the order of their numbers: the ten of one card, the 55 pairs, then the others."""

FEW = 30_000
"""Fewer rounds are played sooner than numba is loaded."""

_TEN, _KINDS = 10, 4


@dataclass(frozen=True, slots=True)
class Seated:
    """A punter: his policy, and the ranks of which he goes on both with two, and again with a third and fourth (V7)."""

    policy: Policy
    both: frozenset[int] = frozenset()


@dataclass
class Tally:
    """What came out of so many rounds; arrays of counts that can be added. The first index is the punter."""

    punters: int
    rounds: int = 0
    ends: Ints = field(init=False)
    """[punter, pair, ending]: rounds in which he had one hand, by his first two cards as ``PAIRS`` lists them."""
    both_ends: Ints = field(init=False)
    """[punter, ending]: hands of rounds in which he went on both."""
    both_rounds: Ints = field(init=False)
    """[punter, hands]: those rounds."""
    won: Ints = field(init=False)
    """[punter, stakes + LOWEST]: rounds in which he gained so many."""
    cards: Ints = field(init=False)
    """[punter, cards]: rounds in which he had so many, in all his hands."""
    visits: Ints = field(init=False)
    """[punter, hand]: how often he decided about this hand, where he had but one."""
    wins: Ints = field(init=False)
    """[punter, hand]: in how many of these rounds he gained."""
    gains: Ints = field(init=False)
    """[stakes + LOWEST of four]: rounds in which all punters together gained so many."""
    sums: Ints = field(init=False)
    """[punter, or last all together]: sums over packs of ``shuffling.close``, where packs are dealt on from."""

    def __post_init__(self) -> None:
        shapes = {
            "ends": (self.punters, len(PAIRS), len(ENDINGS)),
            "both_ends": (self.punters, len(ENDINGS)),
            "both_rounds": (self.punters, MOST_HANDS + 1),
            "won": (self.punters, dealing.NETS),
            "cards": (self.punters, dealing.MOST_CARDS),
            "visits": (self.punters, len(HANDS)),
            "wins": (self.punters, len(HANDS)),
            "gains": (dealing.GAINS,),
            "sums": (self.punters + 1, 6),
        }
        for name, shape in shapes.items():
            setattr(self, name, np.zeros(shape, dtype=np.int64))

    def arrays(self) -> tuple[Ints, ...]:
        """Its arrays, in the order in which ``dealing.play`` takes them."""
        one = self.ends, self.both_ends, self.both_rounds, self.won, self.cards, self.visits, self.wins
        return *one, self.gains, self.sums

    def add(self, other: Tally) -> None:
        """Add the rounds of another tally of the same table."""
        self.rounds += other.rounds
        for mine, its in zip(self.arrays(), other.arrays(), strict=True):
            mine += its


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation: who plays, by which rules, how many rounds, from which pack.

    With ``pack=fresh`` every round comes from a fresh shuffle of the pack. With ``pack=as-dealt`` rounds go on from the
    cards left over until these might not be enough for a round.

    Raises SimulationError for one that cannot be, UnsolvedError for a dealer who may double and for tens going on both
    from a pack of which it is not known which kinds of ten are gone, ShoeError for a pack that may run out.

    >>> plan = Plan(Rules(), Policy(17, 17), [Seated(Policy(16, 16))], rounds=1000, seed=7)
    >>> tally = plan.play()
    >>> tally.rounds, int(tally.ends.sum()), int(tally.won.sum())
    (1000, 1000, 1000)
    """

    rules: Rules
    dealer: Policy
    punters: Sequence[Seated]
    rounds: int
    seed: int
    pack: Shoe = field(default_factory=lambda: Shoe.of_decks(1))

    def __post_init__(self) -> None:
        chunks.check(self.rounds, self.seed)
        if not 1 <= len(self.punters) <= MOST_PUNTERS:
            raise SimulationError(f"{len(self.punters)} punters: a table has 1 to {MOST_PUNTERS}")
        check_dealer(self.rules, self.dealer)
        for punter in self.punters:
            check_punter(punter.policy)
        if self.rules.dealer_may_double:
            raise UnsolvedError("dealer-doubles=on: rounds are simulated for a dealer who may not double")
        tens = any(_TEN in punter.both for punter in self.punters)
        if tens and not self.rules.alike_by_value and self.pack[-1] != DECK[-1]:
            raise UnsolvedError("alike=rank: which tens are gone is not known; going on both needs all sixteen")
        try:
            check_pack(self.pack, self.hands + 1)
        except ShoeError as error:
            raise ShoeError(f"{len(self.punters)} punters may have {self.hands} hands: {error}") from None

    @property
    def hands(self) -> int:
        """The most hands all punters can have: whoever goes on both needs two cards alike, each hand one."""
        alike = [sum(self.pack[rank - 1] for rank in punter.both) for punter in self.punters]
        together = sum(self.pack[rank - 1] for rank in frozenset().union(*(punter.both for punter in self.punters)))
        goers = sorted((min(MOST_HANDS, cards) for cards in alike if cards >= 2), reverse=True)
        most = len(self.punters)
        for number in range(1, len(goers) + 1):
            if 2 * number <= together:
                most = max(most, len(self.punters) - number + min(sum(goers[:number]), together))
        return most

    @property
    def keep(self) -> int:
        """With ``pack=as-dealt`` a new pack is shuffled when fewer pips than these are left; else 0."""
        return (MOST + _TEN) * self.hands + MOST + 1 if self.rules.pack_as_dealt else 0

    def chunk(self, number: int) -> Tally:
        """Play one chunk; it is the same whenever and wherever it is played."""
        tally, rules = Tally(len(self.punters), chunks.size(self.rounds, number)), self.rules
        halves = self.seed & 0xFFFFFFFF, self.seed >> 32
        options = rules.natural_at_end, rules.second_stake_before, rules.alike_by_value, rules.both_ten_drawn
        plan = dealing.Numbers(tally.rounds, tally.punters, self.keep, number, *halves, *options)
        work = np.zeros(dealing.ROOM, dtype=np.int64)
        tables = [_cards(self.pack), *_tables(rules, self.dealer, tuple(self.punters)), work]
        sums = tally.arrays()
        if COMPILED and self.rounds >= FEW:
            flat = dealing.Sums._make([*(array.ravel() for array in sums[:-1]), tally.sums])
            compiled(dealing.play)(plan, dealing.Tables(*tables), flat)
        else:  # Python's lists and integers are faster than numpy's, one at a time
            lists = dealing.Sums._make([*(array.ravel().tolist() for array in sums[:-1]), tally.sums.tolist()])
            dealing.play(plan, dealing.Tables(*(array.tolist() for array in tables)), lists)
            for mine, its in zip(sums, lists, strict=True):
                mine += np.array(its).reshape(mine.shape)
        return tally

    def play(self, jobs: int = 1, progress: Callable[[int], object] = lambda rounds: None) -> Tally:
        """Play all chunks, ``jobs`` at a time, and add them up, as ``chunks.play`` does."""
        return chunks.play(Tally(len(self.punters)), self.chunk, chunks.count(self.rounds), jobs, progress)


@lru_cache(maxsize=4)
def _tables(rules: Rules, dealer: Policy, punters: tuple[Seated, ...]) -> tuple[Ints, ...]:
    """What ``dealing.play`` looks up: hands after a card, scores, who stands, who goes on both, endings, nets."""
    decisions = [punter.policy.decisions() for punter in punters] + [dealer.decisions()]
    stands = [[False] * len(RANKS) + [decide(hand) for hand in HANDS[len(RANKS) :]] for decide in decisions]
    both = [[rank in punter.both for rank in range(len(RANKS) + 1)] for punter in punters]
    nets = [net_of(rules, how) for how in ENDINGS]
    made = (_becomes(), scores_of(HANDS), stands, both, table(), nets)
    return tuple(np.array(array, dtype=np.int64).ravel() for array in made)


def _cards(pack: Shoe) -> Ints:
    """The pack as cards 1 to 13: tens are dealt out to the four kinds of them in turn."""
    cards = [rank for rank in range(1, _TEN) for _ in range(pack[rank - 1])]
    return np.array(cards + [_TEN + number % _KINDS for number in range(pack[-1])], dtype=np.int64)


def _becomes() -> list[list[int]]:
    """[hand, rank]: the hand with a card more, or OVER; where one pack does not hold the cards, OVER as well."""
    number = {hand: place for place, hand in enumerate(HANDS)}
    grown = [[number.get(plus(hand, place), dealing.OVER) for place in range(len(RANKS))] for hand in HANDS]
    return [[dealing.OVER, *row] for row in grown]
