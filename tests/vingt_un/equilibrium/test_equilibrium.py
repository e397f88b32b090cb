"""The equilibrium: proved intervals hold an exactly solved small game, and one run is like another."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from backhand.common.cards import Shoe
from backhand.vingt_un import Policy, PolicyError, Rules
from backhand.vingt_un.equilibrium.cfr import Game, State, iterate
from backhand.vingt_un.equilibrium.proof import (
    certified,
    certified_if_seen,
    dealers_best,
    dealers_plans,
    punters_best,
    punters_plans,
)
from backhand.vingt_un.equilibrium.search import solve
from backhand.vingt_un.solving.dealer import Dealer
from backhand.vingt_un.solving.lattice import PAIR_HANDS
from backhand.vingt_un.solving.punter import round_value
from scipy.optimize import linprog
from scipy.sparse import coo_array

from tests.vingt_un.tools import brute

Key = tuple[object, ...]
SAID = ("single", "double")


class Tree:
    """The game in sequence form: every seat remembers all it saw, in order; the dealer sees runs sorted, or not.

    A dealer who may double says so first, or says nothing.
    """

    def __init__(self, pack: brute.Hand, order_seen: bool = False, doubles: bool = False) -> None:
        self.order_seen = order_seen
        self.punter: dict[Key, int] = {(): 0}
        self.dealer: dict[Key, int] = {(): 0}
        self.parents: tuple[dict[Key, tuple[Key, tuple[str, str]]], dict[Key, tuple[Key, tuple[str, str]]]] = ({}, {})
        self.gains: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for chance, hand, left in brute.deals(pack):
            for more, down, rest in brute.deals(left):
                pair, cards = tuple(sorted(hand)), tuple(sorted(down))
                if not doubles:
                    self.punters_turn(chance * more, pair, (), cards, rest, (), "", ())
                for said in SAID if doubles else ():
                    his = self.act(1, ("dealt", cards), (), said, SAID)
                    stake = 2 if said == "double" else 1
                    self.punters_turn(stake * chance * more, pair, (), cards, rest, (), said, his)

    def act(self, seat: int, info: Key, before: Key, action: str, names: tuple[str, str] = ("stand", "draw")) -> Key:
        known = (self.punter, self.dealer)[seat]
        self.parents[seat][info] = before, names
        for name in names:
            known.setdefault((info, name), len(known))
        return (info, action)

    def end(self, chance: Fraction, mine: Key, his: Key, gain: int) -> None:
        self.gains[self.dealer[his], self.punter[mine]] += chance * gain

    def punters_turn(
        self,
        chance: Fraction,
        pair: brute.Hand,
        run: brute.Hand,
        down: brute.Hand,
        pack: brute.Hand,
        last: Key,
        said: str,
        his: Key,
    ) -> None:
        if brute.natural(down):
            self.end(chance, last, his, 2)
            return
        info = (pair, run, said)
        stood = self.act(0, info, last, "stand")
        seen = run if self.order_seen else tuple(sorted(run))
        self.dealers_turn(chance, (*pair, *run), (seen, said), down, (), pack, stood, his)
        drew = self.act(0, info, last, "draw")
        for more, card, left in brute.draws(pack):
            if brute.total((*pair, *run, card)) > 21:
                self.end(chance * more, drew, his, 1)
            else:
                self.punters_turn(chance * more, pair, (*run, card), down, left, drew, said, his)

    def dealers_turn(
        self,
        chance: Fraction,
        hand: brute.Hand,
        seen: Key,
        down: brute.Hand,
        run: brute.Hand,
        pack: brute.Hand,
        mine: Key,
        last: Key,
    ) -> None:
        info = (seen, down, run)
        his = (*down, *run)
        self.end(chance, mine, self.act(1, info, last, "stand"), -brute.gain(hand, his))
        drew = self.act(1, info, last, "draw")
        for more, card, left in brute.draws(pack):
            if brute.total((*his, card)) > 21:
                self.end(chance * more, mine, drew, -brute.gain(hand, (*his, card)))
            else:
                self.dealers_turn(chance * more, hand, seen, down, (*run, card), left, mine, drew)

    def constraints(self, seat: int) -> coo_array:
        known, rows = (self.punter, self.dealer)[seat], [(0, 0, 1.0)]
        for row, (info, (before, names)) in enumerate(self.parents[seat].items(), start=1):
            rows += [(row, known[before], -1.0), *((row, known[info, name], 1.0) for name in names)]
        row_of, column_of, value = zip(*rows, strict=True)
        return coo_array((value, (row_of, column_of)), shape=(len(self.parents[seat]) + 1, len(known)))

    def value(self) -> float:
        """The dealer's plan y and the punter's best replies p: maximise p[0] with E'p <= y'A, Fy = f."""
        mine, his = self.constraints(0), self.constraints(1)
        (rows, columns), values = zip(*self.gains, strict=True), [float(gain) for gain in self.gains.values()]
        gains = coo_array((values, (columns, rows)), shape=(len(self.punter), len(self.dealer)))
        infos, sequences = mine.shape[0], len(self.dealer)
        upper = np.hstack([-gains.toarray(), mine.T.toarray()])
        equal = np.hstack([his.toarray(), np.zeros((his.shape[0], infos))])
        start = np.zeros(his.shape[0])
        start[0] = 1
        goal = np.zeros(sequences + infos)
        goal[sequences] = -1
        bounds = [(0, None)] * sequences + [(None, None)] * infos
        found = linprog(goal, upper, np.zeros(len(upper)), equal, start, bounds, method="highs")
        assert found.status == 0
        return float(-found.fun)


@pytest.mark.parametrize(
    ("pack", "doubles"),
    [
        ("1,0,0,0,3,0,2,0,0,3", False),
        pytest.param("2,0,0,0,0,2,0,0,2,3", False, marks=pytest.mark.long),
        pytest.param("0,0,0,2,2,2,0,0,0,3", False, marks=pytest.mark.long),
        pytest.param("1,0,0,0,3,0,2,0,0,3", True, marks=pytest.mark.long),
        pytest.param("2,0,0,0,0,2,0,0,2,3", True, marks=pytest.mark.long),
    ],
)
def test_interval_contains_the_value_of_a_small_game(pack: str, doubles: bool) -> None:
    game = Game(Rules(dealer_may_double=doubles), Shoe(pack))
    state = State.fresh(game)
    iterate(game, state, 100)
    found = certified(game, state)
    value = Tree(brute.pack_of(pack), doubles=doubles).value()
    assert found.low <= found.high
    assert float(found.low) - 1e-7 <= value <= float(found.high) + 1e-7
    assert float(found.width) < 2e-3
    seen = certified_if_seen(game, state, found.low)
    assert float(seen.low) - 1e-7 <= Tree(brute.pack_of(pack), True, doubles).value() <= float(seen.high) + 1e-7
    assert seen.high >= found.high - Fraction(1, 10**5)


@pytest.mark.parametrize(
    "rules",
    [
        *("hoffmann", "dealer-natural=end,ties=void", "natural-tie=void,natural-pays=3"),
        *("dealer-doubles=on", "dealer-doubles=on,dealer-natural=end", "dealer-doubles=on,natural-tie=void"),
    ],
)
def test_certified_best_replies_are_those_of_punter_and_dealer(rules: str) -> None:
    """Pure plans written as tables: both best replies equal the other modules'."""
    game = Game(Rules.from_text(rules), Shoe(brute.PACKS[0]))
    dealer = Policy.from_text("15,18; 5 T: draw" + "; double: 19; T T: single" * game.rules.dealer_may_double)
    punters = [Policy.from_text("15,18; 5 T: draw"), Policy(13, 14)][: len(game.stakes)]
    state = State.fresh(game)
    stands = np.array([dealer.stands(hand) for hand in game.lattice.hands])
    for plans, doubled in zip(state.told, (False, True), strict=False):
        said = np.array([dealer.doubling.doubles(hand) == doubled for hand in game.lattice.hands])
        plans.dealer_sums[0, stands] = plans.dealer_sums[1, ~stands] = 1.0
        plans.dealer_sums[:, ~said & (game.lattice.sizes == 2)] = 0.0
    assert -punters_best(game, dealers_plans(game, state)) == round_value(game.rules, dealer, game.pack)

    for plans, policy in zip(state.told, punters, strict=True):
        for pair in range(game.in_play.shape[0]):
            for column, run in enumerate(game.lattice.columns):
                if game.in_play[pair, column]:
                    hand = tuple(int(a) + b for a, b in zip(PAIR_HANDS[pair], run, strict=True))
                    plans.punter_sums[0 if policy.stands(hand) else 1, pair, column] = 1
    expected = Dealer(game.rules, punters[0], game.pack, if_doubled=punters[1] if punters[1:] else None).value()
    assert dealers_best(game, punters_plans(game, state)) <= expected  # who does not see the order cannot gain more
    assert certified_if_seen(game, state, Fraction(0)).high == expected


