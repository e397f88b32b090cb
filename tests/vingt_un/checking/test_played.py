"""Played rounds of Vingt-un: right ones are priced, wrong ones refused by their line; luck has mean zero, exactly."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from backhand.common.cards import Shoe
from backhand.common.checking.logs import Audited
from backhand.common.intervals import sum_of
from backhand.errors import InputError
from backhand.vingt_un import Policy, Rules
from backhand.vingt_un.checking.played import audit, parse_log
from backhand.vingt_un.endings import Ending
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.solving.punter import Choice, Punter, round_value

from tests.conftest import Ran, refuses_line_3
from tests.vingt_un.tools.brute import Hand, deals, final_hands, gain, natural, pack_of, total

Run = Callable[..., Ran]
HEAD = "cards,actions,dealer,result\n"
NAMES = "A23456789T"
SMALL = "2,0,0,0,1,0,1,1,0,5"
"""Few cards, but enough pips for two hands."""


def audited(text: str, rules: Rules | None = None, dealer: str = "17") -> list[Audited]:
    rules = rules or Rules()
    return list(audit(parse_log(text, "log.csv", rules), rules, Policy.from_text(dealer), "log.csv"))


def without(pack: Hand, cards: Hand) -> Hand:
    left = list(pack)
    for card in cards:
        left.remove(card)
    return tuple(left)


@pytest.mark.parametrize(
    ("options", "dealer"), [("", "17"), (",dealer-natural=end", "17"), (",dealer-doubles=on", "17; double: 20")]
)
def test_luck_has_mean_zero_and_costs_sum_to_the_cost_of_the_policy(options: str, dealer: str) -> None:
    """Every round that can come from a small pack, card by card."""
    rules, policy = Rules.from_text(f"hoffmann,pack=as-dealt{options}"), Policy.from_text(dealer)
    pack, ends, doubles = pack_of(SMALL), "natural=end" in options, "doubles" in options
    seen = " ".join(NAMES[card - 1] for card in without(pack_of("4,4,4,4,4,4,4,4,4,16"), pack))
    ways: dict[str, Fraction] = defaultdict(Fraction)
    nets: dict[str, int] = {}
    for dealt, mine, rest in deals(pack):
        for held, his, left in deals(rest):
            at_once = natural(his) and not ends
            doubled = doubles and total(his) >= 20
            finals = [(Fraction(1), mine)] if at_once else final_hands(mine, left, lambda hand: total(hand) >= 14)
            for drawn, final in finals:
                over = total(final) > 21
                undealt = without(left, final[2:])
                his_finals = [(Fraction(1), his)] if over else final_hands(his, undealt, lambda hand: total(hand) >= 17)
                actions = ["draw"] * (len(final) - 2) + ["stand"] * (not over and not natural(mine) and not at_once)
                for chance, shown in his_finals:
                    entry = {"cards": [NAMES[c - 1] for c in final], "actions": actions, "seen": seen}
                    entry |= {"dealer": [NAMES[c - 1] for c in shown], "doubled": "yes" if doubled else "no"}
                    line = json.dumps(entry)
                    ways[line] += dealt * held * drawn * chance
                    nets[line] = gain(final, shown) * (2 if doubled else 1)
    assert sum(ways.values()) == 1
    rounds = list(audit(parse_log("\n".join(ways), "log", rules), rules, policy))
    chances = list(ways.values())
    assert [audited.net for audited in rounds] == list(nets.values())
    assert all(audited.net == audited.deal + audited.luck - audited.cost for audited in rounds)
    assert sum_of(chance * audited.luck for chance, audited in zip(chances, rounds, strict=True)) == 0
    cost = sum_of(chance * audited.cost for chance, audited in zip(chances, rounds, strict=True))
    shoe = Shoe(SMALL)
    assert cost == round_value(rules, policy, shoe, Policy(14, 14)) - round_value(rules, policy, shoe) > 0


def test_a_decision_is_priced_as_advised() -> None:
    (made,) = audited(HEAD + "A 2 6,draw stand,9 9,\n")
    advise = Punter(Rules(), Policy(17, 17)).advise
    first, second = advise(counts_of([1, 2])).values, advise(counts_of([1, 2, 6])).values
    assert made.decisions[0].cost == max(first.values()) - first[Choice.DRAW]
    assert made.decisions[1].cost == max(second.values()) - second[Choice.STAND]
    assert made.decisions[1].undealt == Shoe.of_decks(1).without([1, 2, 6])
    assert made.deal == -Punter(Rules(), Policy(17, 17)).dealers_value()


def test_what_was_seen_and_what_was_doubled() -> None:
    rules = Rules.from_text("hoffmann,pack=as-dealt,dealer-doubles=on")
    text = "cards,actions,dealer,result,seen,doubled\nT 6,stand,T T,-2,K K 5,yes\nT 6,stand,T 9,-1,,no\n"
    dealer = Policy.from_text("17; double: 20")
    doubled, single = audited(text, rules, "17; double: 20")
    pack = Shoe.of_decks(1).without([10, 10, 5])
    assert [doubled.net, single.net] == [-2, -1]
    assert doubled.deal == -round_value(rules, dealer, pack)
    values = Punter(rules, dealer, pack, doubled=True).advise(counts_of([10, 6])).values
    assert doubled.decisions[0].cost == max(values.values()) - values[Choice.STAND]
    with pytest.raises(InputError, match=r"line 2: the dealer doubled with T T, but '17' does not"):
        audited(text, rules, "17")
    with pytest.raises(InputError, match="line 2: the dealer did not double with T T"):
        audited(text.replace("yes", "no"), rules, "17; double: 20")


PLAYED = {
    "A K,,T 8,natural": 2,
    "A K,,T 6,natural": 2,  # a dealer need not draw to a natural
    "A K,,A K,natural-tie": -2,
    "T 5,,A K,dealer-natural": -2,
    "9 5 8,draw,,over": -1,
    "9 5 8,draw,T 2,-1": -1,
    "9 5 8,draw,T 2 6,lost": -1,
    "9 5 7,draw stand,T 2 K,twenty-one": 2,
    "9 8,stand,T 2 9,-2": -2,
    "9 8,stand,T 7,tie": -1,
}


def test_played_by_the_rules() -> None:
    rounds = audited(HEAD + "\n".join(PLAYED))
    assert [made.net for made in rounds] == list(PLAYED.values())
    assert all(made.net == made.deal + made.luck - made.cost for made in rounds)


def test_options_pay_and_end_rounds() -> None:
    rules = Rules.from_text("hoffmann,dealer-natural=end,ties=void,natural-pays=3,natural-tie=void")
    lines = ["9 5 8,draw,A K,over", "9 8,stand,T 7,void", "A K,,T 8,+3", "A K,,A K,0"]
    made = audited(HEAD + "\n".join(lines), rules)
    assert [round.net for round in made] == [-1, 0, 3, 0]
    assert [round.ending for round in made] == [Ending.OVER, Ending.TIE, Ending.NATURAL, Ending.NATURAL_TIE]


REFUSED = {
    "a draw after standing": ("T 4 5,stand draw,T 7,won", "draw comes after the end of the punter's turn"),
    "a card after standing": ("T 7 5,stand,T 7,lost", r"cards 5 come after the end of .* \(stand with T 7\)"),
    "a draw when over": ("T 4 9 2,draw draw,T 7,lost", r"draw comes after .* \(over with T 4 9\)"),
    "a stand when over": ("T 4 9,draw stand,T 7,lost", "stand comes after"),
    "a stand missing": (
        "T 4 5,draw,T 7,won",
        "actions end in the middle of the round, with T 4 5: cut short, no stand",
    ),
    "a draw to a natural": ("A T 5,draw stand,T 7,won", r"draw comes after .* \(a natural\)"),
    "a draw after the dealer's natural": ("T 4 5,draw stand,A T,-2", "the dealer's natural"),
    "cut in the deal": ("T,stand,T 7,lost", "a round begins with two"),
    "cut in the cards": ("T 4,draw stand,T 7,lost", "the cards end in the middle of the round, drawing to T 4"),
    "cut in the dealer's cards": ("T 7,stand,T 4,lost", "the dealer's cards end with T 4, where '17' draws: cut short"),
    "cut in the dealer's deal": ("T 7,stand,T,lost", "the dealer's two cards are missing"),
    "no dealer": ("T 7,stand,,lost", "the dealer's two cards are missing"),
    "a dealer who draws on": ("T 7,stand,T 7 2,lost", "the dealer drew with T 7, where '17' stands"),
    "a dealer who draws when over": ("T 7,stand,T 4 9 2,won", "the dealer drew with T 4 9, where he is over"),
    "five of a rank": ("7 7,stand,7 7 7,lost", "5 cards of rank 7"),
    "a wrong result": ("T 7,stand,T 8,won", r"the result is beaten \(lost, -1\), not won"),
    "wrong stakes": ("T 7,stand,T 4 7,-1", r"the result is dealer-21 \(lost, -2\), not -1"),
    "a tie that is none": ("T 7,stand,T 7,void", "the result is tie"),
    "going on both": ("8 8 2,both,T 7,lost", "going on both is not priced"),
    "no action": ("8 8 2,hit,T 7,lost", "'hit' is no action: stand, draw"),
    "no result": ("8 8,stand,T 7,+7", r"'\+7' is no result"),
    "no card": ("X 8,stand,T 7,lost", "'X' is no card"),
    "a field too few": ("8 8,stand,T 7", "3 fields, where the columns are 4: cut short"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str, run: Run, tmp_path: Path) -> None:
    line, message = REFUSED[what]
    lines = [HEAD.strip(), "T 7,stand,T 7,tie", line]
    text = refuses_line_3(run, tmp_path, lines, "vingt-un", "audit", "--dealer", "17")
    with pytest.raises(InputError, match=message):
        audited(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        (HEAD, "has no rounds"),
        ("cards,actions,result\n", r"line 1: the columns are cards,actions,dealer,result\[,seen\]\[,doubled\]"),
        ('{"cards": "9 7 T", "actions": "draw"}', "line 1: an object of cards, actions, dealer, result and perhaps"),
        ("cards,actions,dealer,result,seen\n9 8,stand,T 7,,K 5\n", "line 2: seen: with pack=fresh"),
        ("cards,actions,dealer,result,doubled\n9 8,stand,T 7,,yes\n", "line 2: the dealer cannot have doubled"),
        ("cards,actions,dealer,result,doubled\n9 8,stand,T 7,,2\n", "line 2: '2' is no doubled: yes, no"),
    ],
)
def test_no_log(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        audited(text)


def test_audit_in_every_format(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    entries = [
        {"cards": ["A", "6"], "actions": ["stand"], "dealer": "99", "result": "lost"},
        {"cards": "T 9", "actions": "stand", "dealer": "T 8"},
    ]
    path.write_text("\n".join(json.dumps(entry) for entry in entries))
    made = json.loads(run("vingt-un", "audit", str(path), "--dealer", "17", "--format", "json").out)
    assert made["schema"] == "backhand.vingt-un.audit/1"
    assert (made["dealer"], made["rounds"], made["decisions"], made["mistakes"]) == ("17", 2, 2, 1)
    assert (made["worst"][0]["line"], made["worst"][0]["best"]) == (1, ["draw"])
    sums = {
        key: Fraction(made[key]["fraction"]) for key in ("net", "expected_by_best_play", "cost_of_mistakes", "luck")
    }
    assert sums["net"] == sums["expected_by_best_play"] + sums["luck"] - sums["cost_of_mistakes"] == 0
    for form in ("text", "md", "csv"):
        ran = run("vingt-un", "audit", str(path), "--dealer", "17", "--format", form)
        assert (ran.code, ran.err) == (0, "")
