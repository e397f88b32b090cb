"""``backhand vingt-un advise``: what should I do here, as punter or dealer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from backhand.common.cards import Shoe
from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import check_output, emit, output_options
from backhand.common.outputs.report import Report
from backhand.errors import HandError
from backhand.vingt_un.cli.options import (
    HOFFMANNS,
    POLICY,
    RUNS,
    Cards,
    doubled_option,
    read_pack,
    rules_option,
    seen_option,
)
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.policies import Counts, Policy, counts_of
from backhand.vingt_un.rules import Rules


@click.command("advise", epilog="Example: backhand vingt-un advise T 6 --as dealer --standing 2 --shown '6 | 7'")
@hand_argument("CARD...")
@click.option("--as", "seat", type=click.Choice(["punter", "dealer"]), default="punter", show_default=True)
@click.option("--dealer", type=POLICY, metavar="POLICY", help="For a punter: what the dealer stands on.")
@click.option(
    "--punters",
    "--punter",
    type=POLICY,
    metavar="POLICY",
    multiple=True,
    help="For the dealer: what the punters stand on; once, or once for each: first those standing, then those who "
    "went over.  [default: 16]",
)
@click.option("--standing", type=int, metavar="N", help="For the dealer: how many punters are still in.")
@click.option(
    "--shown",
    type=RUNS,
    metavar="CARDS|CARDS",
    help="What each of them drew, in order, a bar between two: '6 | 7 2'. Who drew nothing has nothing: ' | 6'.",
)
@click.option(
    "--over",
    type=RUNS,
    metavar="CARDS|CARDS",
    help="What each punter who went over drew; the whole hand with overdrawn-shown=yes.",
)
@doubled_option
@seen_option
@rules_option
@output_options
def command(
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

    As a punter against a dealer whose policy is known (--dealer); with two alike, going on both is one of the
    actions. Or as the dealer against punters whose policy is known (--punters); he sees what each has drawn
    (--shown).
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
    from backhand.vingt_un.outputs.advise import punter_report
    from backhand.vingt_un.solving.pairs import Pairs
    from backhand.vingt_un.solving.punter import Punter

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
    from backhand.vingt_un.outputs.advise import dealer_report
    from backhand.vingt_un.solving.seats import Seats, seated

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
