"""The front door: what should I do here, and what is a deal worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from sys import maxsize
from typing import TYPE_CHECKING

from backhand.common.cards import Shoe, read_cards
from backhand.common.intervals import Enclosure, Number, enclosed
from backhand.common.progress import Progress, quiet
from backhand.errors import EnclosureError, RulesError, ShoeError, quoted
from backhand.evaluator import Counts, Evaluator, Value, value_of
from backhand.positions import Position, check_aces, check_hand
from backhand.rules import BUST_ABOVE, Action, Kind, Rules, kind_of
from backhand.solving.bounds import Bounds
from backhand.solving.engine import Engine
from backhand.solving.held import HELD_NEXT, HELD_POSITIONS, newest
from backhand.solving.pushes import MOST_DEALS, deals_ahead, pushed_shoes, without_aces

if TYPE_CHECKING:
    from backhand.tablebase import Tablebase

Cards = str | Iterable[int]
"""Cards as text, ``"9 7"``, or as ranks, ``[9, 7]``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: what it is worth when taken now and followed by best play."""

    action: Action
    value: Value | Bounds
    """Exact, except for a push whose deal is enclosed, or read from a tablebase."""
    loss: Number
    """How much less EV than the best action, per initial stake; 0 for the best."""

    @property
    def win(self) -> Number:
        """Probability to win."""
        return self.value.win

    @property
    def ev(self) -> Number:
        """Expected net payoff per initial stake."""
        return self.value.ev

    @property
    def endings(self) -> Mapping[str, Fraction] | Mapping[str, Enclosure]:
        """Probability of each ending. They sum to 1; none are there for a push read from a tablebase."""
        return self.value.endings


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to "what should I do here"."""

    rules: Rules
    shoe: Shoe
    """The undealt cards, the hand and all seen cards taken out."""
    hand: tuple[int, ...]
    actions: tuple[Choice, ...]
    """Every legal action, best first; equals in the order of O5."""

    @property
    def total(self) -> int:
        """The total of the hand."""
        return sum(self.hand)

    @property
    def kind(self) -> Kind:
        """The kind of the hand (R2, R5)."""
        return kind_of(len(self.hand), self.total)

    @property
    def best(self) -> tuple[Action, ...]:
        """The best action, or all of them where several are worth exactly the same (O5)."""
        return tuple(choice.action for choice in self.actions if not choice.loss)

    @property
    def busting(self) -> tuple[int, ...]:
        """The ranks still undealt that would take the hand over 21."""
        return tuple(rank for _, rank, _ in self.shoe.draws() if self.total + rank > BUST_ABOVE)


