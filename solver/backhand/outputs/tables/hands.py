"""The report of every hand: what each of its actions is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backhand.common.cards import RANKS, Shoe, format_cards
from backhand.common.intervals import enclosed
from backhand.common.outputs.numerals import decimals, number, percent, text
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.evaluator import Value
from backhand.outputs.words import heading, rules_document
from backhand.rules import Action, Rules
from backhand.solving.bounds import Bounds
from backhand.strategies.holdings import Holding, most_of


def holding_document(holding: Holding) -> dict[str, object]:
    """A hand for a document: its cards, total, discarded aces and chance."""
    return {
        "hand": [RANKS[rank - 1] for rank in holding.hand],
        "discarded_aces": holding.discarded,
        "total": holding.position.total,
        "kind": holding.kind.value,
        "chance": number(holding.chance),
    }


def hands_report(rules: Rules, shoe: Shoe, hands: Sequence[tuple[Holding, Mapping[Action, Value | Bounds]]]) -> Report:
    """Every hand of two to four cards with the exact value of each action."""
    rows, people = [], []
    entries: list[dict[str, object]] = []
    for holding, values in hands:
        best = most_of(values)
        ranked = sorted(values.items(), key=lambda item: -enclosed(item[1].ev).middle)
        entries.append(
            {
                **holding_document(holding),
                "actions": [{"action": a.value, "win": number(v.win), "ev": number(v.ev)} for a, v in ranked],
                "best": [a.value for a, v in ranked if v.ev == best],
            }
        )
        what = [format_cards(holding.hand), str(holding.discarded), str(holding.position.total), holding.kind.value]
        for action, value in ranked:
            mark = value.ev == best
            exact = [text(value.win), str(float(value.win)), text(value.ev), str(float(value.ev))]
            rows.append([*what, action, "yes" if mark else "no", *exact])
            shown = [percent(value.win), text(value.win), decimals(value.ev, 6, sign=True)]
            people.append([*what, f"**{action}**" if mark else action, *shown])
    document = {
        "schema": "backhand.hands/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        "hands": entries,
    }
    columns = ["hand", "discarded_aces", "total", "kind", "action"]
    return Report(
        document,
        Table([*columns, "best", "win", "win_decimal", "ev", "ev_decimal"], rows),
        [
            heading(rules, shoe) + " The shoe is the one before the deal.",
            Table(
                ["hand", "aces discarded", "total", "kind", "action", "win", "win, exact", "EV"],
                people,
            ),
        ],
    )
