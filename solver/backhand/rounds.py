"""How rounds go, exactly: followed forward from a shoe, under a fixed strategy or best play.

The engine works backwards, from what a shoe is worth. Here the ways to get somewhere are carried forward: first to
every shoe that pushes lead to, then through the hands dealt from it, thousands of shoes at a time. With n cards in
the shoe and k drawn, every count is one of n (n-1) … (n-k+1) ordered draws.

What a decision costs is the EV it gives away against the best action followed by best play. These costs, each as
often as the strategy comes to it, sum to what the strategy costs in all: an identity that tests can break.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, perm
from typing import Any, NamedTuple

import numpy as np

from backhand.cards import ACE, RANKS, Shoe
from backhand.engine import PUSH_PAIRS, Engine, Progress, pair_ways, pushed_shoes, quiet, without_aces
from backhand.evaluator import stakes
from backhand.fixed import engine_for
from backhand.forward import Groups, take
from backhand.hands import COLUMNS, Array, Block
from backhand.positions import End, deal
from backhand.rules import FULL_HAND, Action, Ending, Kind, Rules, kind_of
from backhand.strategies import Cell, Strategy


class Way(NamedTuple):
    """One way for a round to end."""

    ending: Ending
    pushes: int
    """Push hands that were pushed."""
    cards: int
    """Cards that left the shoe: all hands of the round, discarded aces, and the card turned or drawn last."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """How rounds dealt from ``shoe`` go; ``strategy`` None is best play. All exact."""

    rules: Rules
    shoe: Shoe
    strategy: Strategy | None
    ways: Mapping[Way, Fraction]
    """Probability of each way to end; they sum to 1."""
    visits: Mapping[tuple[Cell, Action], Fraction]
    """How often a round comes to this number of cards and total and this action is taken, on average.
    Only push hands can come more than once in a round; for any other it is a probability."""
    wins: Mapping[tuple[Cell, Action], Fraction]
    """Probability that a round comes to it, takes this action and is won, for all but push hands that are pushed."""
    costs: Mapping[tuple[int, ...], Fraction]
    """EV per round that the strategy gives away with each hand (sorted ranks), where it gives any away."""

    @property
    def endings(self) -> dict[Ending, Fraction]:
        """Probability of each ending; they sum to 1."""
        return {
            ending: sum((p for way, p in self.ways.items() if way.ending is ending), Fraction(0)) for ending in Ending
        }


def follow(
    shoe: Shoe,
    rules: Rules,
    strategy: Strategy | None = None,
    *,
    best: Engine | None = None,
    engine: Engine | None = None,
    costs: bool = True,
    progress: Progress = quiet,
) -> Rounds:
    """Follow the rounds dealt from ``shoe``; without ``costs`` best play is not looked at, which saves half the time.

    ``best`` and ``engine``, where known, are the engines for it of best play and of the strategy.

    >>> from backhand.strategies import never_bust
    >>> rounds = follow(Shoe.of_decks(1), Rules(), never_bust(Rules()))
    >>> sum(rounds.ways.values()), rounds.endings[Ending.BUST]
    (Fraction(1, 1), Fraction(0, 1))

    Raises TooLargeError where pushes lead to too many shoes.
    """
    engine = engine or (best if strategy is None else None) or engine_for(shoe, rules, strategy, progress)
    priced = strategy is not None and costs  # best play gives nothing away
    best = (best or engine_for(shoe, rules, None, progress)) if priced else None
    return _Forward(engine, best, strategy).rounds(progress)


class _Forward:
    """The sums of one call of ``follow``; each is kept by what it is a count of and how many cards are drawn."""

    def __init__(self, engine: Engine, best: Engine | None, strategy: Strategy | None) -> None:
        self.root, self.rules, self.strategy = engine.root, engine.rules, strategy
        self.engine, self.best = engine, best
        self.aces = engine.root[0]
        self.ways: dict[tuple[Ending, int, int], int] = defaultdict(int)
        self.visits: dict[tuple[tuple[Cell, Action], int], int] = defaultdict(int)
        self.wins: dict[tuple[tuple[Cell, Action], int], int] = defaultdict(int)
        self.costs: dict[tuple[tuple[int, ...], int], int] = defaultdict(int)

    def rounds(self, progress: Progress) -> Rounds:
        reach = self.reach()
        bases = sorted((base for base in self.engine.bases if base in reach), key=lambda base: (sum(base), base[0]))
        for start in progress(range(0, len(bases), COLUMNS), "following rounds", -(-len(bases) // COLUMNS)):
            block = bases[start : start + COLUMNS]
            self.play(block, np.array([reach[base] for base in block], dtype=object).T)
        n, per_stake = self.root.cards, stakes(self.rules)[0]
        ways: dict[Way, Fraction] = defaultdict(Fraction)
        for (ending, pushes, cards), count in self.ways.items():
            if count:
                ways[Way(ending, pushes, cards)] += Fraction(count, perm(n, cards))
        return Rounds(
            self.rules,
            self.root,
            self.strategy,
            dict(sorted(ways.items())),
            self.sums(self.visits),
            self.sums(self.wins),
            {hand: cost / per_stake for hand, cost in self.sums(self.costs).items()},
        )

    def sums(self, counts: Mapping[tuple[Any, int], int]) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = defaultdict(Fraction)
        for (key, cards), count in sorted(counts.items()):
            if count:
                found[key] += Fraction(count, perm(self.root.cards, cards))
        return dict(found)

    def reach(self) -> dict[Shoe, list[int]]:
        """Ordered draws from the root to a hand's first two cards from each base shoe, less the hand itself.

        By the number of aces in the hand (0, 1, 2), since these tell in how many orders the discarded aces can have
        come: the hand's aces are replacements (R1).
        """
        dealt = {self.root: 1}
        reach: dict[Shoe, list[int]] = {}
        for shoe in sorted((base for base in self.engine.bases if base in self.engine), key=sum, reverse=True):
            ways = dealt.get(shoe, 0)
            if not ways:
                continue
            for discarded, base in enumerate(without_aces(shoe)):
                counts = reach.setdefault(base, [0, 0, 0])
                for aces in range(discarded + 1):
                    orders = comb(2, discarded) * comb(discarded, aces) // comb(2, aces)
                    counts[aces] += ways * perm(shoe[0], discarded) * orders
                for pair, after, pushed in zip(PUSH_PAIRS, pushed_shoes(base), self.engine.pushes(base), strict=True):
                    if pushed and after is not None:
                        orders = comb(2, discarded)
                        draws = ways * perm(shoe[0], discarded) * orders * pair_ways(base, *pair)
                        dealt[after] = dealt.get(after, 0) + draws
            self.void_deals(shoe, ways)
        return reach

    def void_deals(self, shoe: Shoe, ways: int) -> None:
        """Deals that ``shoe`` is too short for (O3): they take all of it."""
        if sum(shoe) < 4:
            for weight, node in deal(shoe):
                if isinstance(node, End):
                    self.ways[Ending.VOID, self.pushed(shoe), self.root.cards] += ways * weight

    def pushed(self, base: Shoe) -> int:
        """How many hands were pushed before: what has left the shoe is discarded aces and push hands, of no ace."""
        return (self.root.cards - sum(base) - (self.aces - base[0])) // 2

    def play(self, bases: list[Shoe], weights: Array) -> None:
        """Follow every hand from one block of base shoes that have been reached in ``weights`` ways."""
        ideal = Block(bases, self.rules)
        mine = ideal if self.strategy is None else Block(bases, self.rules, self.strategy.action)
        groups = Groups(bases, weights, mine.wide)
        ends: dict[tuple[Ending, int], Array] = defaultdict(groups.zeros)
        visits: dict[tuple[Cell, Action], Array] = defaultdict(groups.zeros)
        wins: dict[tuple[Cell, Action], Array] = defaultdict(groups.zeros)
        level: dict[tuple[int, ...], Array] = {}
        for x in range(1, len(RANKS) + 1):
            for y in range(x, len(RANKS) + 1):
                ways = groups.zeros()
                pairs = mine.left(x) * (mine.left(y, x) if x == y else 2 * mine.left(y))
                ways[(x == ACE) + (y == ACE)] = pairs
                level[x, y] = ways
        while level:
            after: dict[tuple[int, ...], Array] = defaultdict(groups.zeros)
            for hand, ways in level.items():
                if not ways.any():
                    continue
                cell = len(hand), sum(hand)
                for action, taken, won in self.choices(mine, hand, bases):
                    here = ways * taken
                    visits[cell, action] += here
                    if self.best is not None:
                        self.cost(ideal, hand, action, here, groups, self.best)
                    if action is not Action.PUSH:
                        wins[cell, action] += here * won
                        take(mine, hand, action, here, ends, after)
            level = after
        self.add(groups, ends, visits, wins)

    def choices(self, block: Block, hand: tuple[int, ...], bases: list[Shoe]) -> list[tuple[Action, Array, Array]]:
        """Each action taken with a hand, the base shoes it is taken from, and the counts that are won there."""
        worths = {action: block.worth(hand, action) for action in block.actions(hand)}
        taken = {action: np.ones(len(bases), dtype=bool) for action in worths}
        if len(worths) > 1:
            place = np.argmax(np.stack([payoff for payoff, _ in worths.values()]), axis=0)  # of equals the first
            taken = {action: place == number for number, action in enumerate(worths)}
        if kind_of(len(hand), sum(hand)) is Kind.PUSH:
            pair = PUSH_PAIRS.index((hand[0], hand[1]))
            pushed = np.array([self.engine.pushes(base)[pair] for base in bases])
            taken = {action: where & ~pushed for action, where in taken.items()} | {Action.PUSH: pushed}
        return [
            (action, where, worths[action][1] if action in worths else where)
            for action, where in taken.items()
            if where.any()
        ]

    def cost(
        self, ideal: Block, hand: tuple[int, ...], action: Action, ways: Array, groups: Groups, best: Engine
    ) -> None:
        """Add what the action gives away with this hand against the best, where it does."""
        if kind_of(len(hand), sum(hand)) is Kind.PUSH:
            loss = self.push_loss(ideal, (hand[0], hand[1]), action, groups.bases, best)
            drawn = [self.root.cards] * len(groups.starts)
        else:
            loss = ideal.gains(ideal.best(hand)) - ideal.worth(hand, action)[0]
            drawn = self.full_hands(groups)
        lost = ways * loss
        if lost.any():
            for number, cards in zip(groups.sums(lost), drawn, strict=True):
                self.costs[hand, cards] += number

    def push_loss(self, ideal: Block, pair: tuple[int, int], action: Action, bases: list[Shoe], best: Engine) -> Array:
        """What an action with a push hand gives away, over the orderings of what the hand leaves."""
        place = PUSH_PAIRS.index(pair)
        settled = ideal.payoff(ideal.settled(pair)).tolist()
        chosen = settled if action is Action.PUSH else ideal.worth(pair, action)[0].tolist()
        losses = np.zeros(len(bases), dtype=object)
        for column, base in enumerate(bases):
            after = pushed_shoes(base)[place]
            if after is not None:
                unit = factorial(max(sum(base) - FULL_HAND, 0))
                pushed = best.payoff(after)
                mine = pushed if action is Action.PUSH else unit * chosen[column]
                losses[column] = max(pushed, unit * settled[column]) - mine
        return losses

    def full_hands(self, groups: Groups) -> list[int]:
        """Cards drawn, by group, when each hand is counted up to its fifth card (the units of ``Block``)."""
        return [self.root.cards - max(size - FULL_HAND, 0) for size in groups.sizes]

    def add(
        self,
        groups: Groups,
        ends: Mapping[tuple[Ending, int], Array],
        visits: Mapping[tuple[Cell, Action], Array],
        wins: Mapping[tuple[Cell, Action], Array],
    ) -> None:
        """Weigh the counts of a block and add them to the sums."""
        before = [self.root.cards - size for size in groups.sizes]
        pushes = [self.pushed(base) for base in (groups.bases[start] for start in groups.starts)]
        for (ending, cards), ways in ends.items():
            for number, gone, times in zip(groups.sums(ways), before, pushes, strict=True):
                self.ways[ending, times, gone + cards] += number
        for key, ways in visits.items():
            for number, gone in zip(groups.sums(ways), before, strict=True):
                self.visits[key, gone + key[0][0]] += number
        for key, ways in wins.items():
            for number, drawn in zip(groups.sums(ways), self.full_hands(groups), strict=True):
                self.wins[key, drawn] += number
