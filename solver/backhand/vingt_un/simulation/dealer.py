"""A table of Vingt-un that shuffles and plays: the inner loop of its simulator, compiled where numba is installed.

It knows neither values nor probabilities: real cards are shuffled, dealt and played by V1–V8, with tables of what a
hand becomes and whether it stands (made in ``simulation``). The random numbers are those of ``simulation.dealer``.
Compiled or plain, it is the same code and gives the same numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from backhand.common.simulation.compiling import inlined
from backhand.common.simulation.shuffling import close, philox, shuffle

OVER = -1
"""What a hand becomes above 21."""

TEN = 10
BATCH = 4
"""Cards shuffled by one random number: 52·51·50·49 is far below 2^32."""

LOWEST, NETS, GAINS = 8, 21, 81
"""A punter loses 8 stakes at most (four hands, doubled) and wins 12 at most; so many numbers are between, and for four
punters together."""

MOST_PUNTERS = 4
MOST_CARDS = 53
RANKS, PAIRS, ENDINGS = 11, 55, 11
"""Places for ranks in tables (0 is no card), first two cards as ``hands.PAIRS`` lists them, ways in which hands end."""

HANDS = 4
"""Hands a punter may come to have; their number is counted from 0."""

NATURAL, SCORES = 22, 23
"""The score of a natural, and how many scores there are."""

STEPS = 12
"""A hand that is not over has at most 11 cards."""

ROOM = 98

_COUNTER, _LANES, _READY, _NUMBERS = 0, 1, 2, 3


@inlined
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


class Numbers(NamedTuple):
    """What a chunk is, and the options of the rules."""

    rounds: int
    punters: int
    keep: int
    """0: a fresh shuffle for each round. Else one pack until it has fewer pips than that."""
    chunk: int
    low: int
    high: int
    """The halves of the seed."""
    at_end: bool
    """dealer-natural=end"""
    before: bool
    """second-stake=before"""
    by_value: bool
    """alike=value"""
    both_drawn: bool
    """both-ace-ten=drawn"""


class Tables(NamedTuple):
    """What is looked up, flat, made in ``simulation.plan``; and ``work``, room for ROOM numbers."""

    pack: Any
    """Cards 1 to 13, so that courts of different kinds are not alike; they are shuffled where they stand."""
    becomes: Any
    scores: Any
    stands: Any
    both: Any
    endings: Any
    nets: Any
    work: Any


class Sums(NamedTuple):
    """What is added up, flat but for ``packs``; see ``simulation.plan.Tally``."""

    ends: Any
    both_ends: Any
    both_rounds: Any
    won: Any
    cards: Any
    visits: Any
    wins: Any
    gains: Any
    packs: Any


def play(plan: Numbers, tables: Tables, sums: Sums) -> None:
    """Play a chunk of rounds and add them up."""
    punters, keep, chunk, low, high = plan.punters, plan.keep, plan.chunk, plan.low, plan.high
    at_end, before, by_value, both_drawn = plan.at_end, plan.before, plan.by_value, plan.both_drawn
    pack, becomes, scores, stands, work = tables.pack, tables.becomes, tables.scores, tables.stands, tables.work
    both, endings, nets = tables.both, tables.endings, tables.nets
    ends, both_ends, both_rounds, won = sums.ends, sums.both_ends, sums.both_rounds, sums.won
    cards, visits, wins, gains, packs = sums.cards, sums.visits, sums.wins, sums.gains, sums.packs
    states, size = len(scores), len(pack)
    # Room: the stream of random numbers, then for each punter his first hand, his pair (-1: more than one
    # hand), cards, hands, steps; four scores each; a path each; gains and wins in this pack.
    stream, pair, taken, hands, steps = work[0:7], work[8:12], work[12:16], work[16:20], work[20:24]
    held, path, in_pack = work[24:40], work[40:88], work[88:98]
    for number in range(ROOM):
        work[number] = 0
    top = 0
    in_shoe = pips = 0
    for _ in range(plan.rounds):
        if keep == 0 or pips < keep:
            if in_shoe:
                for punter in range(punters + 1):
                    close(packs[punter], in_shoe, in_pack[2 * punter], in_pack[2 * punter + 1])
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
        dealers = becomes[(min(pack[down], TEN) - 1) * RANKS + min(pack[down + 1], TEN)]
        natural = scores[dealers] == NATURAL
        at_once = natural and not at_end  # V6
        still_in = False
        for punter in range(punters):  # V1: in turn
            first, second = pack[began + 2 * punter], pack[began + 2 * punter + 1]
            rank = min(first, TEN)
            state = becomes[(rank - 1) * RANKS + min(second, TEN)]
            alike = rank == min(second, TEN) if by_value else first == second
            goes = alike and both[punter * RANKS + rank]  # V7
            pair[punter], taken[punter], steps[punter], hands[punter] = state - TEN, 2, 0, 1
            if at_once:
                if goes and before:
                    pair[punter], hands[punter] = -1, 2
                for hand in range(hands[punter]):
                    held[punter * HANDS + hand] = scores[state]
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
                        if again and hands[punter] < HANDS:
                            hands[punter] += 1
                        else:
                            state = becomes[state * RANKS + min(card, TEN)]
                while state != OVER:
                    stand = stands[punter * states + state]
                    if not goes and scores[state] != NATURAL:
                        path[punter * STEPS + steps[punter]] = state
                        steps[punter] += 1
                    if stand:
                        break
                    _shuffled(pack, top + 1, stream, chunk, low, high)
                    state = becomes[state * RANKS + min(pack[top], TEN)]  # V2
                    top += 1
                    taken[punter] += 1
                score = 0 if state == OVER else scores[state]
                if goes and both_drawn and score == NATURAL:
                    score = NATURAL - 1
                held[punter * HANDS + hand] = score
                still_in = still_in or score > 0
                hand += 1
        while still_in and not natural and dealers != OVER and not stands[punters * states + dealers]:  # V3
            _shuffled(pack, top + 1, stream, chunk, low, high)
            dealers = becomes[dealers * RANKS + min(pack[top], TEN)]
            top += 1
        his = 0 if dealers == OVER else scores[dealers]
        total = 0
        for punter in range(punters):  # V3-V6
            net = 0
            for hand in range(hands[punter]):
                ending = endings[held[punter * HANDS + hand] * SCORES + his]
                net += nets[ending]
                if pair[punter] < 0:
                    both_ends[punter * ENDINGS + ending] += 1
                else:
                    ends[(punter * PAIRS + pair[punter]) * ENDINGS + ending] += 1
            if pair[punter] < 0:
                both_rounds[punter * (HANDS + 1) + hands[punter]] += 1
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
        gains[total + MOST_PUNTERS * LOWEST] += 1
        if keep:
            in_shoe += 1
            in_pack[2 * punters] += total
            for place in range(began, top):
                pips -= min(pack[place], TEN)
    if in_shoe:
        for punter in range(punters + 1):
            close(packs[punter], in_shoe, in_pack[2 * punter], in_pack[2 * punter + 1])
