"""Does what a simulator counted agree with what is exact?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backhand.common.cards import Shoe
from backhand.common.checking.fit import Verdict
from backhand.common.checking.fit import validate as tested
from backhand.common.checking.stated import check_rules, check_shoe
from backhand.common.progress import Progress, quiet
from backhand.errors import BackhandError, InputError
from backhand.vingt_un.answers.situation import HOFFMANNS, Answer, policy_of, punter_of, rules_of
from backhand.vingt_un.checking.counted import read_results
from backhand.vingt_un.checking.expected import Expected
from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import PRESET, Rules
from backhand.vingt_un.strategies.policy_files import BEST, replies


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationRequest:
    """A file of counts (docs/validation.md), and the policies that the simulator was meant to play."""

    results: str | Path
    dealer: Policy | str
    punters: tuple[Policy | str, ...] = (HOFFMANNS,)
    level: float = 0.01
    """The chance to reject a right simulator."""
    rules: Rules | str = PRESET


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation(Answer):
    """Whether the counts agree, test by test; and where they do not, with which other policies they do."""

    request: ValidationRequest
    dealer: Policy
    punters: tuple[Policy, ...]
    verdict: Verdict
    others: Mapping[str, Verdict]
    """The verdicts on other policies by their names: best play, or a total to stand on. None where the counts agree,
    where there are several punters, and where the file says what was played."""


def validate(request: ValidationRequest, *, progress: Progress = quiet) -> Validation:
    """Test counts against what is exact; every round from a fresh shuffle, nobody going on both.

    Raises InputError for what is no file of counts, or says that it was played otherwise; UnsolvedError for rounds
    that are dealt on from one pack and for a dealer who may double; PolicyError for counts of another policy.

    >>> asked = ValidationRequest(results="docs/examples/vingt_un_totals.csv", dealer="17", punters=("16",))
    >>> validate(asked).verdict.agrees
    True
    """
    rules, dealer, name = rules_of(request.rules), policy_of(request.dealer), str(request.results)
    pack, read = Shoe.of_decks(1), read_results(request.results, rules)
    if read.stated.get("dealt_on"):
        raise InputError(f"{name} has rounds dealt on from one pack (dealt_on): these are not independent")
    if rules.pack_as_dealt:
        raise UnsolvedError("pack=as-dealt: rounds dealt on from one pack are not independent; tested is pack=fresh")
    check_rules(read.stated, rules, Rules.from_text, name)
    check_shoe(read.stated, pack, name, "rounds of a whole pack of 52 are tested")
    policies = replies(rules, dealer, [punter_of(said) for said in request.punters])
    _check_policies(read.stated, rules, dealer, policies, name)

    def verdict_on(punters: Sequence[Policy]) -> Verdict:
        return tested(read, Expected([Outcomes(rules, dealer, policy) for policy in punters]), request.level)

    verdict, others = verdict_on(policies), {}
    if not verdict.agrees and len(policies) == 1 and "punters" not in read.stated:
        known = [(other, policy) for other, policy in _known_policies(rules, dealer) if policy not in policies]
        for place in progress(range(len(known)), "other policies", len(known)):
            other, policy = known[place]
            others[other] = verdict_on([policy])
    return Validation(
        request=request,
        rules=rules,
        pack=pack,
        dealer=dealer,
        punters=tuple(policies),
        verdict=verdict,
        others=others,
    )


def _known_policies(rules: Rules, dealer: Policy) -> list[tuple[str, Policy]]:
    """What a simulator's punter may have played instead, by name: best play, or to stand on a total."""
    (best,) = replies(rules, dealer, [BEST])
    return [(BEST, best), *((f"{total}", Policy.from_text(f"{total}")) for total in range(12, 20))]


def _check_policies(
    stated: Mapping[str, Any], rules: Rules, dealer: Policy, policies: Sequence[Policy], name: str
) -> None:
    """Refuse results of other players than those asked for. Raises InputError and PolicyError."""
    punters = stated.get("punters", [{}])
    if len(punters) != len(policies):
        raise InputError(f"{name} has {len(punters)} punters, not {len(policies)}: give --punter once for each")
    said = [("dealer", stated.get("dealer"), dealer)]
    said += [("punter", seat.get("policy"), policy) for seat, policy in zip(punters, policies, strict=True)]
    for option, text, policy in said:
        if text is None:
            continue
        try:
            other = Policy.from_text(str(text))
        except BackhandError as error:
            raise InputError(f"{name}, {option}: {error}") from None
        if other != policy:
            best = replies(rules, dealer, [BEST])[0] if option == "punter" else None
            was, asked = (BEST if played == best else str(played) for played in (other, policy))
            raise PolicyError(
                f"{name} was played by a {option} with policy {was}, not {asked}: give --{option} "
                + (was if was == BEST else f"'{was}'")
            )
