"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from backhand.errors import OutputError

_FORM_OF = {f".{form}": form for form in ("json", "csv", "md", "html", "svg", "png", "pdf", "graphml", "dot")}
_FORM_OF |= {".txt": "text", ".htm": "html", ".gv": "dot"}


def check_file(path: Path) -> None:
    """Refuse a file that could not be written: its folder is not there or not writable, or it is a folder.

    Raises OutputError.
    """
    try:
        real = Path(os.path.realpath(path))
        if real.is_dir():
            raise OutputError(f"output {str(path)!r} is a folder: name a file in it")
        if real.exists() and not os.access(real, os.W_OK):
            raise OutputError(f"output {str(path)!r} is not writable")
        if not real.exists() or real.is_file():  # a pipe or a device is written to as it is
            check_folder(real.parent)
    except PermissionError:
        raise OutputError(f"output {str(path)!r} is in a folder that may not be entered") from None


def check_folder(path: Path) -> None:
    """Refuse a folder that is not there or not writable. Raises OutputError."""
    if not path.is_dir():
        raise OutputError(f"output folder {str(path)!r} is not there: make it first")
    import tempfile  # slow to load, and most answers go to the terminal

    try:  # what permissions say is not all: a file system may not take new files
        handle, trial = tempfile.mkstemp(dir=path, prefix=".backhand.")
        os.close(handle)
        os.unlink(trial)
    except OSError:
        raise OutputError(f"output folder {str(path)!r} is not writable") from None


def form_of_ending(path: Path) -> str | None:
    """The format that the ending of a file says, if it says one.

    >>> form_of_ending(Path("game.GraphML")), form_of_ending(Path("game")), form_of_ending(Path(".svg"))
    ('graphml', None, 'svg')
    """
    return _FORM_OF.get((path.suffix or path.name).lower())


def write_whole(path: Path, content: str | bytes | Iterable[str | bytes]) -> None:
    """Put ``content``, whole or in parts, into the file at once: a failure on the way leaves the old file as it was.

    Raises OSError when writing fails.
    """
    import tempfile  # slow to load, and most answers go to the terminal

    parts = [content] if isinstance(content, str | bytes) else content
    data = (part if isinstance(part, bytes) else part.encode() for part in parts)
    path = Path(os.path.realpath(path))  # a link stays a link
    if path.exists() and not path.is_file():  # a pipe or a device has no old content to save
        with path.open("wb") as device:
            device.writelines(data)
        return
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
