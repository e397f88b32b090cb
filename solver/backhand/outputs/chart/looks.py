"""How the actions look, the same in every picture: a letter always, a colour beside it that differs in grey too."""

from __future__ import annotations

from collections.abc import Iterable

from backhand.common.outputs.palette import ENDS, TAKES, Look
from backhand.rules import Action

LOOKS = {
    Action.HIT: TAKES,
    Action.BACKHAND: ENDS,
    Action.PUSH: Look("#dcdee2", "#1b212b"),
    Action.PLAY_PUSH: Look("#8a6aa3", "#ffffff"),
}
"""Orange is light and blue is dark, so that a page in grey says the same."""

LINES = {**{action: look.fill for action, look in LOOKS.items()}, Action.PUSH: "#8b9099"}
"""Of a line on white: the grey of a push would be too faint."""

NAMES = {
    Action.HIT: "hit",
    Action.BACKHAND: "backhand",
    Action.PUSH: "push",
    Action.PLAY_PUSH: "play the push",
}


def used(actions: Iterable[Action]) -> list[Action]:
    """Those of the actions that are there, each once, in the order of every legend.

    >>> [str(action) for action in used([Action.PUSH, Action.HIT, Action.PUSH])]
    ['hit', 'push']
    """
    there = set(actions)
    return [action for action in LOOKS if action in there]
