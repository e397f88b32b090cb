"""A group of commands, each a module that is loaded when it is asked for: numpy is slow, and help must come at once."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click


class Commands(click.Group):
    """A group whose commands are modules; each module has its command under the name ``command``.

    ``modules`` gives the module of every command, in the order in which help lists them.
    """

    modules: Mapping[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of ``modules``."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, its module loaded; None where there is no such command."""
        if cmd_name not in self.modules:
            return None
        command: click.Command = importlib.import_module(self.modules[cmd_name]).command
        return command
