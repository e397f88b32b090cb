"""The command line: a file per command, each loaded when it is asked for."""

from __future__ import annotations

import io
import os
import re
import sys

import click

from backhand import __version__
from backhand.common.cli.group import Commands
from backhand.errors import BackhandError, shortened

_HERE = (
    *("advise", "value", "chart", "graph"),
    *("evaluate", "par", "payouts", "simulate", "validate", "audit"),
    *("tables", "rules", "tablebase", "export"),
)
COMMANDS = {**{name: f"backhand.cli.{name}" for name in _HERE}, "vingt-un": "backhand.vingt_un.cli"}
"""Every command and the module that has it, loaded when it is asked for."""


class ReaderGoneError(Exception):
    """Whoever read what we print has gone."""


class _Commands(Commands):
    """The commands of Backhand, and the second game."""

    modules = COMMANDS

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. Raises ReaderGoneError where nobody reads on: click would make a failure of that."""
        try:
            made = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise ReaderGoneError from error
        return made


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example: backhand advise 9 7 --seen 'K 5'",
)
@click.version_option(__version__, "-V", "--version", package_name="backhand", prog_name="backhand")
def cli() -> None:
    """Backhand solved exactly: win probability and best action for every hand in every shoe."""


def main() -> None:
    """Run the command line. Exit 0 fine, 1 failed while running, 2 asked for what cannot be."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal does not have must not end the answer
            stream.reconfigure(errors="replace")
    try:
        result = cli.main(prog_name="backhand", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:  # a group without a command
        click.echo(error.format_message())
        sys.exit(0)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "backhand"
        _leave(2, f"Error: {error.format_message()} (see {where} --help)")
    except (BackhandError, click.ClickException) as error:
        _leave(2, f"Error: {error}")
    except ReaderGoneError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be printed is lost quietly
        sys.exit(0)
    except OSError as error:
        _leave(1, f"Error: writing failed: {error}")
    except (click.Abort, KeyboardInterrupt):
        _leave(130, "Interrupted.")
    sys.exit(result if isinstance(result, int) else 0)


def _leave(code: int, line: str) -> None:
    line = re.sub(r"'[^']+'|\S+", lambda found: shortened(found[0]), " ".join(line.split()))  # click repeats all of it
    click.echo(line, err=True)
    sys.exit(code)
