"""The report on doubling: whether the dealer should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Report, Table
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


def _all_hands(found: Sequence[Doubled], frame: Mapping[str, Any], head: str) -> Report:
    rows, people, hands = [], [], []
    for cards in found:
        best = DOUBLE if cards.better else SINGLE
        rows.append([name(cards.hand), best, str(cards.chance), str(cards.single), str(cards.double)])
        people.append(
            [name(cards.hand), best, *(decimals(ev, PLACES, sign=True) for ev in (cards.single, cards.double))]
        )
        values = {"chance": number(cards.chance), SINGLE: number(cards.single), DOUBLE: number(cards.double)}
        hands.append({**hand_document(cards.hand), **values, "best": best})
    chance = sum((cards.chance for cards in found if cards.better), Fraction(0))
    return Report(
        {**frame, "hands": hands, "doubles": number(chance)},
        Table(["hand", "best", "chance", SINGLE, DOUBLE], rows),
        [
            head,
            "What the dealer gains per stake first laid with two cards, before the punter acts:",
            Table(["hand", "best", "single", "double"], people),
            f"He doubles in {percent(chance, 2)} of rounds.",
        ],
    )


def _if_doubled(dealer: Dealer) -> str:
    return (
        "" if dealer.if_doubled == dealer.punter else f"; where the dealer doubles, {policy_words(dealer.if_doubled)}"
    )
