"""Write anew what the documents show of the program: ``python -m tests.regenerate``.

In README.md and docs/*.md, a ```console block holds commands after ``$ `` and what they print, and a block between
``<!-- backhand … -->`` and ``<!-- end -->`` is what that command prints. A test holds that nothing would change.
Pages that are named are written anew alone (``python -m tests.regenerate README.md``); ``--pictures`` makes
the pictures of docs/pictures.md too.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_MARKED = re.compile(r"^<!-- (backhand .*?) -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)


@cache
def printed(command: str) -> str:
    """What a command line prints, on stdout and stderr, without a terminal."""
    words = shlex.split(command)
    if words[0] != "backhand":
        raise ValueError(f"{command!r}: only backhand is run from documents")
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def regenerated(text: str) -> str:
    """A document with every block made anew."""
    text = _MARKED.sub(lambda found: f"<!-- {found[1]} -->\n{_fenced(found[1])}<!-- end -->", text)
    return _CONSOLE.sub(lambda found: _console(found[0]), text)


def _fenced(command: str) -> str:
    """What a command prints, as it is if that is Markdown, else as a block of text."""
    return printed(command) if "--format md" in command else f"```text\n{printed(command)}```\n"


def _console(block: str) -> str:
    commands = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    return "\n".join(f"$ {command}\n{printed(command)}" for command in commands)


def picture_commands() -> dict[Path, str]:
    """The pictures of the documents, each with the command that makes it."""
    lines = re.findall(
        r"^    (backhand .* (docs/pictures/\S+))$", (ROOT / "docs/pictures.md").read_text(), re.MULTILINE
    )
    return {ROOT / picture: command for command, picture in lines}


def main() -> None:
    """Rewrite the documents in place, or those that are named."""
    named = {argument for argument in sys.argv[1:] if argument != "--pictures"}
    for path in DOCUMENTS:
        if not named or path.name in named:
            path.write_text(regenerated(path.read_text()))
    if "--pictures" in sys.argv:
        for command in picture_commands().values():
            printed(command)


if __name__ == "__main__":
    main()
