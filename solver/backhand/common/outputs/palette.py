"""How an action looks, the same in every picture: a letter always, a colour beside it."""

from __future__ import annotations

from typing import NamedTuple


class Look(NamedTuple):
    """A colour to fill with, and one for what is written on it."""

    fill: str
    ink: str
