"""Rounds walked card by card: the rules written again for a fixed strategy, slow and plain, for small shoes.

Every ordered draw is one branch with its probability; nothing is merged, cached or counted in integers. The
strategy is asked with the hand, the shoe it was dealt from, and the undealt cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

Shoe = tuple[int, ...]
Choose = Callable[[tuple[int, ...], Shoe, Shoe], str]


@dataclass
class Walked:
    ways: dict[tuple[str, int, int], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    visits: dict[tuple[tuple[int, ...], str], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    wins: dict[tuple[tuple[int, ...], str], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    decided: dict[tuple[tuple[int, ...], Shoe, Shoe, str], Fraction] = field(
        default_factory=lambda: defaultdict(Fraction)
    )


@dataclass
class _Round:
    chance: Fraction
    dealt: Shoe
    shoe: Shoe
    hand: tuple[int, ...] = ()
    pushes: int = 0
    gone: int = 0
    past: tuple[tuple[tuple[int, ...], str], ...] = ()


def walk(shoe: Shoe, choose: Choose) -> Walked:
    walked = Walked()
    _deal(_Round(Fraction(1), shoe, shoe), choose, walked)
    return walked


def _draws(at: _Round) -> list[tuple[int, _Round]]:
    drawn = []
    for index, count in enumerate(at.shoe):
        if count:
            left = (*at.shoe[:index], count - 1, *at.shoe[index + 1 :])
            chance = at.chance * Fraction(count, sum(at.shoe))
            drawn.append((index + 1, _Round(chance, at.dealt, left, at.hand, at.pushes, at.gone + 1, at.past)))
    return drawn


def _end(at: _Round, ending: str, walked: Walked) -> None:
    walked.ways[ending, at.pushes, at.gone] += at.chance
    if ending in ("backhand", "five-cards", "played-push"):
        for what in at.past:
            walked.wins[what] += at.chance


def _deal(at: _Round, choose: Choose, walked: Walked) -> None:
    def need(at: _Round, cards: int, then: Callable[[_Round], None]) -> None:
        if not cards:
            then(at)
        elif not sum(at.shoe):
            _end(at, "void", walked)
        else:
            for card, after in _draws(at):
                after.hand = (*at.hand, card)
                need(after, cards - 1, then)

    def replace(at: _Round) -> None:
        at.hand = tuple(card for card in at.hand if card != 1)
        need(at, 2 - len(at.hand), lambda at: _play(at, choose, walked))

    need(at, 2, replace)


def _play(at: _Round, choose: Choose, walked: Walked) -> None:
    hand, total = at.hand, sum(at.hand)
    action = choose(hand, at.dealt, at.shoe)
    walked.visits[tuple(sorted(hand)), action] += at.chance
    walked.decided[tuple(sorted(hand)), at.dealt, at.shoe, action] += at.chance
    past = (*at.past, (tuple(sorted(hand)), action))
    if action == "push":
        _deal(_Round(at.chance, at.shoe, at.shoe, (), at.pushes + 1, at.gone, at.past), choose, walked)
        return
    at.past = past
    if not sum(at.shoe):
        _end(at, "void", walked)
        return
    for card, after in _draws(at):
        over = total + card > 21
        if action == "backhand":
            _end(after, "backhand" if over else "failed-backhand", walked)
        elif action == "play-push":
            _end(after, "failed-push" if over else "played-push", walked)
        elif over:
            _end(after, "bust", walked)
        elif len(hand) == 4:
            _end(after, "five-cards", walked)
        else:
            after.hand = (*hand, card)
            _play(after, choose, walked)
