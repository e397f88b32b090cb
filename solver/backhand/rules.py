"""The rules of Backhand: R1–R10, and the open points O1–O5 as options. Nothing else stands here.

What a hand may do is ``legal_actions``; what an ending pays is ``Rules.net``. Every other module
asks these. How cards come out of a shoe is in ``positions``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from backhand.common.rule_options import OneOf, Options, option, settings
from backhand.errors import RulesError, quoted

BUST_ABOVE = 21
"""A total above this is bust (R6, R7)."""
FULL_HAND = 5
"""So many cards without a bust win at once (R7)."""
LOW_TO = 11
"""A total up to this can only hit (R3, R5)."""
PUSH_FROM = 17
"""Two cards from this total on are a push hand (R2, R5)."""


class Action(StrEnum):
    """What the player may do with a hand; the value is the name in every output."""

    BACKHAND = "backhand"
    HIT = "hit"
    PLAY_PUSH = "play-push"
    PUSH = "push"


class Kind(StrEnum):
    """What kind of hand it is: two cards by R2, three or four are drawn (R5)."""

    LOW = "low"
    PLAY = "play"
    PUSH = "push"
    DRAWN = "drawn"


class Ending(StrEnum):
    """How a round can end. Three ways to win, three to lose, and the shoe that runs out (O3)."""

    BACKHAND = "backhand"
    FIVE_CARDS = "five-cards"
    PLAYED_PUSH = "played-push"
    BUST = "bust"
    FAILED_BACKHAND = "failed-backhand"
    FAILED_PUSH = "failed-push"
    VOID = "void"


ENDINGS = tuple(Ending)
WINS = ENDINGS[:3]
LOSSES = ENDINGS[3:6]


class ShoeEnd(StrEnum):
    """O3: what a hand is worth whose next card is not there."""

    VOID = "void"
    LOSS = "loss"


class Ties(StrEnum):
    """O5: which of two equally good actions is taken where one must be."""

    SOONEST = "soonest"
    LATEST = "latest"


def payout(text: str) -> Fraction:
    """Read a net payout per stake: ``6:5``, ``3/2``, ``0.95`` or ``1`` (O4).

    Raises RulesError unless it is a positive number.

    >>> payout("6:5"), payout("0.95")
    (Fraction(6, 5), Fraction(19, 20))
    """
    whole = r"\d{1,18}"
    match = re.fullmatch(rf"({whole})\s*[:/]\s*({whole})|({whole}(?:\.\d{{0,18}})?|\.{whole})", text.strip(), re.ASCII)
    if match and (match[3] or int(match[2])):
        value = Fraction(match[3]) if match[3] else Fraction(int(match[1]), int(match[2]))
        if value > 0:
            return value
    raise RulesError(
        f"payout {quoted(text)}: a payout is a positive number of up to 18 digits, such as 1:1, 6:5, 3/2 or 0.95"
    )


@dataclass(frozen=True, slots=True)
class Payout:
    """An option that is a payout: any positive number, written as odds."""

    name: str
    choices: None = None

    def read(self, text: str) -> Fraction:
        """The payout of a text, as ``payout`` reads it."""
        return payout(text)

    def write(self, value: Fraction) -> str:
        """The payout as odds."""
        return f"{value.numerator}:{value.denominator}"

    def known(self, value: object) -> Fraction:
        """The payout as a Fraction. Raises RulesError for what is no positive number."""
        if not isinstance(value, int | Fraction) or value <= 0:
            raise RulesError(f"{self.name}: {quoted(value)} is no payout: a payout is a positive int or Fraction")
        return Fraction(value)


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules in force. Frozen and hashable; ``str`` gives a text that ``from_text`` reads back.

    The fields are the open points. Payouts are net, per stake, exact.

    >>> Rules() == Rules.from_text("inventor")
    True
    >>> str(Rules.from_text("denexa,twelve=hit,pays-backhand=6:5"))
    'denexa,twelve=hit,pays-backhand=6:5'
    """

    push_hit: bool = option(False, OneOf("push-hit", {"off": False, "on": True}))
    """O1: whether a plain hit is offered on a push hand beside playing the push."""

    twelve_must_hit: bool = option(False, OneOf("twelve", {"free": False, "hit": True}))
    """O2: whether a total of exactly 12 can only hit."""

    shoe_end: ShoeEnd = option(ShoeEnd.VOID, OneOf("shoe-end", {e.value: e for e in ShoeEnd}))
    """O3: a hand whose next card is not there is void (stake back), or lost."""

    pays_backhand: Fraction = option(Fraction(1), Payout("pays-backhand"))
    pays_five_cards: Fraction = option(Fraction(1), Payout("pays-five-cards"))
    pays_played_push: Fraction = option(Fraction(1), Payout("pays-played-push"))
    """O4: what each kind of win pays, net, per stake."""

    ties: Ties = option(Ties.SOONEST, OneOf("ties", {t.value: t for t in Ties}))
    """O5: of equally good actions the one that settles the hand soonest is taken, or the latest."""

    def __post_init__(self) -> None:
        _OPTIONS.check(self)

    @classmethod
    def from_text(cls, text: str) -> Rules:
        """Read a preset, options, or a preset followed by options: ``denexa,twelve=hit``.

        Options are written ``name=value`` and separated by commas or blanks; ``pays=6:5`` sets all
        three payouts. Raises RulesError for an unknown preset, option or value, and for an option that comes twice.
        """
        return _OPTIONS.from_text(text, PRESETS, {"pays": Rules.paying})

    def paying(self, text: str) -> Rules:
        """These rules with other payouts: ``6:5`` for every win, or ``backhand=6:5,five-cards=3:2``.

        >>> Rules().paying("five-cards=3:2").net(Ending.FIVE_CARDS)
        Fraction(3, 2)
        """
        if "=" not in text:
            net = payout(text)
            return replace(self, pays_backhand=net, pays_five_cards=net, pays_played_push=net)
        changes: dict[str, Any] = {}
        for win, value in settings(text):
            if win not in WINS or value is None:
                item = win if value is None else f"{win}={value}"
                raise RulesError(f"{quoted(item)}: separate payouts are win=payout, the wins {', '.join(WINS)}")
            changes |= _OPTIONS.setting(f"pays-{win}", value)
        return replace(self, **changes)

    def __repr__(self) -> str:
        return f"Rules.from_text({str(self)!r})"

    def __str__(self) -> str:
        return _OPTIONS.text(self, PRESETS)

    def options(self) -> dict[str, str]:
        """Every option by name with its value as text, payouts as odds.

        >>> Rules().options()["twelve"], Rules().options()["pays-backhand"]
        ('free', '1:1')
        """
        return _OPTIONS.texts(self)

    def net(self, ending: Ending) -> Fraction:
        """What the player gains when the round ends so, per stake: the payout, −1, or 0 (R9, O3, O4)."""
        match ending:
            case Ending.BACKHAND:
                return self.pays_backhand
            case Ending.FIVE_CARDS:
                return self.pays_five_cards
            case Ending.PLAYED_PUSH:
                return self.pays_played_push
            case Ending.VOID:
                return Fraction(-1 if self.shoe_end is ShoeEnd.LOSS else 0)
            case _:
                return Fraction(-1)

    def legal_actions(self, cards: int, total: int) -> tuple[Action, ...]:
        """What a hand of so many cards and this total may do, in the order of the tie rule O5.

        >>> [str(action) for action in Rules().legal_actions(2, 16)]
        ['backhand', 'hit']
        >>> [str(action) for action in PRESETS["denexa"].legal_actions(2, 17)]
        ['play-push', 'hit', 'push']
        """
        actions: tuple[Action, ...]
        if kind_of(cards, total) is Kind.PUSH:  # R8, O1
            actions = (Action.PLAY_PUSH, Action.HIT, Action.PUSH) if self.push_hit else (Action.PLAY_PUSH, Action.PUSH)
        elif total <= LOW_TO or (total == LOW_TO + 1 and self.twelve_must_hit):  # R3, R5, O2
            actions = (Action.HIT,)
        else:  # R4, R5
            actions = (Action.BACKHAND, Action.HIT)
        return actions if self.ties is Ties.SOONEST else actions[::-1]


def kind_of(cards: int, total: int) -> Kind:
    """The kind of a hand (R2, R5).

    >>> kind_of(2, 17), kind_of(3, 17)
    (<Kind.PUSH: 'push'>, <Kind.DRAWN: 'drawn'>)
    """
    if cards > 2:
        return Kind.DRAWN
    return Kind.LOW if total <= LOW_TO else Kind.PLAY if total < PUSH_FROM else Kind.PUSH


def choices() -> dict[str, list[str] | None]:
    """The values of every option by its name, as text; None for a payout, which is any positive number.

    >>> choices()["twelve"], choices()["pays-backhand"]
    (['free', 'hit'], None)
    """
    return _OPTIONS.choices


_OPTIONS = Options(Rules)

PRESETS: dict[str, Rules] = {"inventor": Rules(), "denexa": Rules(push_hit=True)}
"""The named rule sets: the inventor's two accounts, and the Denexa article (O1)."""
