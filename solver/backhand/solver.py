"""The front door: what should I do here, and what is a deal worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from sys import maxsize
from typing import TYPE_CHECKING

from backhand.common.cards import Shoe, check_ranks, parse_cards
from backhand.common.intervals import Enclosure, Number, enclosed
from backhand.common.progress import Progress, quiet
from backhand.errors import ShoeError
from backhand.evaluator import Counts, Evaluator, Value, value_of
from backhand.positions import Position, check_hand
from backhand.rules import BUST_ABOVE, Action, Kind, Rules, kind_of
from backhand.solving.bounds import Bounds
from backhand.solving.engine import Engine
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

    A push or a deal in more than about two decks is enclosed, no wider than ``width``, or exact at any cost if
    ``exact``. With a ``tablebase``, what it can tell of pushes is read from it instead.

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
        self.rules = Rules.from_text(rules) if isinstance(rules, str) else rules
        self.fresh = Shoe.of_decks(decks)
        self.tablebase = tablebase.for_rules(self.rules) if tablebase else None
        self._progress, self._width, self._exact = progress, width, exact
        self._most = maxsize if exact else MOST_DEALS
        self._engines: list[Engine] = []
        self._next: dict[Shoe, dict[Shoe, Value | Bounds]] = {}
        self.evaluator = Evaluator(self.rules, self._deal)

    def advise(self, hand: Cards, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Advice:
        """Every legal action of a hand, best first.

        The hand is two to four cards, after the ace rule R1; discarded aces are ``seen``. Instead of
        ``seen``, ``shoe`` may give the undealt cards outright.

        The best action is proved to be the best, also where a push is enclosed.

        Raises CardError, ShoeError or HandError for cards that cannot be.
        """
        hand = _ranks(hand)
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
        if shoe not in self._next and self.is_exact(shoe):
            left = [after for base in without_aces(shoe) for after in pushed_shoes(base) if after is not None]
            self._next[shoe] = {deal: self.evaluator.value(Position(deal)) for deal in [shoe, *left]}
        elif shoe not in self._next:
            from backhand.solving.enclosure import enclose_next  # numpy, which only deals need

            self._next[shoe] = dict(enclose_next(shoe, self.rules, self.width, progress=self._progress))
        return self._next[shoe]

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
        """The cards still undealt (see ``advise``). Raises CardError or ShoeError for cards that cannot be.

        >>> Solver().undealt("9 7", seen="K 5").cards
        48
        """
        hand, seen = _ranks(hand), _ranks(seen)
        if shoe is None:
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
        known = next((engine for engine in self._engines if shoe in engine), None)
        if known is None:
            known = Engine(shoe, self.rules, most=most, progress=self._progress)
            self._engines.append(known)
        return known

    def _deal(self, shoe: Shoe) -> Counts:
        return self.engine(shoe).counts(shoe)


def _ranks(cards: Cards) -> tuple[int, ...]:
    return parse_cards(cards) if isinstance(cards, str) else check_ranks(cards)
