"""How commands are told a hand: as arguments, or by ``--hand``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from backhand.common.cards import parse_cards
from backhand.common.cli.options import Read


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
