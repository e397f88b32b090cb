"""A simulator of Vingt-un like those people write, and wrong ones: for ``backhand vingt-un validate`` to tell apart.

It shares nothing with the package: one punter, two totals to stand on, plain rules (V1-V6). ``bug`` 0 is right; each
other number plants one of BUGS.
"""

from __future__ import annotations

import json
from typing import Any

import numba
import numpy as np

BUGS = (
    "none",
    "ties go to the punter",
    "an ace always counts 1",
    "a natural is paid single",
    "a dealer who is over pays punters who are over",
    "drawn cards go back into the pack",
    "the dealer's 21 collects single",
    "the punters play on when the dealer has a natural",
    "a natural is a 21 like any other",
    "tens are counted 4 in 52",
    "a drawn 21 is paid single",
    "the dealer stands on a soft 17 but draws to 18",
)
HIDDEN = {"totals": (), "endings": (3, 6, 10), "hands": (3, 6, 7, 10)}
"""Bugs that do not show in a kind of result: they change what is paid, which only the sum of stakes tells, or (7) how a
round is lost that is lost anyway."""

ENDINGS = (
    *("natural", "twenty-one", "dealer-over", "nearer", "tie", "tie-at-21"),
    *("beaten", "dealer-21", "dealer-natural", "natural-tie", "over"),
)


def _simulate(rounds: int, seed: int, bug: int, punter: int, dealer: int, dealer_first: bool) -> Any:
    """Counts of (lower and higher rank of the first two cards, ending), then sums of gain, cards, wins."""
    np.random.seed(seed)
    counts = np.zeros((11, 11, 11), np.int64)
    sums = np.zeros(3, np.int64)
    deck = np.zeros(52, np.int64)
    size = 52 if bug != 9 else 40
    for number in range(size):
        deck[number] = min(number // 4 + 1, 10)
    totals, cards, aces = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    first = np.zeros(2, np.int64)
    for _ in range(rounds):
        top = 0
        totals[:] = 0
        cards[:] = 0
        aces[:] = 0
        low = high = 0
        for turn in range(4):  # 0 the punter, 1 the dealer: two cards each
            other = top + int(np.random.random() * (size - top))
            deck[top], deck[other] = deck[other], deck[top]
            card = deck[top]
            top += 1
            seat = turn // 2
            totals[seat] += card
            cards[seat] += 1
            aces[seat] += card == 1
            if turn == 0:
                low = card
            elif turn == 1:
                low, high = min(low, card), max(low, card)
        natural = np.array([False, False])
        for seat in range(2):
            natural[seat] = aces[seat] == 1 and totals[seat] == 11
        over = bug == 7 or not natural[1]
        for step in range(2):
            seat = 1 - step if dealer_first else step
            if not over:
                break
            while not natural[seat]:
                held, soft = totals[seat], False
                if aces[seat] > 0 and held <= 11 and bug != 2:
                    held, soft = held + 10, True
                stand = punter if seat == 0 else dealer
                if bug == 11 and seat == 1 and not soft:
                    stand += 1
                if totals[seat] > 21 or held >= stand:
                    break
                if bug == 5:
                    card = deck[int(np.random.random() * size)]
                else:
                    other = top + int(np.random.random() * (size - top))
                    deck[top], deck[other] = deck[other], deck[top]
                    card = deck[top]
                    top += 1
                totals[seat] += card
                cards[seat] += 1
                aces[seat] += card == 1
        for seat in range(2):
            first[seat] = totals[seat]
            if aces[seat] > 0 and first[seat] <= 11 and (bug != 2 or natural[seat]):
                first[seat] += 10
        mine, his = first
        if bug == 8:
            natural[:] = False
        if mine > 21:
            ending, net = 10, -1
            if bug == 4 and his > 21:
                ending, net = 2, 1
        elif natural[1]:
            ending, net = (9, -2) if natural[0] else (8, -2)
        elif natural[0]:
            ending, net = 0, 1 if bug == 3 else 2
        elif his > 21 or mine > his:
            ending = 1 if mine == 21 else (2 if his > 21 else 3)
            net = 2 if mine == 21 and bug != 10 else 1
        elif mine == his:
            ending, net = (5, -2) if mine == 21 else (4, -1)
            if bug == 1:
                net = 1
        else:
            ending, net = (7, -2) if his == 21 else (6, -1)
        if bug == 6 and ending in (5, 7):
            net = -1
        if bug == 1 and ending == 4:
            ending = 3
        counts[low, high, ending] += 1
        sums[0] -= net
        sums[1] += cards[0]
        sums[2] += net > 0
    return counts, sums


simulate = numba.njit(cache=True)(_simulate)


def summaries(made: Any) -> dict[str, str]:
    """The counts as three files that ``backhand vingt-un validate`` reads."""
    counts, (gains, cards, wins) = made
    rounds = int(counts.sum())
    figures = {"rounds": rounds, "wins": wins, "losses": rounds - wins, "dealer-gains": gains, "cards": cards}
    endings = zip(ENDINGS, counts.sum(axis=(0, 1)).tolist(), strict=True)
    hands = [
        f"{'A23456789T'[low - 1]}{'A23456789T'[high - 1]},{counts[low, high].sum()},{counts[low, high, :4].sum()}"
        for low in range(1, 11)
        for high in range(low, 11)
    ]
    return {
        "totals": json.dumps({"rounds": rounds, "totals": {name: int(count) for name, count in figures.items()}}),
        "endings": "ending,count\n" + "".join(f"{name},{count}\n" for name, count in endings),
        "hands": "\n".join(["hand,count,wins", *hands]) + "\n",
    }
