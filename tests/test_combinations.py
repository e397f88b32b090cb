"""Every command with every two of its options, sensible values and odd ones: an answer or one clear line, never a traceback.

``python -m tests.test_combinations`` runs them all, some ten thousand, and tells those that went wrong.
"""

from __future__ import annotations

import io
import itertools
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
from backhand import Shoe
from backhand.cli import cli, main
from backhand.rules import Rules
from backhand.tablebase.build import build

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
_OTHER_RULES = ["ties=void", "pack=as-dealt", "dealer-doubles=on", "pack=as-dealt,dealer-doubles=on"]
"""Of Vingt-un."""

_START = {
    "advise": ["9", "7"],
    "graph": ["9", "7"],
    "evaluate": ["mimic"],
    "validate": ["docs/examples/totals.csv"],
    "audit": ["docs/examples/log.csv"],
    "tablebase info": ["{tmp}/small.tablebase"],
    "tablebase probe": ["{tmp}/small.tablebase"],
    "tablebase verify": ["{tmp}/small.tablebase"],
    "tablebase build": ["{tmp}/made.tablebase"],
    "vingt-un advise": ["T", "6"],
    "vingt-un both": ["9"],
    "vingt-un double": ["T", "8"],
    "vingt-un evaluate": ["16"],
    "vingt-un validate": ["docs/examples/vingt_un_totals.csv"],
    "vingt-un audit": ["docs/examples/vingt_un_log.csv"],
}
_SMALL = {"--shoe": SMALL, "--rounds": "500", "--samples": "1", "--most": SMALL, "--quick": "", "--width": "1/2"}
"""What makes a command quick, where the pair at hand does not say otherwise."""


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


def ways(words: str, option: click.Option) -> list[list[str]]:
    """An option with each of its values."""
    name = option.opts[0]
    if option.is_flag:
        return [[name]]
    known = _VALUES[name]
    if name == "--rules" and words.startswith("vingt-un"):
        known = _OTHER_RULES
    if name == "--most" and words.startswith("vingt-un"):
        known = ["50"]
    return [[name, value] for value in [*known, *_ODD]]


def of_command(words: str, command: click.Command) -> Iterator[list[list[str]]]:
    """For every two options of a command, the runs with each of their values."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    for one, two in itertools.combinations(options, 2):
        said = {one.opts[0], two.opts[0]}
        rest = list(_START.get(words, []))
        if "--hand" in said:
            rest = []
        for option in options:
            name = option.opts[0]
            if name in said or (name == "--shoe" and said & {"--decks", "--players", "--seen"}):
                continue
            if name == "--seen" and words.startswith("vingt-un"):
                rest += ["--seen", GONE] if "--rules" in said or not option_named(options, "--rules") else []
            elif name == "--dealer" and option.required:
                rest += ["--dealer", "17"]
            elif name == "--output-dir" and option.required:
                rest += ["--output-dir", "{tmp}"]
            elif name == "--most" and words.startswith("vingt-un"):
                rest += ["--most", "50"]
            elif name in _SMALL:
                rest += [name, _SMALL[name]] if _SMALL[name] else [name]
        both = itertools.product(ways(words, one), ways(words, two))
        yield [[*words.split(), *rest, *first, *second] for first, second in both]


def option_named(options: list[click.Option], name: str) -> bool:
    return any(name in option.opts for option in options)


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


def prepared(folder: Path) -> None:
    """The file that some of them read."""
    build(folder / "small.tablebase", Rules(), Shoe(SMALL))


def filled(words: list[str], folder: Path) -> list[str]:
    return [word.replace("{tmp}", str(folder)) for word in words]


def pairs(seed: int) -> list[list[str]]:
    """Every command with every two of its options, once, at values drawn by chance; in an order drawn by chance."""
    rng = random.Random(seed)
    made = [rng.choice(runs) for words, command in commands() for runs in of_command(words, command)]
    rng.shuffle(made)
    return made


def main_of_all(seed: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared(folder)
        found = 0
        for words in pairs(seed):
            said = fault(filled(words, folder))
            if said:
                found += 1
                print(words, said, sep="\n", flush=True)
    return found
