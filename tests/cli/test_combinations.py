"""Every command of both games with every two of its options: an answer or one clear line, never a traceback.

``python -m tests.cli.test_combinations SEED`` runs them all, a thousand, at values drawn by chance, and tells what went
wrong. What takes longer than a few seconds is ended: here only tracebacks are looked for.
"""

from __future__ import annotations

import io
import itertools
import os
import random
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType

import click
import pytest
from backhand import Rules, Shoe
from backhand.cli import cli, main
from backhand.tablebase.build import build

from tests.regenerate import ROOT

SMALL = "1,1,1,0,1,1,1,0,1,3"
GONE = "A A A 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 9 9 9 T T T T T T T T T T T T"
"""What leaves a pack of 13 cards."""

_ODD = ["", "-1", "0", "x", "9" * 40, "1e3", "ä", "{tmp}/out.json"]
"""Given to every option beside what is sensible."""

_VALUES = {
    **{"--decks": ["1", "9"], "--players": ["2"], "--shoe": [SMALL, "0,1,0,0,0,0,0,0,0,1"], "--seen": ["5", "T T A"]},
    **{"--hand": ["9 7", "A 6"], "--rules": ["denexa,twelve=hit", "shoe-end=loss"], "--pays": ["6:5", "0.95"]},
    **{"--format": ["json", "csv", "md", "html", "dot"], "--output": ["{tmp}/out", "/dev/null", "-"]},
    **{"--within": ["1e-3"], "--tablebase": ["{tmp}/small.tablebase"], "--strategy": ["mimic", "chart"]},
    **{"--rounds": ["2000", "1e3"], "--seed": ["7"], "--cut": ["3"], "--jobs": ["1"], "--worst": ["3"]},
    **{"--level": ["0.05"], "--ahead": ["5"], "--wins-in": ["5"], "--first-to": ["2"], "--bankroll": ["5"]},
    **{"--depth": ["2"], "--play": ["all"], "--merge": ["hand", "none", "total"], "--pushes": ["1"]},
    **{"--edge": ["2%", "-0.5"], "--kind": ["all", "played-push"], "--low": ["1:3"], "--high": ["5:1"]},
    **{"--plot": ["{tmp}/plot.svg"], "--paper": ["letter", "wallet"], "--most": [SMALL, "50"], "--samples": ["3"]},
    **{"--output-dir": ["{tmp}"], "--dealer": ["17", "17; double: 20", "16,18; A 6: draw"], "--width": ["1/2"]},
    **{"--punter": ["16", "best"], "--punters": ["16"], "--both": ["A 9"], "--number": ["1", "2"], "--tables": ["5"]},
    **{"--as": ["dealer"], "--standing": ["1"], "--shown": ["6", "6 | 7"], "--over": ["T 5"], "--if-doubled": ["15"]},
    **{"--state": ["{tmp}/game.npz"]},
}
_OF_VINGT_UN = {
    "--rules": ["ties=void", "pack=as-dealt", "dealer-doubles=on", "pack=as-dealt,dealer-doubles=on,natural-pays=3"],
    "--most": ["50"],
}

