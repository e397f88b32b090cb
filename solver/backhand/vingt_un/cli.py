"""``backhand vingt-un``: the second game, a command for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from backhand.cards import Shoe, format_cards
from backhand.cli.groups import Commands
from backhand.cli.hands import hand_argument
from backhand.cli.options import check_output, emit, output_options, show_progress, warn
from backhand.cli.types import Count, Place
from backhand.errors import HandError, quoted
from backhand.outputs.files import check_file, check_folder, write_whole
from backhand.outputs.report import Report
from backhand.vingt_un.chart_cli import chart
from backhand.vingt_un.cli_rounds import audit, evaluate, simulate, validate
from backhand.vingt_un.dealer_cli import double, reply
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.options import (
    CARDS,
    HOFFMANNS,
    POLICY,
    PUNTER,
    RUNS,
    Cards,
    dealer_option,
    doubled_option,
    read_pack,
    rules_option,
    seen_option,
)
from backhand.vingt_un.policies import Counts, Policy, counts_of
from backhand.vingt_un.rules import Rules

if TYPE_CHECKING:
    from backhand.vingt_un.strategies import PunterPolicy

# What computes is imported by the command that needs it: numpy is slow to load, and help must come at once.


@click.group("vingt-un", cls=Commands, epilog="Example: backhand vingt-un advise 'A 2 2' --dealer 17")
def command() -> None:
    """Vingt-un, as Professor Hoffmann's Hoyle has it, solved exactly."""


for made in (simulate, evaluate, validate, audit, double, reply, chart):
    command.add_command(made)


@command.command("value", epilog="Example: backhand vingt-un value --dealer 17,19 --format json")
@dealer_option
@click.option(
    "--punter",
    type=PUNTER,
    default="best",
    show_default=True,
    metavar="POLICY",
    help="What the punter stands on, as for --dealer, or best.",
)
@seen_option
@rules_option
@output_options
def value(dealer: Policy, punter: PunterPolicy, seen: Cards, rules: Rules, form: str, output: Path | None) -> None:
    """Give the dealer's exact value per stake.

    The dealer's policy is known, the one punter plays best against it, or his policy, and does not go on both.
    """
    from backhand.vingt_un.punter import Punter, announcements
    from backhand.vingt_un.reports import value_report
    from backhand.vingt_un.strategies import BEST

    pack = read_pack(rules, seen, whole_round=True)
    check_output(output)
    policy = None if punter == BEST else punter
    made = [Punter(rules, dealer, pack, policy, said) for said in announcements(rules)]
    emit(value_report(made), form, output)


