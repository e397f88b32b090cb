"""What is going on both worth with two cards alike?"""

from __future__ import annotations

from dataclasses import dataclass

from backhand.common.progress import Progress, quiet, ticker
from backhand.vingt_un.answers.situation import HOFFMANN, Answer, Situation, policy_of
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.solving.pairs import GoingOnBoth, Pairs

LEVELS = 78
"""A pair is some 26 cards deep, once to find its states and twice to value them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothRequest:
    """The rank of which a punter has two, 1 for aces to 10 for tens, and what the dealer stands on."""

    rank: int
    dealer: Policy | str
    doubled: bool = False
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True, kw_only=True)
class PairValue(Answer):
    """What two alike are worth with one hand, and between which bounds on both."""

    request: BothRequest
    dealer: Policy
    worth: GoingOnBoth


def both(request: BothRequest, *, progress: Progress = quiet) -> PairValue:
    """The joint optimum of all hands, a third and fourth included, proved to nine places. One to ten minutes.

    Raises HandError for a rank the pack has no two of, ShoeError for a pack that may run out, UnsolvedError for tens
    alike by rank when not all sixteen are in the pack, PolicyError for a doubling that the rules do not know.

    >>> few = Situation(seen="A A A A 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 6 6 6 7 7 7 8 8 9 9")
    >>> found = both(BothRequest(rank=9, dealer="17", situation=few))
    >>> found.worth.favourable, found.worth.width < 10**-9
    (False, True)
    """
    rules, pack, dealer = request.situation.in_force, request.situation.pack, policy_of(request.dealer)
    pairs = Pairs(rules, dealer, request.rank, pack, doubled=request.doubled)
    worth = pairs.solve(ticker(progress, "levels", LEVELS))
    return PairValue(request=request, rules=rules, pack=pack, dealer=dealer, worth=worth)
