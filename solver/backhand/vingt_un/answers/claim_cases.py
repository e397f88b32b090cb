"""The numbers for and against each of Hoffmann's claims C1–C7, case by case.

Each claim is looked at under assumptions that are named: a dealer who stands on 15, 16, 17 or 18 for what he
tells the punters, punters who stand on 15, 16 or 17 for what he tells the dealer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from backhand.common.cards import parse_cards
from backhand.common.ways import ways
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.rules import Rules, is_soft, score
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.pairs import GoingOnBoth, Pairs
from backhand.vingt_un.solving.punter import Choice, Punter
from backhand.vingt_un.solving.seats import Seat, Seats

DEALERS = (15, 16, 17, 18)
"""What the dealer stands on, soft like hard, where punters are advised."""
PUNTERS = (15, 16, 17)
"""What punters stand on where the dealer is advised. By C1 Hoffmann's own stand on 16."""
HIS = Policy(16, 16)
LOW_TOTALS = (12, 13, 14, 15)
WORKED = ("A 2", "A 2 2", "A 2 2 7", "A 2 2 7 3", "A 2 2 7 3 5")
"""C1's worked hand as it grows: he draws four times and stands on 20."""
PAIRS = ("A A", "T T", "9 9", "8 8")


class Verdict(StrEnum):
    """What the numbers say to a claim."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "open"


def verdict(holds: Sequence[bool]) -> Verdict:
    """True where it holds in every case, false where in none, open otherwise.

    >>> str(verdict([True, False]))
    'open'
    """
    return Verdict.TRUE if all(holds) else Verdict.OPEN if any(holds) else Verdict.FALSE


@dataclass(frozen=True, slots=True)
class Standing:
    """A punter's hard total on two cards against a dealer: what standing and drawing are worth on average.

    ``better`` of ``hands`` kinds of two cards do better to draw.
    """

    total: int
    dealer: int
    stand: Fraction
    draw: Fraction
    better: int
    hands: int


def low_totals(punters: dict[int, Punter]) -> list[Standing]:
    """C1: the hard totals 12–15 on two cards. Averages weigh hands by how often they are dealt."""
    found = []
    for total in LOW_TOTALS:
        for dealer, punter in punters.items():
            hands = [hand for hand in punter.hands if sum(hand) == 2 and score(hand) == total and not is_soft(hand)]
            advised = [punter.advise(hand).values for hand in hands]
            weights = [ways(punter.pack, hand) * (1 if 2 in hand else 2) for hand in hands]
            means = {
                choice: sum((w * v[choice] for w, v in zip(weights, advised, strict=True)), Fraction(0)) / sum(weights)
                for choice in Choice
            }
            better = sum(values[Choice.DRAW] > values[Choice.STAND] for values in advised)
            found.append(Standing(total, dealer, means[Choice.STAND], means[Choice.DRAW], better, len(hands)))
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of the worked hand against a dealer."""

    hand: str
    dealer: int
    stand: Fraction
    draw: Fraction

    @property
    def agrees(self) -> bool:
        """Whether what Hoffmann does there is best: draw four times, then stand."""
        return self.stand >= self.draw if self.hand == WORKED[-1] else self.draw >= self.stand


def worked_hand(punters: dict[int, Punter]) -> list[Step]:
    """C1: every choice of the worked hand."""
    found = []
    for text in WORKED:
        for dealer, punter in punters.items():
            values = punter.advise(counts_of(parse_cards(text))).values
            found.append(Step(text, dealer, values[Choice.STAND], values[Choice.DRAW]))
    return found


def dealer_stands(policy: Policy) -> dict[tuple[int, bool], Fraction]:
    """C2–C4: with two cards of a total, hard or soft, in how much of all he may meet the dealer does best to stand.

    Against one punter with this policy who is still in; by what he is dealt and what the punter shows.
    """
    met: dict[tuple[int, bool], Fraction] = {}
    stood: dict[tuple[int, bool], Fraction] = {}
    for hand, chance, share in Dealer(Rules(), policy).gains.stands():
        key = score(hand), is_soft(hand)
        met[key] = met.get(key, Fraction(0)) + chance
        stood[key] = stood.get(key, Fraction(0)) + chance * share
    return {key: stood[key] / chance for key, chance in sorted(met.items())}


@dataclass(frozen=True, slots=True)
class Turn:
    """The dealer at his turn: his hand, what each punter still in shows, and what standing gains over drawing."""

    hand: str
    shown: tuple[str, ...]
    policy: Policy
    stand: Fraction
    draw: Fraction

    @property
    def gain(self) -> Fraction:
        """How much better standing is than drawing, in stakes from all punters together."""
        return self.stand - self.draw


def turn(hand: str, shown: Sequence[str], policy: Policy) -> Turn:
    """C2–C4: one turn of the dealer.

    >>> turn("T 6", ["", ""], HIS).gain > turn("T 6", [""], HIS).gain
    False
    """
    seats = Seats(Rules(), [Seat(policy, parse_cards(text) if text else ()) for text in shown])
    values = seats.advise(counts_of(parse_cards(hand))).values
    return Turn(hand, tuple(shown), policy, values[Choice.STAND], values[Choice.DRAW])


@dataclass(frozen=True, slots=True)
class Alike:
    """Two alike against a dealer: the best with one hand, and what going on both is worth at least."""

    pair: str
    dealer: int
    one: Fraction
    apart: Fraction


def alike(pair: str, dealer: int) -> Alike:
    """C5–C7 by the simple bound.

    >>> found = alike("A A", 17)
    >>> found.apart > found.one
    True
    """
    return Alike(pair, dealer, *Pairs(Rules(), Policy(dealer, dealer), parse_cards(pair)[0]).simple())


def enclosed(pair: str, dealer: int) -> GoingOnBoth:
    """C5–C7 by the joint optimum: minutes for each pair."""
    return Pairs(Rules(), Policy(dealer, dealer), parse_cards(pair)[0]).solve()
