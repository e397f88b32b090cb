"""The report on doubling: whether the dealer should."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backhand.common.outputs.numerals import number, percent, signed
from backhand.common.outputs.report import Report
from backhand.common.outputs.rows import Column, csv_table, documents, people
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
from backhand.vingt_un.solving.dealer import Doubled

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


def _all_hands(answer: Doublings, frame: Mapping[str, Any], head: str) -> Report:
    found = answer.hands
    figures = zip(found, documents(HANDS, found), strict=True)
    hands = [{**hand_document(cards.hand), **values} for cards, values in figures]
    named: Column[Doubled] = Column("hand", lambda cards: name(cards.hand))
    return Report(
        {**frame, "hands": hands, "doubles": number(answer.chance)},
        csv_table([named, *HANDS], found, ["hand", "best", "chance", SINGLE, DOUBLE]),
        [
            head,
            "What the dealer gains per stake first laid with two cards, before the punter acts:",
            people(HANDS, found),
            f"He doubles in {percent(answer.chance, 2)} of rounds.",
        ],
    )


def _if_doubled(answer: Doublings) -> str:
    same = answer.if_doubled == answer.punter
    return "" if same else f"; where the dealer doubles, {policy_words(answer.if_doubled)}"
