"""``backhand vingt-un validate``: is somebody's simulator right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from backhand.common.cards import Shoe
from backhand.common.checking.stated import check_rules, check_shoe
from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.common.cli.statistics import level_option
from backhand.errors import BackhandError, InputError
from backhand.vingt_un.cli.options import dealer_option, punter_option, rules_option
from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

if TYPE_CHECKING:
    from backhand.vingt_un.strategies.policy_files import PunterPolicy


@click.command(
    "validate", epilog="Example: backhand vingt-un validate docs/examples/vingt_un_totals.csv --dealer 17 --punter 16"
)
@click.argument("results", metavar="RESULTS")
@dealer_option
@punter_option
@level_option
@rules_option
@output_options
def command(
    results: str,
    dealer: Policy,
    punters: tuple[PunterPolicy, ...],
    level: float,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Test a simulator's counts against the exact probabilities.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, first two cards, or total and action.
    Rules and policies are those the simulator was meant to play; every round from a fresh shuffle, nobody going on
    both. Where the counts of one punter do not agree, it says with which known policies they do: best play, or to
    stand on a total from 12 to 19. Exit 0: agrees; 3: does not.
    """
    from backhand.common.checking.fit import validate as tested
    from backhand.common.outputs.verdict import verdict_report
    from backhand.vingt_un.checking.counted import read_results
    from backhand.vingt_un.checking.expected import Expected
    from backhand.vingt_un.outputs.words import document, heading, policy_words
    from backhand.vingt_un.rounds.outcomes import Outcomes
    from backhand.vingt_un.strategies.policy_files import replies

    check_output(output)
    fresh, read = Shoe.of_decks(1), read_results(results, rules)
    if read.stated.get("dealt_on"):
        raise InputError(f"{results} has rounds dealt on from one pack (dealt_on): these are not independent")
    if rules.pack_as_dealt:
        raise UnsolvedError(
            "pack=as-dealt: rounds dealt on from one pack are not independent; only pack=fresh is tested"
        )
    check_rules(read.stated, rules, Rules.from_text, results)
    check_shoe(read.stated, fresh, results, "rounds of a whole pack of 52 are tested")
    policies = replies(rules, dealer, punters)
    _check_policies(read.stated, rules, dealer, policies, results)
    verdict = tested(read, Expected([Outcomes(rules, dealer, policy) for policy in policies]), level)
    frame = document("validate", rules, fresh, dealer=str(dealer), punters=[str(policy) for policy in policies])
    words = [f"Dealer: {policy_words(dealer)}.", *(f"Punter: {policy_words(policy)}." for policy in policies)]
    others = {}
    if not verdict.agrees and len(policies) == 1 and "punters" not in read.stated:
        for name, policy in show_progress(known_policies(rules, dealer), "other policies", None):
            if policy not in policies:
                others[name] = tested(read, Expected([Outcomes(rules, dealer, policy)]), level)
    emit(verdict_report(verdict, frame, heading(rules, fresh, *words), results, others), form, output)
    return 0 if verdict.agrees else 3


def known_policies(rules: Rules, dealer: Policy) -> list[tuple[str, Policy]]:
    """What a simulator's punter may have played instead, by name: best play, or to stand on a total."""
    from backhand.vingt_un.strategies.policy_files import BEST, replies

    (best,) = replies(rules, dealer, [BEST])
    return [(BEST, best), *((f"{total}", Policy.from_text(f"{total}")) for total in range(12, 20))]


def _check_policies(
    stated: Mapping[str, Any], rules: Rules, dealer: Policy, policies: Sequence[Policy], name: str
) -> None:
    """Refuse results of other players than those asked for. Raises InputError and PolicyError."""
    from backhand.vingt_un.strategies.policy_files import BEST, replies

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
