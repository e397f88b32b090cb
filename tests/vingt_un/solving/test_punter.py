"""The punter's best reply: the checkpoint, brute force on tiny packs, and that no policy beats it."""

from fractions import Fraction

import pytest
from backhand.common.cards import Shoe
from backhand.errors import HandError, ShoeError
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.rules import NATURAL, OVER, SCORES
from backhand.vingt_un.solving.ends import DealersEnds
from backhand.vingt_un.solving.punter import Choice, Punter
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import crossed
from tests.vingt_un.tools import brute

OPTIONS = st.fixed_dictionaries({name: st.booleans() for name in ("natural_tie_void", "natural_at_end", "ties_void")})


def test_checkpoint() -> None:
    value = Punter(Rules(), Policy(17, 17)).dealers_value()
    assert value == Fraction(24002857155357432691, 158967762540051465000)


@pytest.mark.parametrize(
    ("pack", "text"), crossed(brute.PACKS, ["15", "16,18", "22", "17; 5 T: draw; A 8: draw"], turns=2)
)
def test_best_reply_is_brute_force(pack: str, text: str) -> None:
    policy = Policy.from_text(text)

    def stands(hand: brute.Hand) -> bool:
        return policy.stands(counts_of(hand))

    expected = brute.dealers_value(brute.pack_of(pack), stands, lambda _, stand, draw: max(stand, draw))
    assert Punter(Rules(), policy, Shoe(pack)).dealers_value() == expected


@pytest.mark.parametrize("pack", brute.PACKS)
def test_a_policy_is_brute_force(pack: str) -> None:
    mine, his = Policy(14, 18), Policy(16, 17)
    expected = brute.dealers_value(
        brute.pack_of(pack),
        lambda hand: his.stands(counts_of(hand)),
        lambda hand, stand, draw: stand if mine.stands(counts_of(hand)) else draw,
    )
    assert Punter(Rules(), his, Shoe(pack), mine).dealers_value() == expected


def test_every_hand_is_brute_force() -> None:
    pack, policy = brute.PACKS[0], Policy(17, 17)
    punter = Punter(Rules(), policy, Shoe(pack))
    for _, hand, left in brute.deals(brute.pack_of(pack)):
        stand = brute.standing(hand, left, lambda held: policy.stands(counts_of(held)))
        free = sum(chance for chance, down, _ in brute.deals(left) if not brute.natural(down))
        assert punter.advise(counts_of(hand)).values[Choice.STAND] == stand / free


@given(st.integers(2, 22), st.integers(2, 22), st.integers(12, 20), OPTIONS)
@settings(max_examples=4, deadline=None)
def test_no_policy_beats_the_best_reply(hard: int, soft: int, dealer: int, options: dict[str, bool]) -> None:
    rules = Rules(**options)
    best = Punter(rules, Policy(dealer, dealer))
    assert best.dealers_value() <= Punter(rules, Policy(dealer, dealer), policy=Policy(hard, soft)).dealers_value()


@pytest.mark.parametrize("rules", ["hoffmann", "dealer-natural=end,natural-pays=3", "ties=void,drawn-21-pays=1"])
def test_the_best_reply_as_a_policy_is_worth_as_much(rules: str) -> None:
    best = Punter(Rules.from_text(rules), Policy(17, 18))
    assert Punter(best.rules, best.dealer, policy=best.best_policy()).dealers_value() == best.dealers_value()


@pytest.mark.parametrize("text", ["17", "17,19", "22", "2"])
def test_endings_sum_to_all_orderings_and_naturals_are_known(text: str) -> None:
    (found,) = DealersEnds(Policy.from_text(text), Shoe.of_decks(1)).orderings([Shoe.of_decks(1)])
    whole = sum(found.values())
    assert set(found) <= set(SCORES)
    assert min(found.values()) >= 0
    assert Fraction(found[NATURAL], whole) == Fraction(2 * 4 * 16, 52 * 51)
    assert (found[OVER] > 0) == (text != "2")


def test_twenty_two_never_stands() -> None:
    (found,) = DealersEnds(Policy(22, 22), Shoe.of_decks(1)).orderings([Shoe.of_decks(1)])
    assert [held for held, count in found.items() if count] == [OVER, NATURAL]


def test_refusals() -> None:
    with pytest.raises(ShoeError, match="may run out"):
        Punter(Rules(), Policy(17, 17), Shoe("4,4,0,0,0,0,0,0,0,2"))
    punter = Punter(Rules(), Policy(17, 17), Shoe(brute.PACKS[0]))
    with pytest.raises(HandError, match="over 21"):
        punter.advise(counts_of([10, 10, 5]))
    with pytest.raises(HandError, match="two cards or more"):
        punter.advise(counts_of([10]))
    with pytest.raises(ShoeError, match="rank 9"):
        punter.advise(counts_of([9, 9]))
