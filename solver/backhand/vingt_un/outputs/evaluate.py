"""The report on a policy: what each of its decisions costs."""

from __future__ import annotations

from fractions import Fraction

from backhand.common.cards import format_cards
from backhand.common.outputs.numerals import amount, decimals, number, percent
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.evaluate import PolicyValue
from backhand.vingt_un.endings import ENDINGS
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.words import document, heading, policy_words
from backhand.vingt_un.rounds.outcomes import Cell
from backhand.vingt_un.solving.punter import Choice


def evaluation_report(answer: PolicyValue, worst: int) -> Report:
    """The value of a policy, its cost against the best reply, and the ``worst`` decisions by that cost."""
    valued, both = answer.evaluation, answer.both
    played, best, cost = valued.played, valued.best, valued.cost
    head = heading(
        valued.rules,
        valued.pack,
        f"Dealer: {policy_words(valued.dealer)}.",
        f"Punter: {policy_words(valued.policy)}.",
    )
    stands = valued.policy.decisions()
    made = document(
        "evaluate",
        valued.rules,
        valued.pack,
        dealer=str(valued.dealer),
        policy=str(valued.policy),
        dealers_value=number(played.dealers_value),
        best=number(best.dealers_value),
        cost=number(cost),
        endings={how.value: number(played.endings[how]) for how in ENDINGS},
        decisions=[
            {
                "total": cell[0],
                "soft": cell[1],
                "action": choice.value,
                "cost": number(price),
                "visits": number(visits),
                "cost_per_visit": number(price / visits),
            }
            for cell, choice, price, visits in valued.decisions
        ],
        hands=[
            {"hand": name(hand).split(), "action": _did(stands(hand)), "cost": number(price)}
            for hand, price in valued.costs.items()
        ],
    )
    rows = [("dealers_value", played.dealers_value), ("best", best.dealers_value), ("cost", cost)]
    rows += [(how.value, played.endings[how]) for how in ENDINGS]
    rows += [(f"cost {_kind(cell)} {choice}", price) for cell, choice, price, _ in valued.decisions]
    figures = [
        [
            "dealer's value per stake",
            decimals(played.dealers_value, 10, sign=True),
            decimals(best.dealers_value, 10, sign=True),
        ],
        ["cost per round", amount(cost, 10), decimals(Fraction(0), 10)],
        *([how.value, percent(played.endings[how], 6), percent(best.endings[how], 6)] for how in ENDINGS),
    ]
    decisions = [
        [
            _kind(cell),
            choice.value,
            amount(price, 8),
            percent(price / cost, 2),
            amount(visits, 6),
            amount(price / visits, 6),
        ]
        for cell, choice, price, visits in valued.decisions[:worst]
    ]
    hands = [[name(hand), _did(stands(hand)), amount(price, 8)] for hand, price in list(valued.costs.items())[:worst]]
    if both:
        ranks, gained = format_cards(sorted(both.ranks)), both.dealers_value
        made["with_both"] = {"ranks": ranks.split(), "dealers_value": number(gained)}
        rows.insert(1, ("with_both", gained))
        figures.insert(1, [f"the same, going on both with {ranks}", decimals(gained, 10, sign=True), ""])
    where = (
        f"Where the cost comes from, worst first ({len(decisions)} of {len(valued.decisions)} decisions that cost "
        "anything; all of them together are the whole cost):"
    )
    columns = ["total", "action", "cost per round", "of the cost", "times per round", "cost each time"]
    costly: list[str | Table] = [where, Table(columns, decisions), "The same by hand:"]
    return Report(
        made,
        Table(["figure", "fraction", "decimal"], [[figure, str(value), str(float(value))] for figure, value in rows]),
        [
            head,
            Table(["", "this policy", "best reply"], figures),
            *(
                [*costly, Table(["hand", "action", "cost per round"], hands)]
                if cost
                else ["No decision costs anything."]
            ),
            f"Exact dealer's value: {played.dealers_value}\nExact cost: {cost}",
        ],
    )


def _kind(cell: Cell) -> str:
    return f"{'soft' if cell[1] else 'hard'} {cell[0]}"


def _did(stands: bool) -> str:
    return (Choice.STAND if stands else Choice.DRAW).value
