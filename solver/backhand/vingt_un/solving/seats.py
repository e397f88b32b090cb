"""The dealer's turn at a table of one to four punters whose policies are known: stand or draw, exactly.

Each punter still in shows what he drew, in order; behind it are two cards, and his policy says which
pairs would have come to just this. The pairs of all seats come from one pack, so they are drawn
together: what matters is only how many cards of each rank lie hidden in all, and for these
what every dealer's score would gain. A draw takes from the same pack, and so tells something about the pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from backhand.common.cards import DECK, RANKS, Shoe, format_cards
from backhand.errors import HandError, ShoeError, quoted
from backhand.vingt_un.hands import PAIRS, check_pack, hands_of, name, plus
from backhand.vingt_un.policies import Counts, Policy, check_punter, counts_of
from backhand.vingt_un.rules import MOST, MOST_PUNTERS, NATURAL, OVER, SCORES, Rules, hard_total, score
from backhand.vingt_un.solving.arrays import Ints, falling
from backhand.vingt_un.solving.lattice import PAIR_HANDS, PAIR_ORDERS
from backhand.vingt_un.solving.punter import Advice, Choice, check_doubled

_ROWS = 64
"""Dealer's hands weighed at a time."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A punter who has finished: his policy, the cards he drew face up, in order, and whether he went over.

    >>> [name(PAIR_HANDS[pair]) for pair in Seat(Policy(15, 15), (6,)).pairs()[:4]]  # less than 15, now 15 to 21
    ['A A', 'A 2', 'A 3', '2 7']
    """

    policy: Policy
    shown: tuple[int, ...]
    over: bool = False

    def pairs(self) -> list[int]:
        """The pairs (places in ``PAIRS``) that would have drawn just these cards and then finished so.

        Raises HandError where there is none.
        """
        stands = self.policy.decisions()
        found = []
        for place, pair in enumerate(PAIR_HANDS):
            hand, fits = pair, True
            for card in self.shown:
                fits = fits and score(hand) != OVER and not stands(hand)
                hand = plus(hand, card - 1)
            finished = score(hand) == OVER if self.over else score(hand) != OVER and stands(hand)
            if fits and finished:
                found.append(place)
        if not found:
            what = "went over with" if self.over else "stands showing"
            raise HandError(f"no punter with policy {self.policy} {what} {format_cards(self.shown) or 'nothing'}")
        return found


def seated(
    rules: Rules,
    policies: Sequence[Policy],
    standing: Sequence[tuple[int, ...]],
    over: Sequence[tuple[int, ...]] = (),
) -> tuple[list[Seat], tuple[int, ...]]:
    """The punters who matter to the dealer's turn, and the cards that have been seen.

    One policy for all of them, or one each: of those standing, then of those who went over. ``standing`` and ``over``
    are what each drew; with ``overdrawn-shown=yes`` the hands over 21 are whole, in order, and seen. Raises HandError
    for a wrong number of policies, and for a hand that did not go over or that the punter's policy never comes to.

    >>> seated(Rules.from_text("overdrawn-shown=yes"), [Policy(16, 16)], [(6,)], [(10, 5, 8)])[1]
    (10, 5, 8)
    """
    number = len(standing) + len(over)
    if len(policies) not in (1, number):
        raise HandError(f"{len(policies)} policies for {number} punters: give one for all, or one each, standing first")
    each = list(policies) * number if len(policies) == 1 else policies
    seats = [Seat(policy, run) for policy, run in zip(each, standing, strict=False)]
    gone = list(zip(each[len(standing) :], over, strict=True))
    if not rules.overdrawn_shown:
        return [*seats, *(Seat(policy, run, over=True) for policy, run in gone)], ()
    for policy, hand in gone:
        _check_over(policy, hand)
    return seats, tuple(card for run in over for card in run)


def _check_over(policy: Policy, cards: tuple[int, ...]) -> None:
    """Refuse a whole hand that is not over 21, or that this policy would not have drawn, with HandError."""
    text = format_cards(cards) or "nothing"
    if score(counts_of(cards)) != OVER:
        raise HandError(f"{text}: with overdrawn-shown=yes a hand that went over is shown whole, and is over {MOST}")
    for number in range(2, len(cards)):
        held = counts_of(cards[:number])
        if score(held) == OVER:
            raise HandError(f"{text}: over {MOST} with {format_cards(cards[:number])}, so no further card was drawn")
        if policy.stands(held):
            raise HandError(f"{text}: a punter with policy {policy} stands on {format_cards(cards[:number])}")


def behind(rules: Rules, ends: Iterable[tuple[Counts, Iterable[int], bool]], left: Sequence[int]) -> tuple[Ints, Ints]:
    """The cards hidden behind what punters finished with (see ``finishes``), in all, as rows of counts.

    Per row, column 0 counts the ways to spread them over the seats; the others are what these ways gain a dealer
    with each of ``SCORES``. ``left`` is what the pack holds without what is seen.
    """
    states: dict[Counts, Ints] = {counts_of(()): np.array([1] + [0] * len(SCORES), dtype=np.int64)}
    for run, pairs, over in ends:
        following: dict[Counts, Ints] = {}
        for place in pairs:
            first, second = PAIRS[place]
            held = score(tuple(a + b for a, b in zip(PAIR_HANDS[place], run, strict=True)))
            nets = np.array([0 if over else -rules.net(held, dealer) for dealer in SCORES])
            for counts, ways in states.items():
                both = plus(plus(counts, first), second)
                if max(both[first] - left[first], both[second] - left[second]) > 0:
                    continue
                more = ways * int(PAIR_ORDERS[place])
                more[1:] += more[0] * nets
                if both in following:
                    following[both] += more
                else:
                    following[both] = more
        states = following
    rows = np.array(list(states), dtype=np.int64).reshape(-1, len(RANKS))
    return rows, np.array(list(states.values()), dtype=np.int64).reshape(-1, 1 + len(SCORES))


class Seats:
    """The dealer's turn against these punters. Stakes that those over 21 have paid already are not counted.

    ``seen`` are further cards out of the pack: with ``overdrawn-shown=yes`` the down cards of those who went over.
    ``doubled``: the dealer has doubled, so that every stake counts twice; the policies are what the punters
    play then. It changes no choice of his. Raises HandError for no punter still in or more than four, ShoeError where
    the cards cannot be, PolicyError if the rules do not let him double.

    >>> seats = Seats(Rules(), [Seat(Policy(15, 15), ()), Seat(Policy(15, 15), (6,))])
    >>> advice = seats.advise(counts_of([10, 6]))
    >>> str(advice.best), round(float(advice.values[Choice.DRAW] - advice.values[Choice.STAND]), 4)
    ('draw', 0.3927)
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Seat],
        pack: Shoe | None = None,
        seen: Sequence[int] = (),
        doubled: bool = False,
    ) -> None:
        if not 1 <= len(seats) <= MOST_PUNTERS:
            raise HandError(f"{len(seats)} punters: the dealer's turn is solved for 1 to {MOST_PUNTERS}")
        if all(seat.over for seat in seats):
            raise HandError("no punter is still in: the dealer has nothing to decide")
        fresh = Shoe.of_decks(1)
        self.rules, self.seats, self.doubled = rules, tuple(seats), check_doubled(rules, doubled)
        for seat in seats:
            check_punter(seat.policy)
        self.pack = check_pack(fresh if pack is None else pack, len(seats) + 1).without(seen)
        self._left = self.pack.without(card for seat in seats for card in seat.shown)
        ends = [(seat.shown, seat.pairs(), seat.over) for seat in self.seats]
        self._hidden, self._gains = behind(
            rules, [(counts_of(run), pairs, over) for run, pairs, over in ends], self._left
        )
        if not len(self._hidden):
            raise ShoeError("the pack does not hold the cards these punters must have")

    def _weigh(self, hands: Sequence[Counts]) -> Ints:
        """For each dealer's hand: the ordered ways to draw what is hidden, then their gains by dealer's score.

        At most 50!/42! ways times 12 stakes: below 2^49.
        """
        table = falling(max(DECK), max(DECK))
        left = np.array(self._left) - np.array(hands, dtype=np.int64)
        found = []
        for first in range(0, len(hands), _ROWS):
            rows = left[first : first + _ROWS]
            product = np.ones((len(rows), len(self._hidden)), dtype=np.int64)
            for place in range(len(RANKS)):
                product *= table[rows[:, place]][:, self._hidden[:, place]]
            found.append(product @ self._gains)
        return np.concatenate(found)

    def advise(self, hand: Counts) -> Advice:
        """What standing and drawing are worth to the dealer with this hand, in stakes first laid, from all still in.

        Raises HandError for a hand that has nothing to decide, ShoeError where the pack does not hold
        the cards, or these punters could not have what they must.
        """
        self._check(hand)
        hands = [
            held
            for held in hands_of(self.pack)
            if all(a <= b <= c for a, b, c in zip(hand, held, self._left, strict=True))
        ]
        weighed = dict(zip(hands, self._weigh(hands).tolist(), strict=True))
        if not weighed[hand][0]:
            raise ShoeError("the pack does not hold the cards these punters must have")
        hidden = 2 * len(self.seats)
        undealt = self._left.cards - sum(hand) - hidden  # cards neither seen nor hidden in a punter's hand
        most = min(max(sum(held) for held in hands) - sum(hand) + 1, undealt)
        best: dict[Counts, int] = {}
        stand = draw = 0
        for held in reversed(hands):  # values are times the ordered draws of as many more cards as may come
            if not weighed[held][0]:
                best[held] = 0  # these punters must hold some of its cards
                continue
            drawn = sum(held) - sum(hand)
            ahead = perm(undealt - drawn - 1, most - drawn - 1)
            stand = weighed[held][1 + SCORES.index(score(held))] * (undealt - drawn) * ahead
            over = weighed[held][1 + SCORES.index(OVER)] * (undealt - drawn)
            draw = 0
            for place in range(len(RANKS)):
                child, number = plus(held, place), self._left[place] - held[place]
                if number and hard_total(child) <= MOST:
                    over -= number * weighed[child][1 + SCORES.index(OVER)]
                    draw += number * best[child]
            draw += over * ahead
            best[held] = max(stand, draw)
        whole = weighed[hand][0] * perm(undealt, most)
        stakes = 2 if self.doubled else 1
        values = {Choice.STAND: Fraction(stakes * stand, whole), Choice.DRAW: Fraction(stakes * draw, whole)}
        return Advice(hand, values, Choice.DRAW if draw > stand else Choice.STAND)

    def _check(self, hand: Counts) -> None:
        if sum(hand) < 2:
            raise HandError(f"{quoted(name(hand))}: the dealer has two cards or more")
        if score(hand) in (OVER, NATURAL):
            word = "over" if score(hand) == OVER else "a natural"
            raise HandError(f"{name(hand)} is {word}: the dealer has nothing to decide")
        for rank, held, left in zip(RANKS, hand, self._left, strict=True):
            if held > left:
                raise ShoeError(f"{held} cards of rank {rank} for the dealer, but {left} are left for him")
