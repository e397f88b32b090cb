"""What is a punter's best reply, on one page or hand by hand?"""

from __future__ import annotations

from dataclasses import dataclass

from backhand.vingt_un.answers.situation import HOFFMANN, Answer, Situation, policy_of
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.solving.punter import Punter
from backhand.vingt_un.strategies.best_chart import Chart, Held, every_hand
from backhand.vingt_un.strategies.best_chart import chart as best_chart


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRequest:
    """What the dealer stands on; ``doubled``: he has said that he doubles."""

    dealer: Policy | str
    doubled: bool = False
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True, kw_only=True)
class BestChart(Answer):
    """The best reply by total, hard and soft, with its value, its cost and its exceptions; exact."""

    request: ChartRequest
    chart: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryHand(Answer):
    """Every hand that a punter can hold: what standing and drawing are worth, and how often it comes up; exact."""

    request: ChartRequest
    dealer: Policy
    hands: tuple[Held, ...]


def chart(request: ChartRequest) -> BestChart:
    """The best reply on one page.

    Raises HandError where no hand can come to a decision (the dealer doubles with naturals only, or never),
    UnsolvedError where cards were seen and the pack is fresh, ShoeError for a pack that may run out, PolicyError for
    a doubling that the rules do not know.

    >>> found = chart(ChartRequest(dealer="17")).chart
    >>> str(found.cells[14, False].action), str(found.cells[18, True].action), found.ev == found.optimum - found.cost
    ('draw', 'draw', True)
    """
    punter = _punter(request)
    return BestChart(request=request, rules=punter.rules, pack=punter.pack, chart=best_chart(punter))


def hands(request: ChartRequest) -> EveryHand:
    """Every hand. Raises as ``chart`` does.

    >>> len(hands(ChartRequest(dealer="17")).hands)
    2008
    """
    punter = _punter(request)
    held = tuple(every_hand(punter))
    return EveryHand(request=request, rules=punter.rules, pack=punter.pack, dealer=punter.dealer, hands=held)


def _punter(request: ChartRequest) -> Punter:
    situation = request.situation
    return Punter(situation.in_force, policy_of(request.dealer), situation.of_a_round(), doubled=request.doubled)
