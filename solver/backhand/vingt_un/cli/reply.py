"""``backhand vingt-un reply``: the dealer's best reply over a round."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.common.cli.types import Count
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.cli.options import Cards, punters_option, rules_option, seen_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command("reply", epilog="Example: backhand vingt-un reply --punters 16 --number 2 --tables 1000")
@punters_option
@click.option("--number", type=click.IntRange(1, 4), default=1, show_default=True, help="How many punters.")
@click.option("--tables", type=Count(1, 1_000_000), metavar="N", help="For 2 to 4 punters: how many tables to solve.")
@seen_option
@rules_option
@output_options
def command(
    punters: Policy,
    number: int,
    tables: int | None,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Give what a round is worth to a dealer who replies best.

    The punters' policy is known. Against one punter the value is exact, against 2 to 4 it lies between proved bounds. A
    table is all that the punters show together. The more of the likeliest tables are solved, the closer the bounds are.
    By default as many are solved as take a minute or two: then the bounds are thousandths of a stake apart for two
    punters; for four only the lower one is good.
    """
    from backhand.vingt_un.answers.reply import ReplyRequest, reply
    from backhand.vingt_un.outputs.reply import reply_report

    check_output(output)
    situation = Situation(rules=rules, seen=sum(seen, ()))
    request = ReplyRequest(punters=punters, number=number, tables=tables, situation=situation)
    emit(reply_report(reply(request, progress=show_progress)), form, output)
