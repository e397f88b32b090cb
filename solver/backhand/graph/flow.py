"""How often the whole game passes along each step under best play, exactly.

Positions are merged, by number of cards and total or by hand. What flows along a step is summed over all positions
that are merged, and over every shoe that pushes lead to; so the share of a step in what leaves its merged position
is an exact probability, and no position is left out.

All masses are integers over n!, the orderings of the shoe at the start: a position that is reached by drawing
cards in r ordered ways, and leaves m undealt, is reached by r * m! orderings. As in the engine, a column of numpy
integers is a base shoe.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import factorial

import numpy as np

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.positions import End, Position, outcomes
from backhand.rules import FULL_HAND, Action, Ending
from backhand.solver import Solver
from backhand.solving.blocks import Array, Block
from backhand.solving.engine import Engine
from backhand.solving.levels import follow
from backhand.solving.pushes import PUSH_PAIRS, pair_ways, pushed_shoes
from backhand.solving.reach import Dealt, by_aces, dealt, draw_units, falling, in_blocks, pushes_of
from backhand.solving.weighing import WIN_ROWS, Hand, Sums, initial_hands

Merged = tuple[int, ...]
"""What positions are merged by: (cards, total), or the hand."""
DEAL: Merged = ()
"""The deal, of the first and of every later hand of a round."""
Step = tuple[Merged, Action | None, Merged | Ending]
"""From here, by this action (none at the deal), to there."""


def by_total(hand: Hand) -> Merged:
    """Merge the hands of one number of cards and one total."""
    return len(hand), sum(hand)


def by_hand(hand: Hand) -> Merged:
    """Merge only what is the same hand, in whatever shoe."""
    return hand


@dataclass(frozen=True, slots=True)
class Flow:
    """The flow of a round. Masses are integers over ``orderings``."""

    orderings: int
    dealt: int
    """How often a hand is dealt: once, and once more for every push."""
    steps: Mapping[Step, int]
    """How often each step is taken. A step that is never taken is not there."""
    ranks: Mapping[Step, frozenset[int]]
    """The cards that make a step, for those that one card makes."""
    worth: Mapping[tuple[Merged, Action | None], tuple[int, int]]
    """Wins, and net payoff in the units of ``stakes``, if this action were taken here each time and best play after it;
    under None, if the best action were. For every legal action at every position that best play comes to."""
    best: Mapping[tuple[Merged, Action | None], int]
    """How often an action is the best or as good as the best; under None, how often two or more are equally good."""
    hands: Mapping[Merged, frozenset[Hand]]
    """The hands that are merged: those that best play comes to in some shoe."""
    merge: Callable[[Hand], Merged]
    """What they are merged by."""


def whole_game(
    solver: Solver, shoe: Shoe, merge: Callable[[Hand], Merged] = by_total, progress: Progress = quiet
) -> Flow:
    """The flow of a round dealt from ``shoe``, pushes and all, under best play.

    >>> from fractions import Fraction
    >>> from backhand.rules import WINS
    >>> shoe = Shoe("0,0,0,2,2,0,0,0,2,4")
    >>> flow = whole_game(Solver(), shoe)
    >>> wins = sum(mass for (_, _, to), mass in flow.steps.items() if to in WINS)
    >>> Fraction(wins, flow.orderings) == Solver().value(shoe=shoe).win
    True

    Raises TooLargeError where pushes lead to too many shoes.
    """
    engine, orderings = solver.engine(shoe), factorial(shoe.cards)
    steps: dict[Step, int] = defaultdict(int)
    ranks: dict[Step, set[int]] = defaultdict(set)
    worth: dict[tuple[Merged, Action | None], list[int]] = defaultdict(lambda: [0, 0])
    best: dict[tuple[Merged, Action | None], int] = defaultdict(int)
    hands: dict[Merged, set[Hand]] = defaultdict(set)
    for part in in_blocks(dealt(shoe, follow(shoe, 0), orderings, pushes_of(engine), progress)):
        for hand, ways, after, pushed in _push_hands(part):
            merged, counts = merge(hand), engine.counts(after)
            for action in (Action.PUSH, None) if pushed else (Action.PUSH,):
                worth[merged, action][0] += ways * sum(counts[row] for row in WIN_ROWS)
                worth[merged, action][1] += ways * engine.payoff(after)
            steps[merged, Action.PUSH, DEAL] += ways * factorial(after.cards) * pushed
        played = _Played(Block(part.bases, solver.rules), part, merge, _push_payoffs(part, engine))
        for step, mass in played.steps.totals.items():
            steps[step] += mass
        for row, sums in enumerate((played.wins, played.payoffs)):
            for key, mass in sums.totals.items():
                worth[key][row] += mass
        for key, mass in played.best.totals.items():
            best[key] += mass
        for step, some in played.ranks.items():
            ranks[step] |= some
        for merged, held in played.hands.items():
            hands[merged] |= held
    deals = orderings + sum(mass for (_, _, to), mass in steps.items() if to == DEAL)
    steps[DEAL, None, Ending.VOID] = deals - sum(mass for (at, _, _), mass in steps.items() if at == DEAL)
    return Flow(
        orderings,
        deals,
        {step: mass for step, mass in steps.items() if mass},
        {step: frozenset(some) for step, some in ranks.items() if steps[step]},
        {key: (wins, payoff) for key, (wins, payoff) in worth.items() if key[0] in hands},
        dict(best),
        {merged: frozenset(held) for merged, held in hands.items()},
        merge,
    )


def _push_hands(part: Dealt) -> Iterator[tuple[tuple[int, int], int, Shoe, bool]]:
    """Each push hand that comes up: in how many ordered ways, what it leaves when it is pushed, and whether it is."""
    chances = by_aces(part.chances)[0] // falling(part.bases.sum(axis=1), 2)
    for base, chance, pushed in zip(part.bases.tolist(), chances.tolist(), part.pushed.T.tolist(), strict=True):
        for hand, after, taken in zip(PUSH_PAIRS, pushed_shoes(tuple.__new__(Shoe, base)), pushed, strict=True):
            if after is not None:
                yield hand, chance * pair_ways(base, *hand) // factorial(after.cards), after, taken == 1


def _push_payoffs(part: Dealt, engine: Engine) -> Array:
    """What a push of each of PUSH_PAIRS is worth from each base shoe, in the engine's units; 0 where none can be."""
    return np.array(
        [
            [engine.payoff(after) if after is not None else 0 for after in pushed_shoes(tuple.__new__(Shoe, base))]
            for base in part.bases.tolist()
        ],
        dtype=object,
    ).T


