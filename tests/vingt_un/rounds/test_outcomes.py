"""How rounds end: every ending, hand and decision against brute force and against what hands are worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product

import pytest
from backhand.common.cards import Shoe
from backhand.vingt_un import Policy, Rules, UnsolvedError
from backhand.vingt_un.endings import ENDINGS, Ending, ending, net_of, table, won_by
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.rounds.both_by_rule import BothByRule
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import NATURAL, SCORES, choices
from backhand.vingt_un.solving.punter import Choice, Punter

from tests.vingt_un.tools import brute

POLICIES = [("17", "16"), ("15,18", "13"), ("16; 2 5 T: draw", "17,19; 8 T: draw; A 8: draw")]


def test_an_ending_says_what_a_hand_pays_under_every_option() -> None:
    options = ["natural-tie", "natural-pays", "drawn-21-pays", "tie-at-21", "ties"]
    places = table()
    for values in product(*(choices()[option] for option in options)):
        rules = Rules.from_text(",".join(map("=".join, zip(options, values, strict=True))))
        for punter, dealer in product(SCORES, repeat=2):
            assert net_of(rules, ending(punter, dealer)) == rules.net(punter, dealer)
            assert ENDINGS[places[punter * (NATURAL + 1) + dealer]] is ending(punter, dealer)
        results = won_by(rules)
        assert sorted(how for endings in results.values() for how in endings) == sorted(ENDINGS)


def kind(mine: brute.Hand, his: brute.Hand) -> str:
    """The ending of a hand, from the words of V2-V6."""
    if brute.total(mine) > 21:
        return "over"
    if brute.natural(mine) or brute.natural(his):
        both = {(True, True): "natural-tie", (True, False): "natural", (False, True): "dealer-natural"}
        return both[brute.natural(mine), brute.natural(his)]
    if brute.total(his) > 21:
        return "twenty-one" if brute.total(mine) == 21 else "dealer-over"
    if brute.total(mine) == brute.total(his):
        return "tie-at-21" if brute.total(mine) == 21 else "tie"
    if brute.total(mine) > brute.total(his):
        return "twenty-one" if brute.total(mine) == 21 else "nearer"
    return "dealer-21" if brute.total(his) == 21 else "beaten"


@cache
def walked(pack: str, dealer: str, punter: str, at_end: bool) -> dict[tuple[brute.Hand, str], Fraction]:
    """Every (final hand of the punter in the order dealt, ending), card by card."""
    mine, his = Policy.from_text(punter), Policy.from_text(dealer)
    found: dict[tuple[brute.Hand, str], Fraction] = defaultdict(Fraction)
    for chance, hand, rest in brute.deals(brute.pack_of(pack)):
        for more, down, left in brute.deals(rest):
            if brute.natural(down) and not at_end:
                found[hand, kind(hand, down)] += chance * more
                continue
            stands = partial(lambda policy, cards: policy.stands(counts_of(cards)), mine)
            for drawn, final in brute.final_hands(hand, left, stands):
                after = list(left)
                for card in final[2:]:
                    after.remove(card)
                dealers = partial(lambda policy, cards: policy.stands(counts_of(cards)), his)
                for last, end in brute.final_hands(down, tuple(after), dealers):
                    found[final, kind(final, end)] += chance * more * drawn * last
    return found


@pytest.mark.parametrize(("pack", "at_end"), [*zip(brute.PACKS, [False, True, True, False], strict=True)])
def test_every_ending_hand_and_decision_against_brute_force(pack: str, at_end: bool) -> None:
    for dealer, punter in POLICIES:
        rules = Rules(natural_at_end=at_end)
        mine = Policy.from_text(punter)
        found = Outcomes(rules, Policy.from_text(dealer), mine, Shoe(pack))
        walk = walked(pack, dealer, punter, at_end)
        assert sum(found.endings.values()) == 1
        starts: dict[tuple[tuple[int, ...], str], Fraction] = defaultdict(Fraction)
        decided: dict[tuple[tuple[int, bool], Choice], list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
        cards: dict[int, Fraction] = defaultdict(Fraction)
        for (final, how), chance in walk.items():
            starts[counts_of(final[:2]), how] += chance
            cards[len(final)] += chance
            at_once = not at_end and how in ("dealer-natural", "natural-tie")
            for size in range(2, len(final) + 1):
                held = final[:size]
                if brute.total(held) > 21 or brute.natural(held) or at_once:
                    continue
                soft = 1 in held and sum(held) + 10 <= 21
                choice = Choice.STAND if mine.stands(counts_of(held)) else Choice.DRAW
                both = decided[(brute.total(held), soft), choice]
                both[0] += chance
                both[1] += chance * (how in ("natural", "twenty-one", "dealer-over", "nearer"))
        assert {(h, e.value): p for h, ends in found.starts.items() for e, p in ends.items() if p} == dict(starts)
        assert {key: both for key, both in found.decisions.items() if both[0]} == {
            key: tuple(both) for key, both in decided.items()
        }
        assert {n: p for n, p in found.cards.items() if p} == dict(cards)


SETTINGS = [
    "hoffmann",
    "natural-pays=3,ties=void,natural-tie=void",
    "dealer-natural=end,drawn-21-pays=1,tie-at-21=single",
]


@pytest.mark.parametrize("rules", SETTINGS)
@pytest.mark.parametrize("pack", ["2,1,0,2,0,2,0,2,0,5", pytest.param("4,4,4,4,4,4,4,4,4,16", marks=pytest.mark.long)])
def test_endings_pay_what_the_hands_are_worth(rules: str, pack: str) -> None:
    """The value from the endings is that of ``Punter``, and a best reply's is that of best play."""
    in_force, his = Rules.from_text(rules), Policy.from_text("17,18")
    for punter in ("16", "14,18; T 4: draw; A 7: draw"):
        mine = Policy.from_text(punter)
        value = Punter(in_force, his, Shoe(pack), mine).dealers_value()
        assert Outcomes(in_force, his, mine, Shoe(pack)).dealers_value == value
    best = Punter(in_force, his, Shoe(pack))
    assert Outcomes(in_force, his, best.best_policy(), Shoe(pack)).dealers_value == best.dealers_value()


