"""A table of Vingt-un that shuffles and plays: the inner loop of its simulator, compiled where numba is installed.

It knows neither values nor probabilities: real cards are shuffled, dealt and played by V1–V8, with tables of what a
hand becomes and whether it stands (made in ``simulation``). The random numbers are those of ``simulation.dealer``.
Compiled or plain, it is the same code and gives the same numbers.
"""

from __future__ import annotations

from typing import Any

from backhand.common.simulation.compiling import compiled
from backhand.common.simulation.shuffling import close, philox, shuffle

OVER = -1
"""What a hand becomes above 21."""

TEN = 10
BATCH = 4
"""Cards shuffled by one random number: 52·51·50·49 is far below 2^32."""

LOWEST, NETS, GAINS = 8, 21, 81
"""A punter loses 8 stakes at most (four hands, doubled) and wins 12 at most; so many numbers are between, and for four
punters together."""

MOST_CARDS = 53
STEPS = 12
"""A hand that is not over has at most 11 cards."""

ROOM = 98

_COUNTER, _LANES, _READY, _NUMBERS = 0, 1, 2, 3


@compiled(inline="always")
def _shuffled(pack: Any, want: int, stream: Any, chunk: int, low: int, high: int) -> None:
    """See to it that the first ``want`` cards of the pack are shuffled."""
    while stream[_READY] < want:
        if stream[_LANES] == 0:
            stream[3], stream[4], stream[5], stream[6] = philox(stream[_COUNTER], chunk, low, high)
            stream[_COUNTER] += 1
            stream[_LANES] = 4
        stream[_LANES] -= 1
        more = min(BATCH, len(pack) - stream[_READY])
        if shuffle(pack, stream[_READY], more, stream[_NUMBERS + stream[_LANES]]):
            stream[_READY] += more


@compiled(cache=True, error_model="numpy")
def play(
    rounds: int,
    punters: int,
    keep: int,
    chunk: int,
    low: int,
    high: int,
    at_end: bool,
    before: bool,
    by_value: bool,
    both_drawn: bool,
    pack: Any,
    becomes: Any,
    scores: Any,
    stands: Any,
    both: Any,
    endings: Any,
    nets: Any,
    ends: Any,
    both_ends: Any,
    both_rounds: Any,
    won: Any,
    cards: Any,
    visits: Any,
    wins: Any,
    gains: Any,
    sums: Any,
    work: Any,
) -> None:
    """Play a chunk of so many rounds and add them up.

    ``pack`` has cards 1 to 13, so that courts of different kinds are not alike. A fresh shuffle for each round, or,
    with ``keep`` above 0, one pack until it has fewer pips than that. ``at_end``, ``before``, ``by_value`` and
    ``both_drawn`` are the options dealer-natural, second-stake, alike and both-ace-ten. The tables are made
    in ``simulation``, the sums those of ``simulation.Tally``; ``work`` is room for ROOM numbers.
    """
    states, size = len(scores), len(pack)
    # Room: the stream of random numbers, then for each punter his first hand, his pair (-1: more than one
    # hand), cards, hands, steps; four scores each; a path each; gains and wins in this pack.
    stream, pair, taken, hands, steps = work[0:7], work[8:12], work[12:16], work[16:20], work[20:24]
    held, path, in_pack = work[24:40], work[40:88], work[88:98]
    for number in range(ROOM):
        work[number] = 0
    top = 0
    in_shoe = pips = 0
    for _ in range(rounds):
        if keep == 0 or pips < keep:
            if in_shoe:
                for punter in range(punters + 1):
                    close(sums[punter], in_shoe, in_pack[2 * punter], in_pack[2 * punter + 1])
                    in_pack[2 * punter] = in_pack[2 * punter + 1] = 0
                in_shoe = 0
            top = 0
            stream[_READY] = 0
            if keep:
                pips = 0
                for place in range(size):
                    pips += min(pack[place], TEN)
        began = top
        down = top + 2 * punters  # the dealer has the last two of the deal
        _shuffled(pack, down + 2, stream, chunk, low, high)
        top = down + 2
        dealers = becomes[(min(pack[down], TEN) - 1) * 11 + min(pack[down + 1], TEN)]
        natural = scores[dealers] == 22
        at_once = natural and not at_end  # V6
        still_in = False
        for punter in range(punters):  # V1: in turn
            first, second = pack[began + 2 * punter], pack[began + 2 * punter + 1]
            rank = min(first, TEN)
            state = becomes[(rank - 1) * 11 + min(second, TEN)]
            alike = rank == min(second, TEN) if by_value else first == second
            goes = alike and both[punter * 11 + rank]  # V7
            pair[punter], taken[punter], steps[punter], hands[punter] = state - TEN, 2, 0, 1
            if at_once:
                if goes and before:
                    pair[punter], hands[punter] = -1, 2
                for hand in range(hands[punter]):
                    held[punter * 4 + hand] = scores[state]
                continue
            if goes:
                pair[punter], hands[punter] = -1, 2
            hand = 0
            while hand < hands[punter]:
                if goes:
                    state = rank - 1
                    while state < TEN:  # its second card, which may be alike again
                        _shuffled(pack, top + 1, stream, chunk, low, high)
                        card = pack[top]
                        top += 1
                        taken[punter] += 1
                        again = min(card, TEN) == rank if by_value else card == first
                        if again and hands[punter] < 4:
                            hands[punter] += 1
                        else:
                            state = becomes[state * 11 + min(card, TEN)]
                while state != OVER:
                    stand = stands[punter * states + state]
                    if not goes and scores[state] != 22:
                        path[punter * STEPS + steps[punter]] = state
                        steps[punter] += 1
                    if stand:
                        break
                    _shuffled(pack, top + 1, stream, chunk, low, high)
                    state = becomes[state * 11 + min(pack[top], TEN)]  # V2
                    top += 1
                    taken[punter] += 1
                score = 0 if state == OVER else scores[state]
                if goes and both_drawn and score == 22:
                    score = 21
                held[punter * 4 + hand] = score
                still_in = still_in or score > 0
                hand += 1
        while still_in and not natural and dealers != OVER and not stands[punters * states + dealers]:  # V3
            _shuffled(pack, top + 1, stream, chunk, low, high)
            dealers = becomes[dealers * 11 + min(pack[top], TEN)]
            top += 1
        his = 0 if dealers == OVER else scores[dealers]
        total = 0
        for punter in range(punters):  # V3-V6
            net = 0
            for hand in range(hands[punter]):
                ending = endings[held[punter * 4 + hand] * 23 + his]
                net += nets[ending]
                if pair[punter] < 0:
                    both_ends[punter * 11 + ending] += 1
                else:
                    ends[(punter * 55 + pair[punter]) * 11 + ending] += 1
            if pair[punter] < 0:
                both_rounds[punter * 5 + hands[punter]] += 1
            won[punter * NETS + net + LOWEST] += 1
            cards[punter * MOST_CARDS + taken[punter]] += 1
            for step in range(steps[punter]):
                place = punter * states + path[punter * STEPS + step]
                visits[place] += 1
                if net > 0:
                    wins[place] += 1
            total += net
            in_pack[2 * punter] += net
            in_pack[2 * punter + 1] += 1 if net > 0 else 0
        gains[total + 4 * LOWEST] += 1
        if keep:
            in_shoe += 1
            in_pack[2 * punters] += total
            for place in range(began, top):
                pips -= min(pack[place], TEN)
    if in_shoe:
        for punter in range(punters + 1):
            close(sums[punter], in_shoe, in_pack[2 * punter], in_pack[2 * punter + 1])
