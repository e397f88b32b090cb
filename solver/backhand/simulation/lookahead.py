"""Best play for the exact shoe, worked out by the dealer himself hand by hand: a few cards looked ahead, in integers.

A hand draws three more cards at most, so what it is worth is a sum over those. Whether to push depends on the deal that
comes after; bounds of that deal decide nearly always, and where they do not, the shoe is written down for somebody who
knows (``decisions``). Nothing here is shared with the evaluator or the engine.

Everything is a gain over a loss, so never negative, times the ordered draws it is a sum over: with m cards left m,
m (m-1), …, where an empty shoe counts as one way, the void. ``left`` are the undealt cards by rank, [0] being how many
cards of the shoe have been taken out of it; ``upto`` its sums from the aces up. All sums fit 64 bits where ``Look``
lets them (docs/method.md).
"""

from __future__ import annotations

from backhand.simulation.numbers import BACKHAND, HIT, PLAY_PUSH, PUSH, PUSH_ABOVE, TEN, Ahead, Gains, Ints


def _four(cards: int, fits: int, total: int, gains: Gains) -> int:
    """The best of a hand of four cards, of so many undealt of which so many fit; over m."""
    if cards == 0:
        return gains.void
    if total <= gains.low:
        return fits * gains.five_cards
    return max((cards - fits) * gains.called, fits * gains.five_cards)


def _call(cards: int, fits: int, draws: int, gains: Gains) -> int:
    """Calling backhand; over so many draws."""
    if cards == 0:
        return gains.void
    worth = (cards - fits) * gains.called
    for gone in range(1, draws):
        worth *= max(cards - gone, 1)
    return worth


def hit_three(left: Ints, upto: Ints, cards: int, total: int, out: int, gains: Gains) -> int:
    """A hit with three cards, then the best; over m (m-1). A card of rank ``out`` (0: none) is out of ``left``."""
    if cards == 0:
        return gains.void
    worth = 0
    for rank in range(1, min(10, 21 - total) + 1):
        ways = left[rank] - (1 if rank == out else 0)
        if ways > 0:
            room = min(21 - total - rank, 10)
            fits = upto[room] - (1 if 0 < out <= room else 0) - (1 if rank <= room else 0)
            worth += ways * _four(cards - 1, fits, total + rank, gains)
    return worth


def hit_two(left: Ints, upto: Ints, cards: int, total: int, gains: Gains) -> int:
    """A hit with two cards, then the best; over m (m-1) (m-2)."""
    if cards == 0:
        return gains.void
    worth = 0
    for rank in range(1, min(10, 21 - total) + 1):
        if left[rank] > 0:
            best = hit_three(left, upto, cards - 1, total + rank, rank, gains)
            if total + rank > gains.low:
                room = min(21 - total - rank, 10)
                best = max(best, _call(cards - 1, upto[room] - (1 if rank <= room else 0), 2, gains))
            worth += left[rank] * best
    return worth


def _play(upto: Ints, cards: int, total: int, gains: Gains) -> int:
    """Playing a push hand; over m (m-1) (m-2)."""
    if cards == 0:
        return gains.void
    return upto[21 - total] * gains.played * max(cards - 1, 1) * max(cards - 2, 1)


def _settle(left: Ints, upto: Ints, cards: int, total: int, gains: Gains) -> int:
    """The best of a push hand but a push; over m (m-1) (m-2)."""
    worth = _play(upto, cards, total, gains)
    if gains.push_hit:
        worth = max(worth, hit_two(left, upto, cards, total, gains))
    return worth


