"""The report on doubling: whether the dealer should."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.double import Doublings
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

SINGLE, DOUBLE = "single", "double"
"""What the dealer may say of the stakes."""


def double_report(answer: Doublings) -> Report:
    """Whether the dealer should double with two cards; with none, all of them."""
    rules, pack, punter = answer.rules, answer.pack, answer.punter
    head = heading(rules, pack, f"One punter: {policy_words(punter)}{_if_doubled(answer)}.")
    frame = document("double", rules, pack, punter=str(punter), if_doubled=str(answer.if_doubled))
    if len(answer.hands) > 1:
        return _all_hands(answer, frame, head)
    (cards,) = answer.hands
    values = {SINGLE: cards.single, DOUBLE: cards.double}
    actions, data, people, best = choices(values)
    says, exact = best_words(values, best)
    whole = {**frame, "position": hand_document(cards.hand), "actions": actions, "best": best}
    return Report(whole, data, [head, hand_words(cards.hand), people, says, exact])


def _all_hands(answer: Doublings, frame: Mapping[str, Any], head: str) -> Report:
    rows, people, hands = [], [], []
    for cards in answer.hands:
        best = DOUBLE if cards.better else SINGLE
        rows.append([name(cards.hand), best, str(cards.chance), str(cards.single), str(cards.double)])
        people.append(
            [name(cards.hand), best, *(decimals(ev, PLACES, sign=True) for ev in (cards.single, cards.double))]
        )
        values = {"chance": number(cards.chance), SINGLE: number(cards.single), DOUBLE: number(cards.double)}
        hands.append({**hand_document(cards.hand), **values, "best": best})
    return Report(
        {**frame, "hands": hands, "doubles": number(answer.chance)},
        Table(["hand", "best", "chance", SINGLE, DOUBLE], rows),
        [
            head,
            "What the dealer gains per stake first laid with two cards, before the punter acts:",
            Table(["hand", "best", "single", "double"], people),
            f"He doubles in {percent(answer.chance, 2)} of rounds.",
        ],
    )


def _if_doubled(answer: Doublings) -> str:
    same = answer.if_doubled == answer.punter
    return "" if same else f"; where the dealer doubles, {policy_words(answer.if_doubled)}"
