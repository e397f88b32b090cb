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

from backhand.common.cards import parse_cards
from backhand.errors import BackhandError, shortened

_MOST = 21
"""No hand of either game that is still to be decided totals more."""


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
        option = self.takes_cards
        if option is None or self.apart or len(_parts(option, self.value or "")) != 1:
            return 0
        return next((place for place, word in enumerate(self.loose) if not _parts(option, word)), len(self.loose))


def refuse_loose_cards(ctx: click.Context, words: Sequence[str]) -> None:
    """Refuse words of a command of which it is not certain where their cards belong. Raises click.UsageError.

    What is wrong otherwise is left to the command.
    """
    if set(ctx.help_option_names) & set(words):
        return
    given = list(_read(ctx, words))
    arguments = [param for param in ctx.command.get_params(ctx) if isinstance(param, click.Argument)]
    hand = next((argument for argument in arguments if argument.nargs == -1 and _takes_cards(argument)), None)
    places = [each for each in given if each.loose]
    after = next((each for each in given if each.doubtful), None)
    if after is not None:
        said = f"{shortened(' '.join(after.loose[: after.doubtful]))} after {after.name} {shortened(after.value or '')}"
        what = f"{said}: it is not certain whether that belongs to {after.name} or to the hand"
        if hand is None or after.name == "--hand":
            what = f"{said}: put all that belongs to {after.name} in quotes"
    elif hand is not None and len(places) > 1 and all(_parts(hand, word) for each in places for word in each.loose):
        what = "some cards stand before an option and some after it: it is not certain which of them are the hand"
    else:
        return
    lines = list(dict.fromkeys(_right(ctx, given, arguments)))
    raise click.UsageError(f"{what}. Right would be: {shortened('; or: '.join(lines))}" if lines else what, ctx)


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


def _parts(param: click.Parameter, text: str) -> Sequence[object]:
    """The cards, or the counts, of a text; none where it is neither."""
    if param.type.name == "counts":
        return re.findall(r"\d+", text) if re.fullmatch(r"[\d\s,]+", text) else ()
    try:
        return parse_cards(text.replace("|", " "))
    except BackhandError:
        return ()


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
        hand = [rank for word in words for rank in parse_cards(word)]
        least = min(2 if (argument.metavar or "").startswith("CARD") else 0 for argument in arguments)
        return not hand if named else len(hand) >= least and len(hand) != 1 and sum(hand) <= _MOST
    return len(words) == len(arguments)
