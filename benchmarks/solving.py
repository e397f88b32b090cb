"""What solving costs, each against something that runs beside it: ``python benchmarks/solving.py``.

Writes docs/performance.md. Takes a few minutes, most of them for the plain evaluator on a fresh deck.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from backhand import Evaluator, Position, Rules, Shoe
from backhand.solving.engine import Engine

PERFORMANCE = Path(__file__).parent.parent / "docs" / "performance.md"

CHARTS = (
    "chart --format pdf",
    "chart --decks 2 --format pdf",
    "chart --decks 4 --format pdf",
    "chart --decks 8 --format pdf",
    "evaluate mimic --decks 4",
    "graph --format graphml",
)


def seconds(*works: Callable[[], object], repeats: int = 1) -> list[float]:
    """The shortest run of each, taken in turn: what else the machine does can only add, and adds to all."""
    best = [float("inf")] * len(works)
    for _ in range(repeats):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            best[place] = min(best[place], time.perf_counter() - start)
    return best


def process(*arguments: str) -> Callable[[], object]:
    """A whole Python process with these arguments."""
    return lambda: subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)


def main() -> None:
    """Measure, and write the page."""
    fresh, rules = Shoe.of_decks(1), Rules()
    (engine,) = seconds(lambda: Engine(fresh, rules), repeats=5)
    (evaluator,) = seconds(lambda: Evaluator(rules).counts(Position(fresh)))
    start, click, advise, advise_json = seconds(
        process("-c", "pass"),
        process("-c", "import click"),
        process("-m", "backhand", "advise", "9", "7"),
        process("-m", "backhand", "advise", "9", "7", "--format", "json"),
        repeats=20,
    )
    numpy, one, two = seconds(
        process("-c", "import numpy"),
        process("-m", "backhand", "value"),
        process("-m", "backhand", "value", "--decks", "2"),
        repeats=3,
    )
    rows = {}
    for words in CHARTS:
        (rows[words],) = seconds(process("-m", "backhand", *words.split()), repeats=3 if "decks" not in words else 1)
    charts = "\n".join(f"| `backhand {words}` | {took:.2f} | {took / numpy:.0f} |" for words, took in rows.items())
    PERFORMANCE.write_text(
        f"""# What it costs

Written by `python benchmarks/solving.py`: Python {platform.python_version()}, {platform.machine()}. Seconds depend on
the machine; the ratios are of things that ran one after the other on it.

A fresh deck, every number exact, in one process:

| | seconds | ratio |
|---|---:|---:|
| plain evaluator | {evaluator:.1f} | {evaluator / engine:.0f} |
| engine | {engine:.2f} | 1 |

Whole processes:

| | seconds | ratio |
|---|---:|---:|
| `python -c "pass"` | {start:.3f} | {start / click:.2f} |
| `python -c "import click"` | {click:.3f} | 1 |
| `backhand advise 9 7` | {advise:.3f} | {advise / click:.2f} |
| `backhand advise 9 7 --format json` | {advise_json:.3f} | {advise_json / click:.2f} |

| | seconds | ratio |
|---|---:|---:|
| `python -c "import numpy"` | {numpy:.3f} | 1 |
| `backhand value` | {one:.2f} | {one / numpy:.1f} |
| `backhand value --decks 2` | {two:.2f} | {two / numpy:.0f} |
{charts}

More: [every shoe, enclosures and Storm](performance_tablebase.md), [simulated rounds](performance_simulation.md),
[Vingt-un](vingt_un_performance.md).
"""
    )
    print(PERFORMANCE.read_text())


if __name__ == "__main__":
    main()
