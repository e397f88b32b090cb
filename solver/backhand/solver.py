"""The front door: what should I do here, and what is a deal worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from backhand.common.cards import Shoe, read_cards
from backhand.common.intervals import Enclosure, Number, enclosed
from backhand.common.kept import Kept
from backhand.common.progress import Progress, quiet
from backhand.errors import EnclosureError, RulesError, quoted
from backhand.evaluator import Value
from backhand.positions import Position, check_hand
from backhand.rules import BUST_ABOVE, Action, Kind, Rules, kind_of
from backhand.solving.bounds import WIDTH, Bounds
from backhand.solving.engine import MOST_KEPT
from backhand.solving.valuation import Cards, Valuation

if TYPE_CHECKING:
    from backhand.rounds.deals import Deals
    from backhand.rounds.figures import Figures
    from backhand.rounds.follow import Rounds
    from backhand.strategies.best_chart import BestChart
    from backhand.strategies.strategy import Strategy
    from backhand.tablebase import Tablebase


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


class Solver(Valuation):
    """Answers under the given rules, by default for one fresh deck: the front door of the library.

    ``decks`` is the fresh shoe that ``seen`` cards and the hand are taken from. ``progress`` wraps what takes
    long (see ``backhand.common.progress.Progress``). Answers are remembered, so a solver is worth keeping: up to
    150,000 deals and 100,000 hands, some 200 MB at most. Threads may share one, and it can be pickled.

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
        in_force = Rules.from_text(rules) if isinstance(rules, str) else rules
        if not isinstance(in_force, Rules):
            raise RulesError(f"{quoted(rules)} is no rules: give Rules, or their text, such as 'denexa,twelve=hit'")
        if width is not None and (exact or not isinstance(width, Fraction | int) or width <= 0):
            raise EnclosureError(
                "exact and a width: an exact value has no width; give one of them"
                if exact
                else f"width {quoted(width)}: a width is a positive Fraction, such as Fraction(1, 10**15)"
            )
        self._tablebase = tablebase.for_rules(in_force) if tablebase else None
        super().__init__(decks, in_force, progress=progress, deals=self._tablebase, width=width or WIDTH, exact=exact)
        self._rounds: Kept[tuple[Shoe, Strategy | None], Deals] = Kept(MOST_KEPT, len)

    @property
    def tablebase(self) -> Tablebase | None:
        """The tablebase that pushes are read from, where it can tell of them; None if none was given.

        >>> Solver().tablebase is None
        True
        """
        return self._tablebase

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
        ordered = self.actions(position)
        best = max((value.ev for value in ordered.values()), key=lambda ev: enclosed(ev).low)
        choices = [
            Choice(action, value, Fraction(0) if value.ev is best else best - value.ev)
            for action, value in ordered.items()
        ]
        choices.sort(key=lambda choice: enclosed(choice.loss).middle)
        return Advice(self.rules, position.shoe, hand, tuple(choices))

    def chart(self, *, seen: Cards = (), shoe: Shoe | str | None = None) -> BestChart:
        """The best chart for rounds dealt from the shoe, what it is worth, and its exceptions.

        Raises ShoeError for cards that cannot be, TooLargeError where two charts cannot be told apart.

        >>> str(Solver().chart(shoe="2,1,0,1,0,2,1,1,1,4").actions[2, 17])
        'push'
        """
        from backhand.strategies.best_chart import best_chart

        return best_chart(self, self.undealt((), seen, shoe), self.progress)

    def strategy(self, name: str, shoe: Shoe | None = None) -> Strategy | None:
        """A strategy by name or from a csv file; None is best play (``backhand.strategies.strategy.load_strategy``).

        >>> Solver().strategy("mimic").name
        'mimic'
        """
        from backhand.strategies.strategy import load_strategy

        return load_strategy(name, self, shoe)

    def deals(self, strategy: Strategy | None = None, *, shoe: Shoe | None = None) -> Deals:
        """What the deals of a round are worth under a fixed strategy; None is best play. Each is solved once.

        By default for the fresh shoe. ``deals.value`` is the value of a round, exact or enclosed.

        >>> solver, shoe = Solver(), Shoe("2,1,1,1,1,1,1,1,1,4")
        >>> solver.deals(solver.strategy("never-bust"), shoe=shoe).value.ev < solver.deals(shoe=shoe).value.ev
        True

        Raises ShoeError for cards that cannot be.
        """
        from backhand.rounds.deals import Deals

        shoe = self.undealt((), (), shoe)
        solved = self._rounds.get((shoe, strategy))
        if solved is None:
            engine = self.engine(shoe) if strategy is None and self.is_exact(shoe) else None
            solved = Deals(
                shoe, self.rules, strategy, engine=engine, width=self.width, most=self.most, progress=self.progress
            )
            self._rounds[shoe, strategy] = solved
        return solved

    def rounds(self, strategy: Strategy | None = None, *, shoe: Shoe | None = None, costs: bool = True) -> Rounds:
        """How rounds go under a fixed strategy or best play, and what it gives away; half the time without ``costs``.

        >>> solver, shoe = Solver(), Shoe("2,1,1,1,1,1,1,1,1,4")
        >>> rounds = solver.rounds(solver.strategy("never-bust"), shoe=shoe)
        >>> sum(rounds.ways.values()), rounds.endings["bust"]
        (Fraction(1, 1), Fraction(0, 1))
        """
        from backhand.rounds.follow import follow

        deals = self.deals(strategy, shoe=shoe)
        best = self.deals(shoe=shoe) if costs and strategy is not None else None
        return follow(deals, best, progress=self.progress)

    def figures(self, strategy: Strategy | None = None, *, shoe: Shoe | None = None) -> Figures:
        """The figures of a round under a fixed strategy or best play: variance, cards, pushes, and more.

        >>> round(float(Solver().figures(shoe=Shoe("2,1,1,1,1,1,1,1,1,4")).mean_cards), 6)
        4.781463
        """
        from backhand.rounds.figures import Figures

        return Figures(self.rounds(strategy, shoe=shoe, costs=False))
