"""A name that one process at a time may hold, on every system that ``filelock`` knows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def held(name: Path) -> Iterator[bool]:
    """Hold a lock while inside; False where somebody else holds it. Nobody waits.

    The lock is a file of this name, there as long as somebody holds it. If a process is killed its file stays, but
    the system has let go of the lock, and whoever holds it next removes the file. Raises OSError where there can be no
    file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     name = Path(folder, "lock")
    ...     with held(name) as mine, held(name) as twice:
    ...         print(mine, twice, name.exists())
    ...     print(name.exists())
    True False True
    False
    """
    handle = _open_and_lock(name)
    try:
        yield handle is not None
    finally:
        if handle is not None:
            _let_go(name, handle)


def _open_and_lock(name: Path) -> int | None:
    """The open file with its lock; None where it is somebody else's."""
    from filelock import lock_descriptor  # only where something is built

    while True:
        handle = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            mine = lock_descriptor(handle, blocking=False)
            # Between opening and locking, whoever held it may have removed it, and another may have made a new one.
            if mine and name.exists() and os.path.samestat(os.fstat(handle), name.stat()):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if not mine:
            return None


def _let_go(name: Path, handle: int) -> None:
    """Remove the file while its lock is held, so that nobody takes a lock that no longer has a name."""
    try:
        name.unlink(missing_ok=True)
    except PermissionError:  # Windows removes no open file; but neither does it one that another has opened since
        os.close(handle)
        with suppress(OSError):
            name.unlink()
    else:
        os.close(handle)
