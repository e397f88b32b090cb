"""What options and arguments are read as, beside cards, rules and policies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from backhand.common.files.reading import whole_number
from backhand.errors import InputError, quoted


class Count(click.IntRange):
    """A number of things, within bounds, that may be written 1000000, 1_000_000, '1,000,000' or 1e6."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        try:
            return super().convert(whole_number(value) if isinstance(value, str) else value, param, ctx)
        except InputError as error:
            self.fail(str(error), param, ctx)


class Place(click.Path):
    """A file or a folder; no name is none, not the folder we are in."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if isinstance(value, str) and not value.strip():
            self.fail(f"{quoted(value)} names nothing: write the name of a file or folder", param, ctx)
        try:
            Path(value).exists()
        except (OSError, ValueError) as error:  # too long, or with a NUL in it
            why = getattr(error, "strerror", None) or error
            self.fail(f"{quoted(str(value))} cannot be the name of a file: {why}", param, ctx)
        return super().convert(value, param, ctx)
