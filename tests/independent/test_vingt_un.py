"""The commands of Vingt-un against own exact numbers, on packs of few cards."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from .black_box import document, exact, seeds, spell
from .game import NAMES, Hand, Shoe
from .vingt_un_game import AgainstPolicy, BestDealer, Policy, Rules, dealers_value, natural, score, soft, stands_on
from .vingt_un_table import Seat, Table, table_view


class Case:
    """Random options, and a pack of which most is seen."""

    def __init__(self, seed: int, doubles: bool = False, tens: int = 0) -> None:
        self.random = dice = random.Random(seed)
        flags = [dice.random() < 0.4 for _ in range(6)]
        pays = (3 if flags[2] else 2, 1 if flags[3] else 2, 1 if flags[4] else 2)
        self.rules = Rules(flags[0], flags[1], *pays, flags[5])
        counts = [0] * 10
        counts[9] = tens or dice.randint(5, 9)
        for rank in dice.sample(range(9), 3):
            counts[rank] = dice.randint(1, 2)
        if dice.random() < 0.7:
            counts[0] = dice.randint(1, 3)
        self.pack: Shoe = tuple(counts)
        full = (4,) * 9 + (16,)
        seen = " ".join(NAMES[rank] for rank in range(10) for _ in range(full[rank] - counts[rank]))
        told = [f"natural-tie={'void' if flags[0] else 'dealer'}", f"dealer-natural={'end' if flags[1] else 'once'}"]
        told += [f"natural-pays={3 if flags[2] else 2}", f"drawn-21-pays={1 if flags[3] else 2}"]
        told += [f"tie-at-21={'single' if flags[4] else 'double'}", f"ties={'void' if flags[5] else 'dealer'}"]
        told += ["pack=as-dealt", f"dealer-doubles={'on' if doubles else 'off'}"]
        self.options = ["--seen", seen, "--rules", ",".join(["hoffmann", *told])]

    def policy(self) -> tuple[str, Policy]:
        hard, other = self.random.randint(13, 19), self.random.randint(14, 20)
        if self.random.random() < 0.5:
            return str(hard), stands_on(hard)
        return f"{hard},{other}", stands_on(hard, other)

    def against(self, dealer: Policy) -> AgainstPolicy:
        return AgainstPolicy(self.rules, self.pack, dealer, lambda pair: self.rules.natural_at_end or not natural(pair))


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_value(seed: int) -> None:
    case = Case(seed)
    (dealer, stands), (punter, his) = case.policy(), case.policy()
    got = document("vingt-un", "value", "--dealer", dealer, *case.options)
    assert exact(got["dealers_value"]) == dealers_value(case.rules, case.pack, stands, None)
    got = document("vingt-un", "value", "--dealer", dealer, "--punter", punter, *case.options)
    assert exact(got["dealers_value"]) == dealers_value(case.rules, case.pack, stands, his)


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_value_with_a_dealer_who_doubles(seed: int) -> None:
    case = Case(seed + 100, doubles=True)
    dealer, stands = case.policy()
    total = case.random.choice([18, 19, 20])
    got = document("vingt-un", "value", "--dealer", f"{dealer}; double: {total}", *case.options)
    own = dealers_value(case.rules, case.pack, stands, None, lambda pair: total <= score(pair))
    assert exact(got["dealers_value"]) == own


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_every_hand_of_the_punter(seed: int) -> None:
    case = Case(seed + 200)
    dealer, stands = case.policy()
    got = document("vingt-un", "chart", "--hands", "--dealer", dealer, *case.options)
    game = case.against(stands)
    assert got["hands"]
    for row in got["hands"]:
        hand: Hand = tuple(NAMES.index(card) + 1 for card in row["hand"])
        weight = game.weight(hand)
        assert row["soft"] == soft(hand)
        assert row["score"] == score(hand) or natural(hand)
        stand, draw = game.stand(hand) / weight, game.draw(hand, game.best) / weight
        assert (exact(row["stand"]), exact(row["draw"])) == (stand, draw)
        best = {"stand"} if stand > draw else {"draw"} if draw > stand else {"stand", "draw"}
        assert set(row["best"]) == best
    hands = [row["hand"] for row in got["hands"] if len(row["hand"]) > 2 or len(set(row["hand"])) == 2]
    hand = tuple(NAMES.index(card) + 1 for card in case.random.choice(hands))
    told = document("vingt-un", "advise", " ".join(spell(hand)), "--dealer", dealer, *case.options)
    evs = {row["action"]: exact(row["ev"]) for row in told["actions"] if row["action"] in ("stand", "draw")}
    weight = game.weight(hand)
    assert evs == {"stand": game.stand(hand) / weight, "draw": game.draw(hand, game.best) / weight}


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_the_chart_of_the_punter(seed: int) -> None:
    case = Case(seed + 300)
    dealer, stands = case.policy()
    got = document("vingt-un", "chart", "--dealer", dealer, *case.options)
    cells = {(row["total"], row["soft"]): row["action"] == "stand" for row in got["cells"]}
    best = dealers_value(case.rules, case.pack, stands, None)
    own = dealers_value(case.rules, case.pack, stands, lambda hand: cells.get((score(hand), soft(hand)), True))
    assert exact(got["ev"]) == -own
    assert exact(got["optimum"]["ev"]) == -best
    assert exact(got["cost"]) == own - best
    assert sum((exact(row["cost_per_round"]) for row in got["cells"]), Fraction(0)) == own - best


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_the_dealers_best_reply(seed: int) -> None:
    case = Case(seed + 400)
    punter, his = case.policy()
    got = document("vingt-un", "reply", "--punters", punter, *case.options)
    assert exact(got["dealers_value"]) == BestDealer(case.rules, his).value(case.pack)


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_whether_to_double(seed: int) -> None:
    case = Case(seed + 500, doubles=True)
    (punter, his), (other, if_doubled) = case.policy(), case.policy()
    got = document("vingt-un", "double", "--punters", punter, "--if-doubled", other, *case.options)
    for row in got["hands"]:
        hand: Hand = tuple(NAMES.index(card) + 1 for card in row["hand"])
        rest = tuple(count - hand.count(rank + 1) for rank, count in enumerate(case.pack))
        assert exact(row["single"]) == BestDealer(case.rules, his).with_two(hand, rest)
        assert exact(row["double"]) == 2 * BestDealer(case.rules, if_doubled).with_two(hand, rest)


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_advice_to_the_dealer(seed: int) -> None:
    case = Case(seed + 600)
    punter, his = case.policy()
    available = [rank + 1 for rank, count in enumerate(case.pack) for _ in range(count)]
    hand: Hand = tuple(sorted(case.random.sample(available, 2)))
    if natural(hand):
        hand = (10, 10)
    rest = tuple(count - hand.count(rank + 1) for rank, count in enumerate(case.pack))
    dealer = BestDealer(case.rules, his)
    drawn, view = case.random.choice(sorted(dealer.shown(rest)[1].items()))
    chance = sum(share for _, share, _ in view)
    options = ["--as", "dealer", "--standing", "1", "--punters", punter, "--shown", " ".join(spell(drawn))]
    got = document("vingt-un", "advise", " ".join(spell(hand)), *options, *case.options)
    evs = {row["action"]: exact(row["ev"]) for row in got["actions"]}
    assert evs == {"stand": dealer.stand(hand, view) / chance, "draw": dealer.draw(hand, view) / chance}


def test_a_natural_ranks_above_a_drawn_21() -> None:
    case = Case(200)
    got = document("vingt-un", "chart", "--hands", "--dealer", "17", *case.options)
    assert [row["score"] for row in got["hands"] if row["hand"] == ["A", "T"]] == [22]


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_advice_to_the_dealer_of_a_full_table(seed: int) -> None:
    """Two or three punters, some of whom have gone over; cards thrown up are shown, or not."""
    case = Case(seed + 700, tens=11)
    dice = case.random
    shown_whole = dice.random() < 0.5
    policies = [case.policy() for _ in range(dice.randint(2, 3))]
    while True:
        pack = [rank + 1 for rank, count in enumerate(case.pack) for _ in range(count)]
        dice.shuffle(pack)
        hand: Hand = tuple(sorted((pack.pop(), pack.pop())))
        seats = [Seat.played(policy, pack) for _, policy in policies]
        standing = [place for place, seat in enumerate(seats) if not seat.over]
        if not natural(hand) and standing and len(pack) > 2:
            break
    rest = tuple(count - hand.count(rank + 1) for rank, count in enumerate(case.pack))
    view = table_view(seats, rest, shown_whole)
    order = [*standing, *(place for place, seat in enumerate(seats) if seat.over)]
    options = [part for place in order for part in ("--punter", policies[place][0])]
    options += ["--shown", " | ".join(" ".join(spell(seats[place].drawn)) for place in standing)]
    options += ["--standing", str(len(standing))]
    gone = [(*seat.hidden, *seat.drawn) if shown_whole else seat.drawn for seat in seats if seat.over]
    options += ["--over", " | ".join(" ".join(spell(cards)) for cards in gone)] if gone else []
    rules = [*case.options[:-1], f"{case.options[-1]},overdrawn-shown={'yes' if shown_whole else 'no'}"]
    got = document("vingt-un", "advise", " ".join(spell(hand)), "--as", "dealer", *options, *rules)
    dealer, chance = Table(case.rules), sum(share for _, share, _ in view)
    evs = {row["action"]: exact(row["ev"]) for row in got["actions"]}
    assert evs == {"stand": dealer.stand(hand, view) / chance, "draw": dealer.draw(hand, view) / chance}


def test_the_checkpoint_of_the_whole_pack() -> None:
    value = exact(document("vingt-un", "value", "--dealer", "17")["dealers_value"])
    assert value == Fraction(24002857155357432691, 158967762540051465000)
