"""Files are written whole, with the rights that new files have; a name is held by one at a time."""

from __future__ import annotations

import ast
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from backhand.common.files.locking import held
from backhand.common.files.writing import check_file, write_whole
from backhand.errors import OutputError

from tests.regenerate import ROOT


@pytest.fixture
def _private() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("_private")
def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, ["a", b"b"])
    assert (rights(path), path.read_text()) == (0o640, "ab")
    path.chmod(0o604)
    write_whole(path, "new")
    assert (rights(path), path.read_text()) == (0o604, "new")


def test_nobody_touches_the_umask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the whole process's: a file that another thread makes meanwhile would be open to everybody."""

    def refuse(_: int) -> int:
        raise AssertionError

    monkeypatch.setattr(os, "umask", refuse)
    write_whole(tmp_path / "file", "text")


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")

    def parts() -> Iterator[str]:
        yield "new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_whole(path, parts())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_open_file_is_told_from_one_that_may_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    for mode, allowed in ((os.O_RDONLY, False), (os.O_WRONLY, True), (os.O_RDWR, True)):
        number = os.open(path, mode)
        if allowed:
            check_file(Path(f"/dev/fd/{number}"))
        else:
            with pytest.raises(OutputError, match="not open for writing"):
                check_file(Path(f"/dev/fd/{number}"))
        os.close(number)
    with pytest.raises(OutputError, match="not open for writing"):
        check_file(Path("/dev/fd/876"))
    assert path.read_text() == "old"


def test_a_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    """However they come and go: with the lock its file goes, and who opened it in between must not take it for one."""
    name, inside, most, had = tmp_path / "lock", 0, 0, 0
    counting = threading.Lock()

    def run() -> None:
        nonlocal inside, most, had
        for _ in range(300):
            with held(name) as mine:
                if mine:
                    with counting:
                        inside, had = inside + 1, had + 1
                        most = max(most, inside)
                    with counting:
                        inside -= 1

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert had
    assert most == 1
    assert not list(tmp_path.iterdir())


def test_a_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    name = tmp_path / "lock"
    code = "import sys, time, pathlib\nfrom backhand.common.files.locking import held\n"
    code += "with held(pathlib.Path(sys.argv[1])) as mine:\n    print(mine, flush=True)\n    time.sleep(60)\n"
    with subprocess.Popen([sys.executable, "-c", code, str(name)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        with held(name) as mine:
            assert not mine
        process.kill()
    assert name.exists()
    with held(name) as mine:
        assert mine
    assert not name.exists()


def test_nothing_is_called_that_windows_lacks() -> None:
    modules = {"fcntl", "grp", "pwd", "resource", "termios"}
    calls = {"fchmod", "fork", "getuid", "geteuid", "pread", "preadv", "pwrite", "pwritev", "posix_fallocate", "umask"}
    for path in sorted((ROOT / "solver").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert not modules & {alias.name for alias in node.names}, path
            elif isinstance(node, ast.ImportFrom):
                assert node.module not in modules, path
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                assert node.attr not in calls, (path, node.lineno)
