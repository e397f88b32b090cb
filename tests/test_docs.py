"""What the documents say is so: their commands are run, their Python is executed, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from backhand.cli import COMMANDS

from tests.regenerate import DOCUMENTS, ROOT, printed, regenerated, shown

LONG = {
    "backhand chart --format csv",
    "backhand evaluate never-bust --worst 3",
    "backhand payouts --kind all --edge 2%",
    "backhand simulate --rounds 1_000_000 --seed 7",
    "backhand validate docs/examples/totals.csv --strategy chart",
    "backhand validate docs/examples/wrong.csv --strategy chart",
    "backhand vingt-un validate docs/examples/vingt_un_wrong.csv --dealer 17 --punter 16",
    "backhand vingt-un double T 8 --punters 16 --if-doubled 18",
    "backhand vingt-un reply --punters 16 --number 2 --tables 100",
}
"""Commands that take seconds."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_documents_show_is_what_commands_print(path: Path) -> None:
    text = path.read_text()
    assert regenerated(text, LONG) == text, "python -m tests.regenerate writes it anew"


@pytest.mark.long
def test_what_documents_show_of_long_commands_is_what_they_print() -> None:
    asked = set()
    for path in DOCUMENTS:
        text = path.read_text()
        asked |= set(shown(text)) & LONG
        if set(shown(text)) & LONG:
            assert regenerated(text) == text, "python -m tests.regenerate writes it anew"
    assert asked == LONG


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_documents_runs_as_shown(path: Path) -> None:
    failed, _ = doctest.testfile(str(path), module_relative=False)
    assert failed == 0


def test_every_command_named_in_documents_exists() -> None:
    for path in DOCUMENTS:
        for line in re.findall(r"`(backhand [^`]*)`", path.read_text()):
            command = line.split()[1]
            if command.isalpha() and command.islower():
                assert command in {*COMMANDS, "help"}, (path.name, line)


def test_links_lead_to_files() -> None:
    for path in [*DOCUMENTS, ROOT / "tables" / "README.md"]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text()):
            assert (path.parent / target).exists(), (path.name, target)


TABLE = re.findall(r"^\| `(backhand .*?)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)
"""The commands in the table of the README."""


def test_every_command_is_in_the_table_of_the_readme() -> None:
    assert {row.split()[1] for row in TABLE} == set(COMMANDS)


@pytest.mark.long  # whole decks
def test_the_table_of_commands_in_the_readme_runs() -> None:
    for row in TABLE:
        if not row.startswith("backhand tables"):  # compared file by file in test_tables
            assert "Error" not in printed(row)
            assert printed(row)


def test_the_readme_tells_two_commands_and_ci_runs_them() -> None:
    commands = re.findall(r"^```sh\n(.*?)\n```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(commands) == 2
    assert commands[0].endswith("backhand chart")
    assert commands[1].endswith("-m pytest")


def test_python_minus_m_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "backhand", "--version"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"backhand, version \d+\.\d+\.\d+\n", done.stdout)
