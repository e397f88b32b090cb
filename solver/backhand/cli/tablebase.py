"""``backhand tablebase``: every shoe solved, in a file."""

from __future__ import annotations

import functools
from pathlib import Path

import click

from backhand.answers.rules import RulesRequest
from backhand.answers.tablebase import BuildRequest, ProbeRequest, VerifyRequest, build, info, probe, verify
from backhand.cli.options import rules_options
from backhand.common.cards import DECK, Shoe, parse_seen
from backhand.common.cli.group import Commands
from backhand.common.cli.options import Read, check_output, emit, output_options, show_progress, warn
from backhand.common.cli.types import Count, Place
from backhand.common.outputs.report import FORMATS
from backhand.errors import OutputError, ShoeError, quoted
from backhand.outputs.tablebase import info_report, probe_report, verify_report

_FILE = click.argument("file", type=Place())
_EXIT_MISMATCH = 3


@click.group("tablebase", cls=Commands, epilog="Example: backhand tablebase build")
def command() -> None:
    """Solve every shoe of a deck, once, into a file that answers at once."""


@command.command("build", epilog="Example: backhand tablebase build deck.tablebase --jobs 2")
@click.argument("file", type=Place(), required=False)
@click.option(
    "--output",
    type=Place(),
    metavar="FILE",
    help="The same as FILE.  [default: a file in the user's folder for data]",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Threads.  [default: one a processor]")
@click.option(
    "--most",
    type=Read("counts", Shoe.from_text),
    metavar="COUNTS",
    help="The fullest shoe, as counts of A,2,…,9,T.  [default: one deck]",
)
@rules_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
def build_command(
    file: Path | None,
    output: Path | None,
    jobs: int | None,
    most: Shoe | None,
    rules: str,
    pays: str | None,
    form: str,
) -> None:
    """Solve all 33,203,125 shoes of a deck into a file.

    If a build is interrupted, the next one goes on where it ended. It needs 1.3 GB of memory and 266 MB of disk.
    """
    if file is not None and output is not None:
        raise OutputError(f"FILE {quoted(str(file))} and --output {quoted(str(output))}: give one of them")
    request = BuildRequest(file or output, RulesRequest(rules, pays), Shoe(DECK) if most is None else most, jobs)
    progress = functools.partial(show_progress, unit=" shoes", each=request.step)
    try:
        answer = build(request, progress=progress)
    except (OSError, KeyboardInterrupt):
        warn(f"tablebase {quoted(str(request.path))} is unfinished: the same command goes on from there")
        raise
    emit(info_report(answer), form, None)


@command.command("info", epilog="Example: backhand tablebase info deck.tablebase")
@_FILE
@output_options
def info_command(file: Path, form: str, output: Path | None) -> None:
    """Say for which rules and shoes a file is."""
    check_output(output)
    emit(info_report(info(file)), form, output)


@command.command("probe", epilog="Example: backhand tablebase probe deck.tablebase --seen 'T T 9'")
@_FILE
@click.option(
    "--shoe", type=Read("counts", Shoe.from_text), metavar="COUNTS", help="All undealt cards, as ten counts of A to T."
)
@click.option(
    "--seen",
    type=Read("cards", parse_seen),
    multiple=True,
    metavar="CARDS",
    help="Cards that have left the fullest shoe, discarded aces too.",
)
@output_options
def probe_command(
    file: Path, shoe: Shoe | None, seen: tuple[tuple[int, ...], ...], form: str, output: Path | None
) -> None:
    """Look up what a deal from a shoe is worth."""
    if shoe is not None and seen:
        raise ShoeError("--seen and --shoe: the shoe is the undealt cards already; give one of them")
    check_output(output)
    answer = probe(ProbeRequest(file, shoe, sum(seen, ())), progress=show_progress)
    emit(probe_report(answer), form, output)


@command.command("verify", epilog="Example: backhand tablebase verify deck.tablebase --samples 1000")
@_FILE
@click.option(
    "--samples", type=Count(0, 1_000_000_000), default=100, show_default=True, metavar="N", help="Random shoes."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Which random shoes.")
@output_options
def verify_command(file: Path, samples: int, seed: int, form: str, output: Path | None) -> int:
    """Check a file: every layer against its checksum, random shoes against exact values.

    With each random shoe, all shoes that pushes lead to are compared. Exit code 3 if anything is wrong.
    """
    check_output(output)
    answer = verify(VerifyRequest(file, samples, seed), progress=show_progress)
    emit(verify_report(answer), form, output)
    return 0 if answer.right else _EXIT_MISMATCH
