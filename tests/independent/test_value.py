"""Value, advise and their formats against own exact numbers."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from .black_box import Case, document, exact, exacts, seeds, spell, text
from .game import Best, Game, deals, draws, marginal, win


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_value_has_the_own_figures(seed: int) -> None:
    case = Case(seed)
    best = Best(case.game, details=True)
    law = best.deal(case.shoe)
    ev = case.game.ev(law)
    got = document("value", "--figures", *case.options)
    assert exact(got["ev"]) == ev == -exact(got["house_edge"]) == exact(got["rtp"]) - 1
    assert exact(got["win"]) == win(law) == exact(got["hit_frequency"])
    squares = sum((p * case.game.net(key[0]) ** 2 for key, p in law.items()), Fraction(0))
    assert exact(got["variance"]) == squares - ev**2
    assert exacts(got["endings"]) == marginal(law, 0)
    for place, name in ((1, "cards"), (2, "pushes")):
        own = {str(key): p for key, p in marginal(law, place).items()}
        assert exacts(got[name]) == own
        assert exact(got[f"mean_{name}"]) == sum((int(key) * p for key, p in own.items()), Fraction(0))
    hands: dict[tuple[str, ...], list[Fraction]] = {}
    for (hand, _, rest), chance in deals(case.shoe).items():
        if hand is not None:
            row = hands.setdefault(tuple(spell(hand)), [Fraction(0)] * 3)
            after = best.hand(hand, rest)
            for place, number in enumerate((Fraction(1), win(after), case.game.ev(after))):
                row[place] += chance * number
    own_hands = {hand: (row[0], row[1] / row[0], row[2] / row[0]) for hand, row in hands.items()}
    parts = ("chance", "win", "ev")
    given = {tuple(row["hand"]): tuple(exact(row[part]) for part in parts) for row in got["initial_hands"]}
    assert given == own_hands


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_the_formats_of_value_agree(seed: int) -> None:
    case = Case(seed + 100)
    got = document("value", *case.options)
    rows = {row["figure"]: row for row in csv.DictReader(io.StringIO(text("value", *case.options, "--format", "csv")))}
    for name in ("win", "ev", "house_edge", "rtp", "hit_frequency", "variance"):
        assert Fraction(rows[name]["fraction"]) == exact(got[name])
        assert float(rows[name]["decimal"]) == got[name]["decimal"]
    for name, number in got["endings"].items():
        assert Fraction(rows[name]["fraction"]) == exact(number)
    plain = text("value", *case.options)
    assert f"Exact win probability: {got['win']['fraction']}\n" in plain
    assert f"Exact EV: {got['ev']['fraction']}\n" in plain


@pytest.mark.parametrize("seed", seeds(8, 150))
def test_advise_has_the_own_actions(seed: int) -> None:
    case = Case(seed)
    hand = case.hand()
    best = Best(case.game)
    got = document("advise", *spell(hand), *case.options)
    evs = best.evs(hand, case.shoe)
    assert {row["action"]: exact(row["ev"]) for row in got["actions"]} == evs
    assert set(got["best"]) == set(best.best(hand, case.shoe))
    given = [exact(row["ev"]) for row in got["actions"]]
    assert given == sorted(given, reverse=True)
    for row in got["actions"]:
        law = best.action(hand, case.shoe, row["action"])
        assert exact(row["win"]) == win(law)
        assert exacts(row["endings"]) == marginal(law, 0)
        assert exact(row["loss"]) == max(evs.values()) - evs[row["action"]]
    assert got["position"]["total"] == sum(hand)
    busting = [(card, rest) for card, _, rest in draws(case.shoe) if sum(hand) + card > 21]
    assert got["position"]["busting"]["ranks"] == spell(tuple(card for card, _ in busting))
    assert got["position"]["busting"]["cards"] == sum(case.shoe[card - 1] for card, _ in busting)
    rows = list(csv.DictReader(io.StringIO(text("advise", *spell(hand), *case.options, "--format", "csv"))))
    for line, row in zip(rows, got["actions"], strict=True):
        assert (line["action"], line["best"] == "yes") == (row["action"], row["action"] in got["best"])
        for name in ("win", "ev", "loss"):
            assert Fraction(line[name]) == exact(row[name])
        for name, number in row["endings"].items():
            assert Fraction(line[name]) == exact(number)


def test_advise_takes_seen_cards_from_a_deck() -> None:
    hand = (4, 10)
    seen = "A A A A 2 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 6 7 7 7 7 8 8 8 9 9 9 K Q J T T T T T T T T T"
    shoe = (0, 0, 1, 0, 1, 0, 0, 1, 1, 3)
    got = document("advise", "4", "K", "--seen", seen)
    assert [got["shoe"][name] for name in "A23456789T"] == list(shoe)
    assert {row["action"]: exact(row["ev"]) for row in got["actions"]} == Best(Game()).evs(hand, shoe)


def test_a_fresh_deck_has_the_checkpoint() -> None:
    won = exact(document("value")["win"])
    assert won == Fraction(441749062376235842019675620249839, 771314936179556478353601382425000)
