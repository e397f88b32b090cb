"""The rules of Vingt-un: V1–V8, and the points left open as options. Nothing else stands here.

A hand is worth a *score*: ``OVER`` above 21, its total up to 21, ``NATURAL`` for ace and ten on the
first two cards. What a punter gains is ``Rules.net`` of two scores. Policies are in ``policies``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from backhand.common.cards import ACE
from backhand.errors import RulesError, quoted, shortened

MOST = 21
"""A total above this is over (V2)."""
OVER = 0
"""The score of a hand over 21; it is below every score still in."""
NATURAL = 22
"""The score of ace and ten on the first two cards: above a 21 made by drawing (V6)."""
SCORES = (OVER, *range(2, NATURAL + 1))
"""Every score a hand of two cards or more can have."""
MOST_HANDS = 4
"""Going on both may lead to a third and fourth hand, no further (V7)."""
MOST_PUNTERS = 4

_SOFT_TEN = 10


def hard_total(counts: Sequence[int]) -> int:
    """The total of a hand, given as ten counts, with every ace 1.

    >>> hard_total((1, 0, 0, 0, 0, 1, 0, 0, 0, 0))
    7
    """
    return sum(rank * count for rank, count in enumerate(counts, start=1))


def is_soft(counts: Sequence[int]) -> bool:
    """Whether an ace can count 11 without the hand going over (V1).

    >>> is_soft((1, 0, 0, 0, 0, 1, 0, 0, 0, 0)), is_soft((1, 0, 0, 0, 0, 1, 0, 0, 0, 1))
    (True, False)
    """
    return counts[ACE - 1] > 0 and hard_total(counts) + _SOFT_TEN <= MOST


def score(counts: Sequence[int]) -> int:
    """The score of a hand of two cards or more: OVER, its best total, or NATURAL (V1, V2, V6).

    >>> score((1, 0, 0, 0, 0, 0, 0, 0, 0, 1)), score((0, 1, 0, 0, 0, 0, 0, 0, 0, 2))
    (22, 0)
    """
    hard = hard_total(counts)
    if hard > MOST:
        return OVER
    if is_soft(counts):
        return NATURAL if hard + _SOFT_TEN == MOST and sum(counts) == 2 else hard + _SOFT_TEN
    return hard


def _option(name: str, default: Any, **values: Any) -> Any:
    """An option: its name as text, its default, and its values by name, the default first."""
    named = {text.replace("_", "-").lstrip("-"): value for text, value in values.items()}
    return field(default=default, metadata={"name": name, "values": named})


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force. Frozen and hashable; ``str`` gives a text that ``from_text`` reads back.

    Each field is an open point of V1–V8; its default is what Hoffmann says, or where he is silent
    other books of his time.

    >>> Rules() == Rules.from_text("hoffmann")
    True
    >>> str(Rules.from_text("ties=void, natural-pays=3"))
    'hoffmann,natural-pays=3,ties=void'
    >>> Rules.from_text("natural-pays=4")
    Traceback (most recent call last):
        ...
    backhand.errors.RulesError: 'natural-pays=4': natural-pays is one of 2, 3
    """

    natural_tie_void: bool = _option("natural-tie", False, dealer=False, void=True)
    """A natural against the dealer's natural: the dealer collects double, or the stakes go back."""

    natural_at_end: bool = _option("dealer-natural", False, once=False, end=True)
    """The dealer's natural is shown at once, or only when every punter has finished."""

    natural_pays: int = _option("natural-pays", 2, _2=2, _3=3)
    """What a punter's natural that wins is paid, in stakes. The dealer's collects double whatever this is (V6)."""

    drawn_pays: int = _option("drawn-21-pays", 2, _2=2, _1=1)
    """What a punter's drawn 21 that wins is paid, in stakes. The dealer's collects double whatever this is (V5)."""

    tie_at_21_single: bool = _option("tie-at-21", False, double=False, single=True)
    """A drawn 21 against the dealer's drawn 21: he collects double, as with any 21, or the single stake."""

    ties_void: bool = _option("ties", False, dealer=False, void=True)
    """Equal totals, twenty-ones included, go to the dealer (V4), or the stakes go back."""

    alike_by_value: bool = _option("alike", False, rank=False, value=True)
    """Cards are alike by rank (a king and a king), or by value (a king and a ten) (V7)."""

    both_ten_drawn: bool = _option("both-ace-ten", False, natural=False, drawn=True)
    """Ace and ten after going on both: a natural, or a 21 made by drawing."""

    second_stake_before: bool = _option("second-stake", False, after=False, before=True)
    """Further stakes are laid after the dealer's natural is excluded, or before. With ``dealer-natural=end``
    nothing is excluded before the punters have finished, so they are at risk either way."""

    pack_as_dealt: bool = _option("pack", False, fresh=False, as_dealt=True)
    """A fresh pack for each round, or the next round goes on with the cards left over."""

    overdrawn_shown: bool = _option("overdrawn-shown", False, no=False, yes=True)
    """Whether the first two cards of a hand that went over are shown as it is thrown up (V2)."""

    dealer_may_double: bool = _option("dealer-doubles", False, off=False, on=True)
    """Whether the dealer, having seen his two cards, may double every stake."""

    def __post_init__(self) -> None:
        for name, (field_name, values) in _OPTIONS.items():
            value = getattr(self, field_name)
            if not any(value is known or (type(value) is type(known) and value == known) for known in values.values()):
                raise RulesError(f"{name}: {quoted(value)} is not one of {', '.join(values)}")

    @classmethod
    def from_text(cls, text: str) -> Rules:
        """Read ``hoffmann``, options, or both: ``hoffmann,ties=void``; commas or blanks separate.

        Raises RulesError for an unknown preset, option or value, and for an option that comes twice.
        """
        rules = cls()
        seen: set[str] = set()
        for place, item in enumerate(re.split(r"[\s,]+", text.strip())):
            name, equals, value = item.partition("=")
            if name in seen:
                raise RulesError(f"{quoted(text)}: {shortened(name)} comes twice")
            seen.add(name)
            if not equals:
                if item != PRESET or place:
                    raise RulesError(f"{quoted(item)}: rules are {PRESET}, then options name=value, in {quoted(text)}")
                continue
            if name not in _OPTIONS:
                raise RulesError(f"unknown option {quoted(name)}: the options are {', '.join(_OPTIONS)}")
            field_name, values = _OPTIONS[name]
            if value not in values:
                raise RulesError(f"{quoted(f'{name}={value}')}: {name} is one of {', '.join(values)}")
            rules = replace(rules, **{field_name: values[value]})
        return rules

    def __str__(self) -> str:
        default = Rules().options()
        return ",".join([PRESET, *(f"{name}={text}" for name, text in self.options().items() if text != default[name])])

    def options(self) -> dict[str, str]:
        """Every option by name with its value as text.

        >>> Rules().options()["dealer-natural"]
        'once'
        """
        return {
            name: next(text for text, known in values.items() if known == getattr(self, field_name))
            for name, (field_name, values) in _OPTIONS.items()
        }

    def net(self, punter: int, dealer: int) -> int:
        """What a punter gains from one stake, given the two scores, in stakes (V2–V6).

        >>> Rules().net(NATURAL, 21), Rules().net(21, 20), Rules().net(20, 20), Rules().net(20, 21)
        (2, 2, -1, -2)
        >>> Rules().net(12, OVER), Rules().net(OVER, OVER)
        (1, -1)
        """
        if punter == OVER:  # has paid already, whatever the dealer does (V2, V3)
            return -1
        if dealer == NATURAL:
            return 0 if punter == NATURAL and self.natural_tie_void else -2
        if punter > dealer:
            return self.natural_pays if punter == NATURAL else self.drawn_pays if punter == MOST else 1
        if punter == dealer and self.ties_void:
            return 0
        if punter == dealer == MOST and self.tie_at_21_single:
            return -1
        return -2 if dealer == MOST else -1


PRESET = "hoffmann"
"""The one named set of rules: V1–V8 with the default of every option."""


def choices() -> dict[str, list[str]]:
    """The values of every option by its name, as text, the default first.

    >>> choices()["ties"]
    ['dealer', 'void']
    """
    return {name: list(values) for name, (_, values) in _OPTIONS.items()}


_OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    f.metadata["name"]: (f.name, f.metadata["values"]) for f in fields(Rules)
}
