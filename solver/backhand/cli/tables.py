"""``backhand tables``: the tables of the project, as files."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.answers.rules import RulesRequest
from backhand.cli.options import rules_options
from backhand.common.cli.options import emit, show_progress
from backhand.common.cli.types import Place
from backhand.common.files.writing import check_folder, write_whole
from backhand.common.outputs.report import FORMATS


@click.command("tables", epilog="Example: backhand tables --output-dir tables")
@click.option(
    "--output-dir",
    type=Place(),
    required=True,
    metavar="FOLDER",
    help="Where to write.",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="For the charts as svg and pdf.",
)
@rules_options
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How the files are listed."
)
def command(output_dir: Path, paper: str, rules: str, pays: str | None, form: str) -> None:
    """Write the project's tables to files.

    The chart, every hand's values and the deals after a push, of one to four fresh decks, as csv, json and md;
    the chart as svg and pdf too.
    """
    from backhand.answers.tables import TablesRequest, tables
    from backhand.outputs.tables.files import table_files, tables_report

    request = TablesRequest(RulesRequest(rules, pays))
    check_folder(output_dir)
    answer = tables(request, progress=show_progress)
    made = list(table_files(answer, paper))
    for name, content in made:
        write_whole(output_dir / name, content)
    emit(tables_report(answer.rules, [str(output_dir / name) for name, _ in made]), form, None)
