"""How the actions look, the same in every picture: a letter always, a colour beside it that differs in grey too."""

from __future__ import annotations

from backhand.common.outputs.palette import ENDS, TAKES, Look
from backhand.rules import Action

LOOKS = {
    Action.HIT: TAKES,
    Action.BACKHAND: ENDS,
    Action.PUSH: Look("#dcdee2", "#1b212b"),
    Action.PLAY_PUSH: Look("#8a6aa3", "#ffffff"),
}
"""Orange is light and blue is dark, so that a page in grey says the same."""

NAMES = {
    Action.HIT: "hit",
    Action.BACKHAND: "backhand",
    Action.PUSH: "push",
    Action.PLAY_PUSH: "play the push",
}
