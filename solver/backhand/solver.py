"""The front door: what should I do here, and what is a deal worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from backhand.cards import Shoe, check_ranks, parse_cards
from backhand.engine import Engine, Progress, quiet
from backhand.errors import ShoeError
from backhand.evaluator import Counts, Evaluator, Value
from backhand.positions import Position, check_hand
from backhand.rules import BUST_ABOVE, Action, Kind, Rules, kind_of

Cards = str | Iterable[int]
"""Cards as text, ``"9 7"``, or as ranks, ``[9, 7]``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: what it is worth when taken now and followed by best play."""

    action: Action
    value: Value
    loss: Fraction
    """How much less EV than the best action, per initial stake; 0 for the best."""

    @property
    def win(self) -> Fraction:
        """Probability to win."""
        return self.value.win

    @property
    def ev(self) -> Fraction:
        """Expected net payoff per initial stake."""
        return self.value.ev

    @property
    def endings(self) -> Mapping[str, Fraction]:
        """Probability of each ending; they sum to 1."""
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
    long (see ``backhand.engine.Progress``). Answers are remembered, so a solver is worth keeping.

    >>> advice = Solver().advise("9 7", seen="K 5")
    >>> [str(action) for action in advice.best], advice.actions[0].win
    (['backhand'], Fraction(29, 48))
    >>> Solver(rules="denexa").advise("T 7", seen="8 8").actions[-1].action
    <Action.HIT: 'hit'>
    """

    def __init__(self, decks: int = 1, *, rules: Rules | str = "inventor", progress: Progress = quiet) -> None:
        self.rules = Rules.from_text(rules) if isinstance(rules, str) else rules
        self.fresh = Shoe.of_decks(decks)
        self._progress = progress
        self._engines: list[Engine] = []
        self.evaluator = Evaluator(self.rules, self._deal)

    def advise(self, hand: Cards, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Advice:
        """Every legal action of a hand, best first.

        The hand is two to four cards, after the ace rule R1; discarded aces are ``seen``. Instead of
        ``seen``, ``shoe`` may give the undealt cards outright.

        Raises CardError, ShoeError or HandError for cards that cannot be, TooLargeError for a push hand
        in a shoe that leads to too many others.
        """
        hand = _ranks(hand)
        check_hand(hand)  # before the shoe: five cards are no hand, whatever the shoe holds
        position = Position.of_hand(hand, self._undealt([*hand], seen, shoe))
        values = {action: self.evaluator.action_value(position, action) for action in position.actions(self.rules)}
        best = max(value.ev for value in values.values())
        choices = [Choice(action, value, best - value.ev) for action, value in values.items()]
        return Advice(self.rules, position.shoe, hand, tuple(sorted(choices, key=lambda choice: choice.loss)))

    def value(self, *, seen: Cards = (), shoe: Shoe | str | None = None) -> Value:
        """The value of a round dealt from the shoe, after best play.

        >>> Solver().value(shoe="0,0,0,0,0,0,0,0,0,8").win
        Fraction(0, 1)

        Raises ShoeError for cards that cannot be, TooLargeError for a shoe that leads to too many others.
        """
        return self.evaluator.value(Position(self._undealt([], seen, shoe)))

    def _undealt(self, hand: list[int], seen: Cards, shoe: Shoe | str | None) -> Shoe:
        seen = _ranks(seen)
        if shoe is None:
            undealt = self.fresh.without([*hand, *seen])
        elif seen:
            raise ShoeError("seen cards and a shoe given outright: the shoe is the undealt cards already")
        else:
            undealt = Shoe(shoe)
        if not undealt.cards:
            raise ShoeError("the shoe is empty: there is nothing left to draw")
        return undealt

    def _deal(self, shoe: Shoe) -> Counts:
        for engine in self._engines:
            if shoe in engine:
                return engine.counts(shoe)
        self._engines.append(Engine(shoe, self.rules, progress=self._progress))
        return self._engines[-1].counts(shoe)


def _ranks(cards: Cards) -> tuple[int, ...]:
    return parse_cards(cards) if isinstance(cards, str) else check_ranks(cards)
