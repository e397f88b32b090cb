"""The payouts that give a wanted edge: every answer against a scan by the plain evaluator, edges of both signs."""

from __future__ import annotations

import json
import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import factorial

import pytest
from backhand import Evaluator, Position, Rules, Shoe
from backhand.evaluator import Value, value_of
from backhand.payouts.questions import Payouts
from backhand.payouts.valued import KINDS, Valued, paying
from backhand.payouts.wanted import USUAL, Answer, Wanted, giving
from backhand.rules import ShoeEnd

from tests.conftest import Ran, random_shoe

Run = Callable[..., Ran]
PAYS = [Fraction(text) for text in ("1/20", "1/3", "7/10", "19/20", "1", "1", "6/5", "2", "7/2", "50")]
SCAN = [Fraction(2) ** power / 3 for power in range(-12, 13, 3)]


class Plain(Valued):
    """The same questions, every value by the plain evaluator: the searches on hundreds of shoes."""

    def value(self, kind: str, pays: Fraction, shoe: Shoe | None = None) -> Value:
        there, shoe = paying(self.rules, kind, pays), shoe or self.shoe
        if shoe not in self._values.setdefault(there, {}):
            self._values[there][shoe] = value_of(Evaluator(there).counts(Position(shoe)), shoe.cards, there)
        return self._values[there][shoe]


def evs(shoe: Shoe, rules: Rules, kind: str) -> Callable[[Fraction], Fraction]:
    """The EV as a function of the payout, by the plain evaluator."""
    plain = Plain(shoe, rules)
    return lambda pays: plain.value(kind, pays).ev


def some_rules(rng: random.Random) -> Rules:
    backhand, five, push = rng.choices(PAYS, k=3)
    return Rules(
        push_hit=rng.random() < 0.5,
        twelve_must_hit=rng.random() < 0.5,
        shoe_end=rng.choice(list(ShoeEnd)),
        pays_backhand=backhand,
        pays_five_cards=five,
        pays_played_push=push,
    )


def check(wanted: Wanted, ev: Callable[[Fraction], Fraction], scan: dict[Fraction, Fraction], shoe: Shoe) -> None:
    """What is answered is so at every payout that was tried, however far out."""
    target = -wanted.edge
    signs = {pays: (there > target) - (there < target) for pays, there in scan.items()}
    if wanted.answer is Answer.NONE:
        assert wanted.payout is None
        assert set(signs.values()) in ({1}, {-1})
        # The lowest and the highest payout are past every change of play: the scan misses nothing between or beyond.
        low, high = min(scan), max(scan)
        if signs[low] < 0:
            assert scan[low] == scan[high] == ev(high * 2)
        else:
            assert -wanted.edge_at_zero >= target
    elif wanted.answer is Answer.EVERY:
        assert wanted.payout is None
        assert set(signs.values()) == {0}
    else:
        assert wanted.payout is not None
        assert ev(wanted.payout) == target
        below = 0 if wanted.answer is Answer.UP_TO else -1
        for pays, sign in signs.items():
            assert sign == (below if pays < wanted.payout else 0 if pays == wanted.payout else 1)
        assert (ev(wanted.payout / 2) == target) == (wanted.answer is Answer.UP_TO)
        place = bisect(USUAL, wanted.payout)
        odds = {USUAL[n] for n in (place - 1, place) if 0 <= n < len(USUAL)}
        assert {pays for pays, _ in wanted.usual} == (odds if wanted.payout not in USUAL else {wanted.payout})
        assert all(-ev(pays) == edge for pays, edge in wanted.usual)
    least = Fraction(1, 10**6 * factorial(shoe.cards))
    assert -wanted.edge_at_zero <= ev(least) <= -wanted.edge_at_zero + least


