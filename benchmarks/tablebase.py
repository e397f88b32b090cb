"""What every shoe costs, and many decks, and the same game in Storm: ``python benchmarks/tablebase.py [--storm 600]``.

Writes docs/performance_tablebase.md. Each process runs alone, one after the other; memory is the peak of the process,
read while it runs. ``--storm`` adds Storm (extra ``bench``), which takes minutes and
gigabytes and is stopped after the seconds given.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import psutil
from backhand import Rules, Shoe, Solver, Tablebase
from backhand.tablebase.build import build

PERFORMANCE = Path(__file__).parent.parent / "docs" / "performance_tablebase.md"
EXPLICIT = str(Path(__file__).parent / "storm_explicit.py")
STORM = """
import sys
from pathlib import Path
from tests.storm import RETURN, storm
print(storm(Path(sys.argv[1]), RETURN, exact=sys.argv[2] == "exact")[0])
"""


PAGE = """# What every shoe costs

Written by `python benchmarks/tablebase.py --storm SECONDS`: Python {python}, {machine},
{processors} processors, load {load:.1f} when it began. Processor seconds are of all threads. Ratios are of seconds,
within a table, of things that ran one after the other.

All 33,203,125 shoes of one deck into a file, whole process, the two files equal to the last bit; numba with its
compiled code kept from an earlier build:

{built}

A probe in the library, warm: {probe:.1f} microseconds. Whole processes:

{pushes}

A fresh shoe to twelve proved digits, whole process, `enclose` with a width of 10⁻¹²:

{proved}

The same game in Storm, one fresh deck. Storm's seconds are of the whole process. From the text that `backhand export`
writes, they include building its states from the text. From states, all of them are listed by
`benchmarks/storm_explicit.py` beforehand, which is not counted; then Storm's process reads the list, makes an exact
sparse model of it through stormpy, and solves that. Ratio to `backhand value`, which is exact:

{storm}
"""


class Cost(NamedTuple):
    """What a process took and said; nothing, if it was stopped at its limit."""

    seconds: float
    cpu: float
    gigabytes: float
    out: str


def cost(*arguments: str, limit: float = float("inf")) -> Cost:
    """Run a Python process and watch it, for ``limit`` seconds at most."""
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        watched, peak, cpu = psutil.Process(process.pid), 0, 0.0
        while process.poll() is None:
            try:
                peak = max(peak, watched.memory_info().rss)
                times = watched.cpu_times()
                cpu = times.user + times.system
            except psutil.Error:
                break
            if time.perf_counter() - start > limit:
                process.kill()
                return Cost(time.perf_counter() - start, cpu, peak / 1e9, "")
            time.sleep(0.01)
        out = process.stdout.read()
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed")
    return Cost(seconds, cpu, peak / 1e9, out)


def best(repeats: int, *arguments: str) -> Cost:
    """The shortest of some runs: what else the machine does can only add."""
    return min(cost(*arguments) for _ in range(repeats))


def row(name: str, each: Cost, base: Cost) -> str:
    return (
        f"| {name} | {each.seconds:.2f} | {each.cpu:.2f} | {each.gigabytes:.2f} | {each.seconds / base.seconds:.1f} |"
    )


def table(base: Cost, **rows: Cost) -> str:
    head = ["| | seconds | processor seconds | gigabytes | ratio |", "|---|---:|---:|---:|---:|"]
    return "\n".join([*head, *(row(name.replace("_", " "), each, base) for name, each in rows.items())])


def probes(path: Path) -> float:
    """Microseconds of a probe in the library, warm, of random shoes."""
    tablebase, chosen = Tablebase.open(path, Rules()), random.Random(1)
    shoes = [tablebase.layout.shoe(chosen.randrange(tablebase.layout.shoes)) for _ in range(20_000)]
    for shoe in shoes:
        tablebase.value(shoe)
    start = time.perf_counter()
    for shoe in shoes:
        tablebase.value(shoe)
    return (time.perf_counter() - start) / len(shoes) * 1e6


def builds(folder: Path) -> tuple[str, Path]:
    """The whole deck, by each kernel."""
    code = "import sys; from backhand.tablebase.build import build; build(sys.argv[1], kernel=sys.argv[2])"
    path = folder / "deck.tablebase"
    build(folder / "compiled", Rules(), Shoe("1,1,1,1,1,1,1,1,1,1"), kernel="numba")
    numba = best(2, "-c", code, str(path), "numba")
    numpy = best(1, "-c", code, str(folder / "numpy"), "numpy")
    if path.read_bytes() != (folder / "numpy").read_bytes():
        raise SystemExit("the two kernels differ")
    return table(numba, numba=numba, numpy=numpy), path


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--storm", type=float, metavar="SECONDS", help="also ask Storm, for so long at most")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built, path = builds(folder)
        probe = probes(path)
        numpy = best(5, "-c", "import numpy")
        push = best(5, "-m", "backhand", "advise", "T", "7", "--seen", "5", "--tablebase", str(path))
        lookup = best(5, "-m", "backhand", "tablebase", "probe", str(path), "--seen", "T 7 5")
        pushes = table(numpy, import_numpy=numpy, advise_T_7_with_a_tablebase=push, tablebase_probe=lookup)
        decks = {f"{n} deck{'s' if n > 1 else ''}": best(2, *_proved(n)) for n in (1, 2, 4, 6, 8)}
        proved = table(decks["1 deck"], **decks)
        storm = _storm(folder, arguments.storm) if arguments.storm else "Not run: `--storm` was not given."
    PERFORMANCE.write_text(
        PAGE.format(
            python=platform.python_version(),
            machine=platform.machine(),
            processors=os.cpu_count(),
            load=load,
            built=built,
            probe=probe,
            pushes=pushes,
            proved=proved,
            storm=storm,
        )
    )


def _proved(decks: int) -> tuple[str, str]:
    code = "from backhand.solving.enclosure import enclose; from backhand import Rules, Shoe; "
    return "-c", code + f"print(float(enclose(Shoe.of_decks({decks}), Rules()).win))"


def _storm(folder: Path, limit: float) -> str:
    model = str(folder / "fresh.prism")
    cost("-m", "backhand", "export", "--output", model)
    ours = best(3, "-m", "backhand", "value")
    floats = cost("-c", STORM, model, "floats", limit=limit)
    exact = cost("-c", STORM, model, "exact", limit=limit)
    text, value = exact.out.strip(), Solver().value()
    listed = cost(EXPLICIT, "list", str(folder / "states"))
    states = cost(EXPLICIT, "solve", str(folder / "states"))
    win, making, solving = states.out.split()
    rows = table(
        ours,
        backhand_value_exact=ours,
        Storm_floats_from_the_text=floats,
        Storm_exact_from_the_text=exact,
        Storm_exact_from_states=states,
    )
    stopped = f"no fraction within {limit:.0f} seconds, and was stopped"
    return "\n".join(
        [
            rows,
            "",
            f"From the text Storm finds {_same(text, 1 + value.ev) if text else stopped}.",
            f"From states Storm finds {_same(win, value.win)}, for the win probability.",
            f"Making its model of them took {float(making):.1f} of the seconds, solving it {float(solving):.1f}:",
            f"solving alone is {float(solving) / ours.seconds:.0f} times `backhand value`, the whole process.",
            f"Listing the {listed.out.strip()} took {listed.seconds:.0f} seconds before.",
        ]
    )


def _same(found: str, ours: Fraction) -> str:
    return "the same fraction" if Fraction(found) == ours else f"ANOTHER fraction: {found}, not {ours}"


if __name__ == "__main__":
    main()
