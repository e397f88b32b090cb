"""The report of what a round is worth to the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from backhand.common.outputs.numerals import decimals, number
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.outputs.words import PLACES, document, heading, policy_words
from backhand.vingt_un.solving.punter import Punter


def value_report(punters: Sequence[Punter]) -> Report:
    """What a round is worth to a dealer with this policy against best play, or a policy, per stake first laid.

    ``punters`` are as many as there are announcements (see ``Punter``).
    """
    first = punters[0]
    who = policy_words(first.policy) if first.policy else "plays best"
    fixed = {"punter": str(first.policy)} if first.policy else {}
    value = sum((punter.dealers_value() for punter in punters), Fraction(0))
    parts, lines = {}, []
    for punter in punters if len(punters) > 1 else ():
        gain, chance, name = punter.dealers_value(), punter.chance(), "double" if punter.doubled else "single"
        parts[name] = {"chance": number(chance), "dealers_value": number(gain)}
        lines.append([name, decimals(chance, PLACES), decimals(gain, PLACES, sign=True)])
    return Report(
        document(
            "value",
            first.rules,
            first.pack,
            dealer=str(first.dealer),
            **fixed,
            dealers_value=number(value),
            **({"announced": parts} if parts else {}),
        ),
        Table(["dealer", "fraction", "decimal"], [[str(first.dealer), str(value), str(float(value))]]),
        [
            heading(first.rules, first.pack, f"Dealer: {policy_words(first.dealer)}."),
            f"Against a punter who {who} and does not go on both, the dealer gains per stake: "
            f"{decimals(value, 10, sign=True)}.",
            f"Exact: {value}",
            "By what he says of the stakes, with the chance of that:" if lines else "",
            Table(["stakes", "chance", "gain"], lines) if lines else "",
        ],
    )
