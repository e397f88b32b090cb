"""Iterating until the interval is as narrow as wanted, keeping the state on the way."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from backhand.common.cards import Shoe
from backhand.common.intervals import Enclosure
from backhand.common.intervals import read_width as read_width
from backhand.common.progress import Progress, quiet
from backhand.vingt_un.equilibrium.cfr import Game, State, iterate
from backhand.vingt_un.equilibrium.proof import certified, certified_if_seen
from backhand.vingt_un.rules import Rules

CHECK = 50
"""Iterations between two proofs; a proof costs about as much as twelve of them."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where the iteration came to: the state, and the interval it proves for the value of the game."""

    game: Game
    state: State
    interval: Enclosure
    """Proved in the model ``order-ignored``."""
    if_seen: Enclosure
    """Proved in the model ``order-seen``: the game as played."""


def solve(
    rules: Rules, pack: Shoe, width: Fraction, most: int, path: Path | None = None, progress: Progress = quiet
) -> Found:
    """Iterate until the interval is at most so wide, or so many iterations are done in all.

    The interval is what the last state proves, checked after every CHECK iterations counted from the first. So a
    run that was broken off and resumed from ``path`` gives what an unbroken one gives.

    Raises PolicyError for a file of another game.
    """
    game = Game(rules, pack)
    state = State.load(path, game) if path is not None and path.exists() else State.fresh(game)
    found = certified(game, state) if state.iterations else None
    checks = range(state.iterations // CHECK + 1, -(-most // CHECK) + 1)
    for check in progress(checks, "iterations, in fifties", len(checks)):
        if found is not None and found.width <= width:
            break
        iterate(game, state, min(check * CHECK, most) - state.iterations)
        if path is not None:
            state.save(path, game)
        found = certified(game, state)
    found = certified(game, state) if found is None else found
    return Found(game, state, found, certified_if_seen(game, state, found.low))
