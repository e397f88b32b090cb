"""Compiled code is kept on disk, and a change of what it calls is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from backhand.common.simulation.compiling import digest
from backhand.simulation import dealer, lookahead
from backhand.vingt_un.simulation import dealer as second

INNER = """
LEAST = 1

def inner(number):
    return number + LEAST
"""

OUTER = """
from inner import inner

def outer(number):
    return 10 * inner(number)
"""

RUN = """
from backhand.common.simulation.compiling import compiled
from outer import outer
made = compiled(outer)
print(made(4), sum(made.stats.cache_hits.values()))
"""


def test_a_change_of_a_called_function_is_noticed(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "outer.py").write_text(OUTER)

    def ran(inner: str) -> str:
        (tmp_path / "inner.py").write_text(inner)
        folders = os.pathsep.join([str(tmp_path), *sys.path])
        environment = os.environ | {"PYTHONPATH": folders, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
        command = [sys.executable, "-B", "-c", RUN]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert ran(INNER) == "50 0\n"
    assert ran(INNER) == "50 1\n"  # kept
    assert ran(INNER.replace("number + LEAST", "number - LEAST")) == "30 0\n"
    assert ran(INNER.replace("LEAST = 1", "LEAST = 3")) == "70 0\n"  # nor is a constant forgotten
    assert ran(INNER) == "50 1\n"


def test_every_function_of_the_inner_loops_is_in_their_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(dealer.play)
    monkeypatch.setattr(lookahead, "PUSH_ABOVE", 15)
    changed = digest(dealer.play)
    assert changed != before
    monkeypatch.setattr(lookahead, "hit_three", lookahead.hit_two)
    assert digest(dealer.play) not in (before, changed)
    before = digest(second.play)
    monkeypatch.setattr(second, "LOWEST", 9)
    assert digest(second.play) != before
