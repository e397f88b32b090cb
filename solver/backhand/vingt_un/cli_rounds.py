"""``backhand vingt-un simulate``, ``evaluate``, ``validate`` and ``audit``: rounds played, priced and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from backhand.cards import RANKS, Shoe
from backhand.cli.options import check_output, emit, output_options, show_progress
from backhand.cli.statistics import level_option, rounds_options, warn_if_slow
from backhand.cli.validate import check_rules, check_shoe
from backhand.errors import BackhandError, InputError
from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.options import HOFFMANNS, PUNTER, SEEN, Cards, dealer_option, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

if TYPE_CHECKING:
    from backhand.vingt_un.strategies import PunterPolicy

punter_option = click.option(
    "--punter",
    "punters",
    type=PUNTER,
    multiple=True,
    default=[HOFFMANNS],
    show_default=True,
    metavar="POLICY",
    help="What a punter stands on, as for --dealer, or best; once for each of 1 to 4 punters.",
)


both_option = click.option(
    "--both", type=SEEN, multiple=True, metavar="CARDS", help="Cards with two of which punters go on both: 'A 9 8'."
)


def _ranks(both: Cards) -> frozenset[int]:
    """The ranks that --both names. Raises PolicyError for one that comes twice."""
    ranks = sum(both, ())
    for rank in ranks:
        if ranks.count(rank) > 1:
            raise PolicyError(f"--both: {RANKS[rank - 1]} comes twice: name a card once, 'A 9' for two aces or nines")
    return frozenset(ranks)


@click.command(
    "simulate", epilog="Example: backhand vingt-un simulate --dealer 17 --punter 16 --both A --rounds 1_000_000"
)
@rounds_options
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
    punters: tuple[PunterPolicy, ...],
    both: Cards,
    jobs: int | None,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Play rounds with shuffled cards.

    Estimates with standard errors beside the exact values, for each punter. The result depends on rounds and seed, not
    on --jobs. With numba it is about a hundred times as fast: pip install 'backhand[fast]'. With pack=as-dealt rounds
    go on from the cards left over. Interrupted (Ctrl-C), it shows the rounds played so far, and exits with 130.
    'backhand vingt-un validate' reads its json, and for one punter its csv.
    """
    from tqdm import tqdm

    from backhand.chunks import check, cores
    from backhand.vingt_un.estimates import exact_of
    from backhand.vingt_un.simulated import simulation_report
    from backhand.vingt_un.simulation import Plan, Seated
    from backhand.vingt_un.strategies import replies

    check(rounds, seed)
    check_output(output)
    ranks = _ranks(both)
    seats = [Seated(policy, ranks) for policy in replies(rules, dealer, punters)]
    plan = Plan(rules, dealer, seats, rounds, seed)
    warn_if_slow(rounds)
    exact = exact_of(plan, show_progress)
    with tqdm(total=rounds, desc="playing rounds", disable=None, delay=1, leave=False, unit_scale=True) as bar:
        tally = plan.play(jobs or cores(), bar.update)
    emit(simulation_report(plan, tally, exact), form, output)
    if tally.rounds < rounds:
        click.echo(f"Interrupted: {tally.rounds:,} of {rounds:,} rounds were played.", err=True)
        return 130
    return 0


@click.command("evaluate", epilog="Example: backhand vingt-un evaluate mypolicy.csv --dealer 17")
@click.argument("policy", metavar="POLICY", type=PUNTER)
@dealer_option
@both_option
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many decisions to show.")
@rules_option
@output_options
def evaluate(
    policy: PunterPolicy, dealer: Policy, both: Cards, worst: int, rules: Rules, form: str, output: Path | None
) -> None:
    """Give the exact value of a punter's policy.

    What it costs against the best reply to the dealer, and its worst decisions by cost. POLICY is text
    as for --dealer, or best, or a csv file as 'backhand vingt-un chart --format csv' writes it, with lines for exact
    hands ('A 2 2,stand') if wanted.
    What the dealer gains if he also goes on both (--both) is told beside; costs are those of one hand.
    """
    from backhand.vingt_un.evaluated import Evaluation, evaluation_report
    from backhand.vingt_un.splits import BothByRule
    from backhand.vingt_un.strategies import replies

    check_output(output)
    (played,) = replies(rules, dealer, [policy])
    found, ranks = Evaluation(rules, dealer, played), _ranks(both)
    more = BothByRule(found.played, ranks, show_progress) if ranks else None
    emit(evaluation_report(found, worst, more), form, output)


@click.command(
    "validate", epilog="Example: backhand vingt-un validate docs/examples/vingt_un_totals.csv --dealer 17 --punter 16"
)
@click.argument("results", metavar="RESULTS")
@dealer_option
@punter_option
@level_option
@rules_option
@output_options
def validate(
    results: str,
    dealer: Policy,
    punters: tuple[PunterPolicy, ...],
    level: float,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Test a simulator's counts.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, first two cards, or total and action.
    Rules and policies are those the simulator was meant to play; every round from a fresh shuffle, nobody going on
    both. Where the counts of one punter do not agree, it says with which known policies they do: best play, or to
    stand on a total from 12 to 19. Exit 0: agrees; 3: does not.
    """
    from backhand.outputs.validation import verdict_report
    from backhand.validation import validate as tested
    from backhand.vingt_un.expected import Expected
    from backhand.vingt_un.outcomes import Outcomes
    from backhand.vingt_un.reports import document, heading, policy_words
    from backhand.vingt_un.results import read_results
    from backhand.vingt_un.strategies import replies

    check_output(output)
    fresh, read = Shoe.of_decks(1), read_results(results, rules)
    if read.stated.get("dealt_on"):
        raise InputError(f"{results} has rounds dealt on from one pack (dealt_on): these are not independent")
    if rules.pack_as_dealt:
        raise UnsolvedError("pack=as-dealt: rounds dealt on from one pack are not independent; tested is pack=fresh")
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
    from backhand.vingt_un.strategies import BEST, replies

    (best,) = replies(rules, dealer, [BEST])
    return [(BEST, best), *((f"{total}", Policy.from_text(f"{total}")) for total in range(12, 20))]


def _check_policies(
    stated: Mapping[str, Any], rules: Rules, dealer: Policy, policies: Sequence[Policy], name: str
) -> None:
    """Refuse results of other players than those asked for. Raises InputError and PolicyError."""
    from backhand.vingt_un.strategies import BEST, replies

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
