"""What several test files need: shoes, rule settings, the command line in this process."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from backhand import Rules, Shoe, Solver
from backhand.cli import main
from backhand.common.intervals import Number
from backhand.rules import PRESETS, ShoeEnd, Ties
from backhand.strategies.best_chart import BestChart

ODD_PAYS = "backhand=6:5,five-cards=3:1,played-push=7:2"

SETTINGS = {
    "inventor": Rules(),
    "denexa": PRESETS["denexa"],
    "twelve": Rules(twelve_must_hit=True),
    "loss": Rules(shoe_end=ShoeEnd.LOSS),
    "latest": Rules(push_hit=True, ties=Ties.LATEST),
    "pays": Rules().paying(ODD_PAYS),
    "all": Rules.from_text("denexa,twelve=hit,shoe-end=loss,ties=latest").paying(ODD_PAYS),
    "cheap push": replace(PRESETS["denexa"], pays_played_push=Fraction(1, 10), pays_five_cards=Fraction(5)),
}
"""Rules that between them set every option both ways."""

FEW = [name if name in ("inventor", "all") else pytest.param(name, marks=pytest.mark.long) for name in SETTINGS]
"""Their names, for ``parametrize``. All are long but two, which between them set every option both ways, too."""


def crossed(first: Iterable[Any], second: Iterable[Any], turns: int = 1) -> list[ParameterSet]:
    """Every pair of both, for ``parametrize``. The quick run has pairs with each of either in it, the others are long.

    Each turn pairs them off, the fewer of them over and over; the next turn does so one further on.
    """
    ones, others = list(first), list(second)
    fewer = min(len(ones), len(others))
    return [
        pytest.param(*(one, other), marks=[] if (i - j) % fewer < turns else [pytest.mark.long], id=f"{one}-{other}")
        for i, one in enumerate(ones)
        for j, other in enumerate(others)
    ]


def random_shoe(rng: random.Random, cards: int, ranks: str = "A23456789T") -> Shoe:
    """So many cards, each of a random one of these ranks."""
    counts = [0] * 10
    for _ in range(cards):
        counts["A23456789T".index(rng.choice(ranks))] += 1
    return Shoe(counts)


def exact(number: Number) -> Fraction:
    """A number that has to be known exactly."""
    assert isinstance(number, Fraction)
    return number


@dataclass
class Ran:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str


def refuses_line_3(run: Callable[..., Ran], folder: Path, lines: Sequence[str], *command: str) -> str:
    """A command given a file of these lines refuses the third in one line of its own, and writes nothing; the file."""
    path = folder / "log.csv"
    path.write_text("\n".join(lines) + "\n")
    ran = run(*command, str(path), "--output", str(folder / "out"))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"Error: {path}, line 3: ")
    assert not (folder / "out").exists()
    return path.read_text()


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The width of a terminal that is said around a test, as pytest-xdist does to its workers, is none of its own."""
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def fresh() -> Solver:
    """A solver of one deck that remembers what other tests asked: for tests that do not show that it is solved."""
    return Solver()


@pytest.fixture(scope="session")
def fresh_chart(fresh: Solver) -> BestChart:
    """The best chart of one deck."""
    return fresh.chart()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run ``backhand`` in this process."""

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["backhand", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return Ran(int(left.value.code or 0), out, err)

    return run
