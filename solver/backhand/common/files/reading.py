"""Files we are given: read as text and csv lines, each refusal with the name of the file and the line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from backhand.errors import InputError


def read_text(name: str | Path, wanted: str) -> str:
    """The text of a file. Raises InputError, ending in what was ``wanted``, where there is none to read.

    >>> read_text("nowhere.csv", "a strategy is a csv file")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: nowhere.csv: No such file or directory: a strategy is a csv file
    """
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name} is no text in UTF-8: {wanted}") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise InputError(f"{name}: {getattr(error, 'strerror', None) or error}: {wanted}") from None


def csv_rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of a csv text with their numbers, fields stripped, blank lines left out.

    Raises InputError for text that is no csv.

    >>> list(csv_rows("a, b\\n\\nc,d\\n", "x.csv"))
    [(1, ['a', 'b']), (3, ['c', 'd'])]
    """
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        for row in reader:
            fields = [cell.strip() for cell in row]
            if any(fields):
                yield reader.line_num, fields
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num}: no csv: {error}") from None


def whole(text: str) -> int | None:
    """A whole number from 0, as it is written in a file; None for anything else.

    Underscores and signs are not digits: ``1_000``, ``+5``, ``-1``, ``1e6``, ``2.0`` are all refused.

    >>> whole("12"), whole("-1"), whole("2.5")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 30 else None
