"""The report on rounds that were priced: what they came to, what was given away, what was luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from backhand.common.cards import RANKS, format_cards
from backhand.common.checking.logs import Audited, Decision
from backhand.common.intervals import Enclosure, Number, enclosed, sum_of
from backhand.common.outputs.numerals import amount, decimals, number, text
from backhand.common.outputs.report import Report, Table

EXACTLY = "exactly"
ENCLOSED = "within the proved bounds that --format json and csv give"


def priced_report(rounds: Sequence[Audited], frame: Mapping[str, Any], head: str, source: str, worst: int) -> Report:
    """Sums over the rounds, the ``worst`` mistakes, and every round's price.

    ``frame`` and ``head`` say for which game and rules they were priced.
    """
    made = [decision for audited in rounds for decision in audited.decisions]
    mistakes = sorted((d for d in made if d.cost), key=lambda d: (-enclosed(d.cost).middle, d.line))
    sums: dict[str, Number] = {
        "net": sum_of(audited.net for audited in rounds),
        "expected_by_best_play": sum_of(audited.deal for audited in rounds),
        "cost_of_mistakes": sum_of(audited.cost for audited in rounds),
        "luck": sum_of(audited.luck for audited in rounds),
    }
    of_rounds = Fraction(len(rounds))
    exact = not any(isinstance(value, Enclosure) for value in sums.values())
    error = _error([float(audited.luck) for audited in rounds])
    document = {
        **frame,
        "log": source,
        "rounds": len(rounds),
        "decisions": len(made),
        "mistakes": len(mistakes),
        **{name: number(value) for name, value in sums.items()},
        "luck_error": error,
        "worst": [_document(mistake) for mistake in mistakes[:worst]],
        "by_round": [
            {
                "line": audited.line,
                "ending": audited.ending.value,
                "net": number(audited.net),
                "deal": number(audited.deal),
                "cost": number(audited.cost),
                "luck": number(audited.luck),
            }
            for audited in rounds
        ],
    }
    table = Table(
        ["line", "ending", "net", "deal", "cost", "luck"],
        [[str(a.line), a.ending.value, *(text(x) for x in (a.net, a.deal, a.cost, a.luck))] for a in rounds],
    )
    names = {
        "net": "won or lost",
        "expected_by_best_play": "expected by best play",
        "cost_of_mistakes": "given away by mistakes",
        "luck": "luck",
    }
    people = Table(
        ["stakes", "in all", "per round"],
        [
            [names[name], decimals(value, 4, sign=True), decimals(value / of_rounds, 6, sign=True)]
            for name, value in sums.items()
        ],
    )
    per_100 = sums["cost_of_mistakes"] / of_rounds * 100
    said = f"{len(mistakes)} of {len(made)} decisions were mistakes; "
    said += f"they cost {decimals(per_100, 4)} stakes per 100 rounds."
    spread = f"Luck has mean 0; its standard error over these rounds is {error:.4f} stakes." if error else ""
    listed = Table(
        ["line", "hand", "undealt", "did", "best", "cost"],
        [
            [str(m.line), format_cards(m.hand), str(m.undealt), m.action, " or ".join(m.best), amount(m.cost, 6)]
            for m in mistakes[:worst]
        ],
    )
    return Report(
        document,
        table,
        [
            f"{head} {source}: {len(rounds)} rounds, all by the rules.",
            people,
            f"Won or lost = expected by best play + luck - given away by mistakes, {EXACTLY if exact else ENCLOSED}.",
            said,
            spread,
            "The worst:" if mistakes and worst else "",
            listed if mistakes and worst else "",
        ],
    )


def _error(values: Sequence[float]) -> float | None:
    n = len(values)
    if n < 2:
        return None
    mean = sum(values) / n
    return sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) * n)


def _document(mistake: Decision) -> dict[str, object]:
    return {
        "line": mistake.line,
        "hand": [RANKS[rank - 1] for rank in mistake.hand],
        "undealt": str(mistake.undealt),
        "action": mistake.action.value,
        "best": [action.value for action in mistake.best],
        "cost": number(mistake.cost),
    }
