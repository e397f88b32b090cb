"""Cards that a shell took apart: refused where it is not certain which option, or the hand, they belong to.

``advise 9 7 --seen K 5`` gives ``5`` to the hand, although it was seen. So loose cards are refused

* right after an option that takes cards and was given a single one: it may have been meant to have them too;
* in two or more places, some before an option and some after it: they may not all be the hand.

They are taken where they stand in one place and the option before them takes no cards (``advise --decks 2 9 7``), or
has several in its value already (``advise --seen "K 5" 9 7``): whoever wrote that knows that they belong together.
So are those after ``--``, which says that options are over.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import click

from backhand.cards import parse_cards
from backhand.errors import BackhandError, shortened


@dataclass(frozen=True, slots=True)
class _Given:
    """An option as it was written, and the loose words that follow it. No name: the words before any option."""

    name: str = ""
    value: str | None = None
    takes_cards: click.Option | None = None
    loose: tuple[str, ...] = ()
    apart: bool = field(default=False, kw_only=True)
    """Whether ``--`` stands between the option and the words."""

    @property
    def doubtful(self) -> int:
        """How many of the words may have been meant for the option: the cards from the first on."""
        if self.takes_cards is None or self.apart or len(_parts(self.value or "")) != 1:
            return 0
        return next((place for place, word in enumerate(self.loose) if not _parts(word)), len(self.loose))


def refuse_loose_cards(ctx: click.Context, words: Sequence[str]) -> None:
    """Refuse words of a command of which it is not certain where their cards belong. Raises click.UsageError.

    What is wrong otherwise is left to the command.
    """
    given = list(_read(ctx, words))
    arguments = [param for param in ctx.command.get_params(ctx) if isinstance(param, click.Argument)]
    several = any(argument.nargs == -1 and _takes_cards(argument) for argument in arguments)
    places = [each for each in given if each.loose]
    after = next((each for each in given if each.doubtful), None)
    scattered = several and len(places) > 1 and all(_parts(word) for each in places for word in each.loose)
    if after is None and not scattered:
        return
    lines = list(dict.fromkeys(_right(ctx, given, arguments)))
    if after is not None:
        cards = " ".join(after.loose[: after.doubtful])
        what = (
            f"{shortened(cards)} after {after.name} {shortened(after.value or '')}: put all cards of {after.name} in "
        )
        what += "quotes"
    else:
        what = "some cards stand before an option and some after it: put the cards of the hand in one place"
    certain = "it is not certain which cards are the hand; " if several else ""
    write = f". Right would be: {shortened('; or: '.join(lines))}" if lines else ""
    raise click.UsageError(f"{certain}{what}{write}", ctx)


def _read(ctx: click.Context, words: Sequence[str]) -> Iterator[_Given]:
    """The words as options with what follows them; nothing after an option that is not known, or has no value."""
    options = {
        name: param
        for param in ctx.command.get_params(ctx)
        if isinstance(param, click.Option)
        for name in (*param.opts, *param.secondary_opts)
    }
    current, rest = _Given(), list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            current = replace(current, loose=(*current.loose, *rest), apart=True)
            break
        if not word.startswith("-") or word == "-":
            current = replace(current, loose=(*current.loose, word))
            continue
        name, equals, value = word.partition("=")
        option = options.get(name)
        if option is None or (option.nargs == 1 and not option.is_flag and not equals and not rest):
            return
        yield current
        if option.is_flag or option.count:
            current = _Given(word)
        else:
            current = _Given(name, value if equals else rest.pop(0), option if _takes_cards(option) else None)
    yield current


def _takes_cards(param: click.Parameter) -> bool:
    """Whether a shell would take the value apart that people write: cards, cards of several punters, or counts."""
    return getattr(param.type, "name", "") in ("cards", "counts")


def _parts(text: str) -> tuple[object, ...]:
    """The cards of a text, or its counts; none where it is neither."""
    try:
        return parse_cards(text.replace("|", " "))
    except BackhandError:
        counts = re.split(r"[\s,]+", text.strip())
        return tuple(counts) if all(count.isdigit() for count in counts) else ()


def _right(ctx: click.Context, given: Sequence[_Given], arguments: Sequence[click.Argument]) -> Iterator[str]:
    """The lines that may have been meant, if they can be: with the words that are no option's first."""
    readings = [[each.doubtful for each in given], [0 for _ in given]]
    if sum(1 for each in given if each.loose) == 1:  # or the last two cards are the hand
        readings.insert(1, [max(0, each.doubtful - 2) for each in given])
    for reading in readings:
        line, free, possible = list[str](), list[str](), True
        for each, taken in zip(given, reading, strict=True):
            free += each.loose[taken:]
            if each.name:
                line.append(each.name)
            if each.value is not None:
                line.append(" ".join([each.value, *each.loose[:taken]]))
                possible = possible and (each.takes_cards is None or _can_be(ctx, each.takes_cards, line[-1]))
        if possible and _fit(free, arguments, "--hand" in line):
            yield shlex.join([*ctx.command_path.split(), *free, *line])


def _can_be(ctx: click.Context, option: click.Option, value: str) -> bool:
    try:
        option.type.convert(value, option, ctx)
    except click.UsageError:
        return False
    return True


def _fit(words: Sequence[str], arguments: Sequence[click.Argument], named: bool) -> bool:
    """Whether these can be a command's arguments, where the hand is ``named`` by an option or not."""
    if any(argument.nargs == -1 for argument in arguments):
        cards = sum(len(_parts(word)) for word in words)
        least = min(2 if (argument.metavar or "").startswith("CARD") else 0 for argument in arguments)
        return cards == 0 if named else cards >= least and cards != 1
    return len(words) == len(arguments)