@command.command("advise", epilog="Example: backhand vingt-un advise T 6 --as dealer --standing 2 --shown '6 | 7'")
@hand_argument("CARD...")
@click.option("--as", "seat", type=click.Choice(["punter", "dealer"]), default="punter", show_default=True)
@click.option("--dealer", type=POLICY, metavar="POLICY", help="For a punter: what the dealer stands on.")
@click.option(
    "--punters",
    "--punter",
    type=POLICY,
    metavar="POLICY",
    multiple=True,
    help="For the dealer: what the punters stand on; once, or once for each standing, then over.  [default: 16]",
)
@click.option("--standing", type=int, metavar="N", help="For the dealer: how many punters are still in.")
@click.option("--shown", type=RUNS, metavar="CARDS|CARDS", help="What each of these drew, in order: '6 | 7 2'.")
@click.option(
    "--over", type=RUNS, metavar="CARDS|CARDS", help="What each who went over drew; shown hands whole, under the rule."
)
@doubled_option
@seen_option
@rules_option
@output_options
def advise(
    hand: tuple[int, ...],
    seat: str,
    dealer: Policy | None,
    punters: tuple[Policy, ...],
    standing: int | None,
    shown: Cards | None,
    over: Cards | None,
    doubled: bool,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say what to do with a hand.

    As a punter against a dealer's policy (--dealer), going on both with two alike included; or as the dealer against
    the punters' (--punters), who stand showing what they drew.
    """
    check_output(output)
    counts = counts_of(hand)
    pack = read_pack(rules, seen, whole_round=False)
    if seat == "punter":
        if dealer is None:
            raise PolicyError("--dealer is missing: a punter's best reply is to a dealer's policy, such as 17")
        if punters or standing is not None or shown is not None or over is not None:
            raise PolicyError("--punters, --standing, --shown and --over go with --as dealer")
        emit(_advise_punter(rules, pack, dealer, counts, doubled), form, output)
        return
    if dealer is not None:
        raise PolicyError("--dealer goes with --as punter: the dealer himself is free")
    policies = punters or (Policy.from_text(HOFFMANNS),)
    emit(_advise_dealer(rules, pack, policies, (standing, shown, over), counts, doubled), form, output)


def _advise_punter(rules: Rules, pack: Shoe, dealer: Policy, hand: Counts, doubled: bool) -> Report:
    from backhand.vingt_un.pairs import Pairs
    from backhand.vingt_un.punter import Punter
    from backhand.vingt_un.reports import punter_report

    punter = Punter(rules, dealer, pack, doubled=doubled)
    advice = punter.advise(hand)
    alike = sum(hand) == 2 and 2 in hand and (hand[-1] != 2 or rules.alike_by_value or pack == Shoe.of_decks(1))
    if not alike:
        return punter_report(punter, advice, None)
    pairs = Pairs(rules, dealer, hand.index(2) + 1, pack, doubled=doubled)
    return punter_report(punter, advice, pairs.decided(pairs.simple()[1]))


def _advise_dealer(
    rules: Rules,
    pack: Shoe,
    policies: Sequence[Policy],
    table: tuple[int | None, Cards | None, Cards | None],
    hand: Counts,
    doubled: bool,
) -> Report:
    from backhand.vingt_un.dealer_reports import dealer_report
    from backhand.vingt_un.seats import Seats, seated

    standing, shown, over = table
    runs = list(shown or ())
    number = len(runs) if standing is None and shown is not None else standing
    if number is None:
        raise HandError("--standing is missing: how many punters are still in")
    if len(runs) > number:
        raise HandError(f"--shown names {len(runs)} punters, but {number} are standing")
    runs += [()] * (number - len(runs))
    seats, seen = seated(rules, policies, runs, over or ())
    found = Seats(rules, seats, pack, seen, doubled)
    return dealer_report(found, found.advise(hand))


@command.command("both", epilog="Example: backhand vingt-un both 9 --dealer 17")
@click.argument("rank", type=CARDS, metavar="CARD")
@dealer_option
@doubled_option
@seen_option
@rules_option
@output_options
def both(
    rank: tuple[int, ...],
    dealer: Policy,
    doubled: bool,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say what going on both is worth with two of a card.

    The joint optimum of all hands, a third and fourth included, proved to nine places. One to ten minutes.
    """
    from backhand.vingt_un.pairs import Pairs
    from backhand.vingt_un.proved_reports import both_report

    if len(set(rank)) != 1 or len(rank) > 2:
        raise HandError(f"{quoted(format_cards(rank))}: name the card of which there are two, such as 9")
    pack = read_pack(rules, seen, whole_round=False)
    check_output(output)
    pairs = Pairs(rules, dealer, rank[0], pack, doubled=doubled)
    emit(both_report(pairs, pairs.solve(_levels(show_progress))), form, output)


def _levels(progress: Callable[[Iterable[int], str, int], Iterable[int]]) -> Callable[[int], None]:
    """Tell a progress bar about the levels of a pair: about 26 cards deep, once to find and twice to value."""
    steps = iter(progress(range(78), "levels", 78))

    def tell(states: int) -> None:
        next(steps, None)

    return tell


@command.command("equilibrium", epilog="Example: backhand vingt-un equilibrium --width 1/10000 --state game.npz")
@click.option("--width", default="1/10000", show_default=True, metavar="FRACTION", help="Go on until proved so narrow.")
@click.option("--most", type=Count(1, 1_000_000), default=2000, show_default=True, help="Iterations at most, in all.")
@click.option(
    "--state",
    type=Place(),
    metavar="FILE",
    help="Where to go on from, and to keep what was learnt.",
)
@rules_option
@output_options
def equilibrium(width: str, most: int, state: Path | None, rules: Rules, form: str, output: Path | None) -> None:
    """Prove an interval for the value of the game when both play best.

    One punter who does not go on both; iterated until a dealer who does not use the order of the punter's cards is
    held so narrowly, and then proved for one who does, too. It takes minutes, and is the same every time. A dealer who
    may double mixes that as well.
    """
    from backhand.vingt_un.proved_reports import equilibrium_report
    from backhand.vingt_un.search import read_width, solve

    wanted = read_width(width)
    check_output(output)
    if state is not None:
        check_file(state, only_file=True)
    found = solve(rules, Shoe.of_decks(1), wanted, most, state, show_progress)
    emit(equilibrium_report(found), form, output)
    if found.interval.width > wanted:
        warn(f"not yet as narrow as {wanted} after {found.state.iterations} iterations: raise --most")


@command.command("claims", epilog="Example: backhand vingt-un claims --quick")
@click.option("--quick", is_flag=True, help="Only what takes about a minute: no joint optimum, no equilibrium.")
@click.option(
    "--output-dir",
    type=Place(),
    metavar="FOLDER",
    help="Write the page vingt_un.md and its figure vingt_un.svg there.",
)
@output_options
def claims(quick: bool, output_dir: Path | None, form: str, output: Path | None) -> None:
    """Test Hoffmann's advice number by number.

    C1 to C7 with the exact numbers for and against. Whole it takes some twenty minutes and is docs/vingt_un.md.
    """
    from backhand.vingt_un.audit import audit as computed
    from backhand.vingt_un.page import claims_report, page

    check_output(output)
    if output_dir is not None:
        check_folder(output_dir)
    found = computed(quick, show_progress)
    if output_dir is not None:
        for name, content in page(found):
            write_whole(output_dir / name, content)
    emit(claims_report(found), form, output)


@command.command("rules", epilog="Example: backhand vingt-un rules --rules ties=void")
@rules_option
@output_options
def rules_command(rules: Rules, form: str, output: Path | None) -> None:
    """List the options in force."""
    from backhand.vingt_un.rulebook import rules_report

    check_output(output)
    emit(rules_report(rules), form, output)
