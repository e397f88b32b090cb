"""What the commands have in common: the shoe, the rules, the output."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from backhand.common.cards import Shoe, parse_seen
from backhand.common.cli.options import Command, Read, check_output, emit, output_options, read_width, show_progress
from backhand.common.cli.types import Place
from backhand.common.outputs.report import FORMATS, Report
from backhand.errors import EnclosureError, ShoeError
from backhand.rules import Rules
from backhand.solver import Solver

if TYPE_CHECKING:
    from backhand.tablebase import Tablebase


def shoe_options(command: Command) -> Command:
    """--decks, --players, --shoe and --seen: which cards are undealt."""
    for option in reversed(
        [
            click.option("--decks", type=int, metavar="N", help="Decks in the fresh shoe, 1 to 8.  [default: 1]"),
            click.option("--players", type=int, metavar="N", help="Players at the table: one deck for every two."),
            click.option(
                "--shoe",
                type=Read("counts", Shoe.from_text),
                metavar="COUNTS",
                help="All undealt cards, as ten counts of A to T: 4,4,4,4,4,4,4,4,4,16.",
            ),
            click.option(
                "--seen",
                type=Read("cards", parse_seen),
                multiple=True,
                metavar="CARDS",
                help="Cards that have left the fresh shoe, discarded aces too, in quotes: 'K 5 A'.",
            ),
        ]
    ):
        command = option(command)
    return command


def rules_options(command: Command) -> Command:
    """--rules and --pays: what is played."""
    for option in reversed(
        [
            click.option(
                "--rules",
                default="inventor",
                metavar="RULES",
                help="Preset inventor or denexa, and options: denexa,twelve=hit ('backhand rules' lists them).",
            ),
            click.option("--pays", metavar="ODDS", help="Net payouts: 6:5, or backhand=6:5,five-cards=3:2."),
        ]
    ):
        command = option(command)
    return command


def strategy_option(command: Command) -> Command:
    """--strategy: who plays."""
    return click.option(
        "--strategy",
        default="optimal",
        show_default=True,
        metavar="NAME|FILE",
        help="optimal, chart, never-bust, mimic, or a csv file: 'backhand help evaluate' says what these are.",
    )(command)


def deal_options(command: Command) -> Command:
    """--exact and --within: how exact the value of a deal is in shoes of more than about two decks."""
    for option in reversed(
        [
            click.option(
                "--exact", is_flag=True, help="Give the exact fraction, even where that takes hours and many gigabytes."
            ),
            click.option(
                "--within",
                type=Read("width", read_width),
                metavar="WIDTH",
                help="For more than two decks: how far apart the proved bounds may be.  [default: 1e-12]",
            ),
        ]
    ):
        command = option(command)
    return command


def tablebase_option(command: Command) -> Command:
    """--tablebase: where pushes in one deck are read from."""
    return click.option(
        "--tablebase",
        type=Place(),
        metavar="FILE",
        help="Read pushes from this tablebase ('default': where 'backhand tablebase build' puts it).",
    )(command)


def read_tablebase(path: Path | None, rules: Rules) -> Tablebase | None:
    """The tablebase that --tablebase names, which has to be for these rules."""
    if path is None:
        return None
    from backhand.tablebase import Tablebase, default_path

    return Tablebase.open(default_path(rules) if str(path) == "default" else path, rules)


def read_rules(rules: str, pays: str | None) -> Rules:
    """The rules that --rules and --pays name."""
    read = Rules.from_text(rules)
    return read.paying(pays) if pays is not None else read


@dataclass(frozen=True, slots=True)
class Question:
    """What the shared options say: a shoe, the rules, and where the answer goes."""

    solver: Solver
    seen: tuple[int, ...]
    shoe: Shoe | None
    """The undealt cards, if given outright."""
    form: str
    output: Path | None

    @property
    def undealt(self) -> Shoe:
        """The cards to deal from when no hand is held."""
        return self.solver.fresh.without(self.seen) if self.shoe is None else self.shoe

    def answer(self, report: Report) -> None:
        """Print the report, or write it whole."""
        emit(report, self.form, self.output)


def question(command: Callable[..., int | None], forms: Sequence[str] = FORMATS) -> Callable[..., int | None]:
    """Give a command the shared options, and call it with the Question they make as its first argument.

    What it returns, if anything, is the exit code.
    """

    @functools.wraps(command)
    def asked(
        decks: int | None,
        players: int | None,
        shoe: Shoe | None,
        seen: tuple[tuple[int, ...], ...],
        rules: str,
        pays: str | None,
        form: str,
        output: Path | None,
        **others: Any,
    ) -> int | None:
        fresh_decks = _read_decks(decks, players, shoe, seen)
        in_force = read_rules(rules, pays)
        if others.get("exact") and others.get("within") is not None:
            raise EnclosureError("--exact and --within: an exact value has no width; give one of them")
        solver = Solver(
            fresh_decks,
            rules=in_force,
            progress=show_progress,
            exact=others.pop("exact", False),
            width=others.pop("within", None),
            tablebase=read_tablebase(others.pop("tablebase", None), in_force),
        )
        check_output(output)
        return command(Question(solver, sum(seen, ()), shoe, form, output), **others)

    return shoe_options(rules_options(output_options(asked, forms)))


def _read_decks(decks: int | None, players: int | None, shoe: Shoe | None, seen: Sequence[object]) -> int:
    """The number of decks that --decks or --players name; refuses two ways to say it."""
    ways = {"--decks": decks, "--players": players, "--shoe": shoe}
    given = [name for name, value in ways.items() if value is not None]
    if len(given) > 1:
        raise ShoeError(f"{' and '.join(given)}: give one of them, each names the shoe")
    if shoe is not None and seen:
        raise ShoeError("--seen and --shoe: the shoe is the undealt cards already; give one of them")
    if players is not None:
        return Shoe.of_players(players).cards // 52
    return 1 if decks is None else decks