def test_a_dealer_who_may_double_is_refused_by_name() -> None:
    with pytest.raises(UnsolvedError, match="dealer-doubles=on"):
        Outcomes(Rules(dealer_may_double=True), Policy(17, 17), Policy(16, 16))


@cache
def ends_of(down: brute.Hand, pack: brute.Hand, dealer: Policy) -> dict[brute.Hand, Fraction]:
    found: dict[brute.Hand, Fraction] = defaultdict(Fraction)
    for chance, end in brute.final_hands(down, pack, lambda cards: dealer.stands(counts_of(cards))):
        found[tuple(sorted(end))] += chance
    return found


def split(
    rules: Rules, dealer: Policy, punter: Policy, down: brute.Hand, rank: int, waiting: int, made: int, pack: brute.Hand
) -> Iterator[tuple[Fraction, tuple[brute.Hand, ...], brute.Hand]]:
    """Every way the hands can come that wait, each with one card: their chance, the hands, the pack left."""
    if not waiting:
        yield Fraction(1), (), pack
        return
    for chance, card, left in brute.draws(pack):
        if card == rank and made < 4:
            for more, hands, after in split(rules, dealer, punter, down, rank, waiting + 1, made + 1, left):
                yield chance * more, hands, after
            continue
        for drawn, final in brute.final_hands((rank, card), left, lambda cards: punter.stands(counts_of(cards))):
            rest = list(left)
            for taken in final[2:]:
                rest.remove(taken)
            for more, hands, after in split(rules, dealer, punter, down, rank, waiting - 1, made, tuple(rest)):
                yield chance * drawn * more, (final, *hands), after


def score(hand: brute.Hand, both_drawn: bool) -> int:
    total = brute.total(hand)
    if total > 21:
        return 0
    return 22 if brute.natural(hand) and not both_drawn else total


@pytest.mark.parametrize(
    ("pack", "rank", "rules"),
    [
        ("2,0,0,0,0,0,1,2,0,7", 1, "hoffmann"),
        ("2,0,0,0,0,0,1,2,0,7", 1, "both-ace-ten=drawn,second-stake=before"),
        ("2,0,0,0,0,0,2,0,2,7", 9, "dealer-natural=end,ties=void"),
        ("1,0,0,0,0,0,0,3,1,9", 8, "hoffmann"),
        ("1,0,0,0,0,0,0,0,3,10", 9, "second-stake=before,drawn-21-pays=1"),
        ("2,0,0,0,0,0,0,2,0,13", 10, "alike=value,natural-pays=3"),  # where the limit of four hands binds
    ],
)
def test_going_on_both_by_rule_against_brute_force(pack: str, rank: int, rules: str) -> None:
    in_force, dealer, punter = Rules.from_text(rules), Policy.from_text("16"), Policy.from_text("15,18")
    found = BothByRule(Outcomes(in_force, dealer, punter, Shoe(pack)), frozenset([rank]))
    left = list(brute.pack_of(pack))
    left.remove(rank)
    left.remove(rank)
    gained = Fraction(0)
    for chance, down, rest in brute.deals(tuple(left)):
        if brute.natural(down) and not in_force.natural_at_end:
            gained -= chance * 2 * (2 if in_force.second_stake_before else 1)
            continue
        for more, hands, after in split(in_force, dealer, punter, down, rank, 2, 2, rest):
            for end, last in ends_of(down, after, dealer).items():
                his = score(end, False)
                gained += (
                    chance
                    * more
                    * last
                    * sum(in_force.net(score(hand, in_force.both_ten_drawn), his) for hand in hands)
                )
    assert found.gain(rank) == gained


def test_the_endings_of_one_hand_and_of_both_sum_to_one() -> None:
    for rules in ("hoffmann,alike=value", "second-stake=before,alike=value", "alike=value,dealer-natural=end"):
        alone = Outcomes(Rules.from_text(rules), Policy(17, 17), Policy(16, 16), Shoe("1,0,0,0,0,0,0,3,0,13"))
        found = BothByRule(alone, frozenset([8, 10]))
        whole = sum(found.endings.values())
        alike = sum(
            found.share(rank) * sum(p for how, p in alone.starts[counts_of([rank, rank])].items()) for rank in (8, 10)
        )
        kept = Fraction(0)
        if rules.startswith("hoffmann"):
            kept = sum(
                (found.share(rank) * alone.starts[counts_of([rank, rank])][Ending.DEALER_NATURAL] for rank in (8, 10)),
                Fraction(0),
            )
        assert whole == 1 - alike + kept
