"""Tables to play by: what a hand becomes with each card, and what is done with it. For the simulator.

Hands are numbered: first the 55 of two cards, then those of three and four that are not lost. A fixed strategy has
one row of actions. Best play has one for each base shoe that a deal can come from (``Engine.bases``), with the row of
the deal after each push: it is best play for the exact shoe, looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from backhand.cards import RANKS, Shoe
from backhand.dealer import BACKHAND, BUST, FIVE, HIT, PLAY_PUSH, PUSH
from backhand.engine import PUSH_PAIRS, Progress, pushed_shoes, quiet, without_aces
from backhand.fixed import engine_for
from backhand.hands import COLUMNS, Block
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Rules
from backhand.strategies import Strategy

HANDS: tuple[tuple[int, ...], ...] = tuple(
    hand
    for cards in range(2, FULL_HAND)
    for hand in combinations_with_replacement(range(1, len(RANKS) + 1), cards)
    if sum(hand) <= BUST_ABOVE
)
"""Every hand that is decided on, as sorted ranks, in the order of their numbers."""

STARTS = 55
"""So many of them have two cards."""

CODES = {Action.HIT: HIT, Action.BACKHAND: BACKHAND, Action.PUSH: PUSH, Action.PLAY_PUSH: PLAY_PUSH}

_NUMBER = {hand: number for number, hand in enumerate(HANDS)}


@dataclass(frozen=True, slots=True)
class Decisions:
    """The tables, as flat arrays of int64 (``actions`` of int8)."""

    pairs: npt.NDArray[np.int64]
    """[11 x + y]: the number of the hand of these two ranks."""
    becomes: npt.NDArray[np.int64]
    """[11 hand + rank]: the hand with a card more, or BUST or FIVE."""
    totals: npt.NDArray[np.int64]
    """[hand]: its total."""
    bases: npt.NDArray[np.int64]
    """[3 deal + discarded aces]: the row to decide by."""
    after: npt.NDArray[np.int64]
    """[55 row + hand]: the deal that comes after pushing this hand."""
    actions: npt.NDArray[np.int8]
    """[hands row + hand]: what is done with it, as ``backhand.dealer`` writes actions."""


def decisions_of(strategy: Strategy) -> Decisions:
    """The tables of a fixed strategy, which hold for every shoe.

    >>> from backhand.strategies import never_bust
    >>> len(HANDS), decisions_of(never_bust(Rules())).actions.shape
    (570, (570,))
    """
    actions = np.array([CODES[strategy.action(hand)] for hand in HANDS], dtype=np.int8)
    none = np.zeros(STARTS, dtype=np.int64)
    return Decisions(*_hands(), np.zeros(3, dtype=np.int64), none, actions)


def best_decisions(shoe: Shoe, rules: Rules, progress: Progress = quiet) -> Decisions:
    """The tables of best play for rounds from ``shoe``. Raises TooLargeError where pushes lead to too many shoes."""
    engine = engine_for(shoe, rules, None, progress)
    rows = engine.bases
    row_of = {base: row for row, base in enumerate(rows)}
    deals = sorted((base for base in rows if base in engine), key=lambda deal: deal != shoe)  # the root is deal 0
    deal_of = {deal: number for number, deal in enumerate(deals)}
    bases = np.zeros((len(deals), 3), dtype=np.int64)
    for number, deal in enumerate(deals):
        for discarded, base in enumerate(without_aces(deal)):
            bases[number, discarded] = row_of[base]
    after = np.zeros((len(rows), STARTS), dtype=np.int64)
    actions = np.full((len(rows), len(HANDS)), HIT, dtype=np.int8)
    for start in progress(range(0, len(rows), COLUMNS), "tabling decisions", -(-len(rows) // COLUMNS)):
        block = Block(rows[start : start + COLUMNS], rules)
        for hand, number in _NUMBER.items():
            actions[start : start + COLUMNS, number] = _chosen(block, hand)
    for row, base in enumerate(rows):
        for pair, left, pushed in zip(PUSH_PAIRS, pushed_shoes(base), engine.pushes(base), strict=True):
            if pushed and left is not None:
                actions[row, _NUMBER[pair]] = PUSH
                after[row, _NUMBER[pair]] = deal_of[left]
    return Decisions(*_hands(), bases.ravel(), after.ravel(), actions.ravel())


def _chosen(block: Block, hand: tuple[int, ...]) -> npt.NDArray[Any]:
    """The code of the best action but a push in each shoe of the block."""
    legal = block.actions(hand)
    if len(legal) == 1:
        return np.full(block.size.size, CODES[legal[0]])
    payoffs = np.stack([block.worth(hand, action)[0] for action in legal])
    codes: npt.NDArray[Any] = np.array([CODES[action] for action in legal])
    chosen: npt.NDArray[Any] = codes[np.argmax(payoffs, axis=0)]  # of equals the first (O5)
    return chosen


def _hands() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    pairs = np.zeros((11, 11), dtype=np.int64)
    becomes = np.zeros((len(HANDS), 11), dtype=np.int64)
    for number, hand in enumerate(HANDS):
        if len(hand) == 2:
            pairs[hand] = pairs[hand[::-1]] = number
        for rank in range(1, len(RANKS) + 1):
            if sum(hand) + rank > BUST_ABOVE:  # R7
                becomes[number, rank] = BUST
            elif len(hand) + 1 == FULL_HAND:
                becomes[number, rank] = FIVE
            else:
                becomes[number, rank] = _NUMBER[tuple(sorted((*hand, rank)))]
    totals = np.array([sum(hand) for hand in HANDS], dtype=np.int64)
    return pairs.ravel(), becomes.ravel(), totals
