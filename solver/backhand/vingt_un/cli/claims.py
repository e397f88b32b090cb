"""``backhand vingt-un claims``: Hoffmann's advice tested."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cli.options import check_output, emit, output_options, show_progress
from backhand.common.cli.types import Place
from backhand.common.files.writing import check_folder, write_whole


@click.command("claims", epilog="Example: backhand vingt-un claims --quick")
@click.option("--quick", is_flag=True, help="Only what takes about a minute: no joint optimum, no equilibrium.")
@click.option(
    "--output-dir",
    type=Place(),
    metavar="FOLDER",
    help="Write the page vingt_un.md and its figure vingt_un.svg there.",
)
@output_options
def command(quick: bool, output_dir: Path | None, form: str, output: Path | None) -> None:
    """Test Hoffmann's advice number by number.

    It gives the exact numbers for and against C1 to C7. All of it takes some twenty minutes and makes docs/vingt_un.md.
    """
    from backhand.vingt_un.answers.claims import ClaimsRequest, claims
    from backhand.vingt_un.hoffmann.page import claims_report, page

    check_output(output)
    if output_dir is not None:
        check_folder(output_dir)
    answer = claims(ClaimsRequest(quick=quick), progress=show_progress)
    if output_dir is not None:
        for name, content in page(answer):
            write_whole(output_dir / name, content)
    emit(claims_report(answer), form, output)
