"""A dealer who shuffles and plays: the inner loop of the simulator, compiled where numba is installed.

It knows neither positions nor values: real cards are shuffled, dealt and played by tables of what a hand becomes and
what is done with it (``simulation.decisions``). Compiled or plain, it is the same code and gives the same numbers:
all arithmetic is on integers that are cut to 32 bits before they could differ.

Random numbers are Philox-4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011):
a counter, encrypted. The key is the seed; a chunk of rounds is the upper half of the counter. A chunk therefore has the
same cards whoever deals it, and in whatever order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from backhand.common.simulation.shuffling import close, more
from backhand.simulation.lookahead import decide
from backhand.simulation.numbers import BACKHAND, HIT, MOST, PUSH, Ahead

ACTIONS = 4
"""Actions a hand may have in tables: those of ``simulation.numbers``."""

RANKS = 11
"""Places for ranks in tables: ten, and 0, which is no card."""

STARTS = 55
"""So many hands of two cards there are, numbered first; as an initial hand it stands for none."""

DEALT = 4
"""So many cards are ready before a deal, and one before a draw, while the shoe has them: part of what a seed means."""

CALLED, FIVE_CARDS, PLAYED_PUSH, BUST, FAILED_BACKHAND, FAILED_PUSH, VOID = range(7)
"""Endings, numbered as in ``rules.ENDINGS``: the first WINNING of all ENDS are won."""

ENDS, WINNING = 7, 3

GONE, FULL = -1, -2
"""What a hand becomes that goes over 21, or that has its fifth card: no hand to decide on."""


class Numbers(NamedTuple):
    """What a chunk is."""

    rounds: int
    cut: int
    """0: each round from a fresh shuffle. Else rounds go on from one shoe until so many cards are out."""
    batch: int
    """Cards shuffled by one random number; the product of as many shoe sizes has to stay below 2^32."""
    chunk: int
    low: int
    high: int
    """The halves of the seed."""
    hands: int
    """How many hands are numbered."""


class Tables(NamedTuple):
    """What is looked up, flat; see ``simulation.decisions.Decisions``. ``shoe`` and ``numbers`` are room to work in."""

    shoe: Any
    """The cards; they are shuffled where they stand."""
    numbers: Any
    """Random numbers that are ready."""
    stream: Any
    """The next counter, and how many of these numbers are not used."""
    pairs: Any
    becomes: Any
    totals: Any
    bases: Any
    after: Any
    actions: Any
    stakes: Any


class Sums(NamedTuple):
    """What is added up, flat; see ``simulation.plan.Tally``."""

    ends: Any
    pushes: Any
    cards: Any
    decided: Any
    """[2 (4 hand + action) + won]: rounds; behind all hands there is room for what does not count."""
    shoes: Any


def play(plan: Numbers, tables: Tables, sums: Sums, ahead: Ahead | None) -> None:
    """Play a chunk of rounds and add them up.

    With ``ahead`` there are no tables of actions: ``simulation.lookahead.decide`` plays. Each shoe is shuffled from the
    same order by random numbers of its own then, so that what is done in one changes no card of the next.
    """
    shoe, numbers, pairs, becomes = tables.shoe, tables.numbers, tables.pairs, tables.becomes
    totals, bases, after, actions = tables.totals, tables.bases, tables.after, tables.actions
    ends, pushes, cards, decided, by_shoe = sums.ends, sums.pushes, sums.cards, sums.decided, sums.shoes
    hands, stakes, cut, batch, chunk, low, high = (
        plan.hands,
        tables.stakes,
        plan.cut,
        plan.batch,
        plan.chunk,
        plan.low,
        plan.high,
    )
    size, stream, nowhere = len(shoe), tables.stream, hands * ACTIONS
    top, ready, deal = size, 0, 0  # the first round begins a shoe
    in_shoe = net_in_shoe = wins_in_shoe = shoes = 0
    for _ in range(plan.rounds):
        if cut == 0 or top >= cut:
            if in_shoe:
                close(by_shoe, in_shoe, net_in_shoe, wins_in_shoe)
                in_shoe = net_in_shoe = wins_in_shoe = 0
            top = ready = deal = 0
            if ahead is not None:
                stream[0], stream[1] = shoes << 20, 0
                shoes += 1
                for place in range(size):
                    shoe[place] = ahead.fresh[place]
                for rank in range(RANKS):
                    ahead.left[rank] = ahead.full[rank]
        began, start, pushed = top, STARTS, 0
        hand = row = base = action = 0
        first, second, third, ending, held = nowhere, nowhere, nowhere, VOID, 2
        while True:
            if ready - top < DEALT:
                ready = more(shoe, ready, min(top + DEALT, size), batch, numbers, stream, chunk, low, high)
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
                break
            hand = pairs[one * RANKS + other]
            start = hand if start == STARTS else start
            if ahead is None:
                row = bases[deal * 3 + discarded]
                base = row * hands
                action = actions[base + hand]
            else:
                action = decide(shoe, top, 2, totals[hand], ahead)
            if action != PUSH:
                first = hand * ACTIONS + action
                break
            decided[2 * (hand * ACTIONS + PUSH)] += 1  # R8
            deal = after[row * STARTS + hand]
            pushed += 1
        while first != nowhere:
            if top == ready:
                if top == size:  # O3
                    break
                ready = more(shoe, ready, top + 1, batch, numbers, stream, chunk, low, high)
            card = shoe[top]
            top += 1
            if action != HIT:  # R6, R8
                over = totals[hand] + card > MOST
                if action == BACKHAND:
                    ending = CALLED if over else FAILED_BACKHAND
                else:
                    ending = FAILED_PUSH if over else PLAYED_PUSH
                break
            hand = becomes[hand * RANKS + card]  # R7
            if hand < 0:
                ending = BUST if hand == GONE else FIVE_CARDS
                break
            held += 1
            action = actions[base + hand] if ahead is None else decide(shoe, top, held, totals[hand], ahead)
            third = second
            second = hand * ACTIONS + action
        won = 1 if ending < WINNING else 0
        decided[2 * first + won] += 1
        if held > 2:
            decided[2 * second + won] += 1
        if held > 3:
            decided[2 * third + won] += 1
        ends[start * ENDS + ending] += 1
        pushes[pushed] += 1
        cards[top - began] += 1
        if cut:
            in_shoe += 1
            net_in_shoe += stakes[ending]
            wins_in_shoe += won
    if in_shoe:
        close(by_shoe, in_shoe, net_in_shoe, wins_in_shoe)
