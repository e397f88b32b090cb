"""What a punter's policy costs against his best reply, decision by decision."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from backhand.common.cards import Shoe
from backhand.vingt_un.policies import Counts, Policy
from backhand.vingt_un.rounds.outcomes import Cell, Outcomes
from backhand.vingt_un.rules import Rules, is_soft, score
from backhand.vingt_un.solving.punter import Choice, Punter


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
