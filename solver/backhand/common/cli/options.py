"""What the commands of both games have in common: reading options, output, progress."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from backhand.common.cli.types import Place
from backhand.common.files.writing import check_file, form_of_ending, write_whole
from backhand.common.intervals import read_width as read_width  # for the options of both games
from backhand.common.outputs.layout import WIDE, columns
from backhand.common.outputs.report import FORMATS, Report, render
from backhand.errors import BackhandError, quoted

Command = TypeVar("Command", bound=Callable[..., Any])
T = TypeVar("T")


if TYPE_CHECKING:
    AnyType = click.ParamType[Any]
else:
    AnyType = click.ParamType  # generic for type checkers, and in newer releases, only


class Read(AnyType):
    """A parameter type out of a function that reads text, and whose refusals are BackhandErrors."""

    def __init__(self, name: str, read: Callable[[str], object]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What the text stands for; fails with the name of the option and what would be right."""
        try:
            return self._read(value) if isinstance(value, str) else value
        except BackhandError as error:
            self.fail(str(error), param, ctx)


def output_options(command: Callable[..., Any], forms: Sequence[str] = FORMATS) -> Callable[..., Any]:
    """--format, one of ``forms``, and --output: how the answer is given, and where; the command is told both."""

    @functools.wraps(command)
    def formed(*arguments: Any, form: str | None, output: Path | None, **others: Any) -> Any:
        return command(*arguments, form=form_of(output, form, forms), output=output, **others)

    made: Callable[..., Any] = formed
    for option in reversed(
        [
            click.option(
                "--format",
                "form",
                type=click.Choice(forms),
                help=f"[default: what the ending of the file says, or {forms[0]}]",
            ),
            click.option(
                "--output",
                type=Place(),
                metavar="FILE",
                help="Write to a file instead.",
            ),
        ]
    ):
        made = option(made)
    return made


def show_progress(steps: Iterable[T], what: str, total: int | None, *, unit: str = "it", each: int = 1) -> Iterable[T]:
    """A progress bar on stderr after a second, if that is a terminal; a step may stand for many units.

    Without a total it merely counts.
    """
    from tqdm import tqdm

    scale = each if each > 1 else False
    return tqdm(steps, what, total, disable=None, delay=1, leave=False, unit=unit, unit_scale=scale)


def emit(report: Report, form: str, output: Path | None) -> None:
    """Print the report as wide as the terminal, or write it whole."""
    width = columns() if output is None or str(output) == "-" else WIDE
    emit_parts([render(report, form, width)], output)


def emit_parts(parts: Iterable[str | bytes], output: Path | None) -> None:
    """Print parts of a document, or write them whole."""
    if output is None or str(output) == "-":
        for part in parts:
            click.echo(part, nl=False)
    else:
        write_whole(output, parts)


def check_terminal(form: str, output: Path | None) -> None:
    """Refuse to write what is no text to a terminal."""
    if form in ("png", "pdf") and output is None and sys.stdout.isatty():
        raise click.UsageError(f"--format {form} is no text: name a file with --output")


def form_of(output: Path | None, form: str | None, forms: Sequence[str]) -> str:
    """The format asked for, or that of the file's ending, or for a file without one the first.

    Refuses two that disagree, and an ending that says nothing.
    """
    said = form_of_ending(output) if output is not None else None
    if form is None:
        if output is not None and said is None and output.suffix and len(forms) > 1:
            raise click.UsageError(
                f"output {quoted(str(output))}: no format has the ending {output.suffix}; the formats are "
                f"{', '.join(forms)} (--format says which, whatever the ending)"
            )
        form = said or forms[0]
        if form not in forms:
            raise click.UsageError(
                f"output {quoted(str(output))}: there is no {form} here; the formats are {', '.join(forms)}"
            )
    elif said not in (None, form):
        raise click.UsageError(f"--format {form} and output {quoted(str(output))}: the ending of the file says {said}")
    return form


def check_output(output: Path | None) -> None:
    """Refuse a place that cannot be written to before anything is computed."""
    if output is not None and str(output) != "-":
        check_file(output)


def warn(line: str) -> None:
    """One line on stderr."""
    click.echo(f"Warning: {line}", err=True)
