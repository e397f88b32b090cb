"""The report on a simulation: counts, estimates beside exact values, and all that ``backhand validate`` reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from backhand.cards import format_cards
from backhand.decisions import CODES, HANDS, STARTS
from backhand.estimates import LEVEL, Estimate
from backhand.outputs.report import Report, Table, amount, heading, rules_document, shoe_document
from backhand.outputs.report import number as exact_number
from backhand.reader import EXTRA
from backhand.rules import ENDINGS, WINS, Action
from backhand.simulation import Plan, Tally


def simulation_report(plan: Plan, strategy: str, tally: Tally, found: Sequence[Estimate]) -> Report:
    """What was played, what it comes to, and the counts behind it."""
    how = (
        f"from one shoe until {plan.cut} cards are out, then a new shuffle" if plan.cut else "each from a fresh shuffle"
    )
    notes = [
        intervals(bool(plan.cut)),
        "Exact values are those of a round from a fresh shuffle; rounds later in a shoe differ: there is no z."
        if plan.cut
        else "pushes, cards: mean in a round. net: mean net payoff per stake, the EV.",
    ]
    document = {
        "schema": "backhand.simulate/1",
        "rules": rules_document(plan.rules),
        "shoe": shoe_document(plan.shoe),
        "strategy": strategy,
        "rounds": tally.rounds,
        "asked": plan.rounds,
        "seed": plan.seed,
        "cut": plan.cut or None,
        "totals": {e.figure: plain(e) for e in found if e.figure not in ENDINGS},
        "endings": dict(zip(map(str, ENDINGS), tally.endings.tolist(), strict=True)),
        "initial_hands": _starts(tally),
        "decisions": _decisions(tally),
        "pushes": _numbers(tally.pushes.tolist()),
        "cards": _numbers(tally.cards.tolist()),
        "estimates": estimates_document(found, z=not plan.cut),
    }
    head = f"{heading(plan.rules, plan.shoe)} Strategy {strategy}."
    played = f"{tally.rounds:,} rounds, {how}; seed {plan.seed}."
    table = estimates_table(tally.rounds, found, {"cut": str(plan.cut)} if plan.cut else {})
    return Report(document, table, [head, played, people(found, z=not plan.cut), " ".join(notes)])


def intervals(dealt_on: bool) -> str:
    """What the intervals are, and z where there is one: rounds dealt on are not those of the exact value."""
    z = "" if dealt_on else " z: how many standard errors the estimate is from the exact value."
    return f"Interval: {LEVEL:.0%}.{z}"


def estimates_document(found: Sequence[Estimate], *, z: bool) -> list[dict[str, Any]]:
    """Estimates for a document: each with its error, its interval, and the exact value where there is one.

    With ``z`` false, z is null: the rounds are not those of the exact value.
    """
    return [
        {
            "figure": e.figure,
            "estimate": e.value,
            "error": e.error,
            "low": e.low,
            "high": e.high,
            "exact": None if e.exact is None else exact_number(e.exact),
            "z": e.z if z else None,
        }
        for e in found
    ]


def estimates_table(rounds: int, found: Sequence[Estimate], dealt_on: Mapping[str, str]) -> Table:
    """Estimates as the csv that ``backhand.results`` reads.

    ``dealt_on`` is what it says, in a last column, of rounds that are not from fresh shuffles; these have no z.
    """
    columns = EXTRA[:-1] if dealt_on else EXTRA
    rows = [["rounds", str(rounds), *[""] * len(columns), *dealt_on.values()]]
    for e in found:
        numbers = [e.value, e.error, e.low, e.high, e.exact, e.z][: len(columns)]
        cells = ("" if number is None else str(number) for number in numbers)
        rows.append([e.figure, str(plain(e)), *cells, *dealt_on.values()])
    return Table(["figure", "count", *columns, *dealt_on], rows)


def people(found: Sequence[Estimate], *, z: bool) -> Table:
    """Estimates for people, beside the exact values."""
    return Table(
        ["", "count", "estimate", "std. error", "interval", "exact", *(["z"] if z else [])],
        [
            [
                e.figure,
                str(round(e.count)),
                f"{e.value:.8f}",
                "" if e.error is None else f"{e.error:.8f}",
                "" if e.low is None or e.high is None else f"{e.low:.6f} to {e.high:.6f}",
                "" if e.exact is None else amount(e.exact, 8),
                *(["" if e.z is None else f"{e.z:+.2f}"] if z else []),
            ]
            for e in found
        ],
    )


def plain(estimate: Estimate) -> int | str:
    """What was counted: a whole number where it is one, else a fraction as text."""
    whole = estimate.count
    return int(whole) if whole == int(whole) else str(whole)


def _numbers(counts: list[int]) -> dict[str, int]:
    return {str(number): count for number, count in enumerate(counts) if count}


def _starts(tally: Tally) -> list[dict[str, Any]]:
    ends = tally.ends.tolist()
    return [
        {"hand": format_cards(hand), "count": sum(row), "wins": sum(row[: len(WINS)])}
        for hand, row in zip(HANDS[:STARTS], ends[:STARTS], strict=True)
        if sum(row)
    ]


def _decisions(tally: Tally) -> list[dict[str, Any]]:
    actions = {code: action for action, code in CODES.items()}
    counts: dict[tuple[int, int, Action], list[int]] = defaultdict(lambda: [0, 0])
    for hand, visits, wins in zip(HANDS, tally.visits.tolist(), tally.wins.tolist(), strict=True):
        for code, action in actions.items():
            if visits[code]:
                sums = counts[len(hand), sum(hand), action]
                sums[0] += visits[code]
                sums[1] += wins[code]
    return [
        {"cards": cards, "total": total, "action": action.value, "count": visits}
        | ({} if action is Action.PUSH else {"wins": wins})
        for (cards, total, action), (visits, wins) in sorted(counts.items())
    ]
