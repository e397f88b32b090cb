"""The punter's best reply on a page: by total, hard and soft, with the hands that are exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import factorial, perm, prod

from backhand.vingt_un.dealer import ways
from backhand.vingt_un.policies import Counts
from backhand.vingt_un.punter import Choice, Punter
from backhand.vingt_un.rules import NATURAL, is_soft, score


@dataclass(frozen=True, slots=True)
class Cell:
    """What is best with most of the cards that make a total, how many hands that are, and how many differ."""

    action: Choice
    hands: int
    exceptions: int


@dataclass(frozen=True, slots=True)
class Exceptional:
    """A hand for which its cell is wrong, and what following the cell costs, in stakes."""

    hand: Counts
    total: int
    soft: bool
    best: Choice
    cost: Fraction


@dataclass(frozen=True, slots=True)
class Chart:
    """The best reply by (total, soft), the exceptions dearest first."""

    punter: Punter
    cells: dict[tuple[int, bool], Cell]
    exceptions: tuple[Exceptional, ...]


def chart(punter: Punter) -> Chart:
    """The chart of a best reply. Hands count by how often their cards lie on top of the pack.

    Raises HandError where no hand can come to a decision: the dealer doubles with naturals only, or never.

    >>> from backhand.vingt_un.policies import Policy
    >>> from backhand.vingt_un.rules import Rules
    >>> found = chart(Punter(Rules(), Policy(17, 17)))
    >>> str(found.cells[14, False].action), str(found.cells[16, False].action), str(found.cells[18, True].action)
    ('draw', 'stand', 'draw')
    """
    groups: dict[tuple[int, bool], list[Counts]] = {}
    for hand in punter.hands:
        if score(hand) != NATURAL and punter.can_be(hand):
            groups.setdefault((score(hand), is_soft(hand)), []).append(hand)
    if not groups:
        punter.advise(punter.hands[0])  # refused: the dealer cannot have said what he has
    cells, exceptions = {}, []
    for key in sorted(groups):
        advised = {hand: punter.advise(hand) for hand in groups[key]}
        weights = dict.fromkeys(Choice, Fraction(0))
        for hand, advice in advised.items():
            orders = factorial(sum(hand)) // prod(factorial(count) for count in hand)
            weights[advice.best] += Fraction(orders * ways(punter.pack, hand), perm(punter.pack.cards, sum(hand)))
        action = max(Choice, key=lambda choice: weights[choice])
        wrong = [hand for hand, advice in advised.items() if advice.values[action] < advice.values[advice.best]]
        cells[key] = Cell(action, len(advised), len(wrong))
        for hand in wrong:
            advice = advised[hand]
            cost = advice.values[advice.best] - advice.values[action]
            exceptions.append(Exceptional(hand, *key, advice.best, cost))
    return Chart(punter, cells, tuple(sorted(exceptions, key=lambda e: -e.cost)))
