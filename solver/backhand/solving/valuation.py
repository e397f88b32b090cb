"""What positions and deals are worth after best play: exact, or between proved bounds: decided here alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from sys import maxsize
from typing import Protocol

from backhand.common.cards import Shoe, read_cards
from backhand.common.intervals import enclosed
from backhand.common.kept import Kept, one
from backhand.common.progress import Progress, quiet
from backhand.errors import ShoeError
from backhand.evaluator import Counts, Evaluator, Value, value_of
from backhand.positions import Position, check_aces
from backhand.rules import Action, Rules
from backhand.solving.bounds import WIDTH, Bounds
from backhand.solving.engine import MOST_KEPT, Engine, Engines
from backhand.solving.pushes import MOST_DEALS, deals_ahead, pushed_shoes, without_aces

Cards = str | Iterable[int]
"""Cards as text, ``"9 7"``, or as ranks, ``[9, 7]``."""

MOST_POSITIONS = 100_000
"""Hands whose values are remembered: about 0.5 kB each, up to 50 MB."""

MOST_ENCLOSED = 10_000
"""Deals whose enclosures are remembered: about 2 kB each, up to 20 MB."""


class Deals(Protocol):
    """Deals that somebody else has solved, such as a tablebase."""

    def bounds(self, shoe: Shoe) -> Bounds | None:
        """The deal from a shoe enclosed; None where that is not known."""
        ...


class Valuation:
    """Values of positions and deals under the given rules after best play, by default for one fresh deck.

    ``deals``: those solved elsewhere, asked first about a push. Everything else as ``Solver`` has it.

    >>> Valuation().value().win
    Fraction(441749062376235842019675620249839, 771314936179556478353601382425000)
    """

    def __init__(
        self,
        decks: int = 1,
        rules: Rules | None = None,
        *,
        progress: Progress = quiet,
        deals: Deals | None = None,
        width: Fraction = WIDTH,
        exact: bool = False,
    ) -> None:
        self._rules = rules or Rules()
        self._fresh = Shoe.of_decks(decks)
        self._progress, self._width, self._exact, self._solved_elsewhere = progress, width, exact, deals
        self._most = maxsize if exact else MOST_DEALS
        self._engines = Engines(self._rules, progress)
        self._next: Kept[Shoe, dict[Shoe, Value | Bounds]] = Kept(MOST_KEPT, len)
        self._enclosed: Kept[tuple[Shoe, Fraction], Bounds] = Kept(MOST_ENCLOSED, one)
        self._evaluator = Evaluator(self._rules, self._deal)

    @property
    def rules(self) -> Rules:
        """The rules in force, options and payouts included.

        >>> str(Valuation(rules=Rules.from_text("twelve=hit")).rules)
        'inventor,twelve=hit'
        """
        return self._rules

    @property
    def fresh(self) -> Shoe:
        """The fresh shoe: all cards of ``decks`` decks, of which ``seen`` cards and the hand are taken.

        >>> Valuation(2).fresh.cards
        104
        """
        return self._fresh

    @property
    def evaluator(self) -> Evaluator:
        """What values single positions and actions, exactly. It asks this object for the deals that pushes lead to.

        >>> nine_seven = Position(Shoe.of_decks(1).without([9, 7]), 2, 16)
        >>> Valuation().evaluator.action_value(nine_seven, Action.BACKHAND).win
        Fraction(3, 5)
        """
        if self._evaluator.positions > MOST_POSITIONS:
            self._evaluator = Evaluator(self._rules, self._deal)
        return self._evaluator

    @property
    def progress(self) -> Progress:
        """What wraps the work that takes long."""
        return self._progress

    @property
    def width(self) -> Fraction:
        """How wide an enclosure is at most."""
        return self._width

    @property
    def most(self) -> int:
        """To how many shoes pushes may lead for a deal to have an exact value here."""
        return self._most

    def value(self, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Value:
        """The value of a round dealt from the shoe, after best play.

        >>> Valuation().value(shoe="0,0,0,0,0,0,0,0,0,8").win
        Fraction(0, 1)

        Always exact. Raises ShoeError for cards that cannot be, TooLargeError for a shoe that leads to too many
        others, unless it is to be exact at any cost.
        """
        return self.evaluator.value(Position(self.undealt((), seen, shoe)))

    def enclose(self, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Value | Bounds:
        """The value of a round dealt from the shoe: exact where ``value`` is, enclosed where it would refuse.

        >>> bounds = Valuation(8, width=Fraction(1, 1000)).enclose()
        >>> round(float(bounds.win), 3), bounds.win.width < Fraction(1, 1000)
        (0.573, True)

        Raises ShoeError for cards that cannot be.
        """
        return self._enclose(self.undealt((), seen, shoe), self.width)

    def is_exact(self, shoe: Shoe) -> bool:
        """Whether a deal from the shoe has an exact value here, or else an enclosure.

        >>> Valuation(2).is_exact(Shoe.of_decks(2)), Valuation(3).is_exact(Shoe.of_decks(3))
        (True, False)
        """
        return deals_ahead(shoe, self.most) <= self.most

    def actions(
        self, position: Position, known: Mapping[Shoe, Value | Bounds] | None = None
    ) -> dict[Action, Value | Bounds]:
        """What every legal action of a hand is worth, best play following, in the order of O5.

        All are exact but pushes in more than about two decks, which are enclosed; such an enclosure never holds the EV
        of another action. ``known`` has deals by their shoes, such as those of ``next_deals``.

        >>> nine_seven = Position.of_hand([9, 7], Shoe.of_decks(1).without([9, 7]))
        >>> [(str(action), str(value.win)) for action, value in Valuation().actions(nine_seven).items()]
        [('backhand', '3/5'), ('hit', '414/1225')]
        """
        legal = position.actions(self.rules)
        worth: dict[Action, Value | Bounds] = dict(all_but_push(self.evaluator, position))
        if Action.PUSH in legal:
            settled = max(enclosed(value.ev).low for value in worth.values())
            push = known[position.shoe] if known else None
            apart = push is not None and (isinstance(push, Value) or settled not in push.ev)
            worth[Action.PUSH] = push if push is not None and apart else self.push(position.shoe, settled)
        return {action: worth[action] for action in legal}

    def push(self, shoe: Shoe, settled: Fraction) -> Value | Bounds:
        """What pushing is worth that leaves the shoe, told apart from the best other action, of EV ``settled``.

        A tie with it is a proved tie: an enclosure does not hold ``settled``, or there is an exact value.
        """
        if self._solved_elsewhere and not self._exact:
            read = self._solved_elsewhere.bounds(shoe)
            if read and settled not in read.ev:
                return read
        for narrower in range(3):
            value = self._enclose(shoe, self.width / 1000**narrower)
            if isinstance(value, Value) or settled not in value.ev:
                return value
        return value_of(self._engine(shoe, maxsize).counts(shoe), shoe.cards, self.rules)

    def next_deals(self, shoe: Shoe) -> Mapping[Shoe, Value | Bounds]:
        """The value of a round dealt from the shoe, and of the next deal after each push hand, by what it leaves.

        >>> deals = Valuation().next_deals(Shoe("0,0,1,0,0,1,0,0,0,3"))
        >>> [(str(left), str(value.win)) for left, value in deals.items()]
        [('0,0,1,0,0,1,0,0,0,3', '1/2'), ('0,0,1,0,0,1,0,0,0,1', '0')]

        Exact, or enclosed, as ``enclose`` has them.
        """
        deals = self._next.get(shoe)
        if deals is None and self.is_exact(shoe):
            left = [after for base in without_aces(shoe) for after in pushed_shoes(base) if after is not None]
            evaluator = self.evaluator
            deals = {deal: evaluator.value(Position(deal)) for deal in [shoe, *left]}
        elif deals is None:
            from backhand.solving.enclosure import enclose_next  # numpy, which only deals need

            deals = dict(enclose_next(shoe, self.rules, self.width, progress=self._progress))
        self._next[shoe] = deals
        return deals

    def undealt(self, hand: Cards = (), seen: Cards = (), shoe: Shoe | str | None = None) -> Shoe:
        """The cards still undealt, a hand and seen cards taken out; or ``shoe``, which gives them outright.

        Raises CardError, ShoeError or HandError for cards that cannot be.

        >>> Valuation().undealt("9 7", seen="K 5").cards
        48
        """
        hand, seen = read_cards(hand), read_cards(seen)
        if shoe is None:
            check_aces(hand, seen)
            undealt = self.fresh.without([*hand, *seen])
        elif seen:
            raise ShoeError("seen cards and a shoe given outright: the shoe is the undealt cards already")
        else:
            undealt = Shoe(shoe)
        if not undealt.cards:
            raise ShoeError("the shoe is empty: there is nothing left to draw")
        return undealt

    def engine(self, shoe: Shoe) -> Engine:
        """The engine that has solved the deal from ``shoe`` and from every shoe that pushes lead to; built if need be.

        >>> shoe = Shoe("0,0,0,0,0,0,1,1,1,5")
        >>> shoe in Valuation().engine(shoe)
        True

        Raises TooLargeError for a shoe that leads to too many others, unless it is to be exact at any cost.
        """
        return self._engine(shoe, self.most)

    def _enclose(self, shoe: Shoe, width: Fraction) -> Value | Bounds:
        if self.is_exact(shoe):
            return self.evaluator.value(Position(shoe))
        bounds = self._enclosed.get((shoe, width))
        if bounds is None:
            from backhand.solving.enclosure import enclose  # numpy, which only deals need

            bounds = enclose(shoe, self.rules, width, progress=self._progress)
            self._enclosed[shoe, width] = bounds
        return bounds

    def _engine(self, shoe: Shoe, most: int) -> Engine:
        known = self._engines.having(shoe)
        return self._engines.built(shoe, most) if known is None else known

    def _deal(self, shoe: Shoe) -> Counts:
        return self.engine(shoe).counts(shoe)


def all_but_push(evaluator: Evaluator, position: Position) -> dict[Action, Value]:
    """What every legal action of a hand but the push is worth: none of them needs a deal.

    >>> position = Position.of_hand([10, 7], Shoe.of_decks(1).without([10, 7]))
    >>> [str(action) for action in all_but_push(Evaluator(Rules()), position)]
    ['play-push']
    """
    legal = position.actions(evaluator.rules)
    return {action: evaluator.action_value(position, action) for action in legal if action is not Action.PUSH}
