"""Building a tablebase file: whole or not at all, resumable, and safe beside another build of the same file.

The work goes into a file of its own beside the one to be made, its header marked as unfinished, its layers
each with their checksum once they are on the disk. It takes the name of the real file at the very end.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import FileIO
from itertools import count
from pathlib import Path

import numpy as np

from backhand.common.cards import DECK, Shoe
from backhand.common.files.locking import held
from backhand.common.progress import Progress, quiet
from backhand.errors import TablebaseError
from backhand.rules import Rules
from backhand.tablebase.file import UNFINISHED, Header, Tablebase
from backhand.tablebase.layout import Layout
from backhand.tablebase.sweep import sweep
from backhand.tablebase.worth import Array, error_bound


def build(
    path: Path | str,
    rules: Rules | None = None,
    most: Shoe | None = None,
    *,
    jobs: int | None = None,
    kernel: str | None = None,
    progress: Progress = quiet,
) -> Tablebase:
    """Solve every shoe of up to ``most`` cards, by default one deck, into a file; open it.

    An unfinished build of the same file for the same rules and shape is gone on with. ``jobs`` and ``kernel``
    as in ``sweep``: neither changes a bit. Raises OSError where the file cannot be written.
    """
    rules, layout = rules or Rules(), Layout(most or Shoe(DECK))
    header = Header(rules, layout, error_bound(rules, layout.most.cards))
    path = Path(os.path.realpath(path))
    with _claimed(path) as name:
        # "x" would refuse the file of an unfinished build, "w" empty it, "a" write at its end alone
        with open(name, "r+b", buffering=0, opener=_made) as part:
            header = _finished(part, header)
            layers = sweep(
                layout,
                header.rules,
                known=lambda tens: _read(part, header, tens),
                done=len(header.digests),
                jobs=jobs,
                kernel=kernel,
                progress=progress,
            )
            for layer in layers:
                header = _add(part, header, layer)
        os.replace(name, path)  # closed by now: Windows gives no open file another name
    return Tablebase.open(path)


def parts(path: Path) -> Iterator[Path]:
    """The names under which builds of a file work, in the order in which they are tried."""
    return (path.with_name(f".{path.name}.part{number or ''}") for number in count())


@contextmanager
def _claimed(path: Path) -> Iterator[Path]:
    """The name of the first unfinished file that no other build is at work on, held while inside."""
    for name in parts(path):
        with held(name.with_name(f"{name.name}.lock")) as mine:
            if mine:
                yield name
                return


def _made(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_CREAT, 0o666)  # less what the user's umask takes away


def _finished(part: FileIO, header: Header) -> Header:
    """The header with the layers that an earlier build has left here whole; a fresh start if it was another's."""
    try:
        found = Header.from_bytes(_bytes(part, 0, header.start), magic=UNFINISHED)
    except TablebaseError:
        found = header
    digests: list[str] = []
    if (found.rules, found.layout, found.error) == (header.rules, header.layout, header.error):
        for tens, digest in enumerate(found.digests):
            if hashlib.sha256(_bytes(part, *header.layer(tens))).hexdigest() != digest:
                break
            digests.append(digest)
    part.truncate(header.size)
    header = replace(header, digests=tuple(digests))
    _write(part, 0, header.to_bytes())
    return header


def _bytes(part: FileIO, start: int, length: int) -> bytes:
    """So many bytes from a place on, or as many as are there."""
    part.seek(start)
    parts = []
    while length and (some := part.read(length)):
        parts.append(some)
        length -= len(some)
    return b"".join(parts)


def _write(part: FileIO, start: int, data: bytes | memoryview) -> None:
    """Write all of it from a place on; the system may take it in parts."""
    part.seek(start)
    written = 0
    while written < len(data):
        written += part.write(data[written:])


def _read(part: FileIO, header: Header, tens: int) -> Array:
    return np.frombuffer(_bytes(part, *header.layer(tens)), dtype="<f8")


def _add(part: FileIO, header: Header, layer: Array) -> Header:
    """Write a layer, and only when it is on the disk the header that counts it."""
    data = layer.astype("<f8", copy=False).data.cast("B")
    start, _ = header.layer(len(header.digests))
    _write(part, start, data)
    os.fsync(part.fileno())
    header = replace(header, digests=(*header.digests, hashlib.sha256(data).hexdigest()))
    _write(part, 0, header.to_bytes())
    os.fsync(part.fileno())
    return header
