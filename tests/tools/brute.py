"""Backhand by brute force: the rules written again, from the rulebook alone, slow and plain.

Written by somebody who did not see the solver, so that the two share nothing but the rules (R1-R10, O1-O5). Every
undealt card is a card of its own: the next card is each of the n cards left with chance 1/n, one after the other.
There are no counts, no weights and no symmetry; the cache only spares playing the very same position twice. Meant for
small shoes. A card is its value, 1 (ace) to 10; a shoe is a tuple of cards; every number is a Fraction.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

ENDINGS = ("backhand", "five-cards", "played-push", "bust", "failed-backhand", "failed-push", "void")
_SOONEST_FIRST = ("backhand", "play-push", "hit", "push")

Cards = tuple[int, ...]
Endings = dict[str, Fraction]


@dataclass(frozen=True)
class Options:
    push_hit: bool = False  # O1: a push hand may also take a plain hit
    twelve_must_hit: bool = False  # O2: a total of exactly 12 may not call backhand
    void_is_loss: bool = False  # O3, the other way: a missing card loses the stake
    pays: tuple[Fraction, Fraction, Fraction] = (Fraction(1), Fraction(1), Fraction(1))  # O4, as the first ENDINGS
    latest: bool = False  # O5, the other way: of equal actions take the one that settles last


def ev(endings: Endings, options: Options) -> Fraction:
    """The expected net payoff of one stake (R9, O3, O4)."""
    won = sum((endings[way] * pay for way, pay in zip(ENDINGS[:3], options.pays, strict=True)), Fraction(0))
    lost = endings["bust"] + endings["failed-backhand"] + endings["failed-push"]
    return won - lost - (endings["void"] if options.void_is_loss else 0)


def deal(cards: Cards, options: Options) -> Endings:
    """How a round ends that is dealt from exactly these cards (R1) and then played best."""
    return dict(_deal(tuple(sorted(cards)), options))


def actions(hand: Cards, cards: Cards, options: Options) -> dict[str, Endings]:
    """How a hand of two to four cards ends for each legal action, taken now, with best play afterwards."""
    if not 2 <= len(hand) <= 4 or sum(hand) > 21:
        raise ValueError(f"not a hand in play: {hand}")
    cards = tuple(sorted(cards))
    return {action: _take(action, hand, cards, options) for action in _legal(hand, options)}


def _legal(hand: Cards, options: Options) -> list[str]:
    total = sum(hand)
    if len(hand) == 2 and total >= 17:  # R2, R8, O1
        return ["play-push", "hit", "push"] if options.push_hit else ["play-push", "push"]
    if total <= 11 or (total == 12 and options.twelve_must_hit):  # R3, R5, O2
        return ["hit"]
    return ["backhand", "hit"]  # R4, R5


def _take(action: str, hand: Cards, cards: Cards, options: Options) -> Endings:
    def hit(card: int, left: Cards) -> Endings:  # R7
        if sum(hand) + card > 21:
            return _surely("bust")
        if len(hand) == 4:
            return _surely("five-cards")
        return _best((*hand, card), left, options)

    if action == "push":  # R8: the hand is gone, the shoe is not
        return dict(_deal(cards, options))
    if action == "play-push":  # R8
        return _next(cards, lambda card, left: _surely("failed-push" if sum(hand) + card > 21 else "played-push"))
    if action == "backhand":  # R6
        return _next(cards, lambda card, left: _surely("backhand" if sum(hand) + card > 21 else "failed-backhand"))
    return _next(cards, hit)


@cache
def _best(hand: Cards, cards: Cards, options: Options) -> Endings:
    choices = actions(hand, cards, options)
    order = [action for action in _SOONEST_FIRST if action in choices]
    if options.latest:
        order.reverse()
    return choices[max(order, key=lambda action: ev(choices[action], options))]  # of equals, max takes the first


@cache
def _deal(cards: Cards, options: Options) -> Endings:
    def fill(hand: Cards, left: Cards) -> Endings:  # replacements, kept whatever they are
        if len(hand) == 2:
            return _best(hand, left, options)
        return _next(left, lambda card, rest: fill((*hand, card), rest))

    def second(first: int, left: Cards) -> Endings:
        return _next(left, lambda card, rest: fill(tuple(c for c in (first, card) if c != 1), rest))

    return _next(cards, second)  # R1: both cards first, then the aces among them go


def _next(cards: Cards, then: Callable[[int, Cards], Endings]) -> Endings:
    if not cards:  # O3
        return _surely("void")
    endings = dict.fromkeys(ENDINGS, Fraction(0))
    for index, card in enumerate(cards):
        after = then(card, cards[:index] + cards[index + 1 :])
        for ending in ENDINGS:
            endings[ending] += Fraction(1, len(cards)) * after[ending]
    return endings


def _surely(ending: str) -> Endings:
    return {name: Fraction(name == ending) for name in ENDINGS}
