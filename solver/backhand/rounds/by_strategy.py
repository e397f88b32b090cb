"""What a fixed strategy is worth: its exact value, by the definition and by the engine.

A fixed strategy may tell hands apart that a position does not (``hands`` of a ``Strategy``), so the recursion also
knows which shoe the round was last dealt from: what has left it since is the hand and discarded aces.
"""

from __future__ import annotations

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.evaluator import Counts, Evaluator, Value, value_of
from backhand.positions import Position, deal
from backhand.rules import Action, Rules
from backhand.solving.engine import Engine
from backhand.solving.pushes import MOST_DEALS
from backhand.strategies.strategy import Strategy


class FixedEvaluator(Evaluator):
    """Exact values under a fixed strategy of every position in a round last dealt from ``dealt``.

    ``engine``, where given, answers what the next deal is worth; without it the recursion goes through, and those of
    one round share ``redeals``: what the recursion knows of the deals that pushes led to.

    >>> from backhand.strategies.strategy import never_bust
    >>> shoe = Shoe("2,0,0,0,0,3,0,0,0,3")
    >>> FixedEvaluator(Rules(), never_bust(Rules()), shoe).value(Position(shoe)).win
    Fraction(19, 28)
    """

    def __init__(
        self,
        rules: Rules,
        strategy: Strategy,
        dealt: Shoe,
        engine: Engine | None = None,
        redeals: dict[Shoe, FixedEvaluator] | None = None,
    ) -> None:
        super().__init__(rules, engine.counts if engine else self._redeal)
        self.strategy, self.dealt = strategy, dealt
        self._redeals = {} if redeals is None else redeals

    def best(self, position: Position) -> tuple[Action, Counts]:
        """The action the strategy takes, and its counts."""
        action = self.strategy.action(position.hand_from(self.dealt)[0])
        return action, self.action_counts(position, action)

    def _redeal(self, shoe: Shoe) -> Counts:
        if shoe == self.dealt:
            return self._sum(deal(shoe))
        if shoe not in self._redeals:  # every shoe is played once, however it is reached
            self._redeals[shoe] = FixedEvaluator(self.rules, self.strategy, shoe, redeals=self._redeals)
        return self._redeals[shoe].counts(Position(shoe))


def engine_for(
    shoe: Shoe, rules: Rules, strategy: Strategy | None, progress: Progress = quiet, most: int = MOST_DEALS
) -> Engine:
    """The engine of a fixed strategy, or with None of best play, for rounds dealt from ``shoe``.

    Raises TooLargeError where pushes lead to more than ``most`` shoes: by default, more than about two decks.
    """
    return Engine(shoe, rules, policy=None if strategy is None else strategy.action, most=most, progress=progress)


def fixed_value(shoe: Shoe, rules: Rules, strategy: Strategy | None, progress: Progress = quiet) -> Value:
    """The exact value of a round dealt from ``shoe`` when the strategy is followed; None is best play.

    >>> from backhand.strategies.strategy import never_bust
    >>> round(float(fixed_value(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules(), never_bust(Rules())).win), 9)
    0.490820185
    """
    return value_of(engine_for(shoe, rules, strategy, progress).counts(shoe), sum(shoe), rules)
