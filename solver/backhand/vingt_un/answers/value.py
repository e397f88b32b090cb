"""What is a round worth to a dealer whose policy is known?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from backhand.vingt_un.answers.situation import HOFFMANN, Answer, Situation, policy_of, punter_of
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.solving.punter import Punter, announcements
from backhand.vingt_un.strategies.policy_files import BEST


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRequest:
    """The dealer's policy, and that of the one punter, who plays best unless one is named and never goes on both."""

    dealer: Policy | str
    punter: Policy | str = BEST
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True)
class Announced:
    """Rounds in which the dealer says one thing of the stakes: that he has doubled them, or that he has not."""

    doubled: bool
    chance: Fraction
    """How often he says so."""
    dealers_value: Fraction
    """What he gains from these rounds, per stake first laid, times their chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Answer):
    """What a round is worth to the dealer; exact, per stake first laid."""

    request: ValueRequest
    dealer: Policy
    punter: Policy | None
    """The punter's policy; None for best play."""
    announced: tuple[Announced, ...]
    """One part of the rounds for each thing the dealer can say; one part in all where he may not double."""

    @property
    def dealers_value(self) -> Fraction:
        """What the dealer gains in a round, whatever he says."""
        return sum((part.dealers_value for part in self.announced), Fraction(0))


def value(request: ValueRequest) -> Value:
    """The dealer's exact value per stake.

    Raises UnsolvedError where cards were seen and the pack is fresh, ShoeError for a pack that may run out,
    PolicyError for a doubling that the rules do not know, and for policies what ``policy_of`` does.

    >>> found = value(ValueRequest(dealer="17", punter="16"))
    >>> float(found.dealers_value), len(found.announced), found.warnings
    (0.16391419882148756, 1, ())
    """
    situation, punter = request.situation, punter_of(request.punter)
    rules, pack, dealer = situation.in_force, situation.of_a_round(), policy_of(request.dealer)
    policy = None if punter == BEST else punter
    valued = [Punter(rules, dealer, pack, policy, doubled) for doubled in announcements(rules)]
    announced = tuple(Announced(one.doubled, one.chance(), one.dealers_value()) for one in valued)
    return Value(request=request, rules=rules, pack=pack, dealer=dealer, punter=policy, announced=announced)