def least(left: Ints, upto: Ints, cards: int, gains: Gains) -> int:
    """What a deal is worth at least, from at least five cards; over five draws.

    Hands that hold an ace or come after two discarded ones are lost, the others called at once or after one hit.

    >>> from itertools import accumulate
    >>> from backhand import Rules, Shoe
    >>> from backhand.simulation.decisions import Look
    >>> deck = Shoe.of_decks(1)
    >>> left, gains = [0, *deck], Look(deck, Rules()).gains
    >>> worth = least(left, [*accumulate(left)], 52, gains) / (52 * 51 * 50 * 49 * 48)
    >>> round(worth - 1, 4)  # at even money all is lost for a gain of 0, all won for a gain of 2
    -0.2176
    """
    none = one = 0  # by how many aces are discarded: the first over four draws, the second over five
    for x in range(2, 11):
        for y in range(x, 11):
            ways = left[x] * (left[x] - 1) if x == y else 2 * left[x] * left[y]
            if ways <= 0:
                continue
            total = x + y
            room = min(21 - total, 10)
            fits = upto[room] - (1 if x <= room else 0) - (1 if y <= room else 0)
            if total > PUSH_ABOVE:
                none += ways * fits * gains.played * (cards - 3)
                one += ways * max(fits - 1, 0) * gains.played * (cards - 4)
            elif total > gains.low:
                called = ways * (cards - 2 - fits) * gains.called
                none += called * (cards - 3)
                one += called * (cards - 4)
            else:
                for rank in range(max(1, gains.low + 1 - total), min(10, 21 - total) + 1):
                    more = left[rank] - (1 if rank == x else 0) - (1 if rank == y else 0)
                    if more > 0:
                        room = 21 - total - rank
                        fits = upto[room] - (1 if x <= room else 0) - (1 if y <= room else 0)
                        called = ways * (cards - 3 - fits + (1 if rank <= room else 0)) * gains.called
                        none += called * more
                        one += called * (more - (1 if rank == 1 else 0))
    return none * (cards - 4) + 2 * left[1] * one


def _deals(left: Ints, upto: Ints, cards: int, discarded: int, gains: Gains) -> tuple[int, int]:
    """All hands from a shoe less so many discarded aces, push hands settled; and what these are short of the best win.

    Over five draws, times the orders in which the aces can have come (R1).
    """
    worth = short = 0
    top = max(gains.called, gains.five_cards, gains.played)
    rest = cards - 2
    for x in range(1, 11):
        for y in range(x, 11):
            ways = left[x] * (left[x] - 1) if x == y else 2 * left[x] * left[y]
            aces = (1 if x == 1 else 0) + (1 if y == 1 else 0)
            if ways <= 0 or aces > discarded:
                continue
            if discarded == 1 and aces == 0:
                ways *= 2
            left[x] -= 1
            left[y] -= 1
            for rank in range(1, 11):
                upto[rank] = upto[rank - 1] + left[rank]
            total = x + y
            if total > PUSH_ABOVE:
                settled = _settle(left, upto, rest, total, gains)
                worth += ways * settled
                short += ways * (top * rest * (rest - 1) * (rest - 2) - settled)
            else:
                best = hit_two(left, upto, rest, total, gains)
                if total > gains.low:
                    best = max(best, _call(rest, upto[min(21 - total, 10)], 3, gains))
                worth += ways * best
            left[x] += 1
            left[y] += 1
    return worth, short


def bounds(left: Ints, upto: Ints, cards: int, settled: int, gains: Gains) -> tuple[int, int]:
    """Between which a deal lies, from at least seven cards: each push hand settled, or won; over seven draws.

    The lower bound is all that counts, and the other is left out (0), once it is above ``settled``.

    >>> from itertools import accumulate
    >>> from backhand import Rules, Shoe
    >>> from backhand.simulation.decisions import Look
    >>> deck = Shoe.of_decks(1)
    >>> left, gains = [0, *deck], Look(deck, Rules()).gains
    >>> draws = 52 * 51 * 50 * 49 * 48 * 47 * 46
    >>> low, high = bounds(left, [*accumulate(left)], 52, 2 * draws, gains)
    >>> round(low / draws - 1, 4), round(high / draws - 1, 4)  # the deal is worth +0.1454
    (-0.0795, 0.3994)
    """
    aces, low, short, scale = left[1], 0, 0, (cards - 5) * (cards - 6)
    for discarded in range(min(2, aces) + 1):
        worth, more = _deals(left, upto, cards - discarded, discarded, gains)
        low, short = low + scale * worth, short + scale * more
        if low > settled:
            left[1] = aces
            return low, 0
        scale = aces * ((cards - 6) if discarded == 0 else (aces - 1))
        left[1] -= 1
    left[1] = aces
    return low, low + short


