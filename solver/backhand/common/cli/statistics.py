"""What the commands that simulate and validate have in common, in both games."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import click

from backhand.common.cli.options import Command, Read, warn
from backhand.common.files.reading import whole_number
from backhand.errors import BackhandError, quoted

_LONG = 200_000
"""Rounds that take seconds without numba."""


def read_level(text: str) -> float:
    """A level of significance. Raises BackhandError for anything but a number between 0 and 1."""
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:  # nor is that which is no number
        raise BackhandError(f"{quoted(text)}: a level is a number between 0 and 1, such as 0.01")
    return level


def rounds_options(command: Command) -> Command:
    """--rounds and --seed: what is played."""
    seeded = click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Same seed, same cards.")
    return click.option(
        "--rounds",
        type=Read("number", whole_number),
        default="1_000_000",
        show_default=True,
        metavar="N",
        help="Rounds to play: 1000000, 1_000_000 or 1e6.",
    )(seeded(command))


def level_option(command: Command) -> Command:
    """--level: when counts are rejected."""
    return click.option(
        "--level",
        type=Read("level", read_level),
        default="0.01",
        show_default=True,
        metavar="P",
        help="The chance to reject a right simulator.",
    )(command)


def warn_if_slow(rounds: int) -> None:
    """Say on stderr what makes a long simulation fast, where it is not installed."""
    from backhand.common.simulation.compiling import COMPILED

    if not COMPILED and rounds > _LONG:
        warn(
            "numba is not installed: without it this is about a hundred times slower ('pip install numba' installs it)"
        )


@contextlib.contextmanager
def telling_of_compiling() -> Iterator[None]:
    """Say once on stderr, if that is a terminal, that what plays the rounds has to be compiled, where it has."""
    from backhand.common.simulation.compiling import heard

    said: list[str] = []

    def tell() -> None:
        if not said and sys.stderr.isatty():
            said.append("compiling, once")
            click.echo("Compiling what plays the rounds, once: the next simulation begins without it.", err=True)

    with heard(tell):
        yield


class RoundsBar(contextlib.AbstractContextManager["RoundsBar"]):
    """A progress bar of rounds on stderr, if that is a terminal, from the first that are played."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._bar: Any = None

    def update(self, rounds: int) -> None:
        """So many more are played."""
        if self._bar is None:
            from tqdm import tqdm

            what = "playing rounds"
            self._bar = tqdm(total=self._rounds, desc=what, disable=None, delay=1, leave=False, unit_scale=True)
        self._bar.update(rounds)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()
