"""Building a tablebase: interrupted, resumed, twice at once, without a place or room to write."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from backhand import Rules, Shoe, Tablebase
from backhand.errors import TablebaseError
from backhand.tablebase import Layout
from backhand.tablebase.build import build, parts

from tests.tablebase.test_tablebase import SMALL


class Stop(Exception):
    pass


def stopping_after(steps: int) -> Callable[[Iterable[int], str, int], Iterable[int]]:
    def progress(each: Iterable[int], what: str, total: int) -> Iterable[int]:
        for number, step in enumerate(each):
            if number == steps:
                raise Stop
            yield step

    return progress


def counting(steps: list[int]) -> Callable[[Iterable[int], str, int], Iterable[int]]:
    def progress(each: Iterable[int], what: str, total: int) -> Iterable[int]:
        for step in each:
            steps.append(step)
            yield step

    return progress


def leftovers(path: Path) -> list[Path]:
    return [each for each in path.parent.iterdir() if each != path]


def test_an_interrupted_build_is_no_tablebase_and_is_gone_on_with(tmp_path: Path) -> None:
    path, whole = tmp_path / "file", build(tmp_path / "other" / "whole", Rules(), SMALL, kernel="numpy")
    for stop in (2, 7, 10, 13):
        with pytest.raises(Stop):
            build(path, Rules(), SMALL, kernel="numpy", progress=stopping_after(stop))
        assert not path.exists()
        with pytest.raises(TablebaseError, match="unfinished"):
            Tablebase.open(next(parts(path)))
    steps: list[int] = []
    build(path, Rules(), SMALL, kernel="numpy", progress=counting(steps))
    assert len(steps) < len(list(Layout(SMALL).slabs()))  # finished layers were not computed again
    assert path.read_bytes() == whole.path.read_bytes()


@pytest.fixture(autouse=True)
def _another_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()


def test_kill_minus_nine_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "file"
    code = (
        "import sys, time\n"
        "from backhand import Rules, Shoe\n"
        "from backhand.tablebase.build import build\n"
        "def slowly(steps, what, total):\n"
        "    for step in steps:\n"
        "        print(step, flush=True); time.sleep(0.05); yield step\n"
        f"build(sys.argv[1], Rules(), Shoe('{SMALL}'), kernel='numpy', progress=slowly)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) == 13:
                process.send_signal(signal.SIGKILL)
                break
    assert not path.exists()
    assert next(parts(path)).exists()
    steps: list[int] = []
    resumed = build(path, Rules(), SMALL, kernel="numpy", progress=counting(steps))
    assert len(steps) < 15
    assert path.read_bytes() == build(tmp_path / "other" / "whole", Rules(), SMALL, kernel="numpy").path.read_bytes()
    assert not next(parts(path)).exists()
    assert resumed.value(Shoe("0,0,0,0,0,0,0,0,0,0")) == 0


def test_an_unfinished_build_for_other_rules_or_damaged_is_started_anew(tmp_path: Path) -> None:
    path, loss = tmp_path / "file", Rules.from_text("shoe-end=loss")
    with pytest.raises(Stop):
        build(path, Rules(), SMALL, kernel="numpy", progress=stopping_after(9))
    build(path, loss, SMALL, kernel="numpy")
    fresh = build(tmp_path / "other" / "loss", loss, SMALL, kernel="numpy")
    assert path.read_bytes() == fresh.path.read_bytes()
    with pytest.raises(Stop):
        build(path, Rules(), SMALL, kernel="numpy", progress=stopping_after(9))
    part = next(parts(path))
    data = bytearray(part.read_bytes())
    data[Tablebase.open(path).header.start + 5] ^= 1  # in the first finished layer
    part.write_bytes(data)
    assert Tablebase.open(path).rules == loss  # the old file is there until the new one is whole
    build(path, Rules(), SMALL, kernel="numpy")
    whole = build(tmp_path / "other" / "whole", Rules(), SMALL, kernel="numpy")
    assert path.read_bytes() == whole.path.read_bytes()


def test_two_builds_at_once_do_not_harm_each_other(tmp_path: Path) -> None:
    path = tmp_path / "file"
    started, errors = threading.Barrier(3), []

    def slow(each: Iterable[int], what: str, total: int) -> Iterable[int]:
        for step in each:
            if step == 1:
                started.wait(timeout=20)  # all three are at work at the same time
            yield step

    def run() -> None:
        try:
            build(path, Rules(), SMALL, kernel="numpy", progress=slow)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    whole = build(tmp_path / "other" / "whole", Rules(), SMALL, kernel="numpy")
    assert path.read_bytes() == whole.path.read_bytes()
    assert leftovers(path) == [tmp_path / "other"]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        build(tmp_path / "none" / "file", Rules(), SMALL, kernel="numpy")
    if os.geteuid():
        tmp_path.chmod(0o500)
        with pytest.raises(PermissionError):
            build(tmp_path / "file", Rules(), SMALL, kernel="numpy")


def test_a_full_disk_leaves_nothing_that_passes_for_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    code = (
        "import resource, signal, sys\n"
        "from backhand import Rules, Shoe\n"
        "from backhand.tablebase.build import build\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))\n"
        f"build(sys.argv[1], Rules(), Shoe('{SMALL}'), kernel='numpy')\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode
    assert "OSError" in done.stderr
    assert not path.exists()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 20000
    assert build(path, Rules(), SMALL, kernel="numpy").value(Shoe([0] * 10)) == 0


def test_a_finished_file_has_the_usual_rights_and_replaces_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    mask = os.umask(0o027)
    try:
        build(path, Rules(), SMALL, kernel="numpy")
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640
    link = tmp_path / "link"
    link.symlink_to(path)
    before = time.time_ns()
    build(link, Rules(), SMALL, kernel="numpy")
    assert link.is_symlink()
    assert path.stat().st_mtime_ns > before - 10**9
