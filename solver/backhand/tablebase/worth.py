"""What settles a hand, as tables of doubles: the leaves of the sweep, and the proved bound of its error.

An entry depends on no more than how many cards are undealt and how many of them fit, that is, would not
take the total over 21. Each is computed as a fraction and rounded once (docs/method_tablebase.md).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from backhand.errors import TablebaseError
from backhand.rules import BUST_ABOVE, FULL_HAND, WINS, Action, Ending, Rules

Array = npt.NDArray[Any]

THREE = range(3, BUST_ABOVE + 1)
"""Totals of a hand of three cards that is still to be decided: two to four cards never total less."""
TWO = range(2, 21)
"""Totals of a hand of two cards."""
TIGHT = 10
"""A total that a card can bust leaves less room than this: its ``room``, 21 − total, is 0 to 9."""

LOCAL_ROUNDINGS = 28
"""What a deal adds to the error of the deals behind it, in units of 2^-53: 27 roundings, and one for their products."""


class Worth(NamedTuple):
    """Expected net payoffs per stake of what settles a hand; tables are indexed [undealt cards, cards that fit]."""

    last: Array
    """[room, cards, fitting]: a hand of four cards that leaves so much room, played best."""
    last_free: Array
    """[cards]: a hand of four cards that no card can bust."""
    backhand: Array
    """[cards, fitting]: calling backhand."""
    played: Array
    """[cards, fitting]: playing the push (R8)."""
    calls_three: Array
    """[total]: whether three cards of this total may call backhand (R5, O2)."""
    calls_two: Array
    """[total]: whether two cards of this total may (R4, O2)."""
    hits_to: int
    """The highest total at which two cards may hit: 16, or 20 where O1 offers it."""
    void: float
    """A hand whose next card is not there (O3)."""


def worth(rules: Rules, cards: int) -> Worth:
    """The tables for shoes of up to so many cards.

    >>> float(worth(Rules(), 52).backhand[48, 12])  # a quarter of the cards fit, the others bust
    0.5

    Raises TablebaseError for payouts beyond what doubles hold.
    """
    if any(rules.net(win) > 2**500 for win in WINS):
        raise TablebaseError(f"rules {rules}: a tablebase holds no payouts beyond 2^500")

    def table(value: Callable[[int, int], Fraction]) -> Array:
        out = np.zeros((cards + 1, cards + 1))
        for held in range(cards + 1):
            for fitting in range(held + 1):
                out[held, fitting] = float(value(held, fitting) if held else rules.net(Ending.VOID))
        return out

    def draw(fits: Ending, busts: Ending) -> Callable[[int, int], Fraction]:
        fit, bust = rules.net(fits), rules.net(busts)
        return lambda held, fitting: (fitting * fit + (held - fitting) * bust) / held

    one_card = {
        Action.BACKHAND: draw(Ending.FAILED_BACKHAND, Ending.BACKHAND),
        Action.HIT: draw(Ending.FIVE_CARDS, Ending.BUST),
    }

    def last(room: int) -> Array:
        actions = [one_card[action] for action in rules.legal_actions(FULL_HAND - 1, BUST_ABOVE - room)]
        return table(lambda held, fitting: max(action(held, fitting) for action in actions))

    return Worth(
        last=np.stack([last(room) for room in range(TIGHT)]),
        last_free=np.diagonal(last(TIGHT)).copy(),
        backhand=table(one_card[Action.BACKHAND]),
        played=table(draw(Ending.PLAYED_PUSH, Ending.FAILED_PUSH)),
        calls_three=_may_call(rules, 3, THREE),
        calls_two=_may_call(rules, 2, TWO),
        hits_to=max(total for total in TWO if Action.HIT in rules.legal_actions(2, total)),
        void=float(rules.net(Ending.VOID)),
    )


def _may_call(rules: Rules, cards: int, totals: range) -> Array:
    calls = np.zeros(BUST_ABOVE + 1, dtype=np.bool_)
    for total in totals:
        calls[total] = Action.BACKHAND in rules.legal_actions(cards, total)
    return calls


def error_bound(rules: Rules, cards: int) -> Fraction:
    """No stored value of a shoe of up to so many cards is further than this from the exact EV.

    Each deal adds at most ``LOCAL_ROUNDINGS`` units of 2^-53 times the largest payoff to the error of the
    deals that a push leads to, which have two cards fewer (docs/method_tablebase.md).

    >>> float(error_bound(Rules(), 52)) < 1e-13
    True
    """
    largest = max(Fraction(1), *(rules.net(win) for win in WINS))
    return (cards // 2 + 1) * LOCAL_ROUNDINGS * largest * Fraction(1, 2**53)
