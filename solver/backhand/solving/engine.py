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

from collections.abc import Iterable
from math import factorial, perm
from typing import TYPE_CHECKING

from backhand.common.cards import Shoe
from backhand.common.kept import Kept
from backhand.common.progress import Progress, quiet
from backhand.evaluator import Counts
from backhand.rules import ENDINGS, FULL_HAND, PUSH_FROM, Action, Rules
from backhand.solving.pushes import MOST_DEALS, PUSH_PAIRS, pair_ways, reachable, without_aces

if TYPE_CHECKING:
    from backhand.solving.blocks import Policy

MOST_KEPT = MOST_DEALS
"""Shoes whose deals are remembered, in all: about 1 kB each, up to 150 MB."""

LEAST_ROOM = 500
"""An engine takes as much room as so many deals at least, so that there are never too many to look through."""


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
        from backhand.solving.blocks import play_hands  # numpy, which only deals need

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


class Engines:
    """Engines of best play, kept as long as there is room: none is built for a deal that one of them has solved.

    >>> engines, shoe = Engines(Rules()), Shoe("0,0,0,0,0,0,1,1,1,5")
    >>> engines.built(shoe) is engines.having(shoe)
    True
    """

    def __init__(self, rules: Rules, progress: Progress = quiet, most: int = MOST_KEPT) -> None:
        self._rules, self._progress = rules, progress
        self.kept: Kept[Shoe, Engine] = Kept(most, room)

    def having(self, shoe: Shoe) -> Engine | None:
        """The engine that has solved the deal from a shoe, asked for last of them; None where there is none."""
        return self.kept.first(lambda engine: shoe in engine)

    def built(self, shoe: Shoe, most: int = MOST_DEALS) -> Engine:
        """The engine of a shoe, newly built. Raises TooLargeError where pushes lead to more than ``most`` shoes."""
        engine = Engine(shoe, self._rules, most=most, progress=self._progress)
        self.kept[shoe] = engine
        return engine


def room(engine: Engine) -> int:
    """How much room an engine takes among those that are kept, in deals."""
    return max(len(engine), LEAST_ROOM)
