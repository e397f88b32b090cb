"""The evaluator's numbers fast, for every shoe that a deal can lead to by pushing.

Two facts make whole shoes cheap (docs/method.md has the proofs):

* A hand that is played never comes back to a deal. Only a push does, and a push hand holds no ace, so a
  fresh deck has just 4,504 shoes to deal from.
* A hand draws at most three more cards, so its counts are integers over a falling factorial of few
  factors. They fit machine words, and numpy plays one hand in thousands of shoes at a time (``hands``).

What is left, one number a shoe, is summed here in Python integers over n!, without a gcd. The seven
endings of a shoe travel as one integer, in fields wide enough that none can carry into the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import factorial, perm
from typing import TYPE_CHECKING

from backhand.cards import Shoe
from backhand.errors import TooLargeError
from backhand.evaluator import Counts
from backhand.rules import ENDINGS, FULL_HAND, PUSH_FROM, Action, Kind, Rules, kind_of

if TYPE_CHECKING:
    from backhand.hands import Policy

Progress = Callable[[Iterable[int], str, int], Iterable[int]]
"""Wraps an iterable to report on it: the iterable, what is being done, how many steps it takes."""

MOST_DEALS = 150_000
"""Shoes a single question may lead to: a fresh shoe of two decks has 90,911."""

PUSH_PAIRS = tuple((x, y) for x in range(2, 11) for y in range(x, 11) if kind_of(2, x + y) is Kind.PUSH)
"""The push hands as ranks: 7T 8T 9T TT 89 99. An ace and any other card make 11 at most."""


def quiet(steps: Iterable[int], what: str, total: int) -> Iterable[int]:
    """Report nothing: the default ``Progress``."""
    return steps


def deals_ahead(shoe: Shoe, most: int) -> int:
    """How many shoes a round from ``shoe`` can deal from, without a visit to them; ``most`` + 1 if more than that.

    What pushes have taken is a number of cards of each rank 7 to T. It splits into push hands where each 7
    finds a T, each 8 a 9 or a T, and the number is even; nines and tens left over pair as they like. Of the aces
    up to two went with each hand.

    >>> [deals_ahead(Shoe.of_decks(decks), 100_000_000) for decks in (1, 2, 8)]
    [4504, 90911, 63817113]
    """
    aces, sevens, eights, nines, tens = (shoe[rank - 1] for rank in (1, 7, 8, 9, 10))
    found = 0
    for seven in range(min(sevens, tens) + 1):
        for nine in range(nines + 1):
            for eight in range(min(eights, nine + tens - seven) + 1):
                fewest = max(seven, seven + eight - nine)
                fewest += (seven + eight + nine + fewest) % 2
                steps = range(seven + eight + nine + fewest, seven + eight + nine + tens + 1, 2)
                # One shoe, and one more for each ace that may be gone by now: all, or as many as cards were pushed.
                found += len(steps) * (1 + aces) - sum(aces - cards for cards in steps[:aces] if cards < aces)
            if found > most:
                return most + 1
    return found


def reachable(shoe: Shoe, most: int, progress: Progress = quiet) -> tuple[set[Shoe], dict[Shoe, list[Shoe | None]]]:
    """Every shoe a round from ``shoe`` may deal from, and each less discarded aces with what push hands leave of it.

    >>> shoes, bases = reachable(Shoe.of_decks(1), MOST_DEALS)
    >>> len(shoes), shoes <= bases.keys()
    (4504, True)

    Raises TooLargeError beyond ``most`` shoes.
    """
    ahead = deals_ahead(shoe, most)
    if ahead > most:
        raise TooLargeError(
            f"a deal from a shoe of {shoe.cards} cards can lead, by pushes, to more than {most:,} other shoes: "
            f"exact deals and pushes are limited to about two decks; fewer decks, or more cards seen, would do"
        )
    shoes, bases, fresh = {shoe}, {}, [shoe]
    for _ in progress(range(ahead), "finding shoes", ahead):
        for base in without_aces(fresh.pop()):
            if base not in bases:
                bases[base] = pushed_shoes(base)
                new = {after for after in bases[base] if after is not None} - shoes
                shoes |= new
                fresh += new
    return shoes, bases


def without_aces(shoe: Shoe) -> list[Shoe]:
    """The shoe less none, one and two discarded aces, as far as it has them (R1)."""
    return [tuple.__new__(Shoe, (shoe[0] - gone, *shoe[1:])) for gone in range(min(2, shoe[0]) + 1)]


def pushed_shoes(base: Shoe) -> list[Shoe | None]:
    """What each of PUSH_PAIRS leaves of ``base``; None for one that cannot be dealt from it."""
    shoes: list[Shoe | None] = []
    for x, y in PUSH_PAIRS:
        if pair_ways(base, x, y):
            counts = list(base)
            counts[x - 1] -= 1
            counts[y - 1] -= 1
            shoes.append(tuple.__new__(Shoe, counts))
        else:
            shoes.append(None)
    return shoes


def pair_ways(shoe: Shoe, x: int, y: int) -> int:
    """Ordered ways to draw these two ranks."""
    return shoe[x - 1] * (shoe[y - 1] - 1) if x == y else 2 * shoe[x - 1] * shoe[y - 1]


class Engine:
    """Exact values of the deal from ``root`` and from every shoe that pushes lead to.

    Of best play, or of a fixed strategy: ``policy`` gives its action with a hand of ascending ranks.
    ``alike``: see ``hands.play_hands``; ``others``: more shoes to solve along, of no more cards than ``root``.
    Building it does all the work. Raises TooLargeError where there are more than ``most`` such shoes.

    >>> from backhand.evaluator import value_of
    >>> fresh = Shoe.of_decks(1)
    >>> value_of(Engine(fresh, Rules()).counts(fresh), 52, Rules()).win
    Fraction(441749062376235842019675620249839, 771314936179556478353601382425000)
    """

    def __init__(
        self,
        root: Shoe,
        rules: Rules,
        *,
        policy: Policy | None = None,
        most: int = MOST_DEALS,
        progress: Progress = quiet,
        alike: Rules | None = None,
        others: Iterable[Shoe] = (),
    ) -> None:
        from backhand.hands import play_hands  # numpy, which only deals need

        self.root, self.rules, self.policy = root, rules, policy
        shoes, pushed = reachable(root, most, progress)
        for other in others:
            if other not in shoes:
                more, bases_of = reachable(other, most)
                shoes, pushed = shoes | more, pushed | bases_of
        bases = sorted(pushed, key=sum)
        self._field = factorial(root.cards).bit_length()
        self._deals: dict[Shoe, tuple[int, int]] = {}
        self._taken: dict[Shoe, int] = {}
        push_first = rules.legal_actions(2, PUSH_FROM)[0] is Action.PUSH
        always = None if policy is None else [policy(pair) is Action.PUSH for pair in PUSH_PAIRS]
        units = [factorial(max(cards - FULL_HAND, 0)) for cards in range(root.cards + 1)]
        hands: dict[Shoe, list[tuple[int, int]]] = {}

        # Each base shoe is a shoe to deal from less the aces that R1 discards. Both are visited smallest
        # first, so that what a push leads to is there when it is asked for.
        for base, play in zip(bases, play_hands(bases, rules, progress, policy, alike), strict=True):
            unit = units[base.cards]
            pushes = pushes_packed = taken = 0
            for pair, after in enumerate(pushed[base]):
                if after is None:
                    continue
                ways = pair_ways(base, *PUSH_PAIRS[pair])
                payoff, packed = self._deals[after]
                settled = unit * play.settled_payoffs[pair]
                if not (always[pair] if always else payoff > settled or (payoff == settled and push_first)):
                    payoff, packed = settled, unit * self._pack(play.settled[:, pair].tolist())
                else:
                    taken |= 1 << pair
                pushes += ways * payoff
                pushes_packed += ways * packed
            self._taken[base] = taken
            hands[base] = [
                (unit * payoff + orders * pushes, unit * self._pack(counts) + orders * pushes_packed)
                for orders, payoff, counts in zip((1, 2, 1), play.payoffs, play.counts, strict=True)
            ]
            if base in shoes:
                payoff = packed = 0
                for discarded, rest in enumerate(without_aces(base)):
                    ways = perm(base[0], discarded)
                    payoff += ways * hands[rest][discarded][0]
                    packed += ways * hands[rest][discarded][1]
                self._deals[base] = payoff, packed

    def counts(self, shoe: Shoe) -> Counts:
        """The orderings of ``shoe`` by ending, of a round that starts with a deal from it."""
        packed, mask = self._deals[shoe][1], (1 << self._field) - 1
        return tuple(packed >> place * self._field & mask for place in range(len(ENDINGS)))

    def payoff(self, shoe: Shoe) -> int:
        """The net payoff of that round, summed over the orderings of ``shoe``, in the units of ``stakes``."""
        return self._deals[shoe][0]

    def pushes(self, base: Shoe) -> list[bool]:
        """Which of PUSH_PAIRS are pushed when dealt from ``base``, a shoe to deal from less discarded aces."""
        return [bool(self._taken[base] >> pair & 1) for pair in range(len(PUSH_PAIRS))]

    @property
    def bases(self) -> list[Shoe]:
        """Every shoe to deal from less the aces that R1 may have discarded, fewest cards first."""
        return list(self._taken)

    @property
    def shoes(self) -> Iterable[Shoe]:
        """Every shoe whose deal is solved, fewest cards first."""
        return self._deals.keys()

    def __contains__(self, shoe: Shoe) -> bool:
        return shoe in self._deals

    def __len__(self) -> int:
        """How many shoes are solved."""
        return len(self._deals)

    def _pack(self, counts: Iterable[int]) -> int:
        return sum(count << place * self._field for place, count in enumerate(counts) if count)
