"""The exported model says what we say: Storm, which knows nothing of us, gets the same fractions from it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from backhand import Evaluator, Position, Rules, Shoe, Solver
from backhand.outputs.export import prism

from benchmarks.storm_explicit import solve, states
from tests.conftest import SETTINGS, Ran
from tests.tools.storm import RETURN, WIN, storm

DECKS = [
    "2,1,0,1,1,0,1,1,2,4",
    "0,0,0,0,0,0,1,2,2,3",
    "3,1,0,0,0,0,0,0,0,1",
    "1,2,2,1,1,1,1,1,1,2",
    "0,1,0,0,0,0,0,0,0,0",
]


def test_the_model_is_text_with_the_deck_as_constants(run: Callable[..., Ran], tmp_path: Path) -> None:
    ran = run("export", "--format", "prism", "--seen", "T T 5", "--rules", "denexa", "--pays", "6:5")
    assert (ran.code, ran.err) == (0, "")
    for line in ("mdp", "const int deck5 = 3;", "const int deckT = 14;", "endmodule", "endrewards"):
        assert line in ran.out.splitlines()
    assert "  step=4 & ending=1 : 11/5;" in ran.out
    path = tmp_path / "model.prism"
    assert run("export", "--seen", "T T 5", "--rules", "denexa,pays=6:5", "--output", str(path)).out == ""
    assert path.read_text() == ran.out
    refused = run("export", "--seen", "T T 5", "--shoe", "1,1,1,1,1,1,1,1,1,1")
    assert (refused.code, refused.out) == (2, "")


def test_only_legal_actions_are_in_the_model() -> None:
    assert "[hit] step=3 & ((n=2 & t>=2 & t<=16)" in prism(Shoe.of_decks(1), Rules())
    assert "[hit] step=3 & ((n=2 & t>=2 & t<=21)" in prism(Shoe.of_decks(1), SETTINGS["denexa"])
    assert "[backhand] step=3 & ((n=2 & t>=13 & t<=16)" in prism(Shoe.of_decks(1), SETTINGS["twelve"])
    assert "[push] step=3 & ((n=2 & t>=17" in prism(Shoe.of_decks(1), Rules())


@pytest.mark.long
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("deck", DECKS)
def test_storm_finds_the_same_fraction(deck: str, name: str, tmp_path: Path) -> None:
    pytest.importorskip("stormpy")
    path, rules, shoe = tmp_path / "model.prism", SETTINGS[name], Shoe(deck)
    path.write_text(prism(shoe, rules))
    exact = Evaluator(rules).value(Position(shoe))
    assert storm(path, RETURN, exact=True)[0] == 1 + exact.ev
    if rules == Rules() and not exact.void:
        assert storm(path, WIN, exact=True)[0] == exact.win


@pytest.mark.long
def test_storm_finds_the_fresh_deck_in_floats(tmp_path: Path) -> None:
    pytest.importorskip("stormpy")
    path = tmp_path / "model.prism"
    path.write_text(prism(Shoe.of_decks(1), Rules()))
    found, states = storm(path, RETURN, exact=False)
    assert states > 1_900_000  # every two-, three- and four-card hand of every shoe, and the draws between
    assert abs(Fraction(found) - 1 - Solver().value().ev) < Fraction(1, 10**6)


@pytest.mark.long
@pytest.mark.parametrize("deck", [*DECKS, "1,1,1,1,1,1,1,1,1,4", "0,2,0,3,0,2,0,0,2,5", "2,2,2,2,2,2,2,2,2,6"])
def test_storm_finds_the_same_fraction_from_listed_states(deck: str) -> None:
    pytest.importorskip("stormpy")
    exact = Solver().value(shoe=deck)
    assert solve(states(Shoe(deck), Rules())).win == exact.win + exact.void / 2
