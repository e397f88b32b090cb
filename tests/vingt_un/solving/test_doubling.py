"""A dealer who may double: brute force on tiny packs, both sides of the same policies, and what must not change."""

from __future__ import annotations

from fractions import Fraction

import pytest
from backhand.common.cards import Shoe
from backhand.errors import HandError
from backhand.vingt_un import Policy, PolicyError, Rules
from backhand.vingt_un.hands import PAIRS
from backhand.vingt_un.policies import Doubling, counts_of
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.simulation.plan import Plan, Seated
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.lattice import PAIR_HANDS
from backhand.vingt_un.solving.punter import Choice, Punter, round_value
from backhand.vingt_un.solving.seats import Seat, Seats
from backhand.vingt_un.strategies.best_chart import chart
from backhand.vingt_un.strategies.policy_files import policy_csv
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import crossed
from tests.vingt_un.tools import brute

ON = Rules(dealer_may_double=True)
DEALER = Policy.from_text("16,18; double: 20,19; 5 T: draw; 5 8: double; T T: single")
DOUBLINGS = st.builds(
    Doubling,
    st.integers(2, 22),
    st.integers(2, 22),
    st.lists(st.tuples(st.sampled_from(PAIR_HANDS), st.booleans()), max_size=4, unique_by=lambda item: item[0]).map(
        tuple
    ),
)


@given(st.integers(2, 22), st.integers(2, 22), DOUBLINGS)
def test_text_reads_back(hard: int, soft: int, doubling: Doubling) -> None:
    policy = Policy(hard, soft, doubling=doubling)
    assert Policy.from_text(str(policy)) == policy


def test_what_a_text_says() -> None:
    doubled = {pair for pair, hand in zip(PAIRS, PAIR_HANDS, strict=True) if DEALER.doubling.doubles(hand)}
    assert doubled == {(0, 7), (0, 8), (0, 9), (4, 7)}
    assert not any(Policy.from_text("17; 5 T: draw").doubling.doubles(hand) for hand in PAIR_HANDS)


@pytest.mark.parametrize("pack", brute.PACKS)
@pytest.mark.parametrize("doubled", [False, True])
def test_best_reply_to_what_the_dealer_says_is_brute_force(pack: str, doubled: bool) -> None:
    cards = brute.pack_of(pack)
    found = Punter(ON, DEALER, Shoe(pack), doubled=doubled)

    def told(hand: brute.Hand) -> bool:
        return DEALER.doubling.doubles(counts_of(hand)) == doubled

    def stands(hand: brute.Hand) -> bool:
        return DEALER.stands(counts_of(hand))

    expected = brute.dealers_value(cards, stands, lambda _, stand, draw: max(stand, draw), told)
    assert found.dealers_value() == (2 if doubled else 1) * expected
    assert found.chance() == sum(chance for chance, down, _ in brute.deals(cards) if told(down))
    for _, hand, left in brute.deals(cards):
        if found.can_be(counts_of(hand)):
            free = sum(c for c, down, _ in brute.deals(left) if told(down) and not brute.natural(down))
            stand = brute.standing(hand, left, stands, told) * (2 if doubled else 1) / free
            assert found.advise(counts_of(hand)).values[Choice.STAND] == stand


RULES = ["", "dealer-natural=end", "natural-tie=void,natural-pays=3,drawn-21-pays=1", "ties=void"]


@pytest.mark.parametrize(("rules", "pack"), crossed(RULES, brute.PACKS, turns=2))
def test_punter_and_dealer_agree(rules: str, pack: str) -> None:
    """A punter who plays one way where the dealer doubles, and another where he does not."""
    options, shoe = Rules.from_text(f"dealer-doubles=on {rules}"), Shoe(pack)
    mine, if_doubled = Policy.from_text("15,18; 5 T: draw"), Policy(13, 13)
    there = Dealer(options, mine, shoe, policy=DEALER, if_doubled=if_doubled)
    assert there.value() == round_value(options, DEALER, shoe, mine, if_doubled)


@pytest.mark.long
def test_both_agree_on_the_whole_pack_with_the_punters_best_replies() -> None:
    dealer = Policy.from_text("17; double: 20; 5 6: double")
    replies = [Punter(ON, dealer, doubled=doubled).best_policy() for doubled in (False, True)]
    assert replies[0] != replies[1]
    value = round_value(ON, dealer)
    assert Dealer(ON, replies[0], policy=dealer, if_doubled=replies[1]).value() == value
    assert round_value(ON, dealer, policy=Policy(15, 18)) > value