def asked(rng: random.Random, kind: str, valued: Callable[[Shoe, Rules], Valued]) -> list[Answer]:
    """A random shoe is asked for the edge at which the value is level, for one it has somewhere, and for another."""
    ranks = rng.choice(["A23456789T", "A23456789T", "6789T", "A37T", "A2345", "A4789"])
    shoe, rules = random_shoe(rng, rng.randint(4, 9 if len(ranks) < 10 else 7), ranks), some_rules(rng)
    ev, far = evs(shoe, rules, kind), 1000 * factorial(shoe.cards)
    scan = {pays: ev(pays) for pays in (Fraction(1, far), *SCAN, Fraction(far))}
    level, met = scan[min(scan)], ev(Fraction(rng.randint(1, 80), rng.randint(1, 9)))
    found = [
        giving(valued(shoe, rules), kind, -target)
        for target in (level, met, level + Fraction(1, 10**6), Fraction(rng.randint(-60, 60), 50))
    ]
    for wanted in found:
        check(wanted, ev, scan, shoe)
    return [wanted.answer for wanted in found]


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_against_a_scan(kind: str) -> None:
    rng = random.Random(kind)
    answers = Counter(answer for _ in range(50) for answer in asked(rng, kind, Plain))
    assert min(answers[answer] for answer in (Answer.ONE, Answer.EVERY, Answer.NONE)) >= 5, answers
    assert answers[Answer.UP_TO] or kind == "all", answers


def test_answers_from_the_engine_against_a_scan() -> None:
    rng = random.Random(3)
    for kind in KINDS:
        asked(rng, kind, Valued)


PUSHED = "1,0,0,3,0,1,1,0,3,0"


def test_a_payout_past_a_level_part_is_found() -> None:
    rules = Rules.from_text("inventor,twelve=hit,shoe-end=loss").paying("backhand=1:2,five-cards=2:1,played-push=2:1")
    payouts = Payouts(Shoe(PUSHED), rules)
    fair = payouts.giving("played-push", Fraction(0))
    assert (fair.answer, fair.payout) == (Answer.ONE, Fraction(63, 4))
    ev = evs(Shoe(PUSHED), rules, "played-push")
    level = payouts.giving("played-push", -ev(Fraction(1)))
    assert (level.answer, level.edge_at_zero) == (Answer.UP_TO, level.edge)
    assert level.payout is not None
    assert ev(level.payout) == ev(Fraction(1)) < ev(level.payout + Fraction(1, 10**9))
    none = payouts.giving("played-push", level.edge + Fraction(1, 10**12))
    assert (none.answer, none.payout) == (Answer.NONE, None)


def test_a_payout_beyond_a_thousand_is_found() -> None:
    shoe = Shoe("0,4,1,0,0,0,0,0,0,5")
    wanted = Payouts(shoe, Rules()).giving("five-cards", Fraction(-5000))
    assert wanted.payout is not None
    assert wanted.payout > 1000
    assert evs(shoe, Rules(), "five-cards")(wanted.payout) == 5000
    assert [odds for odds, _ in wanted.usual] == [USUAL[-1]]


def test_every_answer_is_said(run: Run) -> None:
    options, tens = "inventor,twelve=hit,shoe-end=loss,pays-backhand=1:2", "0,0,0,0,0,0,0,0,0,8"
    edge = str(-evs(Shoe(PUSHED), Rules.from_text(options), "played-push")(Fraction(1)))
    cases = [
        (PUSHED, edge, "played-push", "up to", "any up to "),
        (PUSHED, "99%", "played-push", "none", "none: the edge is at most "),
        ("0,0,0,0,0,2,0,0,0,1", "0", "all", "none", "none: the edge is always below 0.0000 %"),
        (tens, "1/2", "five-cards", "none", "none: the edge is at most 0.0000 %"),
        (tens, "-1/2", "five-cards", "none", "none: the edge is always 0.0000 %"),
        (tens, "0", "all", "every", "any: the edge is always this"),
    ]
    for shoe, wanted, kind, answer, said in cases:
        rules = options if shoe == PUSHED else "inventor"
        asked = ["payouts", "--shoe", shoe, "--rules", rules, f"--edge={wanted}", "--kind", kind]
        *_, row = [line for line in run(*asked).out.splitlines() if line.startswith(f"{kind} ")]
        assert said in row
        last = json.loads(run(*asked, "--format", "json").out)["wanted"][-1]
        assert last["answer"] == answer
        header, *_, csv = run(*asked, "--format", "csv").out.splitlines()
        assert dict(zip(header.split(","), csv.split(","), strict=False))["answer"] == answer
