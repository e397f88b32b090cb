"""Reports of what the dealer is told: his turn, and whether to double."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from backhand.cards import RANKS, format_cards
from backhand.outputs.report import Report, Table, decimals, number, percent
from backhand.vingt_un.dealer import Dealer, Doubled
from backhand.vingt_un.hands import name
from backhand.vingt_un.policies import Counts
from backhand.vingt_un.punter import Advice
from backhand.vingt_un.reports import (
    PLACES,
    advise_report,
    best_words,
    choices,
    document,
    hand_document,
    hand_words,
    heading,
    policy_words,
    said_document,
)
from backhand.vingt_un.seats import Seats

SINGLE, DOUBLE = "single", "double"
"""What the dealer may say of the stakes."""


def dealer_report(seats: Seats, advice: Advice) -> Report:
    """What standing and drawing are worth to the dealer at his turn."""
    shown = [
        {"shown": [RANKS[rank - 1] for rank in seat.shown], "over": seat.over, "policy": str(seat.policy)}
        for seat in seats.seats
    ]
    words = [
        f"{policy_words(seat.policy)}; drew {format_cards(seat.shown) or 'nothing'}" + ", over" * seat.over
        for seat in seats.seats
    ]
    rules, said = seats.rules, said_document(seats.rules, seats.doubled)
    frame = document("advise", rules, seats.pack, **{"as": "dealer", **said, "punters": shown})
    head = heading(rules, seats.pack, "Punters:\n" + "\n".join(words))
    doubled = " The dealer has doubled: every stake counts twice." if seats.doubled else ""
    return advise_report(advice, frame, head, [f"In stakes, from all who are still in together.{doubled}"])


def exact_reply_report(dealer: Dealer) -> Report:
    """What a round is worth to a dealer who replies best to one punter, exactly."""
    value, policy = dealer.value(), str(dealer.punter)
    frame = {"as": "dealer", "punter": policy, "number": 1, "dealers_value": number(value)}
    return Report(
        document("reply", dealer.rules, dealer.pack, **frame),
        Table(
            ["punter", "number", "bound", "fraction", "decimal"],
            [[policy, "1", "exact", str(value), str(float(value))]],
        ),
        [
            heading(dealer.rules, dealer.pack, f"One punter: {policy_words(dealer.punter)}."),
            f"A dealer who replies best gains per stake: {decimals(value, 10, sign=True)}.",
            f"Exact: {value}",
        ],
    )


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
