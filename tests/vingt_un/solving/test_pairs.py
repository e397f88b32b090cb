"""Going on both: the enclosure holds the joint optimum found by brute force on tiny packs."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from backhand.common.cards import Shoe
from backhand.errors import HandError
from backhand.vingt_un import Policy, Rules, UnsolvedError
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.solving.pairs import Pairs
from backhand.vingt_un.solving.punter import Punter, announcements

from tests.conftest import crossed
from tests.vingt_un.tools import brute

DEALER = Policy.from_text("17,18")


def joint_optimum(
    pack: brute.Hand, rank: int, most: int, at_end: bool, told: brute.Stands = brute.any_cards
) -> Fraction:
    """By the rules alone: every hand kept as it was played, all settled at the end against one dealer.

    Over rounds of all kinds in which the dealer has said this of his two cards, times the chance of that; the second
    and further stakes are laid after the dealer's natural is excluded.
    """

    @cache
    def settle(hands: tuple[brute.Hand, ...], left: brute.Hand) -> Fraction:
        worth = Fraction(0)
        for chance, down, rest in brute.deals(left):
            if told(down) and (at_end or not brute.natural(down)):
                finals = brute.final_hands(down, rest, lambda hand: DEALER.stands(counts_of(hand)))
                for more, final in finals:
                    worth += chance * more * sum(brute.gain(hand, final) for hand in hands)
        return worth

    @cache
    def go_on(done: tuple[brute.Hand, ...], hand: brute.Hand, waiting: int, left: brute.Hand) -> Fraction:
        if len(hand) == 1:
            return sum(
                (chance * dealt(done, (*hand, card), waiting, rest) for chance, card, rest in brute.draws(left)),
                Fraction(0),
            )
        finished = tuple(sorted((*done, tuple(sorted(hand)) if brute.total(hand) <= 21 else (10, 10, 10))))
        stand = go_on(finished, (rank,), waiting - 1, left) if waiting else settle(finished, left)
        if brute.total(hand) > 21:
            return stand
        draw = sum(
            (chance * go_on(done, (*hand, card), waiting, rest) for chance, card, rest in brute.draws(left)),
            Fraction(0),
        )
        return max(stand, draw)

    def dealt(done: tuple[brute.Hand, ...], hand: brute.Hand, waiting: int, left: brute.Hand) -> Fraction:
        worth = go_on(done, hand, waiting, left)
        if hand == (rank, rank) and len(done) + waiting + 1 < most:
            worth = max(worth, go_on(done, (rank,), waiting + 1, left))
        return worth

    pack = tuple(sorted(pack))
    place = pack.index(rank)
    rest = pack[:place] + pack[place + 2 :]
    naturals = sum((c for c, down, _ in brute.deals(rest) if brute.natural(down) and told(down)), Fraction(0))
    return go_on((), (rank,), 1, rest) - (0 if at_end else 2 * naturals)


GAMES = [
    ("0,0,0,0,0,0,0,4,0,9", 8, 3),
    ("0,0,0,0,0,3,0,3,0,6", 6, 2),
    ("2,0,0,0,0,0,0,4,0,6", 8, 2),
    ("2,0,0,0,0,0,0,4,0,6", 10, 2),
    ("4,0,0,0,0,0,0,0,4,8", 9, 3),
    ("4,0,0,0,0,0,0,0,4,8", 1, 2),
]


@pytest.mark.parametrize(("game", "at_end"), crossed(GAMES, [False, True]))
def test_enclosure_holds_the_joint_optimum(game: tuple[str, int, int], at_end: bool) -> None:
    pack, rank, most = game
    found = Pairs(Rules(alike_by_value=True, natural_at_end=at_end), DEALER, rank, Shoe(pack), most).solve()
    expected = joint_optimum(brute.pack_of(pack), rank, most, at_end)
    assert found.low <= expected <= found.high
    assert found.high - found.low < Fraction(1, 10**9)
    assert found.apart <= found.high


@pytest.mark.parametrize(
    ("rules", "rank"),
    crossed(["hoffmann", "dealer-natural=end", "second-stake=before", "dealer-doubles=on"], [1, 8, 10]),
)
def test_given_a_decision_one_hand_is_worth_what_the_best_reply_says(rules: str, rank: int) -> None:
    known, pack = Rules.from_text(f"{rules},alike=value"), Shoe("4,0,0,0,0,0,0,4,0,12")
    dealer = Policy.from_text("17,18; double: 18; T T: single") if known.dealer_may_double else DEALER
    for doubled in announcements(known):
        pairs = Pairs(known, dealer, rank, pack, 3, doubled)
        one, apart = pairs.simple()
        advice = Punter(known, dealer, pack, doubled=doubled).advise(counts_of([rank, rank]))
        assert pairs.decided(one) == advice.values[advice.best]
        assert (pairs.decided(apart) > pairs.decided(one)) == (apart > one)


@pytest.mark.parametrize("rules", ["dealer-natural=end", "ties=void", "second-stake=before,both-ace-ten=drawn"])
def test_bounds_are_in_order_for_other_rules(rules: str) -> None:
    options = Rules.from_text(f"{rules},alike=value")
    found = Pairs(options, DEALER, 1, Shoe("4,0,0,0,0,0,0,0,4,8"), 2).solve()
    assert found.low <= found.high
    assert found.apart <= found.high
    assert found.high - found.low < Fraction(1, 10**9)


def test_a_second_stake_before_the_natural_costs_its_chance_twice() -> None:
    pack = Shoe("4,0,0,0,0,0,0,0,4,8")
    after = Pairs(Rules(), DEALER, 9, pack, 2).solve()
    before = Pairs(Rules(second_stake_before=True), DEALER, 9, pack, 2).solve()
    assert after.low - before.low == 2 * Fraction(2 * 4 * 8, 14 * 13)


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize(
    ("pack", "rank", "most"),
    [("2,0,0,0,0,0,0,4,0,6", 8, 2), ("2,0,0,0,0,0,0,4,0,6", 10, 2), ("4,0,0,0,0,0,0,0,4,8", 9, 3)],
)
def test_what_the_dealer_says_of_the_stakes_is_used(
    pack: str, rank: int, most: int, doubled: bool, at_end: bool
) -> None:
    dealer = Policy.from_text("17,18; double: 20; 8 8: double; 8 T: double; A T: single")
    rules = Rules(alike_by_value=True, natural_at_end=at_end, dealer_may_double=True)

    def told(hand: brute.Hand) -> bool:
        return dealer.doubling.doubles(counts_of(hand)) == doubled

    found = Pairs(rules, dealer, rank, Shoe(pack), most, doubled).solve()
    cards = brute.pack_of(pack)
    place = cards.index(rank)
    chance = sum(c for c, down, _ in brute.deals(cards[:place] + cards[place + 2 :]) if told(down))
    expected = joint_optimum(cards, rank, most, at_end, told) * (2 if doubled else 1) / chance
    assert found.low <= expected <= found.high
    assert found.high - found.low < Fraction(1, 10**8)
    assert found.apart <= found.high


def test_refusals() -> None:
    with pytest.raises(HandError, match="doubles with none"):
        Pairs(Rules(dealer_may_double=True), DEALER, 8, doubled=True)
    with pytest.raises(UnsolvedError, match="which tens"):
        Pairs(Rules(), DEALER, 10, Shoe.of_decks(1).without([10]))
    with pytest.raises(HandError, match="no two"):
        Pairs(Rules(), DEALER, 2, Shoe("0,0,4,4,4,4,4,4,4,16"))
