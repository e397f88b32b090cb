"""``backhand vingt-un simulate``, ``evaluate``, ``validate`` and ``audit``: rounds played, priced and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from backhand.cards import Shoe
from backhand.cli.options import Read, check_output, emit, output_options, show_progress
from backhand.cli.validate import check_rules, check_shoe
from backhand.errors import BackhandError, InputError
from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.options import CARDS, HOFFMANNS, POLICY, Cards, dealer_option, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

BEST = "best"
"""What stands for the best reply where a policy could."""


def _punter(text: str) -> Policy | None:
    return None if text == BEST else POLICY.convert(text, None, None)


punter_option = click.option(
    "--punter",
    "punters",
    type=Read("policy", _punter),
    multiple=True,
    default=[HOFFMANNS],
    show_default=True,
    metavar="POLICY",
    help="What a punter stands on, as for --dealer, or best; once for each of 1 to 4 punters.",
)


both_option = click.option(
    "--both", type=CARDS, multiple=True, metavar="CARDS", help="Cards with two of which punters go on both: 'A 9 8'."
)


def _replies(rules: Rules, dealer: Policy, punters: Sequence[Policy | None]) -> list[Policy]:
    """The policies of the punters, the best reply where none is given."""
    from backhand.vingt_un.punter import Punter

    known = {policy: policy or Punter(rules, dealer).best_policy() for policy in punters}
    return [known[policy] for policy in punters]


@click.command(
    "simulate", epilog="Example: backhand vingt-un simulate --dealer 17 --punter 16 --both A --rounds 1_000_000"
)
@click.option("--rounds", type=int, default=1_000_000, show_default=True, metavar="N", help="Rounds to play.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Same seed, same cards.")
@dealer_option
@punter_option
@both_option
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Chunks played at a time.  [default: all cores]")
@rules_option
@output_options
def simulate(
    rounds: int,
    seed: int,
    dealer: Policy,
    punters: tuple[Policy | None, ...],
    both: Cards,
    jobs: int | None,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Play rounds with shuffled cards.

    Estimates with standard errors beside the exact values, for each punter. The result depends on rounds and seed, not
    on --jobs. With pack=as-dealt rounds go on from the cards left over. Interrupted (Ctrl-C), it shows the rounds
    played so far, and exits with 130. 'backhand vingt-un validate' reads its json, and for one punter its csv.
    """
    from tqdm import tqdm

    from backhand.chunks import check, cores
    from backhand.vingt_un.estimates import exact_of
    from backhand.vingt_un.simulated import simulation_report
    from backhand.vingt_un.simulation import Plan, Seated

    check(rounds, seed)
    check_output(output)
    ranks = frozenset(sum(both, ()))
    seats = [Seated(policy, ranks) for policy in _replies(rules, dealer, punters)]
    plan = Plan(rules, dealer, seats, rounds, seed)
    exact = exact_of(plan, show_progress)
    with tqdm(total=rounds, desc="playing rounds", disable=None, delay=1, leave=False, unit_scale=True) as bar:
        tally = plan.play(jobs or cores(), bar.update)
    emit(simulation_report(plan, tally, exact), form, output)
    if tally.rounds < rounds:
        click.echo(f"Interrupted: {tally.rounds:,} of {rounds:,} rounds were played.", err=True)
        return 130
    return 0


@click.command("evaluate", epilog="Example: backhand vingt-un evaluate mypolicy.csv --dealer 17")
@click.argument("policy", metavar="FILE", type=POLICY)
@dealer_option
@both_option
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many decisions to show.")
@rules_option
@output_options
def evaluate(
    policy: Policy, dealer: Policy, both: Cards, worst: int, rules: Rules, form: str, output: Path | None
) -> None:
    """Give the exact value of a punter's policy.

    What it costs against the best reply to the dealer, and its worst decisions by cost. FILE is csv as 'backhand
    vingt-un chart --format csv' writes it, with lines for exact hands ('A 2 2,stand') if wanted; or a policy as text.
    What the dealer gains if he also goes on both (--both) is told beside; costs are those of one hand.
    """
    from backhand.vingt_un.evaluated import Evaluation, evaluation_report
    from backhand.vingt_un.splits import BothByRule

    check_output(output)
    found, ranks = Evaluation(rules, dealer, policy), frozenset(sum(both, ()))
    more = BothByRule(found.played, ranks, show_progress) if ranks else None
    emit(evaluation_report(found, worst, more), form, output)


