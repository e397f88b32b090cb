"""Reports of the commands that answer one question: advise, rules."""

from __future__ import annotations

from backhand.common.cards import RANKS, format_cards
from backhand.common.intervals import Enclosure, Number
from backhand.common.outputs.numerals import amount, decimals, number, percent, text, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.evaluator import Value
from backhand.outputs.weights import ONE_HAND
from backhand.outputs.words import heading, rules_document, value_document
from backhand.rules import ENDINGS, LOSSES, WINS, Ending
from backhand.solver import Advice
from backhand.solving.bounds import Bounds


def advise_report(advice: Advice) -> Report:
    """Every legal action, best first, with what it is worth and how it can end."""
    shoe, hand = advice.shoe, [RANKS[rank - 1] for rank in advice.hand]
    busting = sum(shoe[rank - 1] for rank in advice.busting)
    document = {
        "schema": "backhand.advise/1",
        "rules": rules_document(advice.rules),
        "shoe": shoe_document(shoe),
        "position": {
            "hand": hand,
            "total": advice.total,
            "kind": advice.kind.value,
            "busting": {"ranks": [RANKS[rank - 1] for rank in advice.busting], "cards": busting},
        },
        "actions": [
            {"action": choice.action.value, **value_document(choice.value), "loss": number(choice.loss)}
            for choice in advice.actions
        ],
        "best": [action.value for action in advice.best],
    }
    table = Table(
        ["action", "best", "win", "win_decimal", "ev", "ev_decimal", "loss", *ENDINGS],
        [
            [
                choice.action,
                "no" if choice.loss else "yes",
                *(text(choice.win), str(float(choice.win)), text(choice.ev), str(float(choice.ev)), text(choice.loss)),
                *(text(choice.endings[ending]) if choice.endings else "" for ending in ENDINGS),
            ]
            for choice in advice.actions
        ],
    )
    people = Table(
        ["", "action", "win", "EV", "loss", "how it ends"],
        [
            [
                "" if choice.loss else "*",
                choice.action,
                percent(choice.win),
                decimals(choice.ev, 6, sign=True),
                amount(choice.loss, 6) if choice.loss else "best",
                _how_it_ends(choice.value),
            ]
            for choice in advice.actions
        ],
    )
    bust = f"{busting} of {shoe.cards} cards bust it" + (f": {format_cards(advice.busting)}." if busting else ".")
    best = " or ".join(advice.best)
    return Report(
        document,
        table,
        [
            heading(advice.rules, shoe),
            f"Hand {' '.join(hand)} = {advice.total}, kind {advice.kind}. {bust}",
            people,
            ONE_HAND,
            f"Best: {best}, worth exactly the same." if len(advice.best) > 1 else f"Best: {best}.",
            "Exact win probability:\n" + "\n".join(f"{choice.action}: {told(choice.win)}" for choice in advice.actions),
        ],
    )


def _how_it_ends(value: Value | Bounds) -> str:
    if not value.endings:
        return "not in the tablebase"
    parts = []
    for result, endings in [("won by", WINS), ("lost by", LOSSES), ("", (Ending.VOID,))]:
        named = [
            f"{name.replace('-', ' ')} {percent(value.endings[name], 2)}"
            for name in endings
            if _happens(value.endings[name])
        ]
        if named:
            parts.append(f"{result} {', '.join(named)}".strip())
    return "; ".join(parts)


def _happens(chance: Number) -> bool:
    """Whether an ending is possible; one that is not proved to be is not worth naming."""
    return (chance.low if isinstance(chance, Enclosure) else chance) > 0
