"""A simulator like those people write, and seven wrong ones: for ``backhand validate`` to tell apart.

It shares nothing with the package: a full deck of 52, one function, plain rules (R1-R8), a strategy by number of cards
and total. ``bug`` 0 is right; each other number plants one of BUGS.
"""

from __future__ import annotations

import json
from typing import Any

import numba
import numpy as np
from backhand.common.cards import format_cards

BUGS = (
    "none",
    "a replacement ace is discarded again",
    "a push redeals from a fresh deck",
    "the five-card rule is missing",
    "tens are counted 4 in 52",
    "a total of 21 is bust",
    "the backhand card joins the hand",
    "17 on three cards is a push hand",
)

HIT, BACKHAND, PUSH = 0, 1, 2


def _simulate(rounds: int, seed: int, bug: int, strategy: Any) -> Any:
    """Counts of (first hand's lower and higher rank, ending): backhand, five cards, bust, failed backhand."""
    np.random.seed(seed)
    counts = np.zeros((11, 11, 4), np.int64)
    deck = np.zeros(64, np.int64)
    for number in range(52):
        deck[number] = min(number // 4 + 1, 10) if bug != 4 else number // 4 % 10 + 1
    size = 52 if bug != 4 else 40
    limit = 20 if bug == 5 else 21
    for _ in range(rounds):
        top = 0
        low = high = 0
        ending = -1
        while ending < 0:
            for number in range(top, min(top + 12, size)):  # enough for one deal and its hand
                other = number + int(np.random.random() * (size - number))
                deck[number], deck[other] = deck[other], deck[number]
            one, two = deck[top], deck[top + 1]
            top += 2
            if one == 1:
                one = deck[top]
                top += 1
                while bug == 1 and one == 1 and top < size:
                    one = deck[top]
                    top += 1
            if two == 1:
                two = deck[top]
                top += 1
                while bug == 1 and two == 1 and top < size:
                    two = deck[top]
                    top += 1
            total, cards = one + two, 2
            if low == 0:
                low, high = min(one, two), max(one, two)
            while True:
                if strategy[cards, total] == PUSH or (bug == 7 and cards == 3 and total == 17):
                    if bug == 2:
                        top = 0
                    break
                card = deck[top]
                top += 1
                if strategy[cards, total] == BACKHAND:
                    over = total + card > limit
                    ending = 0 if over else 3
                    if bug == 6 and not over and cards + 1 == 5:
                        ending = 1  # it "joined", and made a hand of five
                    break
                total += card
                cards += 1
                if total > limit:
                    ending = 2
                    break
                if cards == 5:
                    if bug != 3:
                        ending = 1
                        break
                    ending = 0 if total + deck[top] > limit else 3  # goes on, and calls backhand
                    break
        counts[low, high, ending] += 1
    return counts


simulate = numba.njit(cache=True)(_simulate)


def table(strategy: Any) -> Any:
    """A fixed strategy's cells as the simulator takes them."""
    codes = {"hit": HIT, "backhand": BACKHAND, "push": PUSH}
    cells = np.zeros((6, 22), np.int64)
    for (cards, total), action in strategy.cells.items():
        cells[cards, total] = codes[action]
    return cells


def summary(counts: Any) -> str:
    """The counts as a json that ``backhand validate`` reads."""
    names = ("backhand", "five-cards", "bust", "failed-backhand")
    hands = [
        {"hand": format_cards([low, high]), "count": int(c.sum()), "wins": int(c[:2].sum())}
        for low in range(1, 11)
        for high in range(low, 11)
        if (c := counts[low, high]).sum()
    ]
    endings = dict(zip(names, counts.sum(axis=(0, 1)).tolist(), strict=True))
    return json.dumps({"rounds": int(counts.sum()), "endings": endings, "initial_hands": hands})
