"""The report of what a round is worth to the dealer."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals, number
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.value import Value
from backhand.vingt_un.outputs.words import PLACES, document, heading, policy_words


def value_report(answer: Value) -> Report:
    """What a round is worth to a dealer with this policy against best play, or a policy, per stake first laid."""
    dealer, value = answer.dealer, answer.dealers_value
    who = policy_words(answer.punter) if answer.punter else "plays best"
    fixed = {"punter": str(answer.punter)} if answer.punter else {}
    parts, lines = {}, []
    for part in answer.announced if len(answer.announced) > 1 else ():
        gain, chance, name = part.dealers_value, part.chance, "double" if part.doubled else "single"
        parts[name] = {"chance": number(chance), "dealers_value": number(gain)}
        lines.append([name, decimals(chance, PLACES), decimals(gain, PLACES, sign=True)])
    return Report(
        document(
            "value",
            answer.rules,
            answer.pack,
            dealer=str(dealer),
            **fixed,
            dealers_value=number(value),
            **({"announced": parts} if parts else {}),
        ),
        Table(["dealer", "fraction", "decimal"], [[str(dealer), str(value), str(float(value))]]),
        [
            heading(answer.rules, answer.pack, f"Dealer: {policy_words(dealer)}."),
            f"Against a punter who {who} and does not go on both, the dealer gains per stake: "
            f"{decimals(value, 10, sign=True)}.",
            f"Exact: {value}",
            "By what he says of the stakes, with the chance of that:" if lines else "",
            Table(["stakes", "chance", "gain"], lines) if lines else "",
        ],
    )
