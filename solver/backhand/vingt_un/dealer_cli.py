"""Commands of ``backhand vingt-un`` for the dealer against punters whose policies are known."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.cards import format_cards
from backhand.cli.hands import hand_argument
from backhand.cli.options import check_output, emit, output_options, show_progress
from backhand.cli.types import Count
from backhand.errors import HandError, quoted
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.options import (
    HOFFMANNS,
    POLICY,
    Cards,
    doubling_rules_option,
    read_pack,
    rules_option,
    seen_option,
)
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.rules import Rules

punters_option = click.option(
    "--punters",
    "--punter",
    type=POLICY,
    default=HOFFMANNS,
    show_default=True,
    metavar="POLICY",
    help="What the punters stand on.",
)


@click.command("reply", epilog="Example: backhand vingt-un reply --punters 16 --number 2 --tables 1000")
@punters_option
@click.option("--number", type=click.IntRange(1, 4), default=1, show_default=True, help="How many punters.")
@click.option("--tables", type=Count(1, 1_000_000), metavar="N", help="For 2 to 4 punters: how many tables to solve.")
@seen_option
@rules_option
@output_options
def reply(
    punters: Policy,
    number: int,
    tables: int | None,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Give what a round is worth to a dealer who replies best.

    The punters' policy is known. Exact against one. Against 2 to 4 between proved bounds: what all of them show
    together is a table, and the more of the likeliest tables are solved, the narrower they are. Unless said so many are
    that it takes a minute or two: enough to tell thousandths of a stake for two punters, and no more than a
    good lower bound for four.
    """
    from backhand.vingt_un.company import Company
    from backhand.vingt_un.dealer import Dealer
    from backhand.vingt_un.dealer_reports import exact_reply_report
    from backhand.vingt_un.proved_reports import reply_report

    pack = read_pack(rules, seen, whole_round=True)
    if number == 1 and tables is not None:
        raise HandError("--tables is for 2 to 4 punters: one is solved whole")
    check_output(output)
    if number == 1:
        emit(exact_reply_report(Dealer(rules, punters, pack, progress=show_progress)), form, output)
        return
    company = Company(rules, punters, number, pack, tables)
    emit(reply_report(company, company.solve(show_progress)), form, output)


@click.command("double", epilog="Example: backhand vingt-un double T 8 --punters 16")
@hand_argument("[CARD CARD]", needed=False)
@punters_option
@click.option(
    "--if-doubled",
    type=POLICY,
    metavar="POLICY",
    help="What he stands on where the dealer doubles.  [default: the same]",
)
@seen_option
@doubling_rules_option
@output_options
def double(
    hand: tuple[int, ...],
    punters: Policy,
    if_doubled: Policy | None,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say whether the dealer should double with two cards.

    Before the one punter acts, whose policy is known; with no cards named, all two cards he can have. For several
    punters 'reply' says as much as its bounds tell.
    """
    from backhand.vingt_un.dealer import Dealer
    from backhand.vingt_un.dealer_reports import double_report

    if len(hand) not in (0, 2):
        raise HandError(f"{quoted(format_cards(hand))}: the dealer doubles with two cards, before any is drawn")
    if not rules.dealer_may_double:
        raise PolicyError(f"rules {quoted(str(rules))}: the dealer may double only with dealer-doubles=on")
    pack = read_pack(rules, seen, whole_round=True)
    pack.without(hand)  # refuses cards the pack does not hold
    check_output(output)
    dealer = Dealer(rules, punters, pack, if_doubled=if_doubled, progress=show_progress)
    emit(double_report(dealer, counts_of(hand)), form, output)