@pytest.mark.parametrize(
    ("rules", "pack"), crossed(["hoffmann", "hoffmann,dealer-natural=end,natural-tie=void"], brute.PACKS)
)
def test_who_never_or_always_doubles_tells_nothing(rules: str, pack: str) -> None:
    off, on, shoe = Rules.from_text(rules), Rules.from_text(f"{rules},dealer-doubles=on"), Shoe(pack)
    never, always = Policy(17, 19), Policy.from_text("17,19; double: 2")
    once = round_value(off, never, shoe)
    assert round_value(on, never, shoe) == once
    assert round_value(on, always, shoe) == 2 * once
    quiet, still, loud = Punter(off, never, shoe), Punter(on, never, shoe), Punter(on, always, shoe, doubled=True)
    for hand in quiet.hands:
        if quiet.can_be(hand):
            assert still.advise(hand) == quiet.advise(hand)
            doubled = {choice: 2 * value for choice, value in quiet.advise(hand).values.items()}
            assert loud.advise(hand).values == doubled


@given(DOUBLINGS, st.integers(15, 20), st.sampled_from(brute.PACKS))
@settings(max_examples=15, deadline=None)
def test_no_doubling_beats_the_dealers_best(doubling: Doubling, stand: int, pack: str) -> None:
    punter, policy = Policy(15, 18), Policy(stand, stand, doubling=doubling)
    best = Dealer(ON, punter, Shoe(pack)).value()
    assert best >= Dealer(ON, punter, Shoe(pack), policy=policy).value()
    assert best >= Dealer(Rules(), punter, Shoe(pack)).value()


def test_at_his_turn_the_stakes_count_twice() -> None:
    seats, hand = [Seat(Policy(16, 16), (6,)), Seat(Policy(16, 16), ())], counts_of([10, 6])
    once, twice = Seats(ON, seats).advise(hand), Seats(ON, seats, doubled=True).advise(hand)
    assert twice.values == {choice: 2 * value for choice, value in once.values.items()}
    assert twice.best == once.best


def test_a_chart_leaves_out_hands_that_cannot_be() -> None:
    aces = Punter(ON, Policy.from_text("17; A A: double"), doubled=True)
    assert sum(cell.hands for cell in chart(aces).cells.values()) < len(aces.hands) - 1
    with pytest.raises(HandError, match="natural for certain"):
        chart(Punter(ON, Policy.from_text("17; A T: double"), doubled=True))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("17; double: 23", "double on 23"),
        ("17; double: ten", "such as 'double: 20'"),
        ("17; double: 20; double: 19", "comes twice"),
        ("17; 5 5 5: double", "two cards"),
        ("17; 5 6: double; 6 5: single", "comes twice"),
        ("17; 5 6: redouble", "': double' or ': single'"),
    ],
)
def test_texts_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        Policy.from_text(text)


def test_refusals() -> None:
    plain = Policy(17, 17)
    for question in (
        lambda: Punter(Rules(), DEALER),
        lambda: Punter(Rules(), plain, doubled=True),
        lambda: Dealer(Rules(), plain, policy=DEALER),
        lambda: Dealer(Rules(), plain, if_doubled=plain),
        lambda: Seats(Rules(), [Seat(plain, ())], doubled=True),
    ):
        with pytest.raises(PolicyError, match="dealer-doubles=on"):
            question()
    for question in (
        lambda: Punter(ON, plain, policy=DEALER),
        lambda: Dealer(ON, DEALER),
        lambda: Dealer(ON, plain, if_doubled=DEALER),
        lambda: Seats(ON, [Seat(DEALER, ())]),
    ):
        with pytest.raises(PolicyError, match="only the dealer may"):
            question()
    punter = Punter(ON, Policy.from_text("17; double: 2"))
    with pytest.raises(HandError, match="doubles with all"):
        punter.advise(counts_of([9, 9]))
    assert punter.dealers_value() == Fraction(0)


def test_what_is_not_made_for_a_dealer_who_doubles_refuses_his_policy() -> None:
    plain = Policy(17, 17)
    for question in (
        lambda: Outcomes(Rules(), DEALER, plain),
        lambda: Plan(Rules(), DEALER, [Seated(plain)], rounds=1, seed=1),
    ):
        with pytest.raises(PolicyError, match="dealer-doubles=on"):
            question()
    for question in (
        lambda: Outcomes(Rules(), plain, DEALER),
        lambda: Plan(Rules(), plain, [Seated(DEALER)], rounds=1, seed=1),
    ):
        with pytest.raises(PolicyError, match="only the dealer may"):
            question()
    with pytest.raises(PolicyError, match="only the dealer may"):
        policy_csv(DEALER)
