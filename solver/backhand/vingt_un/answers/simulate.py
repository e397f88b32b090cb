"""What comes out of rounds played with shuffled cards?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from backhand.common.progress import Progress, quiet, ticker
from backhand.common.simulation.chunks import check, cores, count
from backhand.common.simulation.estimates import Estimate
from backhand.vingt_un.answers.situation import HOFFMANNS, Answer, policy_of, punter_of, rules_of
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import PRESET, Rules
from backhand.vingt_un.simulation.estimates import GAINS, estimates, exact_of, together
from backhand.vingt_un.simulation.plan import Plan, Seated, Tally
from backhand.vingt_un.strategies.policy_files import replies


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationRequest:
    """Who plays, how many rounds, and with which shuffles. The same seed gives the same cards, whatever ``jobs`` is."""

    dealer: Policy | str
    punters: tuple[Policy | str, ...] = (HOFFMANNS,)
    both: frozenset[int] = frozenset()
    """Ranks with two of which the punters go on both, 1 for aces to 10 for tens."""
    rounds: int = 1_000_000
    seed: int = 1
    jobs: int | None = None
    """Chunks of rounds played at a time; as many as there are cores unless said."""
    rules: Rules | str = PRESET


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation(Answer):
    """What was counted, and estimates with their errors beside exact values."""

    request: SimulationRequest
    plan: Plan
    tally: Tally
    estimates: tuple[tuple[Estimate, ...], ...]
    """Every figure of each punter."""
    together: Estimate
    """What the dealer gains from all punters together."""

    @property
    def interrupted(self) -> bool:
        """Whether fewer rounds were played than wanted: somebody pressed Ctrl-C."""
        return self.tally.rounds < self.plan.rounds


def simulate(request: SimulationRequest, *, progress: Progress = quiet) -> Simulation:
    """Play the rounds. Interrupted (Ctrl-C), it gives those played so far.

    Raises SimulationError for rounds, a seed or a number of punters that cannot be, PolicyError for a doubling that
    the rules do not know, UnsolvedError for a dealer who may double, and for policies what ``punter_of`` does.

    >>> found = simulate(SimulationRequest(dealer="17", rounds=2000, seed=7))
    >>> wins = found.estimates[0][0]
    >>> wins.figure, abs(wins.z) < 5, found.interrupted
    ('wins', True, False)
    """
    check(request.rounds, request.seed)
    rules, dealer = rules_of(request.rules), policy_of(request.dealer)
    policies = replies(rules, dealer, [punter_of(said) for said in request.punters])
    plan = Plan(rules, dealer, [Seated(policy, request.both) for policy in policies], request.rounds, request.seed)
    exact = exact_of(plan, progress)
    tally = plan.play(request.jobs or cores(), ticker(progress, "rounds, in chunks", count(request.rounds)))
    return Simulation(
        request=request,
        rules=rules,
        pack=plan.pack,
        plan=plan,
        tally=tally,
        estimates=tuple(tuple(estimates(plan, tally, punter, known)) for punter, known in enumerate(exact)),
        together=together(plan, tally, sum((known[GAINS] for known in exact), Fraction(0))),
    )