_START = {
    "advise": ["9", "7"],
    "graph": ["9", "7"],
    "evaluate": ["mimic"],
    "validate": [f"{ROOT}/docs/examples/totals.csv"],
    "audit": [f"{ROOT}/docs/examples/log.csv"],
    "tablebase info": ["{tmp}/small.tablebase"],
    "tablebase probe": ["{tmp}/small.tablebase"],
    "tablebase verify": ["{tmp}/small.tablebase"],
    "tablebase build": ["{tmp}/made.tablebase"],
    "vingt-un advise": ["T", "6"],
    "vingt-un both": ["9"],
    "vingt-un double": ["T", "8"],
    "vingt-un evaluate": ["16"],
    "vingt-un validate": [f"{ROOT}/docs/examples/vingt_un_totals.csv"],
    "vingt-un audit": [f"{ROOT}/docs/examples/vingt_un_log.csv"],
}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by its words."""
    groups: list[tuple[str, click.Group]] = [("", cli)]
    while groups:
        words, group = groups.pop()
        with click.Context(group) as ctx:
            for name in group.list_commands(ctx):
                command = group.get_command(ctx, name)
                if isinstance(command, click.Group):
                    groups.append((f"{name} ", command))
                elif command is not None and name != "help":
                    yield words + name, command


def value(rng: random.Random, words: str, option: click.Option) -> list[str]:
    """An option with a value drawn by chance, more often a sensible one."""
    name = option.opts[0]
    if option.is_flag:
        return [name]
    known = _OF_VINGT_UN.get(name, _VALUES[name]) if words.startswith("vingt-un") else _VALUES[name]
    return [name, rng.choice(known if rng.random() < 0.7 else _ODD)]


def pairs(seed: int, of: str = "") -> list[list[str]]:
    """Every command with every two of its options, once, at values drawn by chance, and in an order drawn by chance.

    With ``of`` one command alone.
    """
    rng = random.Random(seed)
    made = []
    for words, command in commands():
        options = [param for param in command.params if isinstance(param, click.Option)]
        for one, two in itertools.combinations(options, 2):
            start = [*words.split(), *_start(words, options, {one.opts[0], two.opts[0]})]
            made.append([*start, *value(rng, words, one), *value(rng, words, two)])
    rng.shuffle(made)
    return [run for run in made if " ".join(run).startswith(of)]


def _start(words: str, options: list[click.Option], said: set[str]) -> list[str]:
    """What a command needs beside the options that are ``said``, and what makes it quick where these allow it."""
    names = {option.opts[0] for option in options} - said
    made = [] if "--hand" in said else list(_START.get(words, []))
    if words.startswith("vingt-un"):
        small = {"--dealer": "17", "--rounds": "500", "--most": "50", "--width": "1/2"}
        if {"--seen", "--rules"} <= names:
            small |= {"--seen": GONE, "--rules": "pack=as-dealt"}
    else:
        small = {"--rounds": "500", "--samples": "1", "--most": SMALL, "--output-dir": "{tmp}"}
        if not said & {"--decks", "--players", "--seen"}:
            small["--shoe"] = SMALL
    return [*made, *itertools.chain(*((name, small[name]) for name in small if name in names)), *_quick(names)]


def _quick(names: set[str]) -> list[str]:
    return ["--quick"] if "--quick" in names else []


class TooLongError(BaseException):
    """A run that was ended: what takes long is for other tests."""


def _end(number: int, frame: FrameType | None) -> None:
    raise TooLongError


def fault(words: list[str], seconds: float = 3) -> str:
    """What is wrong with a run, if anything: a traceback, another exit code, a refusal that is not one line."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    old, sys.argv = sys.argv, ["backhand", *words]
    before = signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    code: object = None
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as left:
        code = left.code or 0
    except TooLongError:
        return ""
    except BaseException:
        return traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.argv = old
    said = err.getvalue()
    if code not in (0, 2, 3):
        return f"exit {code}: {said}"
    errors = [line for line in said.splitlines() if line.startswith("Error: ")]
    if (code == 2) != (len(errors) == 1) or len(said) > 2000 or "Traceback" in said:
        return f"exit {code}, but: {said}"
    return ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run in, which has the files that are read."""
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def prepare(folder: Path) -> None:
    """Make the files that some runs read."""
    build(folder / "small.tablebase", Rules(), Shoe(SMALL))


def faults(runs: list[list[str]], folder: Path) -> Iterator[str]:
    """What went wrong in these runs; ``{tmp}`` in them is the folder."""
    for run in runs:
        said = fault([word.replace("{tmp}", str(folder)) for word in run])
        if said:
            yield f"{run}: {said}"


@pytest.mark.parametrize("number", [5, pytest.param(50, marks=pytest.mark.long)])
def test_some_pairs_of_options_end_in_no_traceback(folder: Path, number: int) -> None:
    """Commands that answer at once, so many runs of each."""
    quick = [
        pairs(3, of) for of in ("advise", "rules", "export", "tablebase info", "tablebase probe", "vingt-un rules")
    ]
    assert not list(faults([run for runs in quick for run in runs[:number]], folder))


@pytest.mark.longest
def test_pairs_of_options_end_in_no_traceback(folder: Path) -> None:
    assert not list(faults(pairs(1), folder))


def test_a_traceback_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("backhand.cli.rules.in_force", broken)
    assert "ZeroDivisionError" in fault(["rules"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        os.chdir(name)
        for found in faults(pairs(int(sys.argv[1])), Path(name)):
            print(found, flush=True)
