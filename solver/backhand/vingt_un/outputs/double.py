"""The report on doubling: whether the dealer should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from backhand.common.outputs.numerals import number, percent, signed
from backhand.common.outputs.report import Report
from backhand.common.outputs.rows import Column, csv_table, documents, people
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.words import (
    PLACES,
    best_words,
    choices,
    document,
    hand_document,
    hand_words,
    heading,
    policy_words,
)
from backhand.vingt_un.policies import Counts
from backhand.vingt_un.solving.dealer import Dealer, Doubled

SINGLE, DOUBLE = "single", "double"
"""What the dealer may say of the stakes."""


def double_report(dealer: Dealer, hand: Counts) -> Report:
    """Whether the dealer should double with two cards; with none, all of them."""
    head = heading(dealer.rules, dealer.pack, f"One punter: {policy_words(dealer.punter)}{_if_doubled(dealer)}.")
    frame = document("double", dealer.rules, dealer.pack, punter=str(dealer.punter), if_doubled=str(dealer.if_doubled))
    found = dealer.doublings()
    if not sum(hand):
        return _all_hands(found, frame, head)
    (cards,) = (known for known in found if known.hand == hand)
    values = {SINGLE: cards.single, DOUBLE: cards.double}
    actions, data, people, best = choices(values)
    says, exact = best_words(values, best)
    whole = {**frame, "position": hand_document(hand), "actions": actions, "best": best}
    return Report(whole, data, [head, hand_words(hand), people, says, exact])


HANDS: tuple[Column[Doubled], ...] = (
    Column("", lambda cards: name(cards.hand), "hand"),
    Column("", lambda cards: _best(cards), "best"),
    Column("chance", lambda cards: cards.chance),
    Column(SINGLE, lambda cards: cards.single, "single", signed(PLACES)),
    Column(DOUBLE, lambda cards: cards.double, "double", signed(PLACES)),
    Column("best", lambda cards: _best(cards)),
)


def _best(cards: Doubled) -> str:
    return DOUBLE if cards.better else SINGLE


def _all_hands(found: Sequence[Doubled], frame: Mapping[str, Any], head: str) -> Report:
    figures = zip(found, documents(HANDS, found), strict=True)
    hands = [{**hand_document(cards.hand), **values} for cards, values in figures]
    named: Column[Doubled] = Column("hand", lambda cards: name(cards.hand))
    chance = sum((cards.chance for cards in found if cards.better), Fraction(0))
    return Report(
        {**frame, "hands": hands, "doubles": number(chance)},
        csv_table([named, *HANDS], found, ["hand", "best", "chance", SINGLE, DOUBLE]),
        [
            head,
            "What the dealer gains per stake first laid with two cards, before the punter acts:",
            people(HANDS, found),
            f"He doubles in {percent(chance, 2)} of rounds.",
        ],
    )


def _if_doubled(dealer: Dealer) -> str:
    return (
        "" if dealer.if_doubled == dealer.punter else f"; where the dealer doubles, {policy_words(dealer.if_doubled)}"
    )
