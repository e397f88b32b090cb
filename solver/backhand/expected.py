"""What a right simulator should count, exactly: the probability of a line of results, or its mean and variance.

Rounds are independent, each from a fresh shuffle. Most lines count rounds in which something happened, and are
binomial. Sums over rounds (cards, pushes, net) and decisions that a round can come to more than once (a push) have a
mean and a variance in each round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm

from backhand.cards import Shoe
from backhand.counts import Line, Moments, share, spread
from backhand.engine import PUSH_PAIRS, Engine, Progress, pair_ways, pushed_shoes, quiet, without_aces
from backhand.figures import Figures, Start, starts
from backhand.fixed import engine_for
from backhand.rounds import Rounds, follow
from backhand.rules import Action, Ending, Rules
from backhand.strategies import Strategy


@dataclass
class Expected:
    """What to expect of rounds dealt from a shoe each, when a strategy is followed; None is best play.

    Raises TooLargeError where pushes lead to too many shoes.
    """

    shoe: Shoe
    rules: Rules
    strategy: Strategy | None = None
    progress: Progress = quiet

    @cached_property
    def engine(self) -> Engine:
        """The engine of the strategy."""
        return engine_for(self.shoe, self.rules, self.strategy, self.progress)

    @cached_property
    def rounds(self) -> Rounds:
        """How rounds go."""
        return follow(self.shoe, self.rules, self.strategy, engine=self.engine, costs=False, progress=self.progress)

    @cached_property
    def figures(self) -> Figures:
        """Their figures."""
        return Figures(self.rounds)

    @cached_property
    def starts(self) -> Mapping[tuple[int, ...], Start]:
        """Initial hands by their ranks."""
        return {start.hand: start for start in starts(self.shoe, self.rules, self.strategy, self.engine)}

    def moments(self, line: Line) -> Moments:
        """What one trial should add to this line.

        >>> from backhand.results import parse_results
        >>> line, = parse_results("figure,count\\nrounds,9\\nfive-cards,0\\n").lines
        >>> round(float(Expected(Shoe.of_decks(1), Rules()).moments(line).mean), 8)
        0.01548263
        """
        match line.group:
            case "totals":
                return self._total(line.key)
            case "endings":
                return share(self.rounds.endings[Ending(line.key)])
            case "initial hands":
                return share(self.starts[line.key].chance if line.key in self.starts else Fraction(0))
            case "wins of initial hands":
                return share(self.starts[line.key].win if line.key in self.starts else Fraction(0))
            case "decisions":
                visits = self.rounds.visits.get(line.key, Fraction(0))
                if line.key[1] is Action.PUSH and visits:
                    return Moments(visits, self._push_squares[line.key[0][1]] - visits**2, False)
                return share(visits)
            case _:
                visits = self.rounds.visits.get(line.key, Fraction(0))
                return share(self.rounds.wins.get(line.key, Fraction(0)) / visits if visits else Fraction(0))

    def _total(self, figure: str) -> Moments:
        figures = self.figures
        if figure == "net":
            return Moments(figures.ev, figures.variance, False)
        if figure in ("pushes", "cards"):
            return spread(figures.pushes if figure == "pushes" else figures.cards)
        losses = 1 - figures.win - figures.void
        return share({"wins": figures.win, "losses": losses, "voids": figures.void}[figure])

    @cached_property
    def _push_squares(self) -> Mapping[int, Fraction]:
        """By total: the mean square of how often push hands of that total are pushed in a round."""
        first: dict[Shoe, dict[int, Fraction]] = {}
        second: dict[Shoe, dict[int, Fraction]] = {}
        for shoe in sorted((base for base in self.engine.bases if base in self.engine), key=sum):
            ones, squares = dict.fromkeys(range(17, 21), Fraction(0)), dict.fromkeys(range(17, 21), Fraction(0))
            for discarded, base in enumerate(without_aces(shoe)):
                for pair, after, pushed in zip(PUSH_PAIRS, pushed_shoes(base), self.engine.pushes(base), strict=True):
                    if not pushed or after is None:
                        continue
                    ways = comb(2, discarded) * perm(shoe[0], discarded) * pair_ways(base, *pair)
                    chance = Fraction(ways, perm(sum(shoe), 2 + discarded))
                    for total in ones:
                        now = int(sum(pair) == total)
                        ones[total] += chance * (now + first[after][total])
                        squares[total] += chance * (now + 2 * now * first[after][total] + second[after][total])
            first[shoe], second[shoe] = ones, squares
        return second[self.shoe]
