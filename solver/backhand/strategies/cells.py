"""The best chart with given actions for two cards: some hundreds of sums, and a choice cell by cell.

The sums are over the shoes that pushes lead to. Where all are followed they are exact. Where the likely ones are, each
sum is a lower bound, of payoffs counted from the worst; what is not accounted for could add the best payoff at most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from backhand.common.cards import Shoe
from backhand.common.intervals import Enclosure, Number
from backhand.common.progress import Progress, quiet
from backhand.evaluator import stakes
from backhand.rules import BUST_ABOVE, ENDINGS, FULL_HAND, Action, Ending, Rules
from backhand.solving.blocks import Array, Block
from backhand.solving.levels import Level
from backhand.solving.reach import dealt, draw_units, falling, in_blocks, pushes_by_total
from backhand.solving.weighing import WIN_ROWS, Hand, Sums, initial_hands

_Key = tuple[int, int, Action | None]
"""A total of three cards, then of four or 0, and the action taken there."""
_TWO: _Key = (0, 0, None)
"""What is settled with two cards."""
_BUST, _VOID = ENDINGS.index(Ending.BUST), ENDINGS.index(Ending.VOID)


class _Choice(NamedTuple):
    """A way to play three and four cards, and what it brings."""

    payoff: int
    """Its net payoff above the worst, in the units of ``stakes``, summed."""
    lead: int | None
    """How much less any other four-card action brings at the least; None if there is none."""
    three: Mapping[int, Action]
    four: Mapping[int, Action]


class CellSearch:
    """The best chart that has these actions for two cards, by total.

    ``levels`` are the shoes to follow, ``scale`` what chances are counted over: R! where all shoes are followed, and
    then all is exact.

    >>> from math import factorial
    >>> from backhand.solving.levels import follow
    >>> shoe = Shoe("2,1,0,1,0,2,1,1,1,4")
    >>> two = {total: Action.PUSH if total > 16 else Action.BACKHAND for total in range(12, 21)}
    >>> exact = CellSearch(Rules(), shoe, two, follow(shoe, 0), factorial(13))
    >>> wide = CellSearch(Rules(), shoe, two, follow(shoe, 0.01), 10**9)
    >>> exact.decided, exact.ev in wide.ev, exact.win in wide.win
    (True, True, True)
    """

    def __init__(
        self,
        rules: Rules,
        shoe: Shoe,
        two: Mapping[int, Action],
        levels: Sequence[Level],
        scale: int,
        progress: Progress = quiet,
    ) -> None:
        self.rules, self.two = rules, dict(two)
        unit, stake = stakes(rules)
        self.worst, self.spread = min(stake), max(stake) - min(stake)
        self._sums: list[dict[_Key, int]] = [defaultdict(int), defaultdict(int)]
        self._known = 0
        pushes = pushes_by_total([total for total, action in two.items() if action is Action.PUSH])
        for part in in_blocks(dealt(shoe, levels, scale, pushes, progress)):
            self._add(_Played(Block(part.bases, rules), part.chances, self))
        self._choose()
        unknown = scale - self._known
        self.decided = not unknown or self.lead is None or self.lead > self.spread * unknown
        self.win = _between(self.wins, unknown, scale)
        self.ev = _between(self.worst * scale + self.payoff, self.spread * unknown, scale * unit)

    def _add(self, played: _Played) -> None:
        self._known += played.known
        for mine, sums in zip(self._sums, played.sums, strict=True):
            for key, total in sums.totals.items():
                mine[key] += total

    def _choose(self) -> None:
        """Try every combination of three-card actions; with these given, each four-card cell is for itself."""
        won, brought = self._sums
        threes = sorted({three for three, _, _ in brought if three})
        best, runner_up = None, None
        for combination in product(*(self.rules.legal_actions(3, three) for three in threes)):
            choice = self._fours(dict(zip(threes, combination, strict=True)))
            others = [choice.payoff - choice.lead] if choice.lead is not None else []
            if best is None or choice.payoff > best.payoff:
                others += [best.payoff] if best is not None else []
                best = choice
            else:
                others.append(choice.payoff)
            runner_up = max(others if runner_up is None else [*others, runner_up], default=None)
        assert best is not None  # the product of no cells is one choice
        self.three, self.four, self.payoff = best.three, best.four, best.payoff + brought[_TWO]
        self.lead = None if runner_up is None else best.payoff - runner_up
        """By how much it is known to bring more than any other chart with these two-card actions, unknowns apart."""
        hit = [three for three, action in self.three.items() if action is Action.HIT]
        keys = [_TWO, *((three, 0, action) for three, action in self.three.items())]
        keys += [(three, four, action) for four, action in self.four.items() for three in hit]
        self.wins = sum(won[key] for key in keys if key in won)

    def _fours(self, three_actions: Mapping[int, Action]) -> _Choice:
        brought = self._sums[1]
        hit = [three for three, action in three_actions.items() if action is Action.HIT]
        payoff = sum(brought.get((three, 0, action), 0) for three, action in three_actions.items())
        lead, four_actions = None, {}
        for four in sorted({four for _, four, _ in brought if four}):
            legal = self.rules.legal_actions(4, four)
            found = [[brought[three, four, a] for three in hit if (three, four, a) in brought] for a in legal]
            payoffs = [sum(parts) for parts in found]
            best = max(range(len(legal)), key=payoffs.__getitem__)  # of equals the first, by O5
            four_actions[four] = legal[best]
            payoff += payoffs[best]
            if len(legal) > 1 and any(found):
                less = payoffs[best] - max(other for place, other in enumerate(payoffs) if place != best)
                lead = less if lead is None else min(lead, less)
        return _Choice(payoff, lead, three_actions, four_actions)

    def action(self, cards: int, total: int) -> Action:
        """What the chart says."""
        known = {2: self.two, 3: self.three, 4: self.four}[cards]
        return known.get(total, self.rules.legal_actions(cards, total)[0])


def _between(low: int, more: int, unit: int) -> Number:
    """The number ``low / unit``, or what it is at least if there may be as much as ``more``."""
    return Enclosure(Fraction(low, unit), Fraction(low + more, unit)) if more else Fraction(low, unit)


class _Played:
    """What every action of three and four cards brings from one block of base shoes, by the totals on the way."""

    def __init__(self, block: Block, chances: Array, search: CellSearch) -> None:
        self.block, self.two = block, search.two
        self.above = block.stake - search.worst
        units = draw_units(chances, block.size, search.spread)
        self.sums = Sums(units), Sums(units)
        """Wins, and net payoffs above the worst."""
        self._accounted = Sums(units)
        self._worths: dict[tuple[Hand, Action], tuple[Array, Array]] = {}
        self._play()
        self.known = self._accounted.totals[_TWO]
        """The chance of all that is settled here, whatever is done with three and four cards."""
        voids = (chances // falling(block.size, FULL_HAND) * block.void_deals()).sum()
        self.known += voids
        self.sums[1].totals[_TWO] += voids * int(self.above[_VOID])

    def _play(self) -> None:
        threes: dict[Hand, Array] = {}
        draws = self.block.after(2).astype(self.block.wide)
        for hand, mass in initial_hands(self.block).items():
            action = self.two.get(sum(hand), Action.HIT)
            if action is not Action.PUSH:
                self._accounted.add(FULL_HAND, _TWO, mass * draws)
            if action is Action.HIT:
                self._hit(hand, mass, _TWO, threes)
            elif action is not Action.PUSH:
                self._settle(hand, action, mass, _TWO)
        totals = defaultdict(list)
        for hand in threes:
            totals[sum(hand)].append(hand)
        for three, hands in totals.items():
            fours: dict[Hand, Array] = {}
            for hand in hands:
                if Action.BACKHAND in self.block.rules.legal_actions(3, three):
                    self._settle(hand, Action.BACKHAND, threes[hand], (three, 0, Action.BACKHAND))
                self._hit(hand, threes[hand], (three, 0, Action.HIT), fours)
            for hand, mass in fours.items():
                for action in self.block.rules.legal_actions(4, sum(hand)):
                    self._settle(hand, action, mass, (three, sum(hand), action))
            self._close()
        self._close()

    def _close(self) -> None:
        for sums in (*self.sums, self._accounted):
            sums.close()

    def _settle(self, hand: Hand, action: Action, mass: Array, key: _Key) -> None:
        """The round ends by this action, whatever comes."""
        if (hand, action) not in self._worths:
            counts = self.block.act(hand, action)
            self._worths[hand, action] = counts[WIN_ROWS].sum(axis=0), self.above @ counts
        for sums, worth in zip(self.sums, self._worths[hand, action], strict=True):
            sums.add(FULL_HAND, key, mass * worth)

    def _hit(self, hand: Hand, mass: Array, key: _Key, after: dict[Hand, Array]) -> None:
        """One more card: busts and voids are summed, hands go on."""
        block, left = self.block, self.block.size - len(hand)
        for rank in range(1, min(BUST_ABOVE - sum(hand), 10) + 1):
            drawn = mass * block.left(rank, *hand)
            if drawn.any():
                longer = tuple(sorted((*hand, rank)))
                after[longer] = after[longer] + drawn if longer in after else drawn
        if self.above[_BUST]:
            self.sums[1].add(len(hand) + 1, key, mass * (left - block.fitting(hand)) * self.above[_BUST])
        if not left.all():
            self.sums[1].add(len(hand), key, mass * (left == 0) * self.above[_VOID])
