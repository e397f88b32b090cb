"""One hand in many shoes at a time is worth what the evaluator says, in every type of number."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from math import factorial, perm

import numpy as np
import pytest
from backhand import Action, Evaluator, Position, Rules, Shoe
from backhand.common.progress import quiet
from backhand.evaluator import stakes
from backhand.rules import ENDINGS, Ending
from backhand.solving.blocks import Block, play_hands
from backhand.solving.engine import Engine

from tests.conftest import SETTINGS, random_shoe

HANDS = [(1, 2), (6, 6), (6, 10), (7, 10), (9, 9), (10, 10), (2, 3, 8), (1, 1, 10), (1, 2, 3, 4), (1, 1, 2, 10)]


def shoes(rng: random.Random) -> list[Shoe]:
    """Shoes that hold some of HANDS, and a few cards more or none."""
    held = [Shoe(hand.count(rank) for rank in range(1, 11)) for hand in HANDS]
    more = [random_shoe(rng, number % 6) for number in range(len(held))]
    return [Shoe(map(sum, zip(one, other, strict=True))) for one, other in zip(held, more, strict=True)]


def left(shoe: Shoe, hand: tuple[int, ...]) -> Shoe | None:
    """What the hand leaves of the shoe; None where that does not hold it."""
    counts = [count - hand.count(rank) for rank, count in enumerate(shoe, 1)]
    return Shoe(counts) if min(counts) >= 0 else None


@pytest.mark.parametrize("name", SETTINGS)
def test_an_action_is_worth_what_the_evaluator_says(name: str) -> None:
    rules, bases = SETTINGS[name], shoes(random.Random(name))
    block, evaluator, bust = Block(bases, rules), Evaluator(rules), stakes(rules)[1][ENDINGS.index(Ending.BUST)]
    for hand in HANDS:
        actions = [action for action in rules.legal_actions(len(hand), sum(hand)) if action is not Action.PUSH]
        worths = {action: block.worth(hand, action) for action in actions}
        after = block.after(len(hand)).tolist()
        settled = block.settled(hand) if Action.PLAY_PUSH in actions else None
        for column, base in enumerate(bases):
            rest = left(base, hand)
            if rest is None:
                continue
            options, orderings = [], Fraction(factorial(rest.cards), after[column])
            for action, (payoff, wins) in worths.items():
                counts = evaluator.action_counts(Position(rest, len(hand), sum(hand)), action)
                whole = int(payoff[column]) + (0 if Action.PLAY_PUSH in actions else bust * after[column])
                assert whole * orderings == evaluator.payoff(counts), (hand, action, base)
                assert int(wins[column]) * orderings == sum(counts[:3]), (hand, action, base)
                options.append(counts)
            if settled is not None:
                best = max(options, key=evaluator.payoff)  # of equals the first, by the tie rule
                assert [count * orderings for count in settled[:, column].tolist()] == list(best)


def test_every_shoe_may_have_payouts_of_its_own() -> None:
    texts = ["1:1", "backhand=2:1", "five-cards=5:1", "played-push=1:2"]
    rules = [Rules(push_hit=True).paying(text) for text in texts]
    bases = shoes(random.Random(2))[: len(texts)]
    own = np.array([[int(2 * one.net(ending)) for one in rules] for ending in ENDINGS], dtype=object)
    block = Block(bases, Rules(push_hit=True), stake=own)
    for column, one in enumerate(rules):
        alone = Block([bases[column]], one)
        scale = 2 // stakes(one)[0]
        for hand in HANDS:
            for action in [action for action in one.legal_actions(len(hand), sum(hand)) if action is not Action.PUSH]:
                if left(bases[column], hand):
                    assert block.worth(hand, action)[0][column] == scale * alone.worth(hand, action)[0][0]


@pytest.mark.parametrize("pays", ["1:1", "6:1"])
def test_the_quickest_numbers_are_used_for_eight_decks(pays: str) -> None:
    block = Block([Shoe.of_decks(8)], Rules().paying(pays))
    assert (str(block.counts.dtype), str(block.wide)) == ("int32", "int64")


def test_gains_too_large_for_32_bits_are_exact() -> None:
    """A sure backhand, with payouts in units of 1/10,000: 49 · 48 · 47 · 20,000 is over 2^31."""
    rules = Rules().paying("five-cards=10001:10000")
    block = Block([Shoe([0] * 5 + [1, 0, 0, 0, 50])], rules)
    assert block.worth((6, 10), Action.BACKHAND)[0].tolist() == [perm(49, 3) * 20_000]
    assert block.best((6, 10))[0].tolist() == [perm(49, 3)]


def test_payoffs_too_large_for_64_bits_are_exact() -> None:
    """Nothing but sixes: 6 6 6 has 18, and a fourth is a sure backhand."""
    pays = 2**63 // 33**5
    sixes, rules = Shoe([0] * 5 + [32] + [0] * 4), Rules().paying(f"backhand={pays}")
    for alike in (None, Rules().paying("backhand=2")):
        (play,) = play_hands([sixes], rules, quiet, None, alike)
        assert play.payoffs == [pays * perm(32, 5) * orders for orders in (1, 2, 1)]
        assert sum(play.counts[1]) == 2 * perm(32, 5)


def test_the_finest_payouts_are_exact_with_no_card_left() -> None:
    fine = Rules().paying(f"backhand=1:{10**18 - 1},five-cards=1:{10**18 - 3}")
    for text in ("0,0,0,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,0,0,1", "1,0,0,0,0,0,0,0,0,1"):
        shoe = Shoe(text)
        assert Engine(shoe, fine).counts(shoe) == Evaluator(fine).counts(Position(shoe))


def test_a_strategy_may_tell_apart_hands_of_the_same_worth() -> None:
    def policy(hand: tuple[int, ...]) -> Action:
        return Action.HIT if 2 in hand else Action.BACKHAND

    block = Block([Shoe.of_decks(1)], Rules(), policy)
    for hand in [(1, 2, 3, 10), (1, 4, 5, 6)]:  # both total 16, and hold three cards that 16 has room for
        taken = block.hit(hand) if 2 in hand else block.call(hand)
        assert block.best(hand).tolist() == taken.tolist()


def test_shoes_come_in_blocks_and_progress_is_told_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def progress(steps: Iterable[int], what: str, total: int) -> Iterable[int]:
        told.append((len(list(steps)), total))
        return steps

    bases = shoes(random.Random(1))[:5]
    plays = [play.counts for play in play_hands(bases, Rules(), quiet)]
    for columns in (2, 5):
        monkeypatch.setattr("backhand.solving.blocks.COLUMNS", columns)
        assert [play.counts for play in play_hands(bases, Rules(), progress)] == plays
    assert told == [(3, 3), (1, 1)]
