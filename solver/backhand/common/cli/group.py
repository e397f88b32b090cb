"""Groups of commands: each loaded when it is asked for, a suggestion for one that is not there, and ``help`` itself."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Mapping

import click

from backhand.common.cli.loose import refuse_loose_cards
from backhand.errors import quoted


class Commands(click.Group):
    """A group that suggests what was meant, tells each command in a whole sentence, and has a command ``help``.

    ``modules`` gives the module of each of its commands, in the order in which help lists them; a module is loaded when
    its command is asked for, since numpy is slow and help must come at once. A module has its command under the name
    ``command``. Commands that a group has beside these come in the order of letters.
    """

    modules: Mapping[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names."""
        return [*self.modules, *sorted(self.commands), "help"]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a name, its module loaded; None where there is none."""
        if name in self.modules:
            command: click.Command = importlib.import_module(self.modules[name]).command
            return command
        return help_command if name == "help" else self.commands.get(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. Refuses one that is not there, and cards of which it is not certain what they are."""
        if ctx.resilient_parsing:  # a shell asks how a word may end
            return super().resolve_command(ctx, args)
        command = find(self, ctx, args[0])
        if not isinstance(command, click.Group):
            refuse_loose_cards(click.Context(command, parent=ctx, info_name=args[0]), args[1:])
        return args[0], command, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its first sentence, whole."""
        made = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(command)) for name, command in made if command is not None])


def find(group: click.Group, ctx: click.Context, name: str) -> click.Command:
    """The command of a group by its name. Refuses a name that is none with the names that are like it."""
    command = group.get_command(ctx, name)
    if command is None:
        known = {each: group.get_command(ctx, each) for each in group.list_commands(ctx)}
        within = [
            each
            for each, made in known.items()
            if isinstance(made, click.Group) and name in made.list_commands(ctx) and name != "help"
        ]
        near = [f"{each} {name}" for each in within] or difflib.get_close_matches(name.lower(), known)
        meant = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(known)}."
        raise click.UsageError(f"There is no command {quoted(name)}. {meant}", ctx)
    return command


def summary(command: click.Command) -> str:
    """The first sentence of what a command says of itself."""
    text = " ".join((command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.) ", text)[0]


@click.command("help", epilog="Example: backhand help vingt-un advise")
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def help_command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Show the help of a command."""
    shown = ctx.parent or ctx
    for name in names:
        if not isinstance(shown.command, click.Group):
            raise click.UsageError(f"{shown.command_path} has no commands: {quoted(name)} is none of it", shown)
        shown = click.Context(find(shown.command, shown, name), parent=shown, info_name=name)
    click.echo(shown.get_help())
