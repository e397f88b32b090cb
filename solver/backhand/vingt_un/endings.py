"""How a punter's hand ends: the eleven ways two scores can stand to each other, and what each pays."""

from __future__ import annotations

from enum import StrEnum

from backhand.vingt_un.rules import MOST, NATURAL, OVER, SCORES, Rules


class Ending(StrEnum):
    """How a punter's hand ends; the value is the name in every file and output."""

    NATURAL = "natural"
    """He has a natural, the dealer none (V6)."""
    TWENTY_ONE = "twenty-one"
    """He has drawn 21, the dealer has less or is over (V5)."""
    DEALER_OVER = "dealer-over"
    """He is in with less than 21, the dealer is over (V3)."""
    NEARER = "nearer"
    """He has less than 21, the dealer still less (V4)."""
    TIE = "tie"
    """Both have the same total below 21 (V4)."""
    TIE_AT_21 = "tie-at-21"
    """Both have drawn 21 (V4, V5)."""
    BEATEN = "beaten"
    """The dealer has less than 21, he still less (V4)."""
    DEALER_21 = "dealer-21"
    """The dealer has drawn 21, he has less (V5)."""
    DEALER_NATURAL = "dealer-natural"
    """The dealer has a natural, he none (V6)."""
    NATURAL_TIE = "natural-tie"
    """Both have a natural (V6)."""
    OVER = "over"
    """He is over 21, whatever the dealer does (V2)."""


ENDINGS = tuple(Ending)
"""In the order of every table."""

_EXAMPLE = {
    Ending.NATURAL: (NATURAL, MOST),
    Ending.TWENTY_ONE: (MOST, 20),
    Ending.DEALER_OVER: (20, OVER),
    Ending.NEARER: (20, 19),
    Ending.TIE: (20, 20),
    Ending.TIE_AT_21: (MOST, MOST),
    Ending.BEATEN: (19, 20),
    Ending.DEALER_21: (20, MOST),
    Ending.DEALER_NATURAL: (20, NATURAL),
    Ending.NATURAL_TIE: (NATURAL, NATURAL),
    Ending.OVER: (OVER, 20),
}


def ending(punter: int, dealer: int) -> Ending:
    """How a hand ends, given the scores of punter and dealer.

    >>> str(ending(NATURAL, 21)), str(ending(21, OVER)), str(ending(OVER, OVER)), str(ending(20, NATURAL))
    ('natural', 'twenty-one', 'over', 'dealer-natural')
    """
    if punter == OVER:
        return Ending.OVER
    if dealer == NATURAL:
        return Ending.NATURAL_TIE if punter == NATURAL else Ending.DEALER_NATURAL
    if punter == NATURAL:
        return Ending.NATURAL
    if punter == dealer:
        return Ending.TIE_AT_21 if punter == MOST else Ending.TIE
    if punter > dealer:
        return Ending.TWENTY_ONE if punter == MOST else Ending.DEALER_OVER if dealer == OVER else Ending.NEARER
    return Ending.DEALER_21 if dealer == MOST else Ending.BEATEN


def net_of(rules: Rules, how: Ending) -> int:
    """What the punter gains by an ending, in stakes (V2–V6 and the options).

    >>> net_of(Rules(), Ending.NATURAL), net_of(Rules.from_text("ties=void"), Ending.TIE)
    (2, 0)
    """
    return rules.net(*_EXAMPLE[how])


def won_by(rules: Rules) -> dict[str, tuple[Ending, ...]]:
    """The endings by what they are to the punter: ``wins``, ``losses`` and ``voids``, where the stake goes back.

    >>> [str(how) for how in won_by(Rules())["wins"]], won_by(Rules())["voids"]
    (['natural', 'twenty-one', 'dealer-over', 'nearer'], ())
    """
    nets = {how: net_of(rules, how) for how in ENDINGS}
    return {
        "wins": tuple(how for how, net in nets.items() if net > 0),
        "losses": tuple(how for how, net in nets.items() if net < 0),
        "voids": tuple(how for how, net in nets.items() if net == 0),
    }


def table() -> list[int]:
    """[(NATURAL + 1) punter's score + dealer's score]: the place of the ending in ``ENDINGS``.

    >>> ENDINGS[table()[20 * 23 + 21]].value
    'dealer-21'
    """
    size = NATURAL + 1
    places = [0] * (size * size)
    for punter in SCORES:
        for dealer in SCORES:
            places[punter * size + dealer] = ENDINGS.index(ending(punter, dealer))
    return places
