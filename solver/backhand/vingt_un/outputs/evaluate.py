"""The report on a policy: what each of its decisions costs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from backhand.common.cards import format_cards
from backhand.common.outputs.numerals import amount, amounts, decimals, number, percent, percents
from backhand.common.outputs.report import Report, Table
from backhand.common.outputs.rows import Column, Row, documents, entries, figure_table, people
from backhand.vingt_un.answers.evaluate import PolicyValue
from backhand.vingt_un.endings import ENDINGS, Ending
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.words import document, heading, policy_words
from backhand.vingt_un.policies import Counts
from backhand.vingt_un.rounds.outcomes import Cell
from backhand.vingt_un.solving.punter import Choice

Decision = tuple[Cell, Choice, Fraction, Fraction]
"""Hands of a total, what is done with them, what that costs in a round, and how often it is done."""

_COST: Column[Decision] = Column("cost", lambda one: one[2], "cost per round", amounts(8))
_VISITS: tuple[Column[Decision], ...] = (
    Column("visits", lambda one: one[3], "times per round", amounts(6)),
    Column("cost_per_visit", lambda one: one[2] / one[3], "cost each time", amounts(6)),
)


def _decisions(whole: Fraction) -> list[Column[Decision]]:
    """What is told of a decision; ``whole`` is what all cost together."""
    return [
        Column("total", lambda one: one[0][0]),
        Column("soft", lambda one: one[0][1]),
        Column("", lambda one: _kind(one[0]), "total"),
        Column("action", lambda one: one[1].value, "action"),
        _COST,
        Column("", lambda one: one[2] / whole, "of the cost", percents(2)),
        *_VISITS,
    ]


def evaluation_report(answer: PolicyValue, worst: int) -> Report:
    """The value of a policy, its cost against the best reply, and the ``worst`` decisions by that cost.

    What the dealer gains from the same punter going on both by rule stands beside, where it was asked for.
    """
    found, both = answer.evaluation, answer.both
    played, best, cost = found.played, found.best, found.cost
    stands, columns = found.policy.decisions(), _decisions(found.cost)
    by_hand: list[Column[tuple[Counts, Fraction]]] = [
        Column("hand", lambda one: name(one[0]).split(), "hand", " ".join),
        Column("action", lambda one: _did(stands(one[0])), "action"),
        Column("cost", lambda one: one[1], "cost per round", amounts(8)),
    ]
    costs = list(found.costs.items())
    mine = [_gain("dealers_value", played.dealers_value, "dealer's value per stake")]
    other = [_gain("best", best.dealers_value)]
    if both:
        ranks, gained = format_cards(sorted(both.ranks)), both.dealers_value
        mine.append(_gain("with_both", gained, f"the same, going on both with {ranks}"))
        other.append(Row("", None))
    lost = Row("cost", cost, amount(cost, 10), "cost per round")
    none = Row("", Fraction(0), decimals(Fraction(0), 10))
    endings, their_endings = _ending_rows(played.endings), _ending_rows(best.endings)
    made = document(
        "evaluate",
        found.rules,
        found.pack,
        dealer=str(found.dealer),
        policy=str(found.policy),
        **entries([mine[0], other[0], lost]),
        endings=entries(endings),
        decisions=documents(columns, found.decisions),
        hands=documents(by_hand, costs),
        **({"with_both": {"ranks": ranks.split(), "dealers_value": number(gained)}} if both else {}),
    )
    where = (
        f"Where the cost comes from, worst first ({min(worst, len(found.decisions))} of {len(found.decisions)} "
        "decisions that cost anything; all of them together are the whole cost):"
    )
    costly = [where, people(columns, found.decisions[:worst]), "The same by hand:", people(by_hand, costs[:worst])]
    cells = [Row(f"cost {_kind(cell)} {choice}", price) for cell, choice, price, _ in found.decisions]
    compared = zip([*mine, lost, *endings], [*other, none, *their_endings], strict=True)
    return Report(
        made,
        figure_table([*mine, other[0], lost, *endings, *cells]),
        [
            heading(
                found.rules,
                found.pack,
                f"Dealer: {policy_words(found.dealer)}.",
                f"Punter: {policy_words(found.policy)}.",
            ),
            Table(["", "this policy", "best reply"], [[r.label or r.name, r.shown, to.shown] for r, to in compared]),
            *(costly if cost else ["No decision costs anything."]),
            f"Exact dealer's value: {played.dealers_value}\nExact cost: {cost}",
        ],
    )


def _gain(figure: str, gain: Fraction, label: str = "") -> Row:
    return Row(figure, gain, decimals(gain, 10, sign=True), label)


def _ending_rows(outcome: Mapping[Ending, Fraction]) -> list[Row]:
    return [Row(how.value, outcome[how], percent(outcome[how], 6)) for how in ENDINGS]


def _kind(cell: Cell) -> str:
    return f"{'soft' if cell[1] else 'hard'} {cell[0]}"


def _did(stands: bool) -> str:
    return (Choice.STAND if stands else Choice.DRAW).value
