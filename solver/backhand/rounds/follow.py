"""Hands followed forward in a block of base shoes: the sums of ``rounds.follow``, one action at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from backhand.common.cards import RANKS, Shoe
from backhand.common.intervals import Enclosure, Number
from backhand.common.progress import Progress, quiet
from backhand.evaluator import stakes
from backhand.rounds.deals import Deals
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Ending, Kind, Rules, kind_of
from backhand.solving.blocks import Array, Block
from backhand.solving.levels import Codes
from backhand.solving.pushes import PUSH_PAIRS
from backhand.solving.reach import Dealt, by_aces, dealt, draw_units, falling, in_blocks
from backhand.solving.weighing import Sums, Units, initial_hands
from backhand.strategies.strategy import Cell, Strategy


def take(
    block: Block,
    hand: tuple[int, ...],
    action: Action,
    ways: Array,
    ends: dict[tuple[Ending, int], Array],
    after: dict[tuple[int, ...], Array],
) -> None:
    """Follow one action: add the rounds that end to ``ends``, by ending and cards, the others to ``after``."""
    cards = len(hand)
    left = block.size - cards
    fits = ways * block.fitting(hand)
    busts = ways * left - fits
    ends[Ending.VOID, cards] += ways * (left == 0)
    if action is Action.BACKHAND:
        ends[Ending.BACKHAND, cards + 1] += busts
        ends[Ending.FAILED_BACKHAND, cards + 1] += fits
    elif action is Action.PLAY_PUSH:
        ends[Ending.PLAYED_PUSH, cards + 1] += fits
        ends[Ending.FAILED_PUSH, cards + 1] += busts
    else:
        ends[Ending.BUST, cards + 1] += busts
        if cards + 1 == FULL_HAND:
            ends[Ending.FIVE_CARDS, cards + 1] += fits
        else:
            for rank in range(1, min(BUST_ABOVE - sum(hand), len(RANKS)) + 1):
                after[tuple(sorted((*hand, rank)))] += ways * block.left(rank, *hand)


class Way(NamedTuple):
    """One way for a round to end."""

    ending: Ending
    pushes: int
    """Push hands that were pushed."""
    cards: int
    """Cards that left the shoe: all hands of the round, discarded aces, and the card turned or drawn last."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """How rounds dealt from ``shoe`` go; ``strategy`` None is best play.

    Exact if ``unknown`` is 0. Where not all shoes were followed, every probability is a lower bound, and ``number``
    tells how much there may be more.
    """

    rules: Rules
    shoe: Shoe
    strategy: Strategy | None
    ways: Mapping[Way, Fraction]
    """Probability of each way to end; they sum to 1, less ``unknown``."""
    visits: Mapping[tuple[Cell, Action], Fraction]
    """How often a round comes to this number of cards and total and this action is taken, on average.
    Only push hands can come more than once in a round; for any other it is a probability."""
    wins: Mapping[tuple[Cell, Action], Fraction]
    """Probability that a round comes to it, takes this action and is won, for all but push hands that are pushed."""
    costs: Mapping[tuple[int, ...], Fraction]
    """EV per round that the strategy gives away with each hand (sorted ranks), where it gives any away."""
    unknown: Fraction = Fraction(0)
    """Probability of rounds that were not followed to their end."""
    slack: Fraction = Fraction(0)
    """How much more than ``costs`` the strategy may give away in all."""

    def number(self, low: Fraction, most: Fraction | int = 1, least: Fraction | int = 0) -> Number:
        """A mean over rounds of which ``low`` is known, where any other round adds from ``least`` to ``most``.

        >>> Rounds(Rules(), Shoe([4] * 10), None, {}, {}, {}, {}, Fraction(1, 4)).number(Fraction(1, 2))
        Enclosure(low=Fraction(1, 2), high=Fraction(3, 4))
        """
        return Enclosure(low + least * self.unknown, low + most * self.unknown) if self.unknown else low

    @property
    def endings(self) -> dict[Ending, Number]:
        """Probability of each ending; they sum to 1."""
        return {
            ending: self.number(sum((p for way, p in self.ways.items() if way.ending is ending), Fraction(0)))
            for ending in Ending
        }

    def visit(self, key: tuple[Cell, Action]) -> Number:
        """One of ``visits``; a round takes two cards at least with every push."""
        most = self.shoe.cards // 2 if key[1] is Action.PUSH else 1
        return self.number(self.visits.get(key, Fraction(0)), most)


def follow(deals: Deals, best: Deals | None = None, *, progress: Progress = quiet) -> Rounds:
    """Follow the rounds whose ``deals`` are solved, under the strategy of these.

    ``best`` are the deals of the same shoe under best play; without them nothing is said of what the strategy gives
    away, which saves half the time.

    >>> from backhand.strategies.strategy import never_bust
    >>> rounds = follow(Deals(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules(), never_bust(Rules())))
    >>> sum(rounds.ways.values()), rounds.endings[Ending.BUST]
    (Fraction(1, 1), Fraction(0, 1))
    """
    return _Forward(deals, None if deals.strategy is None else best).rounds(progress)  # best play gives nothing away


class _Forward:
    """The sums of one call of ``follow``: integers over the scale."""

    def __init__(self, deals: Deals, best: Deals | None) -> None:
        self.root, self.rules, self.strategy = deals.shoe, deals.rules, deals.strategy
        self.deals, self.best, self.of = deals, best, Codes(deals.shoe)
        stake = stakes(self.rules)[1]
        self.worst, self.spread = min(stake), max(stake) - min(stake)
        self.ways: dict[Way, int] = defaultdict(int)
        self.visits: dict[tuple[Cell, Action], int] = defaultdict(int)
        self.wins: dict[tuple[Cell, Action], int] = defaultdict(int)
        self.costs: dict[tuple[int, ...], int] = defaultdict(int)
        self.slack = self.known = 0
        """What is known is the chance of hands that are settled, by units of a whole hand: of all units these lose most
        by rounding (docs/method.md, "The best chart")."""

    def rounds(self, progress: Progress) -> Rounds:
        levels, scale, per_stake = self.deals.levels, self.deals.scale, stakes(self.rules)[0]
        for part in in_blocks(dealt(self.root, levels, scale, self.deals.pushes, progress)):
            self.play(part)

        def shares(counts: Mapping[Any, int], unit: int = 1) -> dict[Any, Fraction]:
            return {key: Fraction(count, scale * unit) for key, count in sorted(counts.items()) if count}

        unknown = scale - self.known
        slack = self.slack + self.spread * unknown if self.best is not None else 0
        return Rounds(
            self.rules,
            self.root,
            self.strategy,
            shares(self.ways),
            shares(self.visits),
            shares(self.wins),
            shares(self.costs, per_stake),
            Fraction(unknown, scale),
            Fraction(slack, scale * per_stake),
        )

    def play(self, part: Dealt) -> None:
        """Follow every hand from some base shoes."""
        ideal = Block(part.bases, self.rules)
        mine = ideal if self.strategy is None else Block(part.bases, self.rules, self.strategy.action)
        units = draw_units(part.chances, mine.size, self.spread)
        visits, wins, costs, settled = (Sums(units) for _ in range(4))
        ends: dict[tuple[Ending, int], Array] = defaultdict(lambda: np.zeros((3, mine.size.size), dtype=mine.wide))
        held = initial_hands(mine)
        while held:
            after: dict[tuple[int, ...], Array] = defaultdict(lambda: np.zeros((3, mine.size.size), dtype=mine.wide))
            for hand, ways in held.items():
                if not ways.any():
                    continue
                cell = len(hand), sum(hand)
                for action, taken, won in self.choices(mine, hand, part):
                    here = ways * taken
                    visits.add(len(hand), (cell, action), here)
                    if self.best is not None and kind_of(*cell) is not Kind.PUSH:
                        loss = ideal.gains(ideal.best(hand)) - ideal.worth(hand, action)[0]
                        if loss.any():
                            costs.add(FULL_HAND, hand, here * loss)
                    elif self.best is not None:
                        self.push_costs(ideal, (hand[0], hand[1]), action, here[0], part, self.best)
                    if action is not Action.PUSH and len(hand) == 2:
                        settled.add(FULL_HAND, Kind.PLAY, here * mine.after(2).astype(mine.wide))
                    if action is not Action.PUSH:
                        wins.add(FULL_HAND, (cell, action), here * won)
                        take(mine, hand, action, here, ends, after)
            held = after
        for totals, sums in ((self.visits, visits), (self.wins, wins), (self.costs, costs)):
            sums.close()
            for key, total in sums.totals.items():
                totals[key] += total
        settled.close()
        self.known += settled.totals[Kind.PLAY]
        self.end(part, mine, ends, units)

    def choices(self, block: Block, hand: tuple[int, ...], part: Dealt) -> list[tuple[Action, Array, Array]]:
        """Each action taken with a hand, the base shoes it is taken from, and the counts that are won there."""
        worths = {action: block.worth(hand, action) for action in block.actions(hand)}
        taken = {action: np.ones(block.size.size, dtype=bool) for action in worths}
        if len(worths) > 1:
            place = np.argmax(np.stack([payoff for payoff, _ in worths.values()]), axis=0)  # of equals the first
            taken = {action: place == number for number, action in enumerate(worths)}
        if kind_of(len(hand), sum(hand)) is Kind.PUSH:
            pushed = part.pushed[PUSH_PAIRS.index((hand[0], hand[1]))]  # neither where it is not known
            taken = {action: where & (pushed == 0) for action, where in taken.items()} | {Action.PUSH: pushed == 1}
        return [
            (action, where, worths[action][1] if action in worths else where)
            for action, where in taken.items()
            if where.any()
        ]

    def push_costs(
        self, ideal: Block, pair: tuple[int, int], action: Action, ways: Array, part: Dealt, best: Deals
    ) -> None:
        """Add what an action with a push hand gives away, where it does; ``best`` knows what pushing is worth."""
        place = PUSH_PAIRS.index(pair)
        losing = ways != 0
        if action is Action.PUSH:
            losing &= best.pushes(part.codes, part.bases)[place] != 1
        if not losing.any():
            return
        third = ideal.after(2)[losing].tolist()
        settled, taken = ideal.payoff(ideal.settled(pair))[losing].tolist(), None
        if action is not Action.PUSH:
            taken = ideal.worth(pair, action)[0][losing].tolist()
        chances = by_aces(part.chances)[0][losing] // falling(ideal.size[losing], 2) * ways[losing].astype(object)
        pushed = best.above(self.of, (part.codes[losing] + self.of.pair_codes[place]).tolist())
        for column, (chance, (low, high, over)) in enumerate(zip(chances.tolist(), pushed, strict=True)):
            instead = (settled[column] - self.worst * third[column]) * over, third[column]
            most = max(high, _up(*instead)), max(low, _down(*instead))
            if taken is None:
                loss = most[1] - high, most[0] - low
            else:
                mine = (taken[column] - self.worst * third[column]) * over, third[column]
                loss = most[1] - _up(*mine), most[0] - _down(*mine)
            least = chance * max(loss[0], 0) // over
            self.costs[pair] += least
            self.slack += _up(chance * loss[1], over) - least

    def end(
        self, part: Dealt, block: Block, ends: Mapping[tuple[Ending, int], Array], units: Mapping[int, Units]
    ) -> None:
        """Add how rounds end, with all the cards that have left the shoe by then."""
        runs = list(zip(part.pushes.tolist(), block.size.tolist(), strict=True))
        starts = [column for column, run in enumerate(runs) if not column or run != runs[column - 1]]
        for (ending, cards), ways in ends.items():
            if ways.any():
                for start, chance in zip(starts, units[cards].weigh_runs(ways, starts), strict=True):
                    pushes, size = runs[start]
                    self.ways[Way(ending, pushes, self.root.cards - size + cards)] += chance
        voids = (part.chances // falling(block.size, FULL_HAND) * block.void_deals()).sum(axis=0)
        self.known += voids.sum()
        for pushes in np.unique(part.pushes[voids != 0]).tolist():  # a deal that is too short takes all cards
            self.ways[Way(Ending.VOID, pushes, self.root.cards)] += voids[part.pushes == pushes].sum()


def _down(number: int, over: int) -> int:
    return number // over


def _up(number: int, over: int) -> int:
    return -(-number // over)
