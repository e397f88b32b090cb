"""The reports on a hand: of a punter, or of the dealer at his turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from backhand.common.cards import RANKS, format_cards
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.advise import DealersAdvice, PuntersAdvice
from backhand.vingt_un.outputs.words import (
    GO_ON_BOTH,
    NO_NATURAL,
    WITH_NATURAL,
    best_words,
    choices,
    dealer_words,
    document,
    hand_document,
    hand_words,
    heading,
    policy_words,
    said_document,
)
from backhand.vingt_un.solving.punter import Advice, Choice


def dealer_report(answer: DealersAdvice) -> Report:
    """What standing and drawing are worth to the dealer at his turn."""
    shown = [
        {"shown": [RANKS[rank - 1] for rank in seat.shown], "over": seat.over, "policy": str(seat.policy)}
        for seat in answer.seats
    ]
    words = [
        f"{policy_words(seat.policy)}; drew {format_cards(seat.shown) or 'nothing'}" + ", over" * seat.over
        for seat in answer.seats
    ]
    rules, pack, said = answer.rules, answer.pack, said_document(answer.rules, answer.request.doubled)
    frame = document("advise", rules, pack, **{"as": "dealer", **said, "punters": shown})
    head = heading(rules, pack, "Punters:\n" + "\n".join(words))
    doubled = " The dealer has doubled: every stake counts twice." if answer.request.doubled else ""
    return advise_report(answer.advice, frame, head, [f"In stakes, from all who are still in together.{doubled}"])


def advise_report(
    advice: Advice, frame: Mapping[str, Any], head: str, notes: Sequence[str], both: Fraction | None = None
) -> Report:
    """What standing and drawing are worth, under a heading and with notes; and ``both``, going on both at least."""
    values = {choice.value: advice.values[choice] for choice in Choice}
    values, least = (values, ()) if both is None else ({**values, GO_ON_BOTH: both}, (GO_ON_BOTH,))
    actions, data, people, best = choices(values, least)
    says, exact = best_words(values, best, least)
    document = {**frame, "position": hand_document(advice.hand), "actions": actions, "best": best}
    return Report(document, data, [head, hand_words(advice.hand), people, says, *notes, exact])


def punter_report(answer: PuntersAdvice) -> Report:
    """What standing and drawing are worth to a punter; for two alike also what going on both is worth at least."""
    rules, dealer, doubled, advice = answer.rules, answer.dealer, answer.request.doubled, answer.advice
    both, tens = answer.both, advice.hand[-1] == 2 and not rules.alike_by_value
    given = NO_NATURAL if not rules.natural_at_end else None
    notes = [f"EVs are per stake first laid, {f'given that {given}' if given else WITH_NATURAL}."]
    if both is not None:
        if given and rules.second_stake_before:
            notes.append("What a second stake, laid before, loses to his natural is counted with going on both.")
        if tens:
            notes.append("To go on both the two tens must be of one kind, such as two kings (alike=rank).")
        if both <= advice.values[advice.best]:
            notes.append("Whether going on both is worth more than that, 'backhand vingt-un both' tells.")
    frame = document(
        "advise",
        rules,
        answer.pack,
        **{"as": "punter", "dealer": str(dealer), **said_document(rules, doubled), "given": given},
    )
    head = heading(rules, answer.pack, dealer_words(rules, dealer, doubled))
    report = advise_report(advice, frame, head, [" ".join(notes)], both)
    rows = [[*row, given or ""] for row in report.table.rows]
    return replace(report, table=Table([*report.table.columns, "given"], rows))
