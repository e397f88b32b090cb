"""Commands of ``backhand vingt-un`` for the dealer against punters whose policies are known."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.cards import format_cards
from backhand.cli.options import check_output, emit, output_options
from backhand.errors import HandError
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.options import (
    CARDS,
    HOFFMANNS,
    POLICY,
    Cards,
    doubling_rules_option,
    read_pack,
    seen_option,
)
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.rules import Rules


@click.command("double", epilog="Example: backhand vingt-un double T 8 --punters 16")
@click.argument("hand", nargs=-1, type=CARDS, metavar="[CARD CARD]")
@click.option(
    "--punters", type=POLICY, default=HOFFMANNS, show_default=True, metavar="POLICY", help="What the punter stands on."
)
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
    hand: Cards,
    punters: Policy,
    if_doubled: Policy | None,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say whether the dealer should double with two cards.

    Before the one punter acts, whose policy is known; with no cards named, all two cards he can have.
    """
    from backhand.vingt_un.dealer import Dealer
    from backhand.vingt_un.dealer_reports import double_report

    cards = sum(hand, ())
    if len(cards) not in (0, 2):
        raise HandError(f"{format_cards(cards)!r}: the dealer doubles with two cards, before any is drawn")
    if not rules.dealer_may_double:
        raise PolicyError(f"rules {str(rules)!r}: the dealer may double only with dealer-doubles=on")
    pack = read_pack(rules, seen, whole_round=True)
    pack.without(cards)  # refuses cards the pack does not hold
    check_output(output)
    emit(double_report(Dealer(rules, punters, pack, if_doubled=if_doubled), counts_of(cards)), form, output)
