"""A dealer who shuffles and plays: the inner loop of the simulator, compiled where numba is installed.

It knows neither positions nor values: real cards are shuffled, dealt and played by tables of what a hand becomes and
what is done with it (``simulation.decisions``). Compiled or plain, it is the same code and gives the same numbers:
all arithmetic is on integers that are cut to 32 bits before they could differ.

Random numbers are Philox-4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011):
a counter, encrypted. The key is the seed; a chunk of rounds is the upper half of the counter. A chunk therefore has the
same cards whoever deals it, and in whatever order.
"""

from __future__ import annotations

from typing import Any

from backhand.common.simulation.compiling import compiled
from backhand.common.simulation.shuffling import close, philox, shuffle
from backhand.simulation.lookahead import BACKHAND, HIT, PUSH, decide

BUST, FIVE = -1, -2
"""What a hand becomes where it becomes no hand to decide on."""


@compiled(cache=True, error_model="numpy")
def play(
    rounds: int,
    cut: int,
    batch: int,
    chunk: int,
    low: int,
    high: int,
    shoe: Any,
    hands: int,
    pairs: Any,
    becomes: Any,
    totals: Any,
    bases: Any,
    after: Any,
    actions: Any,
    stakes: Any,
    ends: Any,
    pushes: Any,
    cards: Any,
    visits: Any,
    wins: Any,
    sums: Any,
    fresh: Any = None,
    full: Any = None,
    left: Any = None,
    upto: Any = None,
    rules: Any = None,
    radix: Any = None,
    keys: Any = None,
    known: Any = None,
    wanted: Any = None,
) -> None:
    """Play a chunk of so many rounds and add them up.

    From a fresh shuffle each, or, with ``cut`` above 0, from one shoe until that many cards are out. The tables are
    those of ``simulation.decisions``, the sums those of ``simulation.plan.Tally``. ``batch`` cards are shuffled at a
    time; the product of as many shoe sizes has to stay below 2^32.

    With ``fresh``, the cards in order, and ``full``, their counts, hands are played by ``simulation.lookahead.decide``;
    what follows is for that. Each shoe is shuffled from that order by random numbers of its own then, so that what is
    done in one changes no card of the next.
    """
    size = len(shoe)
    top = ready = deal = counter = lanes = 0
    a = b = c = d = 0
    in_shoe = net_in_shoe = wins_in_shoe = shoes = 0
    for _ in range(rounds):
        if cut == 0 or top >= cut:
            if in_shoe:
                close(sums, in_shoe, net_in_shoe, wins_in_shoe)
                in_shoe = net_in_shoe = wins_in_shoe = 0
            top = ready = deal = 0
            if full is not None:
                counter, lanes = shoes << 20, 0
                shoes += 1
                for place in range(size):
                    shoe[place] = fresh[place]
                for rank in range(11):
                    left[rank] = full[rank]
        began, start, pushed = top, -1, 0
        hand = base = action = 0
        path = 0
        first = second = third = 0
        dealing = True
        while True:
            # Four cards are ready before a deal, and one before a draw, while the shoe has them.
            while ready - top < (4 if dealing else 1) and ready < size:
                if lanes == 0:
                    a, b, c, d = philox(counter, chunk, low, high)
                    counter += 1
                    lanes = 4
                lanes -= 1
                more = min(batch, size - ready)
                if shuffle(shoe, ready, more, a):
                    ready += more
                a, b, c = b, c, d
            if dealing:
                # R1: two cards, then one for each ace of the two, which is kept whatever it is; 0 where there is none
                one = shoe[top] if top < size else 0
                other = shoe[top + 1] if top + 1 < size else 0
                top = min(top + 2, size)
                discarded = 0
                if one == 1:
                    one = shoe[top] if top < size else 0
                    top = min(top + 1, size)
                    discarded = 1
                if other == 1:
                    other = shoe[top] if top < size else 0
                    top = min(top + 1, size)
                    discarded += 1
                if one == 0 or other == 0:
                    ending = 6
                    break
                hand = pairs[one * 11 + other]
                if start < 0:
                    start = hand
                if full is None:
                    base = bases[deal * 3 + discarded]
                    action = actions[base * hands + hand]
                else:
                    action = decide(shoe, top, 2, totals[hand], left, upto, rules, radix, keys, known, wanted)
                if action == PUSH:  # R8
                    visits[hand * 4 + PUSH] += 1
                    deal = after[base * 55 + hand]
                    pushed += 1
                    continue
                dealing = False
                first = hand * 4 + action
                path = 1
                continue
            if top == size:  # O3
                ending = 6
                break
            card = shoe[top]
            top += 1
            if action == HIT:  # R7
                hand = becomes[hand * 11 + card]
                if hand < 0:
                    ending = 3 if hand == BUST else 1
                    break
                if full is None:
                    action = actions[base * hands + hand]
                else:
                    action = decide(shoe, top, path + 2, totals[hand], left, upto, rules, radix, keys, known, wanted)
                if path == 1:
                    second = hand * 4 + action
                else:
                    third = hand * 4 + action
                path += 1
                continue
            over = totals[hand] + card > 21
            ending = (0 if over else 4) if action == BACKHAND else (5 if over else 2)  # R6, R8
            break
        won = 1 if ending < 3 else 0
        if path > 0:
            visits[first] += 1
            wins[first] += won
        if path > 1:
            visits[second] += 1
            wins[second] += won
        if path > 2:
            visits[third] += 1
            wins[third] += won
        ends[(start if start >= 0 else 55) * 7 + ending] += 1
        pushes[pushed] += 1
        cards[top - began] += 1
        if cut:
            in_shoe += 1
            net_in_shoe += stakes[ending]
            wins_in_shoe += won
    if in_shoe:
        close(sums, in_shoe, net_in_shoe, wins_in_shoe)