class _Played:
    """The hands of one block of base shoes, played forward.

    A mass is an array (initial aces, columns): the ordered ways to draw a hand from the base shoe.
    """

    def __init__(self, block: Block, part: Dealt, merge: Callable[[Hand], Merged], push_payoffs: Array) -> None:
        units = draw_units(part.chances, block.size, max(map(abs, block.stake.tolist())))
        self.block, self.pushed, self.merge = block, part.pushed == 1, merge
        self.steps, self.wins, self.payoffs, self.best = Sums(units), Sums(units), Sums(units), Sums(units)
        self.push_payoffs = push_payoffs
        self.ranks: dict[Step, set[int]] = defaultdict(set)
        self.hands: dict[Merged, set[Hand]] = defaultdict(set)
        possible = by_aces(part.chances) != 0
        held = {hand: mass * possible for hand, mass in initial_hands(block).items()}
        held = {hand: mass for hand, mass in held.items() if mass.any()}
        for hand, mass in held.items():
            self.steps.add(2, (DEAL, None, merge(hand)), mass)
        while held:
            after: dict[Hand, Array] = {}
            for merged, hands in _grouped(held, merge).items():
                self.hands[merged] |= hands
                for hand in hands:
                    self._play(hand, held[hand], after)
                for sums in (self.steps, self.wins, self.payoffs, self.best):
                    sums.close()
            held = after

    def _play(self, hand: Hand, mass: Array, after: dict[Hand, Array]) -> None:
        block, merged, cards = self.block, self.merge(hand), len(hand)
        actions = [action for action in block.rules.legal_actions(cards, sum(hand)) if action is not Action.PUSH]
        worths = [block.act(hand, action) for action in actions]
        payoffs = [block.payoff(worth) for worth in worths]
        chosen = np.argmax(np.stack(payoffs), axis=0)  # of equals the first, which is the tie rule O5
        settled = ~self.pushed[PUSH_PAIRS.index(hand)] if hand in PUSH_PAIRS else True
        self._count_best(hand, mass, dict(zip(actions, payoffs, strict=True)))
        left = block.size - cards
        for number, (action, worth, payoff) in enumerate(zip(actions, worths, payoffs, strict=True)):
            taken = mass * ((chosen == number) & settled)
            wins = worth[WIN_ROWS].sum(axis=0)
            for ways, what in ((mass, action), (taken, None)):
                self.wins.add(FULL_HAND, (merged, what), ways * wins)
                self.payoffs.add(FULL_HAND, (merged, what), ways * payoff)
            if not taken.any():
                continue
            if not left.all():
                self.steps.add(cards, (merged, action, Ending.VOID), taken * (left == 0))
            for rank, to in _draws(hand, action):
                drawn = taken * block.left(rank, *hand)
                if not drawn.any():
                    continue
                target = to if isinstance(to, Ending) else self.merge(to)
                if not isinstance(to, Ending):
                    after[to] = after[to] + drawn if to in after else drawn
                self.steps.add(cards + 1, (merged, action, target), drawn)
                self.ranks[merged, action, target].add(rank)

    def _count_best(self, hand: Hand, mass: Array, payoffs: Mapping[Action, Array]) -> None:
        """How often each action is the best or as good, and how often several are."""
        most = np.max(np.stack(list(payoffs.values())), axis=0)
        best = {action: payoff == most for action, payoff in payoffs.items()}
        if hand in PUSH_PAIRS:
            push = self.push_payoffs[PUSH_PAIRS.index(hand)]
            settled = most.astype(object) * [factorial(max(cards - FULL_HAND, 0)) for cards in self.block.size.tolist()]
            best = {action: good & (settled >= push).astype(bool) for action, good in best.items()}
            best[Action.PUSH] = (push >= settled).astype(bool)
        several = sum(good.astype(int) for good in best.values()) > 1
        for action, good in (*best.items(), (None, several)):
            self.best.add(len(hand), (self.merge(hand), action), mass * good)


def _draws(hand: Hand, action: Action) -> Iterator[tuple[int, Hand | Ending]]:
    """What each card leads to, by the one module that knows."""
    one_of_each = Shoe([1] * 10)
    for (_, node), (_, rank, _) in zip(
        outcomes(Position(one_of_each, len(hand), sum(hand)), action), one_of_each.draws(), strict=True
    ):
        yield rank, node.ending if isinstance(node, End) else tuple(sorted((*hand, rank)))


def _grouped(hands: Iterable[Hand], merge: Callable[[Hand], Merged]) -> dict[Merged, set[Hand]]:
    groups: dict[Merged, set[Hand]] = defaultdict(set)
    for hand in hands:
        groups[merge(hand)].add(hand)
    return groups
