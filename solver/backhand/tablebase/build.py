"""Building a tablebase file: whole or not at all, resumable, and safe beside another build of the same file.

The work goes into a file of its own beside the one to be made, its header marked as unfinished, its layers
each with their checksum once they are on the disk. It takes the name of the real file at the very end.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np

from backhand.common.cards import DECK, Shoe
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
    with _claimed(path) as (part, name):
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
        os.fchmod(part, 0o666 & ~_umask())
        os.replace(name, path)
    return Tablebase.open(path)


def parts(path: Path) -> Iterator[Path]:
    """The names under which builds of a file work, in the order in which they are tried."""
    return (path.with_name(f".{path.name}.part{number or ''}") for number in count())


@contextlib.contextmanager
def _claimed(path: Path) -> Iterator[tuple[int, Path]]:
    """The first unfinished file that no other build is at work on, open and locked; made if there is none."""
    for name in parts(path):
        part = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Between opening and locking, the build that had it may have finished and given it its name.
            if name.exists() and os.path.samestat(os.fstat(part), name.stat()):
                yield part, name
                return
        except BlockingIOError:
            continue
        finally:
            os.close(part)  # and with it the lock


def _finished(part: int, header: Header) -> Header:
    """The header with the layers that an earlier build has left here whole; a fresh start if it was another's."""
    try:
        found = Header.from_bytes(os.pread(part, header.start, 0), magic=UNFINISHED)
    except TablebaseError:
        found = header
    digests: list[str] = []
    if (found.rules, found.layout, found.error) == (header.rules, header.layout, header.error):
        for tens, digest in enumerate(found.digests):
            start, length = header.layer(tens)
            if hashlib.sha256(os.pread(part, length, start)).hexdigest() != digest:
                break
            digests.append(digest)
    os.ftruncate(part, header.size)
    header = replace(header, digests=tuple(digests))
    os.pwrite(part, header.to_bytes(), 0)
    return header


def _read(part: int, header: Header, tens: int) -> Array:
    start, length = header.layer(tens)
    return np.frombuffer(os.pread(part, length, start), dtype="<f8")


def _add(part: int, header: Header, layer: Array) -> Header:
    """Write a layer, and only when it is on the disk the header that counts it."""
    data = layer.astype("<f8", copy=False).data.cast("B")
    start, length = header.layer(len(header.digests))
    written = 0
    while written < length:
        written += os.pwrite(part, data[written:], start + written)
    os.fsync(part)
    header = replace(header, digests=(*header.digests, hashlib.sha256(data).hexdigest()))
    os.pwrite(part, header.to_bytes(), 0)
    os.fsync(part)
    return header


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
