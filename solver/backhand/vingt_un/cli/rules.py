"""``backhand vingt-un rules``: what is played."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options
from backhand.vingt_un.cli.options import rules_option
from backhand.vingt_un.rules import Rules


@click.command("rules", epilog="Example: backhand vingt-un rules --rules ties=void")
@rules_option
@output_options
def command(rules: Rules, form: str, output: Path | None) -> None:
    """List the options of the rules that are in force."""
    from backhand.vingt_un.answers.rules import RulesRequest
    from backhand.vingt_un.answers.rules import rules as told
    from backhand.vingt_un.outputs.rules import rules_report

    check_output(output)
    emit(rules_report(told(RulesRequest(rules=rules))), form, output)
