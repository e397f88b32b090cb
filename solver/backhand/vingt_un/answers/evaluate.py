"""What does a punter's policy cost?"""

from __future__ import annotations

from dataclasses import dataclass

from backhand.common.progress import Progress, quiet
from backhand.vingt_un.answers.situation import Answer, policy_of, punter_of, rules_of
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rounds.both_by_rule import BothByRule
from backhand.vingt_un.rounds.evaluation import Evaluation
from backhand.vingt_un.rules import PRESET, Rules
from backhand.vingt_un.strategies.policy_files import replies


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRequest:
    """The punter's policy, or best, and the dealer's."""

    policy: Policy | str
    dealer: Policy | str
    both: frozenset[int] = frozenset()
    """Ranks with two of which the punter goes on both, 1 for aces to 10 for tens: what he gains so is told beside."""
    rules: Rules | str = PRESET


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyValue(Answer):
    """What a policy is worth, what it costs against the best reply, and which decisions cost it; exact."""

    request: EvaluationRequest
    evaluation: Evaluation
    both: BothByRule | None
    """The same punter going on both with the ranks named; None where none is."""


def evaluate(request: EvaluationRequest, *, progress: Progress = quiet) -> PolicyValue:
    """The exact value of a policy.

    Raises PolicyError for a doubling that the rules do not know, UnsolvedError for a dealer who may double, and for
    policies what ``punter_of`` does.

    >>> found = evaluate(EvaluationRequest(policy="16", dealer="17")).evaluation
    >>> found.cost == sum(found.costs.values()) == found.played.dealers_value - found.best.dealers_value
    True
    """
    rules, dealer = rules_of(request.rules), policy_of(request.dealer)
    (policy,) = replies(rules, dealer, [punter_of(request.policy)])
    evaluation = Evaluation(rules, dealer, policy)
    both = BothByRule(evaluation.played, request.both, progress) if request.both else None
    return PolicyValue(request=request, rules=rules, pack=evaluation.pack, evaluation=evaluation, both=both)
