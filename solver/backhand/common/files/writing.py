"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from backhand.errors import OutputError, quoted

_FORM_OF = {f".{form}": form for form in ("json", "csv", "md", "html", "svg", "png", "pdf", "graphml", "dot")}
_FORM_OF |= {".txt": "text", ".htm": "html", ".gv": "dot"}


def check_file(path: Path, *, only_file: bool = False) -> None:
    """Refuse a file that could not be written: its folder is not there or not writable, or it is a folder.

    With ``only_file`` a device or a pipe is refused too: what is written bit by bit needs a file. Raises OutputError.
    """
    try:
        number = _descriptor(path)
        if only_file and (number is not None or (path.exists() and not path.is_file() and not path.is_dir())):
            raise OutputError(f"output {quoted(str(path))} is a device or a pipe: this needs a file")
        if number is not None:
            if not _is_open(number):
                raise OutputError(f"output {quoted(str(path))} is not open for writing")
            return
        real = Path(os.path.realpath(path))
        if real.is_dir():
            raise OutputError(f"output {quoted(str(path))} is a folder: name a file in it")
        if real.exists() and not os.access(real, os.W_OK):
            raise OutputError(f"output {quoted(str(path))} is not writable")
        if not real.exists() or real.is_file():  # a pipe or a device is written to as it is
            check_folder(real.parent)
    except PermissionError:
        raise OutputError(f"output {quoted(str(path))} is in a folder that may not be entered") from None
    except OSError as error:
        raise OutputError(f"output {quoted(str(path))} cannot be: {error.strerror}") from None


def check_folder(path: Path) -> None:
    """Refuse a folder that is not there or not writable. Raises OutputError."""
    if not path.is_dir():
        raise OutputError(f"output folder {quoted(str(path))} is not there: make it first")
    import tempfile  # slow to load, and most answers go to the terminal

    try:  # what permissions say is not all: a file system may not take new files
        handle, trial = tempfile.mkstemp(dir=path, prefix=".backhand.")
        os.close(handle)
        os.unlink(trial)
    except OSError:
        raise OutputError(f"output folder {quoted(str(path))} is not writable") from None


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
    parts = [content] if isinstance(content, str | bytes) else content
    data = (part if isinstance(part, bytes) else part.encode() for part in parts)
    number = _descriptor(path)
    if number is not None:
        sys.stdout.flush()  # it may be the same
        with os.fdopen(os.dup(number), "wb") as stream:
            stream.writelines(data)
        return
    path = Path(os.path.realpath(path))  # a link stays a link
    if path.exists() and not path.is_file():  # a pipe or a device has no old content to save
        with path.open("wb") as device:
            device.writelines(data)
        return
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    with temporary.open("xb") as file:  # with the rights that new files have
        try:
            if path.exists():
                os.chmod(temporary, stat.S_IMODE(path.stat().st_mode))
            file.writelines(data)
            file.flush()
            os.fsync(file.fileno())
            file.close()  # Windows gives no open file another name
            os.replace(temporary, path)
        except BaseException:
            file.close()
            os.unlink(temporary)
            raise


def _descriptor(path: Path) -> int | None:
    """The number of the open file that a name stands for: /dev/stdout, /dev/stderr, /dev/fd/63 of ``>(…)``.

    Such a file is written to where it stands: to give another one its name would take the place of what it holds, and
    a pipe has no name at all.
    """
    folders = {"/dev/fd", "/proc/self/fd", f"/proc/{os.getpid()}/fd"}
    place = os.path.abspath(path)
    for _ in range(8):  # links to links
        folder, name = os.path.split(place)
        if folder in folders and name.isdecimal() and len(name) < 9:
            return int(name)
        if not os.path.islink(place):
            break
        place = os.path.normpath(os.path.join(folder, os.readlink(place)))
    return None


def _is_open(number: int) -> bool:
    """Whether a descriptor is open for writing."""
    try:
        os.write(number, b"")  # nothing is written, but whether something may be is looked at
    except OSError:
        return False
    return True
