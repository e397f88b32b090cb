"""The report on a simulation: counts, estimates beside exact values, and all that ``backhand validate`` reads."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from backhand.answers.simulate import Simulation
from backhand.common.cards import format_cards
from backhand.common.outputs.counted import estimates_document, estimates_table, intervals, numbers, people, plain
from backhand.common.outputs.report import Report, shoe_document
from backhand.outputs.words import heading, rules_document
from backhand.rules import ENDINGS, WINS, Action
from backhand.simulation.dealer import STARTS
from backhand.simulation.decisions import CODES, HANDS
from backhand.simulation.plan import Tally


def simulation_report(answer: Simulation) -> Report:
    """What was played, what it comes to, and the counts behind it."""
    plan, tally, found, strategy = answer.plan, answer.tally, answer.estimates, answer.request.strategy
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
        "pushes": numbers(tally.pushes.tolist()),
        "cards": numbers(tally.cards.tolist()),
        "estimates": estimates_document(found, z=not plan.cut),
    }
    head = f"{heading(plan.rules, plan.shoe)} Strategy {strategy}."
    played = f"{tally.rounds:,} rounds, {how}; seed {plan.seed}."
    table = estimates_table(tally.rounds, found, {"cut": str(plan.cut)} if plan.cut else {})
    return Report(document, table, [head, played, people(found, z=not plan.cut), " ".join(notes)])


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
