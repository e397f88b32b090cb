"""Hands followed forward in a block of base shoes: the sums of ``backhand.rounds``, one action at a time."""

from __future__ import annotations

from backhand.cards import RANKS
from backhand.hands import Array, Block
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Ending


def take(
    block: Block,
    hand: tuple[int, ...],
    action: Action,
    ways: Array,
    ends: dict[tuple[Ending, int], Array],
    after: dict[tuple[int, ...], Array],
) -> None:
    """Follow one action: add the rounds that end to ``ends``, by ending and cards, the others to ``after``."""
    cards = len(hand)
    left = block.size - cards
    fits = ways * block.fitting(hand)
    busts = ways * left - fits
    ends[Ending.VOID, cards] += ways * (left == 0)
    if action is Action.BACKHAND:
        ends[Ending.BACKHAND, cards + 1] += busts
        ends[Ending.FAILED_BACKHAND, cards + 1] += fits
    elif action is Action.PLAY_PUSH:
        ends[Ending.PLAYED_PUSH, cards + 1] += fits
        ends[Ending.FAILED_PUSH, cards + 1] += busts
    else:
        ends[Ending.BUST, cards + 1] += busts
        if cards + 1 == FULL_HAND:
            ends[Ending.FIVE_CARDS, cards + 1] += fits
        else:
            for rank in range(1, min(BUST_ABOVE - sum(hand), len(RANKS)) + 1):
                after[tuple(sorted((*hand, rank)))] += ways * block.left(rank, *hand)