class Solver:
    """Exact answers under the given rules, by default for one fresh deck.

    ``decks`` is the fresh shoe that ``seen`` cards and the hand are taken from. ``progress`` wraps what takes
    long (see ``common.progress.Progress``). Answers are remembered, so a solver is worth keeping.

    What it remembers is bounded, to about 100 MB for one deck and 200 MB for two. It keeps up to 150,000 solved shoes
    (``solving.held.HELD_DEALS``) and forgets those first that were not asked for the longest; a question that needs
    more keeps its own. What was forgotten is computed again, with the same result.

    Several threads may ask one solver: all get right answers, at worst two compute the same. A solver can be pickled,
    with what it remembers, if its ``progress`` and ``tablebase`` can (the defaults can); so can every answer.

    A push or a deal in more than about two decks is enclosed, no wider than ``width``, or exact at any cost if
    ``exact``. With a ``tablebase``, what it can tell of pushes is read from it instead.

    Raises ShoeError for decks, RulesError for rules, EnclosureError for a width that cannot be, or with ``exact``.

    >>> advice = Solver().advise("9 7", seen="K 5")
    >>> [str(action) for action in advice.best], advice.actions[0].win
    (['backhand'], Fraction(29, 48))
    >>> Solver(rules="denexa").advise("T 7", seen="8 8").actions[-1].action
    <Action.HIT: 'hit'>
    """

    def __init__(
        self,
        decks: int = 1,
        *,
        rules: Rules | str = "inventor",
        progress: Progress = quiet,
        tablebase: Tablebase | None = None,
        width: Fraction | None = None,
        exact: bool = False,
    ) -> None:
        self._rules = Rules.from_text(rules) if isinstance(rules, str) else rules
        if not isinstance(self._rules, Rules):
            raise RulesError(f"{quoted(rules)} is no rules: give Rules, or their text, such as 'denexa,twelve=hit'")
        if width is not None and (exact or not isinstance(width, Fraction | int) or width <= 0):
            raise EnclosureError(
                "exact and a width: an exact value has no width; give one of them"
                if exact
                else f"width {quoted(width)}: a width is a positive Fraction, such as Fraction(1, 10**15)"
            )
        self._fresh = Shoe.of_decks(decks)
        self._tablebase = tablebase.for_rules(self._rules) if tablebase else None
        self._progress, self._width, self._exact = progress, width, exact
        self._most = maxsize if exact else MOST_DEALS
        # Both are replaced and never changed, so that threads may read them while another one adds to them.
        self._engines: tuple[Engine, ...] = ()  # the one asked last first
        self._next: dict[Shoe, dict[Shoe, Value | Bounds]] = {}
        self._evaluator = Evaluator(self._rules, self._deal, HELD_POSITIONS)

    @property
    def rules(self) -> Rules:
        """The rules in force, options and payouts included.

        >>> str(Solver(rules="twelve=hit").rules)
        'inventor,twelve=hit'
        """
        return self._rules

    @property
    def fresh(self) -> Shoe:
        """The fresh shoe: all cards of ``decks`` decks, of which ``seen`` cards and the hand are taken.

        >>> Solver(2).fresh.cards
        104
        """
        return self._fresh

    @property
    def tablebase(self) -> Tablebase | None:
        """The tablebase that pushes are read from, where it can tell of them; None if none was given.

        >>> Solver().tablebase is None
        True
        """
        return self._tablebase

    @property
    def evaluator(self) -> Evaluator:
        """What values single positions and actions, exactly. It asks this solver for the deals that pushes lead to.

        >>> Solver().evaluator.action_value(Position(Shoe.of_decks(1).without([9, 7]), 2, 16), Action.BACKHAND).win
        Fraction(3, 5)
        """
        return self._evaluator

    def advise(self, hand: Cards, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Advice:
        """Every legal action of a hand, best first.

        The hand is two to four cards, after the ace rule R1; discarded aces are ``seen``. A hand that is only dealt
        after aces were discarded, such as A 9, is refused where they were not seen. Instead of ``seen``, ``shoe`` may
        give the undealt cards outright; what was discarded is not asked for then.

        The best action is proved to be the best, also where a push is enclosed.

        Raises CardError, ShoeError or HandError for cards that cannot be.
        """
        hand = read_cards(hand)
        check_hand(hand)  # before the shoe: five cards are no hand, whatever the shoe holds
        position = Position.of_hand(hand, self.undealt(hand, seen, shoe))
        values: dict[Action, Value | Bounds] = {
            action: self.evaluator.action_value(position, action)
            for action in position.actions(self.rules)
            if action is not Action.PUSH
        }
        if Action.PUSH in position.actions(self.rules):
            settled = max(enclosed(value.ev).low for value in values.values())
            values[Action.PUSH] = self.push(position.shoe, settled)
        ordered = {action: values[action] for action in position.actions(self.rules)}
        best = max((value.ev for value in ordered.values()), key=lambda ev: enclosed(ev).low)
        choices = [
            Choice(action, value, Fraction(0) if value.ev is best else best - value.ev)
            for action, value in ordered.items()
        ]
        choices.sort(key=lambda choice: enclosed(choice.loss).middle)
        return Advice(self.rules, position.shoe, hand, tuple(choices))

    def value(self, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Value:
        """The value of a round dealt from the shoe, after best play.

        >>> Solver().value(shoe="0,0,0,0,0,0,0,0,0,8").win
        Fraction(0, 1)

        Always exact. Raises ShoeError for cards that cannot be, TooLargeError for a shoe that leads to too many
        others, unless the solver is to be exact at any cost.
        """
        return self.evaluator.value(Position(self.undealt((), seen, shoe)))

    def enclose(self, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Value | Bounds:
        """The value of a round dealt from the shoe: exact where ``value`` is, enclosed where it would refuse.

        >>> bounds = Solver(8, width=Fraction(1, 1000)).enclose()
        >>> round(float(bounds.win), 3), bounds.win.width < Fraction(1, 1000)
        (0.573, True)

        Raises ShoeError for cards that cannot be.
        """
        return self._enclose(self.undealt((), seen, shoe))

    def is_exact(self, shoe: Shoe) -> bool:
        """Whether a deal from the shoe has an exact value here, or else an enclosure.

        >>> Solver(2).is_exact(Shoe.of_decks(2)), Solver(3).is_exact(Shoe.of_decks(3))
        (True, False)
        """
        return deals_ahead(shoe, self._most) <= self._most

    @property
    def most(self) -> int:
        """To how many shoes pushes may lead for a deal to have an exact value here."""
        return self._most

    def next_deals(self, shoe: Shoe) -> Mapping[Shoe, Value | Bounds]:
        """The value of a round dealt from the shoe, and of the next deal after each push hand, by what it leaves.

        >>> [(str(left), str(value.win)) for left, value in Solver().next_deals(Shoe("0,0,1,0,0,1,0,0,0,3")).items()]
        [('0,0,1,0,0,1,0,0,0,3', '1/2'), ('0,0,1,0,0,1,0,0,0,1', '0')]

        Exact, or enclosed, as ``enclose`` has them.
        """
        known = self._next.get(shoe)
        if known is None and self.is_exact(shoe):
            left = [after for base in without_aces(shoe) for after in pushed_shoes(base) if after is not None]
            known = {deal: self.evaluator.value(Position(deal)) for deal in [shoe, *left]}
        elif known is None:
            from backhand.solving.enclosure import enclose_next  # numpy, which only deals need

            known = dict(enclose_next(shoe, self.rules, self.width, progress=self._progress))
        others = [(other, values) for other, values in self._next.items() if other != shoe]
        self._next = dict([*others, (shoe, known)][-HELD_NEXT:])
        return known

    def _enclose(self, shoe: Shoe, narrower: int = 0) -> Value | Bounds:
        if self.is_exact(shoe):
            return self.evaluator.value(Position(shoe))
        from backhand.solving.enclosure import enclose  # numpy, which only deals need

        return enclose(shoe, self.rules, self.width / 1000**narrower, progress=self._progress)

    @property
    def width(self) -> Fraction:
        """How wide an enclosure is at most."""
        from backhand.solving.enclosure import WIDTH

        return WIDTH if self._width is None else self._width

    def push(self, shoe: Shoe, settled: Fraction) -> Value | Bounds:
        """What pushing is worth that leaves the shoe, told apart from the best other action, of EV ``settled``.

        A tie with it is a proved tie: an enclosure does not hold ``settled``, or there is an exact value.
        """
        if self.tablebase and not self._exact:
            read = self.tablebase.bounds(shoe)
            if read and settled not in read.ev:
                return read
        for narrower in range(3):
            value = self._enclose(shoe, narrower)
            if isinstance(value, Value) or settled not in value.ev:
                return value
        return value_of(self._engine(shoe, maxsize).counts(shoe), shoe.cards, self.rules)

    def undealt(self, hand: Cards = (), seen: Cards = (), shoe: Shoe | str | None = None) -> Shoe:
        """The cards still undealt (see ``advise``). Raises CardError, ShoeError or HandError for cards that cannot be.

        >>> Solver().undealt("9 7", seen="K 5").cards
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
        >>> shoe in Solver().engine(shoe)
        True

        Raises TooLargeError for a shoe that leads to too many others, unless the solver is to be exact at any cost.
        """
        return self._engine(shoe, self._most)

    def _engine(self, shoe: Shoe, most: int) -> Engine:
        engines = self._engines
        known = next((engine for engine in engines if shoe in engine), None)
        if known is None:
            known = Engine(shoe, self.rules, most=most, progress=self._progress)
        if not engines or engines[0] is not known:
            self._engines = newest([known, *(engine for engine in engines if engine is not known)])
        return known

    def _deal(self, shoe: Shoe) -> Counts:
        return self.engine(shoe).counts(shoe)
