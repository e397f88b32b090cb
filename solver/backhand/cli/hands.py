"""A hand that R1 does not deal, and the lines that would be right."""

from __future__ import annotations

import shlex

import click

from backhand.answers.situation import Situation
from backhand.common.cards import ACE, format_cards, read_cards
from backhand.errors import HandError


def refuse_undealt(situation: Situation, hand: tuple[int, ...]) -> None:
    """Refuse a hand that R1 does not deal after what was seen, with the lines that would be right. Raises HandError.

    A shoe that is given outright does not say what was discarded, so nothing is refused then.
    """
    missing = situation.missing_aces(hand)
    if not missing:
        return
    path = click.get_current_context().command_path.split()
    kept = list(hand)
    for _ in range(missing):
        kept.remove(ACE)
    seen = ["--seen", format_cards([*read_cards(situation.seen), *[ACE] * missing])]
    replaced = shlex.join([*path, *format_cards(kept).split(), *["CARD"] * missing, *seen])
    replacing = shlex.join([*path, *format_cards(hand).split(), *seen])
    what = "the ace was" if missing == 1 else f"{missing} aces were"
    raise HandError(
        f"hand {format_cards(hand)}: an ace among the first two cards is discarded and replaced (R1). If {what} dealt, "
        f"name what replaced {'it' if missing == 1 else 'them'}: {replaced}; if {what} the replacement, name what was "
        f"discarded: {replacing}"
    )
