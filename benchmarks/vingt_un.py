"""What Vingt-un costs: ``python benchmarks/vingt_un.py`` writes docs/vingt_un_performance.md. A minute or two."""

from __future__ import annotations

import platform
import resource
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from backhand import Shoe
from backhand.common.simulation.chunks import CHUNK
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.equilibrium.cfr import Game, State, iterate
from backhand.vingt_un.equilibrium.proof import certified, certified_if_seen
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.simulation.plan import Plan, Seated
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.punter import Punter
from backhand.vingt_un.solving.seats import Seat, Seats

PERFORMANCE = Path(__file__).parent.parent / "docs" / "vingt_un_performance.md"


def seconds(work: Callable[[], object]) -> float:
    """One run, in seconds of this process: what else the machine does counts nothing."""
    start = time.process_time()
    work()
    return time.process_time() - start


def doubles_a_round(punters: int, both: frozenset[int] = frozenset()) -> float:
    """What a simulated round costs, in random doubles of numpy: the least of five turns of each."""
    seats = [Seated(Policy(16, 16), both) for _ in range(punters)]
    plan, generator = Plan(Rules(), Policy(17, 17), seats, 40 * CHUNK, 7), np.random.default_rng(1)
    plan.chunk(0)  # compiled before it is measured
    turns = [(seconds(plan.play), seconds(lambda: generator.random(10_000_000))) for _ in range(5)]
    return (min(turn[0] for turn in turns) / plan.rounds) / (min(turn[1] for turn in turns) / 10_000_000)


def main() -> None:
    """Measure, and write the page."""
    rules, fresh = Rules(), Shoe.of_decks(1)
    four = seconds(lambda: [Punter(rules, Policy(total, total)).dealers_value() for total in (15, 16, 17, 18)])
    whole = seconds(lambda: Dealer(rules, Policy(16, 16)).value())
    table = [Seat(Policy(16, 16), ()) for _ in range(4)]
    turn = seconds(lambda: Seats(rules, table).advise(counts_of([2, 2])))
    one, four_seats, going = doubles_a_round(1), doubles_a_round(4), doubles_a_round(1, frozenset([1, 8, 9]))
    game = Game(rules, fresh)
    state = State.fresh(game)
    hundred = seconds(lambda: iterate(game, state, 100))
    low = certified(game, state)
    proof = seconds(lambda: certified(game, state))
    seen = seconds(lambda: certified_if_seen(game, state, low.low))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    PERFORMANCE.write_text(
        f"""# What Vingt-un costs

Written by `python benchmarks/vingt_un.py`: Python {platform.python_version()}, {platform.machine()}. Seconds of
processor time, all in one process.

| | seconds |
|---|---:|
| the punter's best reply and the value, dealer stands on 15, 16, 17 and 18 together | {four:.1f} |
| the dealer's best reply over a round, punter stands on 16 | {whole:.1f} |
| the dealer's turn with 2 2 against four punters who show nothing | {turn:.2f} |
| equilibrium: 100 iterations | {hundred:.0f} |
| proof of the interval, order ignored | {proof:.1f} |
| proof of the upper end, order seen | {seen:.0f} |

A simulated round of one punter costs as much as {one:.0f} random doubles of numpy on the same core, with four punters
{four_seats:.0f}, and with one who goes on both with aces, eights and nines {going:.0f} (numba installed).

Simulation works without numba too, but then it is about a hundred times slower.

After 100 iterations the proved width is {float(low.width):.1e}. Most memory: {memory:.1f} GB.
"""
    )
    print(PERFORMANCE.read_text())


if __name__ == "__main__":
    main()
