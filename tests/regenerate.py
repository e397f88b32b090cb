"""Write anew what the documents show of the program: ``python -m tests.regenerate [DOCUMENT...]``.

In README.md and docs/*.md, a ```console block holds commands after ``$ `` and what they print, and a block between
``<!-- backhand … -->`` and ``<!-- end -->`` is what that command prints. A test holds that nothing would change.
Documents are named as ``README.md`` or ``commands``; without a name all are written. ``--pictures`` makes the
pictures of docs/pictures.md too.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import time
from collections.abc import Collection
from functools import cache
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_MARKED = re.compile(r"^<!-- (backhand .*?) -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)


@cache
def printed(command: str) -> str:
    """What a command line prints, on stdout and stderr, without a terminal; it is run in this process."""
    words = shlex.split(command)
    if words[0] != "backhand":
        raise ValueError(f"{command!r}: only backhand is run from documents")
    from backhand.cli import main

    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)
    with (
        contextlib.chdir(ROOT),
        mock.patch.dict(os.environ, {"COLUMNS": "100"}),
        mock.patch.object(sys, "argv", words),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
        contextlib.suppress(SystemExit),
    ):
        main()
    content: bytes = said.buffer.getvalue()
    return content.decode()


def shown(text: str) -> list[str]:
    """The commands of which a document shows what they print."""
    blocks = "".join(_CONSOLE.findall(text))
    return [*_MARKED.findall(text), *re.findall(r"^\$ (.*)$", blocks, re.MULTILINE)]


def regenerated(text: str, left: Collection[str] = ()) -> str:
    """A document with every block made anew, but for what commands in ``left`` print."""

    def marked(found: re.Match[str]) -> str:
        return found[0] if found[1] in left else f"<!-- {found[1]} -->\n{_fenced(found[1])}<!-- end -->"

    text = _MARKED.sub(marked, text)
    return _CONSOLE.sub(lambda found: _console(found[0], left), text)


def _fenced(command: str) -> str:
    """What a command prints, as it is if that is Markdown, else as a block of text."""
    return printed(command) if "--format md" in command else f"```text\n{printed(command)}```\n"


def _console(block: str, left: Collection[str]) -> str:
    made = []
    for part in re.split(r"\n(?=\$ )", block):
        command = part.split("\n")[0].removeprefix("$ ")
        made.append(part if command in left else f"$ {command}\n{printed(command)}")
    return "\n".join(made)


def picture_commands() -> dict[Path, str]:
    """The pictures of the documents, each with the command that makes it."""
    lines = re.findall(
        r"^    (backhand .* (docs/pictures/\S+))$", (ROOT / "docs/pictures.md").read_text(), re.MULTILINE
    )
    return {ROOT / picture: command for command, picture in lines}


def main() -> None:
    """Rewrite documents in place, those that are named or all, and where asked the pictures."""
    known = {name: path for path in DOCUMENTS for name in (path.name, path.stem, str(path.relative_to(ROOT)))}
    named = [argument for argument in sys.argv[1:] if argument != "--pictures"]
    if unknown := [name for name in named if name not in known]:
        sys.exit(f"{unknown[0]!r} is no document: there are {', '.join(path.name for path in DOCUMENTS)}")
    for path in dict.fromkeys(known[name] for name in named) or DOCUMENTS:
        text = path.read_text()
        commands = shown(text)
        for number, command in enumerate(commands, start=1):
            start = time.process_time()
            printed(command)
            took = time.process_time() - start
            print(f"{path.name} {number}/{len(commands)}  {took:5.1f} s  {command}", file=sys.stderr)
        again = regenerated(text)
        if again != text:
            path.write_text(again)
            print(f"{path.name} changed", file=sys.stderr)
    if "--pictures" in sys.argv:
        for command in picture_commands().values():
            printed(command)


if __name__ == "__main__":
    main()
