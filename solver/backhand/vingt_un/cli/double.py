"""``backhand vingt-un double``: should the dealer double."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cards import format_cards
from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.errors import HandError, quoted
from backhand.vingt_un.cli.options import POLICY, Cards, doubling_rules_option, punters_option, read_pack, seen_option
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.rules import Rules


@click.command("double", epilog="Example: backhand vingt-un double T 8 --punters 16")
@hand_argument("[CARD CARD]", needed=False)
@punters_option
@click.option(
    "--if-doubled",
    type=POLICY,
    metavar="POLICY",
    help="What the punter stands on when the dealer has doubled.  [default: the same]",
)
@seen_option
@doubling_rules_option
@output_options
def command(
    hand: tuple[int, ...],
    punters: Policy,
    if_doubled: Policy | None,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Say whether the dealer should double with two cards.

    There is one punter, whose policy is known, and he has not acted yet. Without cards, all pairs of cards that the
    dealer can have are listed. For several punters see 'reply', which gives bounds.
    """
    from backhand.vingt_un.outputs.double import double_report
    from backhand.vingt_un.solving.dealer import Dealer

    if len(hand) not in (0, 2):
        raise HandError(f"{quoted(format_cards(hand))}: the dealer doubles with two cards, before any is drawn")
    if not rules.dealer_may_double:
        raise PolicyError(f"rules {quoted(str(rules))}: the dealer may double only with dealer-doubles=on")
    pack = read_pack(rules, seen, whole_round=True)
    pack.without(hand)  # refuses cards the pack does not hold
    check_output(output)
    dealer = Dealer(rules, punters, pack, if_doubled=if_doubled, progress=show_progress)
    emit(double_report(dealer, counts_of(hand)), form, output)
