"""The figures of the game: a round, the initial hands, many rounds from a fresh shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from backhand.answers.situation import Situation
from backhand.common.progress import Progress, quiet
from backhand.rounds.figures import Figures, Start, starts
from backhand.rounds.many import (
    MOST_EXACT,
    MOST_STAKES,
    Ahead,
    Race,
    Ruin,
    ahead_after,
    check_number,
    first_to,
    kelly,
    ruin,
    wins_in,
)


@dataclass(frozen=True, slots=True)
class ParRequest:
    """What are the figures of the game? Raises BackhandError for a number that is too small or too large."""

    situation: Situation = Situation()
    strategy: str = "optimal"
    """``optimal``, ``chart``, ``never-bust``, ``mimic``, or the name of a csv file."""
    ahead: tuple[int, ...] = (10, 100)
    """Numbers of rounds after which a player may be ahead."""
    wins_in: int = 10
    """A number of rounds whose wins are counted."""
    first_to: tuple[int, ...] = (3, 5, 10)
    """Numbers of wins that end a match."""
    bankroll: tuple[int, ...] = (10, 20, 50)
    """Numbers of stakes a player starts with, for the risk of ruin."""

    def __post_init__(self) -> None:
        for number in (*self.ahead, self.wins_in, *self.first_to):
            check_number("rounds or wins", number, MOST_EXACT)
        for number in self.bankroll:
            check_number("stakes", number, MOST_STAKES)


@dataclass(frozen=True, slots=True)
class ManyRounds:
    """What many rounds come to, each from a fresh shuffle."""

    ahead: Sequence[Ahead]
    wins: tuple[int, Sequence[Fraction]]
    """A number of rounds, and the probability of 0, 1, … wins in it."""
    races: Sequence[Race]
    """None where no round can be won."""
    kelly: Fraction
    """The stake with the highest expected growth, as a part of the bankroll."""
    ruins: Sequence[Ruin]


@dataclass(frozen=True, slots=True)
class Par:
    """The figures of the game."""

    request: ParRequest
    figures: Figures
    """Those of a round; ``figures.rounds`` has the rules, the shoe and the strategy."""
    starts: Sequence[Start]
    """Every initial hand: how often it is dealt, and what it is worth."""
    many: ManyRounds | None
    """Figures of many rounds. None where a deal is enclosed: they need exact ones."""
    warnings: tuple[str, ...] = ()


def par(request: ParRequest = ParRequest(), *, progress: Progress = quiet) -> Par:
    """The figures of the game.

    >>> sheet = par(ParRequest(Situation(pays="7:10"), ahead=(10,)))
    >>> round(float(sheet.figures.house_edge), 6), round(float(sheet.many.ahead[0].ahead), 6)
    (0.026373, 0.56344)

    Raises InputError for a strategy that is not there, StrategyError for a file that is none.
    """
    situation = request.situation
    solver, shoe = situation.solver(progress), situation.undealt
    fixed = solver.strategy(request.strategy, shoe)
    deals, figures = solver.deals(fixed, shoe=shoe), solver.figures(fixed, shoe=shoe)
    return Par(request, figures, starts(deals), _many(request, figures) if deals.exact else None)


def _many(request: ParRequest, figures: Figures) -> ManyRounds:
    nets = {net: chance for net, chance in figures.nets.items() if isinstance(chance, Fraction)}
    return ManyRounds(
        [ahead_after(nets, rounds) for rounds in request.ahead],
        (request.wins_in, wins_in(nets, request.wins_in)),
        [first_to(nets, wins) for wins in request.first_to] if figures.win else [],
        kelly(nets),
        [ruin(nets, stakes) for stakes in request.bankroll],
    )
