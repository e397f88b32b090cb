"""The dealer against several punters over a whole round: the bounds hold what brute force and integers find."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from backhand.common.cards import Shoe
from backhand.errors import HandError, ShoeError
from backhand.vingt_un import Policy, PolicyError, Rules
from backhand.vingt_un.hands import name
from backhand.vingt_un.policies import counts_of, ranks_of
from backhand.vingt_un.rules import OVER, SCORES
from backhand.vingt_un.solving.company import SLACK, Company, own_hand
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.punter import Punter
from backhand.vingt_un.solving.seats import Seat, Seats
from backhand.vingt_un.solving.shown import Showings, ends_of
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vingt_un.solving.test_dealer import best, tables
from tests.vingt_un.tools import brute

POLICY = Policy.from_text("15,18; 5 T: draw")  # as in test_dealer


def expected(pack: str, punters: int) -> dict[brute.Hand, Fraction]:
    """What the dealer gains with each two cards, by the rules alone: every table a question of its own."""
    gains: dict[brute.Hand, Fraction] = defaultdict(Fraction)
    for (dealer, _), layouts in tables(brute.pack_of(pack), punters).items():
        if brute.natural(dealer):
            gains[dealer] += 2 * punters * sum(c for c, _, _ in layouts)
            continue
        gains[dealer] += sum(c for c, hands, _ in layouts for hand in hands if brute.total(hand) > 21)
        still_in = [(c, tuple(h for h in hands if brute.total(h) <= 21), rest) for c, hands, rest in layouts]
        gains[dealer] += max(best(dealer, still_in))
    return gains


@pytest.mark.parametrize(
    ("pack", "punters"),
    [
        ("2,0,0,0,0,3,0,0,0,7", 2),
        ("0,0,0,3,0,0,0,3,0,6", 2),
        ("0,0,0,0,0,0,4,0,0,12", 3),
        ("0,0,0,0,0,0,0,2,0,16", 4),
        pytest.param("3,0,0,0,3,0,0,3,0,5", 2, marks=pytest.mark.long),
        pytest.param("0,0,0,0,0,4,0,3,0,8", 3, marks=pytest.mark.long),
    ],
)
def test_bounds_close_on_brute_force(pack: str, punters: int) -> None:
    by_hand = expected(pack, punters)
    for times in (1, 2):  # he may double, or not
        value = sum(max(gain, times * gain) for gain in by_hand.values())
        found = Company(Rules(dealer_may_double=times == 2), POLICY, punters, Shoe(pack)).solve()
        assert found.low <= value <= found.high
        assert found.high - found.low < 3 * SLACK
        assert found.share == pytest.approx(1.0)
        assert sum(cards.chance for cards in found.by_cards) == 1
        for cards in found.by_cards:
            assert cards.low <= by_hand[ranks_of(cards.hand)] <= cards.high, name(cards.hand)


@pytest.mark.parametrize("most", [1, 7, 40])
@pytest.mark.parametrize(("pack", "punters"), [("3,0,0,0,3,0,0,3,0,5", 2), ("0,0,0,0,0,0,4,0,0,12", 3)])
def test_with_few_tables_the_bounds_still_hold_it(pack: str, punters: int, most: int) -> None:
    whole = Company(Rules(), POLICY, punters, Shoe(pack)).solve()
    found = Company(Rules(), POLICY, punters, Shoe(pack), most).solve()
    assert found.tables <= most
    assert found.low <= whole.high
    assert whole.low <= found.high
    assert (found.high - found.low > 1000 * SLACK) == (found.share < 0.999)
    alone = punters * Punter(Rules(), found.own, Shoe(pack), POLICY).dealers_value()
    assert found.low >= alone - 2 * SLACK  # no worse than looking at his own hand only


@pytest.mark.parametrize("punters", [2, 3])
@pytest.mark.parametrize(
    "rules",
    ["dealer-natural=end", "overdrawn-shown=yes", "natural-tie=void,natural-pays=3,drawn-21-pays=1", "ties=void"],
)
def test_a_policy_of_his_own_hand_gains_the_same_from_every_punter(rules: str, punters: int) -> None:
    """So over all tables together it gains so many times what one punter gives it, exactly known."""
    options, pack, own = Rules.from_text(rules), Shoe("2,0,0,0,0,3,0,0,0,9"), Policy(16, 18)
    found = Showings(options, pack, ends_of(options, POLICY, pack), punters, own)
    every = combinations_with_replacement(range(len(found.ends)), punters)
    parts = [found.solve(block) for block in found.blocks(list(every))]
    alone = Dealer(options, POLICY, pack, policy=own)
    for place, (cards, (_, met, _)) in enumerate(zip(alone.doublings(), alone.gains.stands(), strict=False)):
        best_of, own_of, stood = (sum(part[kind][place] for part in parts) for kind in range(3))
        assert own_of == pytest.approx(float(punters * cards.chance * (cards.single - 1)), abs=1e-12)
        assert stood == pytest.approx(float(punters * met), abs=1e-12)
        assert best_of >= own_of - 1e-12


def test_a_table_is_worth_the_same_in_any_company_and_order() -> None:
    pack = Shoe("3,0,0,0,3,0,0,3,0,5")
    found = Showings(Rules(), pack, ends_of(Rules(), POLICY, pack), 2, Policy(16, 18))
    chosen = [(0, 0), (0, 3), (1, 2), (4, 9)]
    (block,) = found.blocks(chosen)
    alone = [found.solve([table]) for table in block]
    for kind, together in enumerate(found.solve(block[::-1])):
        assert together == pytest.approx(sum(part[kind] for part in alone), abs=1e-13)


def test_who_sees_hands_thrown_up_gains_no_less() -> None:
    pack = Shoe("2,0,0,0,0,3,0,0,0,9")
    unseen, seen = (Company(Rules(overdrawn_shown=shown), POLICY, 2, pack).solve() for shown in (False, True))
    assert seen.high >= unseen.low


@given(st.sampled_from(brute.PACKS), st.integers(12, 19), st.integers(2, 22), st.integers(2, 22))
@settings(max_examples=15, deadline=None)
def test_no_policy_of_his_own_hand_beats_the_best_of_them(pack: str, punter: int, hard: int, soft: int) -> None:
    shoe, his = Shoe(pack), Policy(punter, punter)
    best_own = Punter(Rules(), own_hand(Rules(), his, shoe), shoe, his).dealers_value()
    assert best_own >= Punter(Rules(), Policy(hard, soft), shoe, his).dealers_value()
    assert best_own <= Dealer(Rules(), his, shoe).value()


@pytest.mark.long
def test_the_whole_pack_a_table_at_a_time() -> None:
    """What a table is worth in floating point is what ``seats`` says in integers."""
    rules, policy, pack = Rules(), Policy(16, 16), Shoe.of_decks(1)
    ends = ends_of(rules, policy, pack)
    tables = Showings(rules, pack, ends, 3, Policy(17, 19))
    standing = next(place for place, end in enumerate(ends) if not end.over and sum(end.run) == 1)
    over = next(place for place, end in enumerate(ends) if end.over)
    best, own, stood = tables.solve([(0, standing, over)])
    assert sum(stood) > 0
    seats = [Seat(policy, ranks_of(end.run), end.over) for end in (ends[0], ends[standing], ends[over])]
    for hand in ([10, 6], [1, 6], [10, 7]):
        root = next(p for p, row in enumerate(tables.lattice.roots) if tables.lattice.hands[row] == counts_of(hand))
        turn = Seats(rules, seats).advise(counts_of(hand))
        assert float(turn.values[turn.best]) == pytest.approx(2 * best[root] / stood[root] + 2, abs=1e-9)
        assert own[root] <= best[root] + 1e-15


def test_going_over_never_saves_the_dealer_stakes() -> None:
    """So what a hand saves against going over is never negative, and rounding stays relative."""
    names = ("natural_tie_void", "natural_at_end", "tie_at_21_single", "ties_void")
    for flags in product((False, True), repeat=len(names)):
        for pays, drawn in product((2, 3), (1, 2)):
            rules = Rules(**dict(zip(names, flags, strict=True)), natural_pays=pays, drawn_pays=drawn)
            for punter, dealer in product(SCORES, SCORES):
                assert -2 <= rules.net(punter, dealer) <= rules.net(punter, OVER)


def test_rows_of_hidden_cards_are_whole_numbers() -> None:
    """The largest number of ordered ways, times what they get back: below 2^53, and so exact."""
    assert int(np.prod(np.arange(43, 51, dtype=object))) * 4 * (3 + 1) < 2**53


@pytest.mark.parametrize(
    ("number", "punter", "pack", "error", "words"),
    [
        (1, Policy(16, 16), "4,4,4,4,4,4,4,4,4,16", HandError, "1 punters"),
        (5, Policy(16, 16), "4,4,4,4,4,4,4,4,4,16", HandError, "5 punters"),
        (2, Policy.from_text("16; double: 20"), "4,4,4,4,4,4,4,4,4,16", PolicyError, "only the dealer may"),
        (4, Policy(16, 16), "3,0,0,0,3,0,0,3,0,5", ShoeError, "may run out"),
    ],
)
def test_refusals(number: int, punter: Policy, pack: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Company(Rules(), punter, number, Shoe(pack))


@pytest.mark.longest
def test_two_punters_from_a_fresh_pack_to_a_thousandth() -> None:
    found = Company(Rules(), Policy(16, 16), 2).solve()
    assert found.high - found.low < Fraction(1, 500)
    assert found.low > 2 * Punter(Rules(), Policy(17, 19), policy=Policy(16, 16)).dealers_value()
    assert found.high < 2 * Dealer(Rules(), Policy(16, 16)).value()  # one punter alone is easier to read
