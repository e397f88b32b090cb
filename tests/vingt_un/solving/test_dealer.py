"""The dealer's best reply: brute force on tiny packs, and the punter's side of the same numbers."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from backhand.common.cards import Shoe
from backhand.errors import HandError, ShoeError
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.punter import Choice, Punter
from backhand.vingt_un.solving.seats import Seat, Seats
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import crossed
from tests.vingt_un.tools import brute

POLICY = Policy.from_text("15,18; 5 T: draw")


def stands(hand: brute.Hand) -> bool:
    return POLICY.stands(counts_of(hand))


Layouts = list[tuple[Fraction, tuple[brute.Hand, ...], brute.Hand]]
"""What the dealer cannot tell apart: chances, the punters' hands, the rest of the pack in order of rank."""


def best(dealer: brute.Hand, layouts: Layouts) -> tuple[Fraction, Fraction]:
    """What standing and drawing gain a dealer who knows the chances of the layouts, not which it is."""
    stand = -sum((c * brute.gain(hand, dealer) for c, hands, _ in layouts for hand in hands), Fraction(0))
    after: dict[int, Layouts] = defaultdict(list)
    for chance, hands, pack in layouts:
        for more, card, left in brute.draws(pack):
            after[card].append((chance * more, hands, left))
    draw = Fraction(0)
    for card, below in after.items():
        held = (*dealer, card)
        if brute.total(held) > 21:
            draw -= sum((c * brute.gain(hand, held) for c, hands, _ in below for hand in hands), Fraction(0))
        else:
            draw += max(best(held, below))
    return stand, draw


def finals(pack: brute.Hand, punters: int) -> Layouts:
    """Every way so many punters in turn can finish, and what is left."""
    layouts: Layouts = [(Fraction(1), (), pack)]
    for _ in range(punters):
        following: Layouts = []
        for chance, hands, left in layouts:
            for more, hand, rest in brute.deals(left):
                following.extend((chance * more * c, (*hands, final), after) for c, final, after in play(hand, rest))
        layouts = following
    return layouts


def play(hand: brute.Hand, pack: brute.Hand) -> list[tuple[Fraction, brute.Hand, brute.Hand]]:
    if brute.total(hand) > 21 or stands(hand):
        return [(Fraction(1), hand, pack)]
    return [
        (chance * more, final, rest)
        for chance, card, left in brute.draws(pack)
        for more, final, rest in play((*hand, card), left)
    ]


def tables(pack: brute.Hand, punters: int) -> dict[tuple[brute.Hand, tuple[tuple[brute.Hand, bool], ...]], Layouts]:
    """The layouts by what the dealer knows: his two cards, and the runs with who is over."""
    found: dict[tuple[brute.Hand, tuple[tuple[brute.Hand, bool], ...]], Layouts] = defaultdict(list)
    for chance, hands, left in finals(pack, punters):
        public = tuple((hand[2:], brute.total(hand) > 21) for hand in hands)
        for more, dealer, rest in brute.deals(left):
            found[tuple(sorted(dealer)), public].append((chance * more, hands, rest))
    return found


@pytest.mark.parametrize("doubles", [False, True])
@pytest.mark.parametrize("pack", brute.PACKS[:3])
def test_value_of_a_round_is_brute_force(pack: str, doubles: bool) -> None:
    gains: dict[brute.Hand, Fraction] = defaultdict(Fraction)
    for (dealer, _), layouts in tables(brute.pack_of(pack), 1).items():
        over = [(c, h, p) for c, h, p in layouts if brute.total(h[0]) > 21]
        if brute.natural(dealer):
            gains[dealer] += 2 * sum(c for c, _, _ in layouts)  # shown at once: nobody has drawn
        elif over:
            gains[dealer] += sum(c for c, _, _ in over)
        else:
            gains[dealer] += max(best(dealer, layouts))
    expected = sum(max(gain, 2 * gain) if doubles else gain for gain in gains.values())
    assert Dealer(Rules(dealer_may_double=doubles), POLICY, Shoe(pack)).value() == expected


@pytest.mark.parametrize("pack", ["3,0,0,0,3,0,0,3,0,5", pytest.param("0,0,3,0,0,3,0,0,4,3", marks=pytest.mark.long)])
def test_two_punters_are_brute_force(pack: str) -> None:
    checked = 0
    for (dealer, public), layouts in list(tables(brute.pack_of(pack), 2).items())[::7]:
        if brute.natural(dealer) or all(over for _, over in public):
            continue
        still_in = [(c, tuple(h for h in hands if brute.total(h) <= 21), p) for c, hands, p in layouts]
        whole = sum((c for c, _, _ in layouts), Fraction(0))
        seats = [Seat(POLICY, run, over) for run, over in public]
        advice = Seats(Rules(), seats, Shoe(pack))
        found = advice.advise(counts_of(dealer)).values
        stand, draw = best(dealer, still_in)
        assert (found[Choice.STAND], found[Choice.DRAW]) == (stand / whole, draw / whole), (dealer, public)
        checked += 1
    assert checked > 20


RULES = [
    *("hoffmann", "dealer-natural=end", "natural-tie=void,natural-pays=3,drawn-21-pays=1"),
    "ties=void,tie-at-21=single",
]


@pytest.mark.parametrize(("rules", "pack"), crossed(RULES, brute.PACKS, turns=2))
def test_punter_and_dealer_agree_on_tiny_packs(rules: str, pack: str) -> None:
    his = Policy.from_text("16,18; A 8: stand")
    options, shoe = Rules.from_text(rules), Shoe(pack)
    assert (
        Dealer(options, POLICY, shoe, policy=his).value() == Punter(options, his, shoe, policy=POLICY).dealers_value()
    )


@pytest.mark.long
def test_punter_and_dealer_agree_on_the_whole_pack_and_the_checkpoint() -> None:
    """The punter's best reply, taken as a policy, from the dealer's side."""
    mine = Policy(17, 17)
    reply = Punter(Rules(), mine).best_policy()
    assert len(reply.exceptions) > 40
    value = Dealer(Rules(), reply, policy=mine).value()
    assert value == Fraction(24002857155357432691, 158967762540051465000)


@given(st.integers(2, 22), st.integers(2, 22), st.integers(12, 20), st.sampled_from(brute.PACKS))
@settings(max_examples=15, deadline=None)
def test_no_policy_beats_the_best_reply(hard: int, soft: int, punter: int, pack: str) -> None:
    shoe, his = Shoe(pack), Policy(punter, punter)
    assert Dealer(Rules(), his, shoe).value() >= Dealer(Rules(), his, shoe, policy=Policy(hard, soft)).value()


@pytest.mark.parametrize(
    ("seats", "hand", "error", "words"),
    [
        ([], [10, 6], HandError, "0 punters"),
        ([Seat(Policy(15, 15), ())] * 5, [10, 6], HandError, "5 punters"),
        ([Seat(Policy(15, 15), (10, 10), over=True)], [10, 6], HandError, "still in"),
        ([Seat(Policy(15, 15), (10, 10))], [10, 6], HandError, "no punter"),
        ([Seat(Policy(15, 15), ())], [10], HandError, "two cards"),
        ([Seat(Policy(15, 15), ())], [10, 1], HandError, "natural"),
        ([Seat(Policy(15, 15), ())], [10, 9, 5], HandError, "over"),
        ([Seat(Policy(15, 15), (3, 3))], [3, 3, 3], ShoeError, "rank 3"),
    ],
)
def test_refusals(seats: list[Seat], hand: list[int], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Seats(Rules(), seats).advise(counts_of(hand))
