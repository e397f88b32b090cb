"""Every deal of a round, under a fixed strategy or best play: solved exactly or, from many shoes, enclosed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial

import numpy as np

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.errors import TooLargeError
from backhand.evaluator import Value, stakes, value_of
from backhand.rounds.by_strategy import engine_for
from backhand.rules import Rules
from backhand.solving.blocks import Array
from backhand.solving.bounds import WIDTH, Bounds
from backhand.solving.enclosure import enclose_deals
from backhand.solving.engine import Engine
from backhand.solving.levels import Codes, Level, follow
from backhand.solving.pushes import MOST_DEALS, PUSH_PAIRS, deals_ahead
from backhand.solving.reach import pushes_of
from backhand.strategies.strategy import Strategy

_NOT_KNOWN = (-1,) * len(PUSH_PAIRS)
_SPARE = 64
"""Bits of a chance beyond those of the enclosures."""


class Deals:
    """What the deals of a round from ``shoe`` are worth under a strategy; None is best play.

    Exact where an ``engine`` is given, or pushes lead to at most ``most`` shoes; else no wider than ``width``.

    >>> from backhand.strategies.strategy import never_bust
    >>> deck, rules, width = Shoe.of_decks(1), Rules(), Fraction(1, 1000)
    >>> exact, enclosed = (Deals(deck, rules, never_bust(rules), width=width, most=most) for most in (9999, 999))
    >>> round(float(exact.value.win), 9), exact.value.win in enclosed.value.win, enclosed.value.win.width < width
    (0.52633819, True, True)
    """

    def __init__(
        self,
        shoe: Shoe,
        rules: Rules,
        strategy: Strategy | None = None,
        *,
        engine: Engine | None = None,
        width: Fraction = WIDTH,
        most: int = MOST_DEALS,
        progress: Progress = quiet,
    ) -> None:
        self.shoe, self.rules, self.strategy = shoe, rules, strategy
        self.exact = engine is not None or deals_ahead(shoe, most) <= most
        if self.exact:
            self._engine = engine or engine_for(shoe, rules, strategy, progress, most)
            self.scale = factorial(shoe.cards)
            """What chances are counted over (see ``dealt``)."""
        else:
            policy = None if strategy is None else strategy.action
            self._enclosed = enclose_deals(shoe, rules, width, policy=policy, next_deals=True, progress=progress)
            self.scale = 1 << self._enclosed.bits + _SPARE

    def __len__(self) -> int:
        """How many deals are solved."""
        return len(self._engine) if self.exact else len(self._enclosed.above)

    @property
    def levels(self) -> list[Level]:
        """The shoes that are followed: all, if the values are exact."""
        return follow(self.shoe, 0) if self.exact else self._enclosed.levels

    @property
    def value(self) -> Value | Bounds:
        """The value of a round dealt from the shoe."""
        return self.deal(self.shoe)

    def deal(self, shoe: Shoe) -> Value | Bounds:
        """The value of the deal from the shoe or, after one push, from what is left."""
        if self.exact:
            return value_of(self._engine.counts(shoe), shoe.cards, self.rules)
        return self._enclosed.bounds[shoe]

    @property
    def engine(self) -> Engine:
        """The engine that has every deal. Raises TooLargeError where they are enclosed."""
        if not self.exact:
            raise TooLargeError(
                f"a shoe of {self.shoe.cards} cards leads, by pushes, to more than {MOST_DEALS:,} others: "
                f"this is known up to about two decks only"
            )
        return self._engine

    def pushes(self, codes: Array, bases: Array) -> Array:
        """Whether push hands are pushed (see ``dealt.Pushes``): 1, 0, or −1 where an enclosure does not tell."""
        if self.exact:
            return pushes_of(self._engine)(codes, bases)
        found = [self._enclosed.pushed.get(code, _NOT_KNOWN) for code in codes.tolist()]
        return np.array(found, dtype=np.int8).reshape(len(found), -1).T

    def above(self, of: Codes, codes: Sequence[int]) -> list[tuple[int, int, int]]:
        """Of deals by their codes: between what the net payoff less the worst is, and over which number.

        In the units of ``stakes``. Of a deal that is not followed it is between nothing and all.
        """
        stake = stakes(self.rules)[1]
        worst, spread = min(stake), max(stake) - min(stake)
        if not self.exact:
            unit = 1 << self._enclosed.bits
            return [(*self._enclosed.above.get(code, (0, spread * unit)), unit) for code in codes]
        found = []
        for shoe in of.shoes(codes).tolist():
            orders = factorial(sum(shoe))
            payoff = self._engine.payoff(tuple.__new__(Shoe, shoe)) - worst * orders
            found.append((payoff, payoff, orders))
        return found
