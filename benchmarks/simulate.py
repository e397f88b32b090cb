"""What a simulated round costs, beside drawing random numbers in the same run: ``python benchmarks/simulate.py``.

Writes docs/performance_simulation.md. Processor time of one core, the best of several turns: what else the machine does
can only add, and adds to all.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from backhand import Rules, Shoe, Solver
from backhand.common.simulation.chunks import CHUNK
from backhand.simulation.decisions import Decisions, best_decisions, decisions_of, looked_ahead
from backhand.simulation.plan import Plan
from backhand.strategies.strategy import load_strategy

PAGE = Path(__file__).parent.parent / "docs" / "performance_simulation.md"
ROUNDS = 40 * CHUNK
PLAIN = """
import sys, time
sys.modules["numba"] = None
from backhand import Rules, Shoe
from backhand.simulation.decisions import decisions_of, looked_ahead
from backhand.simulation.plan import Plan
from backhand.strategies.strategy import mimic
plan = Plan(Shoe.of_decks(1), Rules(), decisions_of(mimic(Rules())), 100_000, 1)
start = time.process_time()
plan.play()
print(100_000 / (time.process_time() - start))
plan = Plan(Shoe.of_decks(1), Rules(), looked_ahead(Shoe.of_decks(1), Rules()), 10_000, 1, 26)
start = time.process_time()
plan.play()
print(10_000 / (time.process_time() - start))
"""


def rates(works: dict[str, tuple[int, Callable[[], object]]], turns: int) -> dict[str, float]:
    """Things a second of processor time, each the best of its turns, taken one after the other."""
    best = dict.fromkeys(works, 0.0)
    for _ in range(turns):
        for name, (things, work) in works.items():
            start = time.process_time()
            work()
            best[name] = max(best[name], things / (time.process_time() - start))
    return best


def main() -> None:
    """Measure, and write the page."""
    rules, fresh = Rules(), Shoe.of_decks(1)
    chart = load_strategy("chart", Solver())
    assert chart is not None
    fixed, best = decisions_of(chart), best_decisions(fresh, rules)

    def plays(decisions: Decisions, shoe: Shoe = fresh, cut: int = 0) -> tuple[int, Callable[[], object]]:
        plan = Plan(shoe, rules, decisions, ROUNDS, 7, cut)
        plan.chunk(0)  # compiled before it is measured
        return ROUNDS, plan.play

    def looks(shoe: Shoe, cut: int) -> tuple[int, Callable[[], object]]:
        """Nothing is known beforehand: what has to be asked of the engine is part of it."""
        Plan(shoe, rules, looked_ahead(shoe, rules), 1, 7, cut).chunk(0)
        return 4 * CHUNK, lambda: Plan(shoe, rules, looked_ahead(shoe, rules), 4 * CHUNK, 7, cut).play()

    generator, decks = np.random.default_rng(1), np.tile(np.arange(52), (50_000, 1))
    measured = rates(
        {
            "numpy: random doubles": (10_000_000, lambda: generator.random(10_000_000)),
            "numpy: whole decks shuffled": (50_000, lambda: generator.permuted(decks, axis=1)),
            "rounds by the chart": plays(fixed),
            "rounds of best play for the exact shoe": plays(best),
            "rounds by the chart from one shoe of 6 decks, cut at 250": plays(fixed, Shoe.of_decks(6), 250),
            "rounds of best play worked out, each from 8 fresh decks": looks(Shoe.of_decks(8), 0),
            "rounds of best play worked out, from one deck, cut at 26": looks(fresh, 26),
            "rounds of best play worked out, from one deck, cut at 40": looks(fresh, 40),
            "rounds of best play worked out, from 6 decks, cut at 250": looks(Shoe.of_decks(6), 250),
        },
        turns=5,
    )
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True)
    fixed_plain, looked_plain = map(float, done.stdout.split())
    measured["rounds by a fixed strategy without numba"] = fixed_plain
    measured["rounds of best play worked out, from one deck, cut at 26, without numba"] = looked_plain
    unit = measured["numpy: random doubles"]
    lines = [f"| {name} | {rate / 1e6:.3g} | {rate / unit:.2g} |" for name, rate in measured.items()]
    PAGE.write_text(
        f"""# What a simulated round costs

Written by `python benchmarks/simulate.py`: Python {platform.python_version()}, {platform.machine()}, one core. The
rates depend on the machine; the ratios are of things that ran one after the other on it.

| | millions a second | to random doubles |
|---|---:|---:|
{chr(10).join(lines)}
"""
    )
    print(PAGE.read_text())


if __name__ == "__main__":
    main()
