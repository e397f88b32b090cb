"""What every question has: which cards are undealt, which rules are played, how exact the answer is to be."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from backhand.answers.rules import RulesRequest
from backhand.common.cards import Shoe, read_cards
from backhand.common.progress import Progress, quiet
from backhand.errors import BackhandError, EnclosureError, ShoeError
from backhand.positions import check_hand, missing_aces
from backhand.rules import Rules
from backhand.solver import Solver
from backhand.solving.valuation import Cards

if TYPE_CHECKING:
    from backhand.tablebase import Tablebase

DEFAULT_TABLEBASE = "default"
"""Stands for the tablebase that ``backhand tablebase build`` puts in the user's folder for data."""

_APART: tuple[tuple[tuple[str, ...], type[BackhandError], str], ...] = (
    (("decks", "players", "shoe"), ShoeError, "give one of them, each names the shoe"),
    (("seen", "shoe"), ShoeError, "the shoe is the undealt cards already; give one of them"),
    (("exact", "width"), EnclosureError, "an exact value has no width; give one of them"),
    (("exact", "tablebase"), EnclosureError, "what a tablebase has is not exact; give one of them"),
)
"""What does not go together: names, the error, and why."""


def check_together(given: Collection[str], named: Callable[[str], str] = str) -> None:
    """Refuse things that do not go together; ``named`` is how a refusal names each.

    >>> check_together(["exact", "width"])
    Traceback (most recent call last):
        ...
    backhand.errors.EnclosureError: exact and width: an exact value has no width; give one of them
    """
    for names, error, why in _APART:
        both = [named(name) for name in names if name in given]
        if len(both) > 1:
            raise error(f"{' and '.join(both)}: {why}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The shoe, the rules, and how exact: by default one fresh deck under the rules ``inventor``.

    >>> situation = Situation(seen="K 5", rules="denexa", pays="6:5")
    >>> situation.undealt.cards, str(situation.in_force)
    (50, 'denexa,pays-backhand=6:5,pays-five-cards=6:5,pays-played-push=6:5')
    >>> situation == eval(repr(situation))
    True

    Raises CardError, ShoeError, RulesError or EnclosureError for what cannot be, or does not go together.
    """

    decks: int | None = None
    """Decks in the fresh shoe, 1 to 8; 1 where nothing else names the shoe."""
    players: int | None = None
    """Players at the table, one deck for every two (R10); instead of ``decks``."""
    seen: Cards = ()
    """Cards that have left the fresh shoe, discarded aces too."""
    shoe: Shoe | str | None = None
    """The undealt cards outright, instead of all of these."""
    rules: Rules | str = "inventor"
    pays: str | None = None
    """Net payouts that replace those of the rules: ``6:5``, or ``backhand=6:5,five-cards=3:2``."""
    exact: bool = False
    """Fractions also from more than about two decks, where it takes hours and many gigabytes."""
    width: Fraction | None = None
    """How wide an enclosure is at most; by default 10⁻¹²."""
    tablebase: Path | str | None = None
    """The file that pushes are read from; ``default`` is that of the user's folder for data."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", read_cards(self.seen))
        if self.shoe is not None:
            object.__setattr__(self, "shoe", Shoe(self.shoe))
        given = {name for name in ("decks", "players", "shoe", "width", "tablebase") if getattr(self, name) is not None}
        check_together(given | {name for name in ("seen", "exact") if getattr(self, name)})
        _ = self._decks, self.in_force  # what cannot be is refused at once

    @property
    def in_force(self) -> Rules:
        """The rules, with the payouts that are given."""
        return RulesRequest(self.rules, self.pays).in_force

    @property
    def undealt(self) -> Shoe:
        """The cards to deal from when no hand is held. Raises ShoeError where more were seen than there are."""
        return Shoe.of_decks(self._decks).without(read_cards(self.seen)) if self.shoe is None else Shoe(self.shoe)

    @property
    def _decks(self) -> int:
        if self.players is not None:
            return Shoe.of_players(self.players).cards // 52
        decks = 1 if self.decks is None else self.decks
        Shoe.of_decks(decks)
        return decks

    def solver(self, progress: Progress = quiet) -> Solver:
        """What answers in this situation. Raises TablebaseError for a file that does not go with the rules.

        >>> Situation(decks=2).solver().fresh.cards
        104
        """
        return Solver(
            self._decks,
            rules=self.in_force,
            progress=progress,
            tablebase=self._opened(),
            width=self.width,
            exact=self.exact,
        )

    def missing_aces(self, hand: Cards) -> int:
        """How many discarded aces were not seen that have to be for the hand to be dealt (R1).

        None are missing where the shoe is given outright, which does not say what was discarded. Raises HandError for
        what is no hand to decide on.

        >>> Situation().missing_aces("A 9"), Situation(seen="A").missing_aces("A 9")
        (1, 0)
        """
        held = read_cards(hand)
        check_hand(held)
        return missing_aces(held, read_cards(self.seen)) if self.shoe is None else 0

    def _opened(self) -> Tablebase | None:
        if self.tablebase is None:
            return None
        from backhand.tablebase import Tablebase, default_path

        rules = self.in_force
        path = default_path(rules) if str(self.tablebase) == DEFAULT_TABLEBASE else self.tablebase
        return Tablebase.open(path, rules)
