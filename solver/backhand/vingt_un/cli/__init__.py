"""``backhand vingt-un``: the second game, a file for each command, loaded when it is asked for."""

from __future__ import annotations

import click

from backhand.common.cli.group import Commands

_HERE = (
    *("advise", "audit", "both", "chart", "claims", "double", "equilibrium"),
    *("evaluate", "reply", "rules", "simulate", "validate", "value"),
)
COMMANDS = {name: f"backhand.vingt_un.cli.{name}" for name in _HERE}
"""Every command and the module that has it."""


class _Commands(Commands):
    """The commands of Vingt-un."""

    modules = COMMANDS


@click.group("vingt-un", cls=_Commands, epilog="Example: backhand vingt-un advise 'A 2 2' --dealer 17")
def command() -> None:
    """Ask about Vingt-un, the second game, by the rules of Professor Hoffmann's Hoyle."""
