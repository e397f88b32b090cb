"""Write anew what the documents show of the program: ``python -m tests.regenerate``.

In README.md and docs/*.md, a ```console block holds commands after ``$ `` and what they print, and a block between
``<!-- backhand … -->`` and ``<!-- end -->`` is what that command prints. A test holds that nothing would change.
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


def main() -> None:
    """Rewrite the documents in place."""
    for path in DOCUMENTS:
        path.write_text(regenerated(path.read_text()))


if __name__ == "__main__":
    main()