def closer(left: Ints, upto: Ints, cards: int, low: int, high: int, gains: Gains) -> tuple[int, int]:
    """Closer ``bounds``, from at least nine cards: a push hand leads to a deal that has bounds; over nine draws.

    ``low`` and ``high`` are the bounds that are known, over seven draws. Deals after a discarded ace stay as they are.

    >>> from itertools import accumulate
    >>> from math import perm
    >>> from backhand import Rules, Shoe
    >>> from backhand.simulation.decisions import Look
    >>> deck = Shoe.of_decks(1)
    >>> left, gains = [0, *deck], Look(deck, Rules()).gains
    >>> low, high = bounds(left, [*accumulate(left)], 52, 2 * perm(52, 7), gains)
    >>> low, high = closer(left, [*accumulate(left)], 52, low, high, gains)
    >>> round(low / perm(52, 9) - 1, 4), round(high / perm(52, 9) - 1, 4)  # the deal is worth +0.1454
    (0.0609, 0.2411)
    """
    low, high = low * (cards - 7) * (cards - 8), high * (cards - 7) * (cards - 8)
    rest = cards - 2
    scale = (rest - 3) * (rest - 4) * (rest - 5) * (rest - 6)
    most = max(gains.called, gains.five_cards, gains.played) * rest * (rest - 1) * (rest - 2) * scale
    for x in range(PUSH_ABOVE + 1 - TEN, TEN + 1):
        for y in range(max(x, PUSH_ABOVE + 1 - x), TEN + 1):
            ways = left[x] * (left[x] - 1) if x == y else 2 * left[x] * left[y]
            if ways > 0:
                left[x] -= 1
                left[y] -= 1
                for rank in range(1, TEN + 1):
                    upto[rank] = upto[rank - 1] + left[rank]
                settled = _settle(left, upto, rest, x + y, gains) * scale
                least_after, most_after = bounds(left, upto, rest, most, gains)
                low += ways * (max(settled, least_after) - settled)
                high -= ways * (most - max(settled, most_after))
                left[x] += 1
                left[y] += 1
    return low, high


def _push_hand(total: int, cards: int, ahead: Ahead) -> int:
    """What is done with a push hand; where nothing shows it, the shoe is ``wanted`` and the answer does not count."""
    left, upto, gains, keys, wanted = ahead.left, ahead.upto, ahead.gains, ahead.keys, ahead.wanted
    settled, action = _play(upto, cards, total, gains), PLAY_PUSH
    if gains.push_hit:
        hit = hit_two(left, upto, cards, total, gains)
        if hit > settled or (hit == settled and gains.latest):
            settled, action = hit, HIT
    if cards == 0:  # void either way
        return PUSH if gains.latest else PLAY_PUSH
    if cards > 4 and least(left, upto, cards, gains) > settled * (cards - 3) * (cards - 4):
        return PUSH
    if 7 <= cards <= gains.deep:
        settled *= (cards - 3) * (cards - 4) * (cards - 5) * (cards - 6)
        low, high = bounds(left, upto, cards, settled, gains)
        if low > settled:
            return PUSH
        if high < settled:
            return action
        if 9 <= cards <= gains.deeper:
            settled *= (cards - 7) * (cards - 8)
            low, high = closer(left, upto, cards, low, high, gains)
            if low > settled:
                return PUSH
            if high < settled:
                return action
    key = total - PUSH_ABOVE - 1
    for rank in range(1, 11):
        key += left[rank] * ahead.radix[rank]
    first, last = 0, len(keys)
    while first < last:
        middle = (first + last) // 2
        if keys[middle] < key:
            first = middle + 1
        else:
            last = middle
    if first < len(keys) and keys[first] == key:
        return ahead.known[first]
    if wanted[0] + 1 < len(wanted):
        wanted[0] += 1
        wanted[wanted[0]] = key
    return PUSH


def decide(shoe: Ints, top: int, held: int, total: int, ahead: Ahead) -> int:
    """The best action with so many cards of this total, when ``top`` cards of the shoe are dealt.

    ``simulation.decisions.Look.action`` is this with everything prepared, and has an example.
    """
    left, upto, gains = ahead.left, ahead.upto, ahead.gains
    for place in range(left[0], top):
        left[shoe[place]] -= 1
    left[0] = top
    if total <= gains.low:
        return HIT
    for rank in range(1, 11):
        upto[rank] = upto[rank - 1] + left[rank]
    cards = len(shoe) - top
    if held == 2 and total > PUSH_ABOVE:
        return _push_hand(total, cards, ahead)
    fits = upto[min(21 - total, 10)]
    called = _call(cards, fits, 5 - held, gains)
    if held == 2:
        hit = hit_two(left, upto, cards, total, gains)
    elif held == 3:
        hit = hit_three(left, upto, cards, total, 0, gains)
    else:
        hit = fits * gains.five_cards if cards else gains.void
    return BACKHAND if called > hit or (called == hit and not gains.latest) else HIT
