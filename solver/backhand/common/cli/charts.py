"""What the chart commands of both games have in common."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from backhand.common.outputs.report import FORMATS

FORMS = (*FORMATS, "html", "svg", "png", "pdf")


def check_terminal(form: str, output: Path | None) -> None:
    """Refuse to write what is no text to a terminal."""
    if form in ("png", "pdf") and output is None and sys.stdout.isatty():
        raise click.UsageError(f"--format {form} is no text: name a file with --output")
