"""Files we are given: read as text and csv lines, each refusal with the name of the file and the line."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from backhand.errors import InputError, quoted, shortened

Choice = TypeVar("Choice", bound=StrEnum)


def read_text(name: str | Path, wanted: str) -> str:
    """The text of a file. Raises InputError, ending in what was ``wanted``, where there is none to read.

    >>> read_text("nowhere.csv", "a strategy is a csv file")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: nowhere.csv: No such file or directory: a strategy is a csv file
    """
    if not str(name).strip():
        raise InputError(f"{quoted(str(name))} names no file: {wanted}")
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{shortened(str(name))} is no text in UTF-8: {wanted}") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise InputError(f"{shortened(str(name))}: {getattr(error, 'strerror', None) or error}: {wanted}") from None


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


def named(text: str, letters: Mapping[str, Choice]) -> Choice | None:
    """The choice that a word or the letter of a chart stands for, in capitals or not; None for anything else.

    >>> choices = {"S": StrEnum("Choice", ["STAND"]).STAND}
    >>> named("Stand", choices) is named("s", choices), named("hit", choices)
    (True, None)
    """
    return letters.get(text.upper()) or next((one for one in letters.values() if one == text.lower()), None)


def whole(text: str) -> int | None:
    """A whole number from 0, as it is written in a file; None for anything else.

    Underscores and signs are not digits: ``1_000``, ``+5``, ``-1``, ``1e6``, ``2.0`` are all refused.

    >>> whole("12"), whole("-1"), whole("2.5")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 30 else None


_LONGEST = 100
_PLAIN = r"[+-]?\d+(?:_\d+)*|[+-]?\d{1,3}(?:,\d{3})+"
_POWER = r"[+-]?\d+(?:\.\d+)?[eE]\+?\d{1,3}"


def whole_number(text: str) -> int:
    """A whole number as people write one: ``1000000``, ``1_000_000``, ``1,000,000`` or ``1e6``.

    Raises InputError for anything else, and for what may be read in two ways: ``1.000`` and ``1,5``.

    >>> whole_number("1_000_000") == whole_number("1,000,000") == whole_number("1E+06") == whole_number("1.0e6")
    True
    >>> whole_number("1.000")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: '1.000' is no whole number: write it like 1000000, 1_000_000, '1,000,000' or 1e6
    """
    word = text.strip()
    if len(word) <= _LONGEST:
        if re.fullmatch(_PLAIN, word, re.ASCII):
            return int(word.replace(",", ""))
        if re.fullmatch(_POWER, word, re.ASCII) and (number := Fraction(word)).denominator == 1:
            return int(number)
    raise InputError(f"{quoted(text)} is no whole number: write it like 1000000, 1_000_000, '1,000,000' or 1e6")


def positive(text: str) -> Fraction | None:
    """A positive number, as a fraction or a decimal; None for anything else, and for an exponent over three digits.

    >>> positive("1e-4"), positive("0.5"), positive("1/8"), positive("-1"), positive("1e-99999999999")
    (Fraction(1, 10000), Fraction(1, 2), Fraction(1, 8), None, None)
    """
    if len(text) > _LONGEST or re.search(r"[eE][+-]?\d{4}", text):  # Python would work at it for ever
        return None
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return number if number > 0 else None
