"""The game by its rules and nothing else: every card drawn one by one, in Fractions, from tiny packs.

Written from the text of V1–V6, without the modules it is held against: a hand is a tuple of cards in
the order they came, the pack a sorted tuple of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

Hand = tuple[int, ...]
Stands = Callable[[Hand], bool]

PACKS = ["2,0,0,0,3,0,0,3,0,2", "1,2,0,0,0,2,0,0,2,2", "3,0,0,0,0,0,2,2,0,3", "0,2,0,2,0,0,3,0,0,2"]
"""Ten counts each, with more pips than two hands can use up."""


def total(hand: Hand) -> int:
    low = sum(hand)
    return low + 10 if 1 in hand and low + 10 <= 21 else low


def natural(hand: Hand) -> bool:
    return sorted(hand) == [1, 10]


def gain(punter: Hand, dealer: Hand) -> int:
    """To the punter, with the default options."""
    mine, his = total(punter), total(dealer)
    if mine > 21:
        return -1
    if natural(dealer):
        return -2
    if his > 21:
        return 2 if mine == 21 else 1
    if natural(punter):
        return 2
    if mine > his:
        return 2 if mine == 21 else 1
    return -2 if his == 21 else -1


def draws(pack: Hand) -> Iterator[tuple[Fraction, int, Hand]]:
    for card in sorted(set(pack)):
        place = pack.index(card)
        yield Fraction(pack.count(card), len(pack)), card, pack[:place] + pack[place + 1 :]


def deals(pack: Hand) -> Iterator[tuple[Fraction, Hand, Hand]]:
    for chance, first, rest in draws(pack):
        for more, second, left in draws(rest):
            yield chance * more, (first, second), left


def final_hands(hand: Hand, pack: Hand, stands: Stands) -> Iterator[tuple[Fraction, Hand]]:
    if total(hand) > 21 or natural(hand) or stands(hand):
        yield Fraction(1), hand
        return
    for chance, card, left in draws(pack):
        for more, final in final_hands((*hand, card), left, stands):
            yield chance * more, final


def pack_of(text: str) -> Hand:
    return tuple(rank for rank, count in enumerate(map(int, text.split(",")), start=1) for _ in range(count))


def any_cards(hand: Hand) -> bool:
    """Of a dealer who says nothing: he may have any two cards."""
    return len(hand) == 2


def standing(hand: Hand, pack: Hand, dealer: Stands, told: Stands = any_cards) -> Fraction:
    """What a punter gains who stands, in rounds in which the dealer has no natural; the others count 0.

    ``told``: only rounds count in which the dealer's two cards are such.
    """
    worth = Fraction(0)
    for chance, down, left in deals(pack):
        if not natural(down) and told(down):
            for more, final in final_hands(down, left, dealer):
                worth += chance * more * gain(hand, final)
    return worth


def playing(
    hand: Hand,
    pack: Hand,
    dealer: Stands,
    choose: Callable[[Hand, Fraction, Fraction], Fraction],
    told: Stands = any_cards,
) -> Fraction:
    """The same for a punter who may draw; ``choose`` picks from what standing and drawing are worth."""
    if total(hand) > 21:
        goes_on = (chance for chance, down, _ in deals(pack) if not natural(down) and told(down))
        return -sum(goes_on, Fraction(0))
    drawn = sum(
        (chance * playing((*hand, card), left, dealer, choose, told) for chance, card, left in draws(pack)),
        Fraction(0),
    )
    return choose(hand, standing(hand, pack, dealer, told), drawn)


def dealers_value(
    pack: Hand, dealer: Stands, choose: Callable[[Hand, Fraction, Fraction], Fraction], told: Stands = any_cards
) -> Fraction:
    worth = Fraction(0)
    for chance, hand, left in deals(pack):
        worth += chance * playing(hand, left, dealer, choose, told)
        worth -= 2 * chance * sum(more for more, down, _ in deals(left) if natural(down) and told(down))
    return -worth
