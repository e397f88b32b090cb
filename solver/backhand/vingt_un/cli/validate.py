"""``backhand vingt-un validate``: is somebody's simulator right."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.common.cli.statistics import level_option
from backhand.vingt_un.cli.options import PunterPolicy, dealer_option, punter_option, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command(
    "validate", epilog="Example: backhand vingt-un validate docs/examples/vingt_un_totals.csv --dealer 17 --punter 16"
)
@click.argument("results", metavar="RESULTS")
@dealer_option
@punter_option
@level_option
@rules_option
@output_options
def command(
    results: str,
    dealer: Policy,
    punters: tuple[PunterPolicy, ...],
    level: float,
    rules: Rules,
    form: str,
    output: Path | None,
) -> int:
    """Test a simulator's counts against the exact probabilities.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, first two cards, or total and action.
    Rules and policies are those the simulator was meant to play; every round from a fresh shuffle, nobody going on
    both. Where the counts of one punter do not agree, it says with which known policies they do: best play, or to
    stand on a total from 12 to 19. Exit 0: agrees; 3: does not.
    """
    from backhand.vingt_un.answers.validate import ValidationRequest, validate
    from backhand.vingt_un.outputs.validate import validation_report

    check_output(output)
    request = ValidationRequest(results=results, dealer=dealer, punters=punters, level=level, rules=rules)
    answer = validate(request, progress=show_progress)
    emit(validation_report(answer), form, output)
    return 0 if answer.verdict.agrees else 3
