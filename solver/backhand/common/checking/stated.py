"""What a file of counts says of itself: its rules and its shoe, which have to be those asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from backhand.common.cards import RANKS, Shoe
from backhand.errors import BackhandError, InputError


def check_rules(stated: Mapping[str, object], rules: object, reading: Callable[[str], object], name: str) -> None:
    """Refuse results that say they were played by other rules, which ``reading`` reads. Raises InputError."""
    said = stated.get("rules")
    text = said.get("text") if isinstance(said, dict) else said
    if text is None:
        return
    try:
        other = reading(str(text))
    except BackhandError as error:
        raise InputError(f"{name}, rules: {error}") from None
    if other != rules:
        raise InputError(f"{name} was played by rules {other}, not {rules}: give --rules {other}")


def check_shoe(stated: Mapping[str, object], shoe: Shoe, name: str, remedy: str = "") -> None:
    """Refuse results that say they were played from another shoe than this; ``remedy`` is what would be right.

    Raises InputError.
    """
    said = stated.get("shoe")
    if said is None:
        return
    try:
        counts = ",".join(str(said[rank]) for rank in RANKS) if isinstance(said, dict) else str(said)
        other = Shoe.from_text(counts)
    except KeyError as error:
        raise InputError(f"{name}, shoe: no count of rank {error}") from None
    except BackhandError as error:
        raise InputError(f"{name}, shoe: {error}") from None
    if other != shoe:
        raise InputError(f"{name} was played from a shoe of {other}, not {shoe}: {remedy or f'give --shoe {other}'}")
