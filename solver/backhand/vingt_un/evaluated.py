"""What a punter's policy costs against his best reply, decision by decision; and the report on it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from backhand.cards import Shoe, format_cards
from backhand.outputs.report import Report, Table, amount, decimals, number, percent
from backhand.vingt_un.endings import ENDINGS
from backhand.vingt_un.hands import name
from backhand.vingt_un.outcomes import Cell, Outcomes
from backhand.vingt_un.policies import Counts, Policy
from backhand.vingt_un.punter import Choice, Punter
from backhand.vingt_un.reports import document, heading, policy_words
from backhand.vingt_un.rules import Rules, is_soft, score
from backhand.vingt_un.splits import BothByRule


@dataclass(frozen=True)
class Evaluation:
    """A punter's policy, who does not go on both, against a dealer's; values are per stake over a whole round.

    Every decision costs what the better choice gains over the one taken, best play following both, times how often the
    policy comes to it. So the costs of all decisions sum to what the policy costs.

    >>> found = Evaluation(Rules(), Policy(17, 17), Policy(16, 16))
    >>> sum(found.costs.values()) == found.cost == found.played.dealers_value - found.best.dealers_value
    True
    """

    rules: Rules
    dealer: Policy
    policy: Policy
    pack: Shoe = field(default_factory=lambda: Shoe.of_decks(1))

    @cached_property
    def played(self) -> Outcomes:
        """Rounds by the policy."""
        return Outcomes(self.rules, self.dealer, self.policy, self.pack)

    @cached_property
    def punter(self) -> Punter:
        """The best reply."""
        return Punter(self.rules, self.dealer, self.pack)

    @cached_property
    def best(self) -> Outcomes:
        """Rounds by the best reply."""
        return Outcomes(self.rules, self.dealer, self.punter.best_policy(), self.pack)

    @property
    def cost(self) -> Fraction:
        """What the policy gives away in a round."""
        return self.played.dealers_value - self.punter.dealers_value()

    @cached_property
    def costs(self) -> dict[Counts, Fraction]:
        """What each hand costs in a round that is not played best, dearest first."""
        stands, found = self.policy.decisions(), {}
        for hand, visits in self.played.visits.items():
            if visits:
                advice = self.punter.advise(hand)
                loss = advice.values[advice.best] - advice.values[Choice.STAND if stands(hand) else Choice.DRAW]
                if loss:
                    found[hand] = visits * loss
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    @cached_property
    def decisions(self) -> list[tuple[Cell, Choice, Fraction, Fraction]]:
        """Totals and choices that cost anything, dearest first: the cost in a round, and how often they come up."""
        stands = self.policy.decisions()
        sums: dict[tuple[Cell, Choice], Fraction] = defaultdict(Fraction)
        for hand, cost in self.costs.items():
            sums[(score(hand), is_soft(hand)), Choice.STAND if stands(hand) else Choice.DRAW] += cost
        ranked = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
        return [(cell, choice, cost, self.played.decisions[cell, choice][0]) for (cell, choice), cost in ranked]


def evaluation_report(found: Evaluation, worst: int, both: BothByRule | None = None) -> Report:
    """The value of a policy, its cost against the best reply, and the ``worst`` decisions by that cost.

    ``both`` is the same punter going on both by rule; what the dealer gains from him stands beside.
    """
    played, best, cost = found.played, found.best, found.cost
    head = heading(
        found.rules,
        found.pack,
        f"Dealer: {policy_words(found.dealer)}.",
        f"Punter: {policy_words(found.policy)}.",
    )
    stands = found.policy.decisions()
    made = document(
        "evaluate",
        found.rules,
        found.pack,
        dealer=str(found.dealer),
        policy=str(found.policy),
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
            for cell, choice, price, visits in found.decisions
        ],
        hands=[
            {"hand": name(hand).split(), "action": _did(stands(hand)), "cost": number(price)}
            for hand, price in found.costs.items()
        ],
    )
    rows = [("dealers_value", played.dealers_value), ("best", best.dealers_value), ("cost", cost)]
    rows += [(how.value, played.endings[how]) for how in ENDINGS]
    rows += [(f"cost {_kind(cell)} {choice}", price) for cell, choice, price, _ in found.decisions]
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
        for cell, choice, price, visits in found.decisions[:worst]
    ]
    hands = [[name(hand), _did(stands(hand)), amount(price, 8)] for hand, price in list(found.costs.items())[:worst]]
    if both:
        ranks, gained = format_cards(sorted(both.ranks)), both.dealers_value
        made["with_both"] = {"ranks": ranks.split(), "dealers_value": number(gained)}
        rows.insert(1, ("with_both", gained))
        figures.insert(1, [f"the same, going on both with {ranks}", decimals(gained, 10, sign=True), ""])
    where = (
        f"Where the cost comes from, worst first ({len(decisions)} of {len(found.decisions)} decisions that cost "
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
