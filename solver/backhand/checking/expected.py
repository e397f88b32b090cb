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

from backhand.common.cards import Shoe
from backhand.common.checking.counts import Line, Moments, Results, share
from backhand.common.intervals import Number, enclosed
from backhand.common.progress import Progress, quiet
from backhand.errors import InputError
from backhand.rounds.deals import Deals
from backhand.rounds.figures import Figures, Start, starts
from backhand.rounds.follow import Rounds, follow
from backhand.rules import WINS, Action, Ending, Rules
from backhand.solving.pushes import PUSH_PAIRS, pair_ways, pushed_shoes, without_aces
from backhand.strategies.strategy import Strategy

_SURE_OF_THREE = 5
"""So many cards are enough for R1 and one card more."""


@dataclass
class Expected:
    """What to expect of rounds dealt from a shoe each, when a strategy is followed; None is best play.

    From shoes whose deals are enclosed, a probability is the middle of an enclosure, off by 10⁻¹² at most.
    """

    shoe: Shoe
    rules: Rules
    strategy: Strategy | None = None
    progress: Progress = quiet
    solved: Deals | None = None
    """The deals of its rounds, where they are solved already."""

    @cached_property
    def deals(self) -> Deals:
        """The deals of its rounds."""
        if self.solved is not None:
            return self.solved
        return Deals(self.shoe, self.rules, self.strategy, progress=self.progress)

    @cached_property
    def rounds(self) -> Rounds:
        """How rounds go."""
        return follow(self.deals, progress=self.progress)

    @cached_property
    def figures(self) -> Figures:
        """Their figures."""
        return Figures(self.rounds)

    @cached_property
    def starts(self) -> Mapping[tuple[int, ...], Start]:
        """Initial hands by their ranks."""
        return {start.hand: start for start in starts(self.deals)}

    def moments(self, line: Line) -> Moments:
        """What one trial should add to this line.

        >>> from backhand.checking.counted import parse_results
        >>> line, = parse_results("figure,count\\nrounds,9\\nfive-cards,0\\n").lines
        >>> round(float(Expected(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules()).moments(line).mean), 8)
        0.0142794
        """
        match line.group:
            case "totals":
                return self._total(line.key)
            case "endings":
                return share(_middle(self.rounds.endings[Ending(line.key)]))
            case "initial hands":
                return share(self.starts[line.key].chance if line.key in self.starts else Fraction(0))
            case "wins of initial hands":
                return share(_middle(self.starts[line.key].win) if line.key in self.starts else Fraction(0))
            case "decisions":
                visits = _middle(self.rounds.visit(line.key)) if line.key in self.rounds.visits else Fraction(0)
                if line.key[1] is Action.PUSH and visits:
                    return Moments(visits, self._push_squares[line.key[0][1]] - visits**2, False)
                return share(visits)
            case _:
                visits = self.rounds.visits.get(line.key, Fraction(0))
                return share(self.rounds.wins.get(line.key, Fraction(0)) / visits if visits else Fraction(0))

    def _total(self, figure: str) -> Moments:
        figures = self.figures
        if figure == "net":
            return Moments(_middle(figures.ev), _middle(figures.variance), False)
        if figure in ("pushes", "cards"):
            mean = figures.mean_pushes if figure == "pushes" else figures.mean_cards
            numbers = figures.pushes if figure == "pushes" else figures.cards
            squares = sum((n * n * _middle(chance) for n, chance in numbers.items()), Fraction(0))
            return Moments(_middle(mean), squares - _middle(mean) ** 2, False)
        win, void = _middle(figures.win), _middle(figures.void)
        return share({"wins": win, "losses": 1 - win - void, "voids": void}[figure])

    @cached_property
    def _push_squares(self) -> Mapping[int, Fraction]:
        """By total: the mean square of how often push hands of that total are pushed in a round."""
        engine = self.deals.engine
        first: dict[Shoe, dict[int, Fraction]] = {}
        second: dict[Shoe, dict[int, Fraction]] = {}
        for shoe in sorted((base for base in engine.bases if base in engine), key=sum):
            ones, squares = dict.fromkeys(range(17, 21), Fraction(0)), dict.fromkeys(range(17, 21), Fraction(0))
            for discarded, base in enumerate(without_aces(shoe)):
                for pair, after, pushed in zip(PUSH_PAIRS, pushed_shoes(base), engine.pushes(base), strict=True):
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


def check_possible(results: Results, rules: Rules, shoe: Shoe, name: str) -> None:
    """Refuse sums over rounds that no rounds by these rules can have; ``name`` is where they were read.

    Raises InputError.

    >>> from backhand.checking.counted import parse_results
    >>> check_possible(parse_results("figure,count\\nrounds,9\\nnet,-10\\n"), Rules(), Shoe.of_decks(1), "mine.csv")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: mine.csv, line 3: net -10 cannot be: 9 rounds come to -9 to 9
    """
    totals = {line.key: line for line in results.of("totals")}
    nets, least = [rules.net(ending) for ending in Ending], 3 if shoe.cards >= _SURE_OF_THREE else 0
    missing = results.rounds - sum(totals[key].count for key in ("wins", "losses") if key in totals)
    if {"wins", "losses"} <= totals.keys() and "voids" not in totals and missing:
        place = totals["losses"].place
        raise InputError(
            f"{name}, {place}: {missing} of {results.rounds} rounds are neither won nor lost: "
            f"a line voids says how many were void"
        )
    bounds: dict[str, tuple[Fraction | int, Fraction | int]] = {
        "net": (min(nets) * results.rounds, max(nets) * results.rounds),
        "cards": (least * results.rounds, shoe.cards * results.rounds),
        "pushes": (0, shoe.cards // 2 * results.rounds),
    }
    pays = {rules.net(win) for win in WINS}
    counts = {key: line.count for key, line in totals.items()}
    if len(pays) == 1 and {"wins", "losses"} <= counts.keys():
        voids = results.rounds - counts["wins"] - counts["losses"]
        net = counts["wins"] * pays.pop() - counts["losses"] + voids * rules.net(Ending.VOID)
        bounds["net"] = net, net
    for figure, (low, high) in bounds.items():
        if figure in totals and not low <= totals[figure].count <= high:
            between = f"{low} to {high}" if low != high else str(low)
            count, place = totals[figure].count, totals[figure].place
            raise InputError(f"{name}, {place}: {figure} {count} cannot be: {results.rounds} rounds come to {between}")


def _middle(value: Number) -> Fraction:
    return enclosed(value).middle
