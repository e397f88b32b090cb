"""The payouts that make the game fair, and those at which best play changes, against a dense scan."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from .black_box import Case, document, exact, seeds, spell
from .game import WINS, Best, Game, deals, marginal


def at(game: Game, kind: str, payout: Fraction) -> Game:
    """The game with one payout, or all of them, set."""
    pays = [payout if kind in (name, "all") else old for name, old in zip(WINS, game.pays, strict=True)]
    return replace(game, pays=(pays[0], pays[1], pays[2]))


def value(case: Case, kind: str, payout: Fraction) -> Fraction:
    game = at(case.game, kind, payout)
    return game.ev(Best(game).deal(case.shoe))


def pieces(row: dict[str, Any]) -> list[tuple[Fraction, Fraction]]:
    points = [(exact(end["payout"]), exact(end["ev"])) for end in row["ends"]]
    return sorted(points + [(exact(bend["payout"]), exact(bend["ev"])) for bend in row["bends"]])


@pytest.mark.parametrize("seed", seeds(2, 15))
def test_the_pieces_are_the_whole_function(seed: int) -> None:
    case = Case(seed + 300, most=8)
    kind = case.random.choice([*WINS, "all"])
    got = document("payouts", "--pieces", "--kind", kind, "--low", "1:5", "--high", "4", *case.options)
    row = got["pieces"][0]
    points = pieces(row)
    assert (points[0][0], points[-1][0]) == (Fraction(1, 5), Fraction(4))
    slopes = []
    for (low, ev_low), (high, ev_high) in pairwise(points):
        slopes.append((ev_high - ev_low) / (high - low))
        for part in (Fraction(0), Fraction(1, 7), Fraction(1, 2)):
            payout = low + part * (high - low)
            assert value(case, kind, payout) == ev_low + part * (ev_high - ev_low)
    assert value(case, kind, Fraction(4)) == points[-1][1]
    assert slopes == sorted(set(slopes))
    bends = sorted(row["bends"], key=lambda bend: exact(bend["payout"]))
    assert [exact(bend["slope_below"]) for bend in bends] == slopes[:-1]
    assert [exact(bend["slope_above"]) for bend in bends] == slopes[1:]


@pytest.mark.parametrize("seed", seeds(2, 15))
def test_the_payout_wanted_gives_the_edge(seed: int) -> None:
    case = Case(seed + 400, most=8)
    kind = case.random.choice([*WINS, "all"])
    got = document("payouts", "--edge", "2%", "--kind", kind, *case.options)
    assert exact(got["ev"]) == case.game.ev(Best(case.game).deal(case.shoe))
    assert [exact(row["house_edge"]) for row in got["wanted"]] == [0, Fraction(1, 50)]
    for row in got["wanted"]:
        edge = exact(row["house_edge"])
        if row["payout"] is None:
            tiny, huge = value(case, kind, Fraction(1, 10**9)), value(case, kind, Fraction(10**9))
            assert tiny > -edge or huge < -edge or tiny == huge
        else:
            payout = exact(row["payout"])
            assert value(case, kind, payout) == -edge
        for usual in row["usual_odds"]:
            assert -value(case, kind, Fraction(usual["odds"].replace(":", "/"))) == exact(usual["house_edge"])
    expression = got["expression"].replace("_", "-")
    law = marginal(Best(case.game).deal(case.shoe), 0)
    for name in WINS:
        assert (name in expression) == (name in law)


@pytest.mark.parametrize("seed", seeds(2, 15))
def test_changes_are_those_of_first_hands(seed: int) -> None:
    """Just below and just above a change the best actions are those told; between changes no hand changes."""
    case = Case(seed + 500, most=8)
    kind = case.random.choice([*WINS, "all"])
    got = document("payouts", "--kind", kind, *case.options)
    changes = got["changes"]
    turns = sorted({exact(row["payout"]) for row in changes})
    ends = [Fraction(1, 2), *(turn for turn in turns if Fraction(1, 2) < turn < 2), Fraction(2)]
    hands = {(hand, aces, rest) for hand, aces, rest in deals(case.shoe) if hand is not None}
    for position in list(hands):
        hands |= followers(case.game, position)
    tables, sides = [], ("below", "above")
    for low, high in pairwise(ends):
        row = []
        for part in (Fraction(1, 10**7), Fraction(1, 3), 1 - Fraction(1, 10**7)):
            best = Best(at(case.game, kind, low + part * (high - low)))
            row.append({(hand, aces): best.best(hand, rest) for hand, aces, rest in hands})
        assert row[0] == row[1] == row[2]
        tables.append(row[0])
    own = {
        (turn, tuple(spell(hand)), aces, tuple(sorted(below[hand, aces])), tuple(sorted(above[hand, aces])))
        for turn, below, above in zip(ends[1:-1], tables, tables[1:], strict=False)
        for hand, aces in below
        if below[hand, aces] != above[hand, aces]
    }
    given = {
        (exact(row["payout"]), tuple(row["hand"]), row["discarded_aces"], *(tuple(sorted(row[side])) for side in sides))
        for row in changes
    }
    assert given == own


def followers(game: Game, position: tuple[tuple[int, ...], int, tuple[int, ...]]) -> set[Any]:
    """All hands that hits can make of a hand."""
    hand, aces, rest = position
    found: set[Any] = set()
    if "hit" not in game.legal(hand) or len(hand) == 4:
        return found
    for place, count in enumerate(rest):
        if count and sum(hand) + place + 1 <= 21:
            left = (*rest[:place], count - 1, *rest[place + 1 :])
            new = (tuple(sorted((*hand, place + 1))), aces, left)
            found |= {new} | followers(game, new)
    return found
