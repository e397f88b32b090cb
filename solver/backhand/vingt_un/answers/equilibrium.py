"""What is the game worth when both play best?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from backhand.common.intervals import Enclosure
from backhand.common.progress import Progress, quiet
from backhand.vingt_un.answers.situation import HOFFMANN, Answer, Situation
from backhand.vingt_un.equilibrium.proof import doublings
from backhand.vingt_un.equilibrium.search import read_width, solve
from backhand.vingt_un.policies import Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class EquilibriumRequest:
    """How narrow the proved interval has to be, and after how many iterations to stop all the same."""

    width: Fraction | str = "1/10000"
    most: int = 2000
    state: Path | None = None
    """A file to go on from if it is there, and to keep in what was learnt."""
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True, kw_only=True)
class Equilibrium(Answer):
    """What the dealer gains per stake if both play best: one punter, who does not go on both; proved intervals.

    There is a warning where the iterations ended before the interval was as narrow as wanted.
    """

    request: EquilibriumRequest
    iterations: int
    order_ignored: Enclosure
    """If the dealer is told which cards the punter drew, and not in which order."""
    order_seen: Enclosure
    """If he sees the order, too: the game as played."""
    doubles: tuple[tuple[Counts, Fraction], ...]
    """Where the dealer may double: his first two cards, and in what share of cases his plan doubles with them."""


def equilibrium(request: EquilibriumRequest = EquilibriumRequest(), *, progress: Progress = quiet) -> Equilibrium:
    """Iterate until the interval is narrow enough. It takes minutes, and is the same every time.

    Raises PolicyError for a width that is no positive number and for a file of another game, UnsolvedError where
    cards were seen and the pack is fresh, ShoeError for a pack that may run out.

    >>> seen = "A A 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 7 7 7 7 8 8 8 8 9 9" + 13 * " T"
    >>> few = Situation(rules="pack=as-dealt", seen=seen)
    >>> found = equilibrium(EquilibriumRequest(width="1/1000", most=5, situation=few))
    >>> found.order_ignored.low == found.order_seen.low < found.order_ignored.high <= found.order_seen.high
    True
    >>> found.warnings
    ('not yet as narrow as 1/1000 after 5 iterations: raise --most',)
    """
    rules, pack = request.situation.in_force, request.situation.of_a_round()
    width = request.width if isinstance(request.width, Fraction) else read_width(request.width)
    solved = solve(rules, pack, width, request.most, request.state, progress)
    iterations = solved.state.iterations
    warnings: tuple[str, ...] = ()
    if solved.interval.width > width:
        warnings = (f"not yet as narrow as {width} after {iterations} iterations: raise --most",)
    return Equilibrium(
        request=request,
        rules=rules,
        pack=pack,
        iterations=iterations,
        order_ignored=solved.interval,
        order_seen=solved.if_seen,
        doubles=tuple(doublings(solved.game, solved.state)) if rules.dealer_may_double else (),
        warnings=warnings,
    )
