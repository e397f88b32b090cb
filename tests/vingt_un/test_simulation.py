"""Rounds dealt from a shuffled pack, played by the rules alone, agree with the exact values."""

from __future__ import annotations

import random
from math import sqrt

import pytest
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.punter import Punter

from tests.vingt_un import brute

ROUNDS = 20_000


@pytest.mark.parametrize(("dealer", "punter"), [("17", "15,18"), ("17,19", "16; A 6: stand; T 6: draw")])
def test_a_round_on_average(dealer: str, punter: str) -> None:
    rng = random.Random(1902)
    his, mine = Policy.from_text(dealer), Policy.from_text(punter)
    pack = list(brute.pack_of("4,4,4,4,4,4,4,4,4,16"))
    gains: list[int] = []
    for _ in range(ROUNDS):
        rng.shuffle(pack)
        cards = iter(pack)
        hands: list[brute.Hand] = [(next(cards), next(cards)), (next(cards), next(cards))]
        if not brute.natural(hands[1]):
            for seat, policy in enumerate((mine, his)):
                while brute.total(hands[seat]) <= 21 and not policy.stands(counts_of(hands[seat])):
                    hands[seat] = (*hands[seat], next(cards))
        gains.append(-brute.gain(*hands) if not brute.natural(hands[1]) else 2)
    mean = sum(gains) / ROUNDS
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / ROUNDS / ROUNDS)
    exact = float(Punter(Rules(), his, policy=mine).dealers_value())
    assert abs(mean - exact) < 4 * spread
