"""How an action looks, the same in every picture: a letter always, a colour beside it."""

from __future__ import annotations

from typing import NamedTuple


class Look(NamedTuple):
    """A colour to fill with, and one for what is written on it."""

    fill: str
    ink: str


TAKES = Look("#f5b36b", "#1b212b")
"""Taking a card: orange, light in a page in grey."""

ENDS = Look("#1f4f8f", "#ffffff")
"""Taking no further card: blue, dark in a page in grey."""
