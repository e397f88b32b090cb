"""What is a round worth to a dealer who replies best to punters whose policy is known?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from backhand.common.progress import Progress, quiet
from backhand.errors import HandError
from backhand.vingt_un.answers.situation import HOFFMANN, HOFFMANNS, Answer, Situation, policy_of
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.solving.company import Company, Reply
from backhand.vingt_un.solving.dealer import Dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRequest:
    """What the punters stand on, and how many they are, 1 to 4."""

    punters: Policy | str = HOFFMANNS
    number: int = 1
    tables: int | None = None
    """For 2 to 4 punters: how many tables are solved, the likeliest first; a minute's worth unless said."""
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True, kw_only=True)
class BestReply(Answer):
    """What a round is worth to the dealer, in stakes first laid, from all punters together."""

    request: ReplyRequest
    punters: Policy
    dealers_value: Fraction | Reply
    """Exact against one punter; against several between proved bounds."""


def reply(request: ReplyRequest, *, progress: Progress = quiet) -> BestReply:
    """The dealer's best reply over a round.

    Raises HandError for a number of punters but 1 to 4 and for ``tables`` of one, UnsolvedError where cards were seen
    and the pack is fresh, ShoeError for a pack that may run out, PolicyError for a policy that no punter may play.

    >>> few = Situation(rules="pack=as-dealt", seen="A A 2 2 2 2 3 3 3 3 4 4 4 4 6 6 6 6 7 7 7 7 9 9 9 9")
    >>> one, two = (reply(ReplyRequest(number=n, tables=t, situation=few)) for n, t in ((1, None), (2, 5)))
    >>> round(float(one.dealers_value), 6), two.dealers_value.width > 0, two.dealers_value.tables
    (0.256021, True, 5)
    """
    if request.number == 1 and request.tables is not None:
        raise HandError("--tables is for 2 to 4 punters: one is solved whole")
    rules, pack, punters = request.situation.in_force, request.situation.of_a_round(), policy_of(request.punters)
    worth: Fraction | Reply
    if request.number == 1:
        worth = Dealer(rules, punters, pack, progress=progress).value()
    else:
        worth = Company(rules, punters, request.number, pack, request.tables).solve(progress)
    return BestReply(request=request, rules=rules, pack=pack, punters=punters, dealers_value=worth)
