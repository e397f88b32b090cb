"""Many rounds, each from a fresh shuffle: being ahead, first to n wins, the Kelly stake, the risk of ruin.

Rounds from a fresh shuffle are independent and alike, so all of this follows from the probability of each net payoff
(``Figures.nets``, called ``nets`` here: net payoff per stake to its probability). Rounds dealt on from one shoe are
not independent; for those there is the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from backhand.common.intervals import Enclosure
from backhand.errors import BackhandError

Nets = Mapping[Fraction, Fraction]
"""Net payoff per stake to its probability."""

MOST_EXACT = 200
"""So many rounds are convolved exactly; beyond, numbers have thousands of digits and nobody reads them."""
MOST_STAKES = 10_000


def check_number(what: str, number: int, most: int) -> None:
    """Refuse a number that is not from 1 to ``most``. Raises BackhandError."""
    if not 1 <= number <= most:
        raise BackhandError(f"{number} {what}: a number from 1 to {most:,}")


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where a player stands after so many rounds at one stake each."""

    rounds: int
    ahead: Fraction
    """Probability of having gained something."""
    even: Fraction
    """Probability of having neither gained nor lost."""

    @property
    def behind(self) -> Fraction:
        """Probability of having lost something."""
        return 1 - self.ahead - self.even


def ahead_after(nets: Nets, rounds: int) -> Ahead:
    """The probabilities of being ahead and even after so many rounds of one stake: the nets convolved, exact.

    >>> ahead_after({Fraction(1): Fraction(3, 5), Fraction(-1): Fraction(2, 5)}, 3).ahead
    Fraction(81, 125)

    Raises BackhandError for less than one round and more than MOST_EXACT.
    """
    check_number("rounds", rounds, MOST_EXACT)
    unit = lcm(*(net.denominator for net in nets))
    whole = lcm(*(chance.denominator for chance in nets.values()))
    step = {int(net * unit): int(chance * whole) for net, chance in nets.items()}
    sums = {0: 1}
    for _ in range(rounds):
        after: dict[int, int] = {}
        for so_far, ways in sums.items():
            for net, chance in step.items():
                after[so_far + net] = after.get(so_far + net, 0) + ways * chance
        sums = after
    every = whole**rounds
    won = sum(ways for net, ways in sums.items() if net > 0)
    return Ahead(rounds, Fraction(won, every), Fraction(sums.get(0, 0), every))


def wins_in(nets: Nets, rounds: int) -> list[Fraction]:
    """Probability of 0, 1, … wins in so many rounds: binomial, exact. They sum to 1.

    >>> wins_in({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}, 2)
    [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    """
    check_number("rounds", rounds, MOST_EXACT)
    win = _win(nets)
    return [comb(rounds, wins) * win**wins * (1 - win) ** (rounds - wins) for wins in range(rounds + 1)]


@dataclass(frozen=True, slots=True)
class Race:
    """A match to so many wins."""

    wins: int
    before_losses: Fraction
    """Probability of so many wins before as many losses; voids do not count."""
    mean_rounds: Fraction
    """Mean number of rounds until so many wins, however many losses."""


def first_to(nets: Nets, wins: int) -> Race:
    """A match to so many wins: negative binomial sums, exact (the inventor has matches to a number of wins).

    >>> first_to({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}, 3)
    Race(wins=3, before_losses=Fraction(1, 2), mean_rounds=Fraction(6, 1))

    Raises BackhandError where a round cannot be won.
    """
    check_number("wins", wins, MOST_EXACT)
    win, lose = _win(nets), _lose(nets)
    if not win:
        raise BackhandError("a match to a number of wins: no round can be won from this shoe")
    decided = win / (win + lose)
    first = sum(comb(wins - 1 + lost, lost) * (1 - decided) ** lost for lost in range(wins)) * decided**wins
    return Race(wins, Fraction(first), wins / win)


def kelly(nets: Nets, digits: int = 12) -> Fraction:
    """The stake, as a part of the bankroll, with the highest expected growth of its logarithm; 0 without an edge.

    E log(1 + f X) is concave, and f is where its slope E X / (1 + f X) is 0 (Kelly 1956). With one kind of win that
    pays b: f = (b p - q) / (b (p + q)), exact. Otherwise the sign of the slope is taken exactly and f is found by
    halving, to less than 10^-digits below the exact root.

    >>> kelly({Fraction(1): Fraction(3, 5), Fraction(-1): Fraction(2, 5)})
    Fraction(1, 5)
    """
    if sum(net * chance for net, chance in nets.items()) <= 0:
        return Fraction(0)
    gains = [net for net in nets if net > 0]
    losing = nets.get(Fraction(-1), Fraction(0))
    if not losing:
        return Fraction(1)
    if len(gains) == 1:
        pays, winning = gains[0], nets[gains[0]]
        return (pays * winning - losing) / (pays * (winning + losing))
    low, high = Fraction(0), Fraction(1)
    while high - low > Fraction(1, 10**digits):
        middle = (low + high) / 2
        slope = sum(chance * net / (1 + middle * net) for net, chance in nets.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return low


@dataclass(frozen=True, slots=True)
class Ruin(Enclosure):
    """The risk of ruin of a player who stakes one unit a round for ever: that less than one is left some day."""

    bankroll: int
    """Stakes the player starts with."""


def ruin(nets: Nets, bankroll: int, digits: int = 15) -> Ruin:
    """The risk of ruin with so many stakes at one stake a round: 1 without an edge (and some loss).

    With an edge let z in (0, 1) be the root of E z^X = 1. Then z^bankroll is a martingale, and the ruined player is
    left with 0 to 1 - 1/unit stakes, hence (Wald; Feller, Introduction to Probability Theory I, chapter XIV):
    z^B <= ruin <= z^(B - 1 + 1/unit), with unit the denominator of the payouts. With even money the two
    are one, and exact: (q/p)^B. Otherwise the root is enclosed by exact signs to 10^-digits, and the bounds hold.

    >>> ruin({Fraction(1): Fraction(3, 5), Fraction(-1): Fraction(2, 5)}, 2)
    Ruin(low=Fraction(4, 9), high=Fraction(4, 9), bankroll=2)
    """
    check_number("stakes", bankroll, MOST_STAKES)
    losing = nets.get(Fraction(-1), Fraction(0))
    if not losing or sum(net * chance for net, chance in nets.items()) <= 0:
        sure = Fraction(0 if not losing else 1)
        return Ruin(sure, sure, bankroll)
    if set(nets) <= {Fraction(1), Fraction(0), Fraction(-1)}:
        chance = (losing / nets[Fraction(1)]) ** bankroll
        return Ruin(chance, chance, bankroll)
    unit = lcm(*(net.denominator for net in nets))
    # In y = z^(1/unit): sum of p y^(unit X) = 1, times y^unit a polynomial, negative between the root and 1.
    powers = {int(net * unit) + unit: chance for net, chance in nets.items()}
    low, high = Fraction(0), Fraction(1)
    while high - low > Fraction(1, 10**digits):
        middle = Fraction(round((low + high) / 2 * 2**64), 2**64)
        above = sum(chance * middle**power for power, chance in powers.items()) > middle**unit
        low, high = (middle, high) if above else (low, middle)
    return Ruin(low ** (unit * bankroll), high ** (unit * (bankroll - 1) + 1), bankroll)


def _win(nets: Nets) -> Fraction:
    return sum((chance for net, chance in nets.items() if net > 0), Fraction(0))


def _lose(nets: Nets) -> Fraction:
    return sum((chance for net, chance in nets.items() if net < 0), Fraction(0))
