"""What the commands have in common: the shoe, the rules, the output."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import click

from backhand.answers.situation import Situation, check_together
from backhand.common.cards import Shoe, parse_seen
from backhand.common.cli.options import Command, Read, check_output, emit, output_options, read_width, warn
from backhand.common.cli.types import Place
from backhand.common.outputs.report import FORMATS, Report


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


class Answer(Protocol):
    """What every answer has."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to be warned of, a line each."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the shared options say: the situation that is asked about, and where the answer goes."""

    situation: Situation
    form: str
    output: Path | None

    def tell(self, answer: Answer, report: Report) -> None:
        """Print the warnings of an answer, and print its report or write it whole."""
        for line in answer.warnings:
            warn(line)
        emit(report, self.form, self.output)


_OF_DEALS = {"exact": "exact", "width": "within", "tablebase": "tablebase"}
"""Fields of a situation that only some commands have options for, and the names of these."""


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
        named: dict[str, Any] = {"decks": decks, "players": players, "shoe": shoe, "rules": rules, "pays": pays}
        for name, option in _OF_DEALS.items():
            if option in others:
                named[name] = others.pop(option)
        given = [name for name, value in named.items() if value is not None and value is not False]
        check_together([*given, *(["seen"] if seen else [])], lambda name: f"--{_OF_DEALS.get(name, name)}")
        situation = Situation(**named, seen=sum(seen, ()))
        check_output(output)
        return command(Question(situation, form, output), **others)

    return shoe_options(rules_options(output_options(asked, forms)))
