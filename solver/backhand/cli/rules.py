"""``backhand rules``: what is played."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.answers.rules import RulesRequest
from backhand.answers.rules import rules as in_force
from backhand.cli.options import rules_options
from backhand.common.cli.options import check_output, emit, output_options
from backhand.outputs.rules import rules_report


@click.command("rules", epilog="Example: backhand rules --rules denexa,twelve=hit")
@rules_options
@output_options
def command(rules: str, pays: str | None, form: str, output: Path | None) -> None:
    """List the rules in force.

    Each with its number, the open points with their options, and the presets.
    """
    check_output(output)
    answer = in_force(RulesRequest(rules, pays))
    emit(rules_report(answer), form, output)