@pytest.mark.parametrize("doubles", [False, pytest.param(True, marks=pytest.mark.long)])
def test_no_randomness_and_resumable(tmp_path: Path, doubles: bool) -> None:
    game = Game(Rules(dealer_may_double=doubles), Shoe(brute.PACKS[0]))
    straight, broken = State.fresh(game), State.fresh(game)
    iterate(game, straight, 30)
    iterate(game, broken, 13)
    broken.save(tmp_path / "state.npz", game)
    resumed = State.load(tmp_path / "state.npz", game)
    iterate(game, resumed, 17)
    assert resumed.iterations == straight.iterations == 30
    assert np.array_equal(resumed.doubling, straight.doubling)
    assert len(resumed.told) == len(game.stakes)
    for one, other in zip(resumed.told, straight.told, strict=True):
        for name in ("punter_regrets", "dealer_regrets", "punter_sums", "dealer_sums"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
    assert certified(game, resumed) == certified(game, straight)
    (tmp_path / "text").write_text("no state")
    with pytest.raises(PolicyError, match="not a state"):
        State.load(tmp_path / "text", game)
    with pytest.raises(PolicyError, match="not of"):
        State.load(tmp_path / "state.npz", Game(Rules(ties_void=True), game.pack))


@pytest.mark.long
def test_search_goes_on_where_it_was(tmp_path: Path) -> None:
    pack, file = Shoe(brute.PACKS[0]), tmp_path / "state.npz"
    solve(Rules(), pack, Fraction(1, 10**9), 20, file)
    resumed = solve(Rules(), pack, Fraction(1, 10**9), 60, file)
    straight = solve(Rules(), pack, Fraction(1, 10**9), 60)
    assert resumed.state.iterations == straight.state.iterations == 60
    assert (resumed.interval, resumed.if_seen) == (straight.interval, straight.if_seen)
    assert solve(Rules(), pack, Fraction(1), 500, file).state.iterations == 60  # narrow enough already


@pytest.mark.longest
@pytest.mark.parametrize(("rules", "iterations"), [("hoffmann", 150), ("dealer-doubles=on", 200)])
def test_whole_pack_to_a_ten_thousandth(rules: str, iterations: int) -> None:
    game = Game(Rules.from_text(rules), Shoe.of_decks(1))
    state = State.fresh(game)
    iterate(game, state, iterations)
    assert certified(game, state).width < Fraction(1, 10_000)
