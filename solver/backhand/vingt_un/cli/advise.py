"""``backhand vingt-un advise``: what should I do here, as punter or dealer."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import check_output, emit, output_options
from backhand.errors import HandError
from backhand.vingt_un.answers.situation import HOFFMANNS, Situation
from backhand.vingt_un.cli.options import (
    POLICY,
    RUNS,
    Cards,
    doubled_option,
    rules_option,
    seen_option,
)
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.policies import Policy
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
    from backhand.vingt_un.answers.advise import DealersRequest, PuntersRequest, advise_dealer, advise_punter
    from backhand.vingt_un.outputs.advise import dealer_report, punter_report

    check_output(output)
    situation = Situation(rules=rules, seen=sum(seen, ()))
    if seat == "punter":
        if dealer is None:
            raise PolicyError("--dealer is missing: a punter's best reply is to a dealer's policy, such as 17")
        if punters or standing is not None or shown is not None or over is not None:
            raise PolicyError("--punters, --standing, --shown and --over go with --as dealer")
        asked = PuntersRequest(hand=hand, dealer=dealer, doubled=doubled, situation=situation)
        emit(punter_report(advise_punter(asked)), form, output)
        return
    if dealer is not None:
        raise PolicyError("--dealer goes with --as punter: the dealer himself is free")
    request = DealersRequest(
        hand=hand,
        shown=_still_in(standing, shown),
        over=over or (),
        punters=punters or (HOFFMANNS,),
        doubled=doubled,
        situation=situation,
    )
    emit(dealer_report(advise_dealer(request)), form, output)


def _still_in(standing: int | None, shown: Cards | None) -> Cards:
    """What each punter still in drew: those of --shown, then nothing for the others of --standing."""
    runs = shown or ()
    number = len(runs) if standing is None and shown is not None else standing
    if number is None:
        raise HandError("--standing is missing: how many punters are still in")
    if len(runs) > number:
        raise HandError(f"--shown names {len(runs)} punters, but {number} are standing")
    return (*runs, *((),) * (number - len(runs)))
