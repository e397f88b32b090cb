"""Iterating until the interval is as narrow as wanted, keeping the state on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

from backhand.cards import Shoe
from backhand.vingt_un.certify import Interval, certified
from backhand.vingt_un.equilibrium import MODEL, Game, State, iterate
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.rules import Rules

CHECK = 50
"""Iterations between two proofs; a proof costs about as much as twelve of them."""


def read_width(text: str) -> Fraction:
    """A width as text: ``1/10000``, ``0.0001`` or ``1e-4``.

    Raises PolicyError unless it is a positive number.

    >>> read_width("1e-4")
    Fraction(1, 10000)
    """
    try:
        width = Fraction(text)
    except (ValueError, ZeroDivisionError):
        width = Fraction(0)
    if width <= 0:
        raise PolicyError(f"width {text!r}: a width is a positive number, such as 1/10000")
    return width


def solve(
    rules: Rules,
    pack: Shoe,
    width: Fraction,
    most: int,
    path: Path | None = None,
    progress: Callable[[Iterable[int], str, int], Iterable[int]] = lambda steps, what, total: steps,
) -> tuple[str, int, Interval]:
    """The model, the iterations done, and the narrowest interval proved.

    Proofs are made after every CHECK iterations, counted from the first, so that a run that was broken off
    and resumed from ``path`` gives what an unbroken one gives.
    """
    game = Game(rules, pack)
    state = State.load(path, game) if path is not None and path.exists() else State.fresh(game)
    best: Interval | None = None
    for _ in progress(range(state.iterations // CHECK, -(-most // CHECK)), "iterations, fifties", -(-most // CHECK)):
        target = min((state.iterations // CHECK + 1) * CHECK, most)
        iterate(game, state, target - state.iterations)
        if path is not None:
            state.save(path, game)
        found = certified(game, state)
        best = found if best is None else Interval(max(best.low, found.low), min(best.high, found.high))
        if best.width <= width:
            break
    if best is None:
        best = certified(game, state)
    return MODEL, state.iterations, best
