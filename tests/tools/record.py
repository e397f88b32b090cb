"""Record what the program answers to many questions, and compare two records byte by byte.

    PYTHONPATH=solver:. python -m tests.tools.record write FOLDER
    PYTHONPATH=solver:. python -m tests.tools.record compare FOLDER OTHER

The package recorded is the one on PYTHONPATH, which may be that of another checkout. A record is ``index.json``, with
the exit code of each question and the SHA-256 of what was printed and written, and a folder with those outputs;
where the name ends in ``.json`` it is the index alone.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from tests.regenerate import DOCUMENTS, ROOT
from tests.tools import questions, vingt_un_questions
from tests.tools.surface import surface

# reportlab takes the date of a pdf from SOURCE_DATE_EPOCH where it is set, and one of its own where it is not.
ENVIRONMENT = {
    **{"COLUMNS": "100", "LINES": "50", "NO_COLOR": "1", "SOURCE_DATE_EPOCH": "0"},
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
_SHOWN = re.compile(r"^(?:\$ |<!-- |\| `|    |  Example: )(backhand .*?)(?: -->|` \|.*)?$", re.MULTILINE)
_SLOW = 3
"""Seconds after which a question is named while recording."""
_LINES = 6
"""Lines of a difference that are shown of each side."""

Answer = dict[str, Any]
Keep = Callable[[bytes], str]


def documented() -> list[str]:
    """The commands that documents show, but for those that take too long; without the word ``backhand``.

    Pages of what commands cost show many that take long.
    """
    texts = [document.read_text() for document in DOCUMENTS if "performance" not in document.name]
    shown = [line for text in texts for line in _SHOWN.findall(text)]
    return [line.removeprefix("backhand ") for line in shown if line not in questions.LEFT_OUT]


def all_questions() -> list[str]:
    """Every question once, in an order in which each finds the files that another makes for it."""
    every = [*questions.QUESTIONS, *vingt_un_questions.QUESTIONS, *documented()]
    return list({tuple(shlex.split(question)): question for question in reversed(every)}.values())[::-1]


@contextlib.contextmanager
def prepared() -> Iterator[None]:
    """A folder with the files that questions name, to work in; the environment they are asked in."""
    before, here = os.environ.copy(), Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "docs" / "examples", Path(folder) / "docs" / "examples")
        for name, text in questions.FILES.items():
            (Path(folder) / name).write_text(text)
        os.environ.update(ENVIRONMENT)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)


def asked(question: str, keep: Keep) -> Answer:
    """The exit code of a question, and names of what it printed and wrote, as ``keep`` gives them."""
    before = _files()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = _exit_code(shlex.split(question))
    printed = {}
    for name, stream in (("stdout", out), ("stderr", err)):
        stream.flush()
        content: bytes = stream.buffer.getvalue()
        printed[name] = keep(content.replace(bytes(Path.cwd()), b"HERE"))
    written = {name: keep(content) for name, content in _files().items() if before.get(name) != content}
    for path in Path().glob("out*"):
        path.unlink()
    return {"exit": code, **printed, **{f"file {name}": kept for name, kept in sorted(written.items())}}


def _exit_code(words: list[str]) -> int | str:
    from backhand.cli import main

    sys.argv = ["backhand", *words]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they name files and lines, and come once in a process
            main()
    except SystemExit as left:
        return left.code if isinstance(left.code, int | str) else 0
    except Exception as error:  # a traceback names files and lines
        return f"{type(error).__name__}: {error}"
    return 0


def _files() -> dict[str, bytes]:
    """Every file in the folder of the questions, as it is now."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def record(asking: Iterable[str], keep: Keep, tell: Callable[[str], object]) -> dict[str, Answer]:
    """The answer to each question, asked in turn."""
    answers, argv = {}, sys.argv
    with prepared():
        for question in asking:
            began = time.process_time()
            answers[question] = asked(question, keep)
            if (took := time.process_time() - began) > _SLOW:
                tell(f"{took:5.1f} s  {question}")
    sys.argv = argv
    return answers


def write(target: Path, asking: list[str]) -> None:
    """Make a record of these questions."""
    whole = target.suffix != ".json"
    outputs = target / "outputs"
    if whole:
        outputs.mkdir(parents=True)

    def keep(content: bytes) -> str:
        name = hashlib.sha256(content).hexdigest()
        if whole:
            (outputs / name).write_bytes(content)
        return name

    began = time.process_time()
    answers = record(asking, keep, lambda line: print(line, file=sys.stderr))
    text = json.dumps({"questions": answers, "surface": surface()}, indent=1, ensure_ascii=False)
    (target / "index.json" if whole else target).write_text(text + "\n")
    print(f"{len(answers)} questions, {time.process_time() - began:.0f} s of processor time")


def compare(before: Path, after: Path) -> list[str]:
    """What differs between two records, a text each: questions, then what Python programs see."""
    old, new = _index(before), _index(after)
    found = []
    for question in _either(old["questions"], new["questions"]):
        one, other = old["questions"].get(question), new["questions"].get(question)
        if one is None or other is None:
            found.append(f"backhand {question}: only in {before if other is None else after}")
            continue
        for what in _either(one, other):
            if one.get(what) != other.get(what):
                shown = difference(*(_content(*side, what) for side in ((before, one), (after, other))))
                found.append(f"backhand {question}: {what}\n{shown}")
    for name in _either(old["surface"], new["surface"]):
        one, other = old["surface"].get(name), new["surface"].get(name)
        if one != other:
            found.append(f"{name}\n- {one}\n+ {other}")
    return found


def difference(before: str, after: str) -> str:
    """The lines in the middle that are not the same, the first of them if they are many."""
    one, other = before.splitlines(keepends=True), after.splitlines(keepends=True)
    start = _shared(one, other)
    end = _shared(one[start:][::-1], other[start:][::-1])
    shown = [f"line {start + 1}:"]
    for sign, lines in (("-", one[start : len(one) - end]), ("+", other[start : len(other) - end])):
        shown += [f"{sign} {line.rstrip()[:300]}" for line in lines[:_LINES]]
        shown += [f"{sign} … {len(lines) - _LINES} more"] if len(lines) > _LINES else []
    return "\n".join(shown)


def _shared(one: list[str], other: list[str]) -> int:
    """How many lines are the same at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _either(one: Mapping[str, object], other: Mapping[str, object]) -> list[str]:
    return list(dict.fromkeys([*one, *other]))


def _index(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((path / "index.json" if path.is_dir() else path).read_text())
    return found


def _content(path: Path, answer: Answer, what: str) -> str:
    """What stands behind a name in a record, as far as it is kept."""
    value = answer.get(what, "nothing")
    kept = path / "outputs" / str(value)
    return kept.read_bytes().decode(errors="backslashreplace") if kept.is_file() else str(value)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.record", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="ask all questions and keep the answers")
    writing.add_argument("target", type=Path, metavar="FOLDER|FILE.json")
    writing.add_argument("--only", default="", metavar="REGEX", help="questions that match")
    comparing = commands.add_parser("compare", help="tell what differs; exit code 1 if anything does")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    given = parser.parse_args()
    if given.command == "write":
        write(given.target.absolute(), [question for question in all_questions() if re.search(given.only, question)])
        return 0
    found = compare(given.before, given.after)
    print("\n\n".join([*found, f"{len(found)} differences"]))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
