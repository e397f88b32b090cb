"""Tables to play by: what a hand becomes with each card, and what is done with it. For the simulator.

Hands are numbered: first the 55 of two cards, then those of three and four that are not lost. A fixed strategy has
one row of actions. Best play has one for each base shoe that a deal can come from (``Engine.bases``), with the row of
the deal after each push: it is best play for the exact shoe, looked up. Where several rounds are dealt from one shoe
there are too many shoes for that: there the dealer looks ahead himself (``simulation.lookahead``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from backhand.common.cards import RANKS, Shoe
from backhand.common.kept import Kept, one
from backhand.common.progress import Progress, quiet
from backhand.common.simulation.compiling import COMPILED, compiled
from backhand.errors import RulesError
from backhand.evaluator import Evaluator, stakes
from backhand.positions import Position
from backhand.rounds.by_strategy import engine_for
from backhand.rules import BUST_ABOVE, ENDINGS, FULL_HAND, LOW_TO, PUSH_FROM, WINS, Action, Ending, Rules, Ties
from backhand.simulation.dealer import FULL, GONE, STARTS
from backhand.simulation.lookahead import decide
from backhand.simulation.numbers import BACKHAND, HIT, PLAY_PUSH, PUSH, Ahead, Gains
from backhand.solver import Solver
from backhand.solving.blocks import COLUMNS, Block
from backhand.solving.engine import Engine
from backhand.solving.pushes import MOST_DEALS, PUSH_PAIRS, deals_ahead, pushed_shoes, without_aces
from backhand.strategies.strategy import Strategy

HANDS: tuple[tuple[int, ...], ...] = tuple(
    hand
    for cards in range(2, FULL_HAND)
    for hand in combinations_with_replacement(range(1, len(RANKS) + 1), cards)
    if sum(hand) <= BUST_ABOVE
)
"""Every hand that is decided on, as sorted ranks, in the order of their numbers."""

MOST_ANSWERS = 200_000
"""Push hands whose answers are kept: about 0.2 kB each, up to 40 MB."""

CODES = {Action.HIT: HIT, Action.BACKHAND: BACKHAND, Action.PUSH: PUSH, Action.PLAY_PUSH: PLAY_PUSH}

_NUMBER = {hand: number for number, hand in enumerate(HANDS)}


@dataclass(frozen=True, slots=True)
class Decisions:
    """The tables, as flat arrays, of small numbers so that they fit the fastest memory."""

    pairs: npt.NDArray[np.int16]
    """[11 x + y]: the number of the hand of these two ranks."""
    becomes: npt.NDArray[np.int16]
    """[11 hand + rank]: the hand with a card more, or GONE or FULL."""
    totals: npt.NDArray[np.int8]
    """[hand]: its total."""
    bases: npt.NDArray[np.int64]
    """[3 deal + discarded aces]: the row to decide by."""
    after: npt.NDArray[np.int64]
    """[55 row + hand]: the deal that comes after pushing this hand."""
    actions: npt.NDArray[np.int8]
    """[hands row + hand]: what is done with it, as ``simulation.numbers`` writes actions."""
    look: Look | None = None
    """Where there are no tables: best play worked out for the exact shoe, hand by hand."""


class Look:
    """What the dealer needs to work out best play hand by hand, and who answers where he cannot.

    >>> look = Look(Shoe.of_decks(1), Rules())
    >>> look.action((9, 7), Shoe.of_decks(1).without([9, 7, 10, 5])), look.action((10, 7), Shoe("1,1,1,1,0,0,0,0,0,1"))
    (<Action.BACKHAND: 'backhand'>, <Action.PLAY_PUSH: 'play-push'>)

    Raises RulesError for payouts of so many digits that sums over five draws would not fit 64 bits.
    """

    def __init__(self, shoe: Shoe, rules: Rules) -> None:
        stake = stakes(rules)[1]
        gains = [stake[ENDINGS.index(ending)] - min(stake) for ending in (*WINS, Ending.VOID)]
        most = 2**62 // max(gains)
        if shoe.cards**5 > most:
            raise RulesError(
                f"payouts {rules.options()['pays-backhand']}, {rules.options()['pays-five-cards']}, "
                f"{rules.options()['pays-played-push']}: too many digits to work out best play from {shoe.cards} cards "
                f"in 64 bits; shorter ones would do"
            )
        deep, deeper = (max(c for c in range(shoe.cards + 1) if c**draws <= most) for draws in (7, 9))
        low = LOW_TO + 1 if rules.twelve_must_hit else LOW_TO
        self.shoe, self.rules = shoe, rules
        self.gains = Gains._make([*gains, low, int(rules.ties is Ties.LATEST), int(rules.push_hit), deep, deeper])
        self.radix = [0]
        """A shoe and the total of a push hand are one key: the total less 17, and each count times its radix."""
        place = 4
        for count in shoe:
            self.radix.append(place)
            place *= count + 1
        self._answers: Kept[int, int] = Kept(MOST_ANSWERS, one)

    def action(self, hand: tuple[int, ...], shoe: Shoe) -> Action:
        """What is done with a hand that leaves ``shoe``, which has no card that the whole shoe has not."""
        play = compiled(decide)
        known: dict[int, int] = {}
        while True:
            ahead = self.ahead(shoe, known, 1)
            code = play(ahead.fresh, 0, len(hand), sum(hand), ahead)
            count, key = ahead.wanted
            if not count:
                return next(action for action, number in CODES.items() if number == code)
            known = self.answers({int(key)})

    def ahead(self, shoe: Shoe, known: Mapping[int, int], room: int, arrays: bool = COMPILED) -> Ahead:
        """What the dealer takes: as arrays, or as the lists that are faster where he is not compiled."""
        full, none = [0, *shoe], [0] * (len(shoe) + 1)
        lists = [shoe_cards(shoe), full, [*full], none], [self.radix, [*known], [*known.values()], [0] * (room + 1)]
        first, last = ([np.array(each, dtype=np.int64) if arrays else each for each in some] for some in lists)
        return Ahead._make([*first, self.gains, *last])

    def answers(self, keys: set[int]) -> dict[int, int]:
        """What is done with these push hands and those asked for before, by key, ascending; exact.

        Threads may ask at the same time. MOST_ANSWERS are kept, and given, whoever asked for them.
        """
        found = self._answers.copy()
        asked = {key: self._read(key) for key in keys if key not in found}
        shoes = sorted({shoe for shoe, _ in asked.values()}, key=sum, reverse=True)
        ahead = {shoe: deals_ahead(shoe, MOST_DEALS) for shoe in shoes}
        batch: list[Shoe] = []
        for shoe in shoes:
            if ahead[shoe] > MOST_DEALS:
                found |= self._advise({key: position for key, position in asked.items() if position[0] == shoe})
                continue
            if batch and sum(ahead[other] for other in batch) + ahead[shoe] > MOST_DEALS:
                found |= self._solve(batch, asked)
                batch = []
            batch.append(shoe)
        if batch:
            found |= self._solve(batch, asked)
        for key in asked:
            self._answers[key] = found[key]
        return dict(sorted(found.items()))

    def _read(self, key: int) -> tuple[Shoe, int]:
        counts = [key // radix % (count + 1) for radix, count in zip(self.radix[1:], self.shoe, strict=True)]
        return Shoe(counts), PUSH_FROM + key % 4

    def _solve(self, shoes: list[Shoe], asked: dict[int, tuple[Shoe, int]]) -> dict[int, int]:
        engine = Engine(shoes[0], self.rules, others=shoes[1:])
        evaluator, solved = Evaluator(self.rules, engine.counts), set(shoes)
        return {
            key: CODES[evaluator.best(Position(shoe, 2, total))[0]]
            for key, (shoe, total) in asked.items()
            if shoe in solved
        }

    def _advise(self, asked: dict[int, tuple[Shoe, int]]) -> dict[int, int]:
        """The same where a deal has to be enclosed."""
        solver = Solver(rules=self.rules)
        return {
            key: CODES[solver.advise([total - 10, 10], shoe=shoe).actions[0].action]
            for key, (shoe, total) in asked.items()
        }


def decisions_of(strategy: Strategy) -> Decisions:
    """The tables of a fixed strategy, which hold for every shoe.

    >>> from backhand.strategies.strategy import never_bust
    >>> len(HANDS), decisions_of(never_bust(Rules())).actions.shape
    (570, (570,))
    """
    actions = np.array([CODES[strategy.action(hand)] for hand in HANDS], dtype=np.int8)
    none = np.zeros(STARTS, dtype=np.int64)
    return Decisions(*_hands(), np.zeros(3, dtype=np.int64), none, actions)


def best_decisions(shoe: Shoe, rules: Rules, progress: Progress = quiet, *, engine: Engine | None = None) -> Decisions:
    """The tables of best play for rounds from ``shoe``, by an ``engine`` that has solved it, if there is one.

    Raises TooLargeError where pushes lead to too many shoes.
    """
    engine = engine or engine_for(shoe, rules, None, progress)
    rows = engine.bases
    row_of = {base: row for row, base in enumerate(rows)}
    deals = sorted((base for base in rows if base in engine), key=lambda deal: deal != shoe)  # the root is deal 0
    deal_of = {deal: number for number, deal in enumerate(deals)}
    bases = np.zeros((len(deals), 3), dtype=np.int64)
    for number, deal in enumerate(deals):
        for discarded, base in enumerate(without_aces(deal)):
            bases[number, discarded] = row_of[base]
    after = np.zeros((len(rows), STARTS), dtype=np.int64)
    actions = np.full((len(rows), len(HANDS)), HIT, dtype=np.int8)
    for start in progress(range(0, len(rows), COLUMNS), "tabling decisions", -(-len(rows) // COLUMNS)):
        block = Block(rows[start : start + COLUMNS], rules)
        for hand, number in _NUMBER.items():
            actions[start : start + COLUMNS, number] = _chosen(block, hand)
    for row, base in enumerate(rows):
        for pair, left, pushed in zip(PUSH_PAIRS, pushed_shoes(base), engine.pushes(base), strict=True):
            if pushed and left is not None:
                actions[row, _NUMBER[pair]] = PUSH
                after[row, _NUMBER[pair]] = deal_of[left]
    return Decisions(*_hands(), bases.ravel(), after.ravel(), actions.ravel())


def looked_ahead(shoe: Shoe, rules: Rules) -> Decisions:
    """Best play for whatever shoe is left, without tables: what ``Look`` works out."""
    none = np.zeros(STARTS, dtype=np.int64)
    return Decisions(*_hands(), none[:3], none, np.zeros(0, dtype=np.int8), Look(shoe, rules))


def _chosen(block: Block, hand: tuple[int, ...]) -> npt.NDArray[Any]:
    """The code of the best action but a push in each shoe of the block."""
    legal = block.actions(hand)
    if len(legal) == 1:
        return np.full(block.size.size, CODES[legal[0]])
    payoffs = np.stack([block.worth(hand, action)[0] for action in legal])
    codes: npt.NDArray[Any] = np.array([CODES[action] for action in legal])
    chosen: npt.NDArray[Any] = codes[np.argmax(payoffs, axis=0)]  # of equals the first (O5)
    return chosen


def shoe_cards(shoe: Shoe) -> list[int]:
    """The cards of a shoe, in order.

    >>> shoe_cards(Shoe("2,0,1,0,0,0,0,0,0,1"))
    [1, 1, 3, 10]
    """
    return [rank for rank, count in enumerate(shoe, start=1) for _ in range(count)]


def _hands() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    pairs = np.zeros((len(RANKS) + 1, len(RANKS) + 1), dtype=np.int16)
    becomes = np.zeros((len(HANDS), len(RANKS) + 1), dtype=np.int16)
    for number, hand in enumerate(HANDS):
        if len(hand) == 2:
            pairs[hand] = pairs[hand[::-1]] = number
        for rank in range(1, len(RANKS) + 1):
            if sum(hand) + rank > BUST_ABOVE:  # R7
                becomes[number, rank] = GONE
            elif len(hand) + 1 == FULL_HAND:
                becomes[number, rank] = FULL
            else:
                becomes[number, rank] = _NUMBER[tuple(sorted((*hand, rank)))]
    totals = np.array([sum(hand) for hand in HANDS], dtype=np.int8)
    return pairs.ravel(), becomes.ravel(), totals
