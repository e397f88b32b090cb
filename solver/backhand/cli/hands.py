"""How commands are told a hand: as arguments, or by ``--hand``."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from typing import Any

import click

from backhand.cli.options import Question
from backhand.common.cards import ACE, format_cards, parse_cards
from backhand.common.cli.options import Read
from backhand.errors import HandError
from backhand.positions import missing_aces


def hand_argument(metavar: str, needed: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the cards of a hand, as arguments or by --hand; it is told them as ``hand``, in their order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def told(
            *arguments: Any, loose: tuple[tuple[int, ...], ...], named: tuple[tuple[int, ...], ...], **others: Any
        ) -> Any:
            if loose and named:
                raise click.UsageError("the hand is given twice, by --hand and without: give it once")
            if len(named) > 1:
                raise click.UsageError("--hand is given twice: put all cards of the hand in quotes, --hand '9 7'")
            if needed and not loose and not named:
                raise click.UsageError(f"Missing argument '{metavar}': the cards of the hand, such as 9 7")
            return command(*arguments, hand=sum(loose or named, ()), **others)

        cards = Read("cards", parse_cards)
        option = click.option(
            "--hand", "named", type=cards, multiple=True, metavar="CARDS", help="The hand, instead of arguments: '9 7'."
        )
        made: Callable[..., Any] = click.argument("loose", nargs=-1, type=cards, metavar=metavar)(option(told))
        return made

    return decorate


def refuse_undealt(question: Question, hand: tuple[int, ...]) -> None:
    """Refuse a hand that R1 does not deal after what was seen, with the lines that would be right. Raises HandError.

    A shoe that is given outright does not say what was discarded, so nothing is refused then.
    """
    missing = missing_aces(hand, question.seen)
    if not missing or question.shoe is not None:
        return
    path = click.get_current_context().command_path.split()
    kept = list(hand)
    for _ in range(missing):
        kept.remove(ACE)
    seen = ["--seen", format_cards([*question.seen, *[ACE] * missing])]
    replaced = shlex.join([*path, *format_cards(kept).split(), *["CARD"] * missing, *seen])
    replacing = shlex.join([*path, *format_cards(hand).split(), *seen])
    what = "the ace was" if missing == 1 else f"{missing} aces were"
    raise HandError(
        f"hand {format_cards(hand)}: an ace among the first two cards is discarded and replaced (R1). If {what} dealt, "
        f"name what replaced {'it' if missing == 1 else 'them'}: {replaced}; if {what} the replacement, name what was "
        f"discarded: {replacing}"
    )