@click.command(
    "validate", epilog="Example: backhand vingt-un validate docs/examples/vingt_un_totals.csv --dealer 17 --punter 16"
)
@click.argument("results", metavar="RESULTS")
@dealer_option
@punter_option
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    show_default=True,
    metavar="P",
    help="The chance to reject a right simulator.",
)
@rules_option
@output_options
def validate(
    results: str,
    dealer: Policy,
    punters: tuple[Policy | None, ...],
    level: float,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Test a simulator's counts.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, first two cards, or total and action.
    Rules and policies are those the simulator was meant to play; every round from a fresh shuffle, nobody going on
    both. Exit 0: agrees; 3: does not.
    """
    from backhand.outputs.validation import verdict_report
    from backhand.validation import validate as tested
    from backhand.vingt_un.expected import Expected
    from backhand.vingt_un.outcomes import Outcomes
    from backhand.vingt_un.reports import document, heading, policy_words
    from backhand.vingt_un.results import read_results

    check_output(output)
    if rules.pack_as_dealt:
        raise UnsolvedError("pack=as-dealt: rounds dealt on from one pack are not independent; tested is pack=fresh")
    fresh, read = Shoe.of_decks(1), read_results(results, rules)
    check_rules(read.stated, rules, Rules.from_text, results)
    check_shoe(read.stated, fresh, results, "rounds of a whole pack of 52 are tested")
    policies = _replies(rules, dealer, punters)
    _check_policies(read.stated, dealer, policies, results)
    verdict = tested(read, Expected([Outcomes(rules, dealer, policy) for policy in policies]), level)
    frame = document("validate", rules, fresh, dealer=str(dealer), punters=[str(policy) for policy in policies])
    words = [f"Dealer: {policy_words(dealer)}.", *(f"Punter: {policy_words(policy)}." for policy in policies)]
    emit(verdict_report(verdict, frame, heading(rules, fresh, *words), results), form, output)
    return 0 if verdict.agrees else 3


def _check_policies(stated: Mapping[str, Any], dealer: Policy, policies: Sequence[Policy], name: str) -> None:
    """Refuse results of other players than those asked for. Raises InputError."""
    if stated.get("dealt_on"):
        raise InputError(f"{name} has rounds dealt on from one pack (dealt_on): these are not independent")
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
            raise PolicyError(
                f"{name} was played by a {option} with policy {other}, not {policy}: give --{option} '{other}'"
            )
    if any(seat.get("both") for seat in punters):
        raise InputError(f"{name} has punters who went on both: only rounds of one hand each are tested")


@click.command("audit", epilog="Example: backhand vingt-un audit docs/examples/vingt_un_log.csv --dealer 17 --worst 3")
@click.argument("log", metavar="LOG")
@dealer_option
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many mistakes to show.")
@rules_option
@output_options
def audit(log: str, dealer: Policy, worst: int, rules: Rules, form: str, output: Path | None) -> None:
    """Check rounds that a punter played, and price them.

    LOG is csv or jsonl (docs/validation.md): his cards of each round in order, his actions, the dealer's cards, the
    result. What the rules forbid, a dealer who does not play --dealer, or a result that is not the cards', is refused
    by its line. Each decision is priced against the best reply, for the cards as the punter saw them; going on both
    is not priced.
    """
    from tqdm import tqdm

    from backhand.outputs.audit import priced_report
    from backhand.vingt_un.played import audit as priced
    from backhand.vingt_un.played import read_log
    from backhand.vingt_un.reports import document, heading, policy_words

    check_output(output)
    records, fresh = read_log(log, rules), Shoe.of_decks(1)
    made = priced(records, rules, dealer, log)
    rounds = list(tqdm(made, "pricing rounds", len(records), disable=None, delay=1, leave=False))
    head = heading(rules, fresh, f"Dealer: {policy_words(dealer)}.")
    emit(priced_report(rounds, document("audit", rules, fresh, dealer=str(dealer)), head, log, worst), form, output)
