"""``backhand tablebase`` and what else the command line says of tablebases and enclosures."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from backhand import Evaluator, Position, Rules, Shoe, Tablebase
from backhand.tablebase import default_path
from backhand.tablebase.build import parts

from tests.conftest import Ran
from tests.test_design import HEAVY, loaded

Run = Callable[..., Ran]
MOST = "1,2,2,1,0,1,1,1,2,2"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from backhand.tablebase.build import build

    return build(tmp_path_factory.mktemp("tablebase") / "small", Rules(), Shoe(MOST), kernel="numpy").path


@pytest.fixture(autouse=True)
def _numpy_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)  # numba would compile for seconds


def test_build_info_probe_verify(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deck"
    built = run("tablebase", "build", "--output", str(path), "--most", MOST, "--jobs", "2", "--format", "json")
    assert (built.code, built.err) == (0, "")
    document = json.loads(built.out)
    assert document["schema"] == "backhand.tablebase/1"
    assert (document["shoes"], document["layers"]) == (2592, 3)
    assert document == json.loads(run("tablebase", "info", str(path), "--format", "json").out)
    exact = Evaluator(Rules()).value(Position(Shoe(MOST).without([10, 9])))
    for shoe in (["--seen", "T 9"], ["--shoe", "1,2,2,1,0,1,1,1,1,1"]):
        probed = json.loads(run("tablebase", "probe", str(path), *shoe, "--format", "json").out)
        assert list(probed) == ["schema", "rules", "shoe", "ev", "win"]
        assert probed["schema"] == "backhand.probe/1"
        assert probed["shoe"]["cards"] == 11
        assert abs(Fraction(probed["ev"]["decimal"]) - exact.ev) <= Fraction(probed["ev"]["error"])
        assert list(probed["win"]) == ["low", "high", "decimal"]
        assert Fraction(probed["win"]["low"]) <= exact.win <= Fraction(probed["win"]["high"])
    text = run("tablebase", "probe", str(path), "--seen", "T 9").out
    assert f"{float(exact.win * 100):.8f} %" in text
    verified = run("tablebase", "verify", str(path), "--samples", "2", "--format", "json")
    assert verified.code == 0
    assert json.loads(verified.out)["right"] is True
    for form in ("text", "csv", "md"):
        for what in (["info"], ["probe"], ["verify", "--samples", "1"]):
            assert run("tablebase", *what, str(path), "--format", form).code == 0


def test_wins_that_the_file_cannot_tell_are_exact(run: Run, file: Path) -> None:
    shoe = Shoe("1,1,0,0,0,0,1,0,2,1")
    probed = json.loads(run("tablebase", "probe", str(file), "--shoe", str(shoe), "--format", "json").out)
    exact = Evaluator(Rules()).value(Position(shoe))
    assert exact.void
    assert Fraction(probed["win"]["fraction"]) == exact.win
    empty = run("tablebase", "probe", str(file), "--shoe", "0,0,0,0,0,0,0,0,0,0", "--format", "json")
    assert json.loads(empty.out)["ev"]["decimal"] == 0


def test_verify_exits_with_3(run: Run, file: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    data = bytearray(file.read_bytes())
    data[-3] ^= 4
    damaged.write_bytes(data)
    ran = run("tablebase", "verify", str(damaged), "--samples", "0")
    assert ran.code == 3
    assert "the layer of 2 tens does not match its checksum" in " ".join(ran.out.split())
    assert run("tablebase", "verify", str(damaged), "--samples", "0", "--format", "json").code == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tablebase", "info", "none"], "tablebase 'none' is not there"),
        (["tablebase", "probe", "FILE", "--shoe", "0,0,0,0,1,0,0,0,0,0"], "holds 1 cards of rank 5"),
        (["tablebase", "probe", "FILE", "--seen", "5"], "rank 5"),
        (["tablebase", "probe", "FILE", "--seen", "X"], "'X' is no card"),
        (["tablebase", "probe", "FILE", "--seen", "9", "--shoe", MOST], "--seen and --shoe"),
        (["tablebase", "probe", "FILE", "--output", "none/out"], "none' is not there: make it first"),
        (["tablebase", "build", "--output", "none/out"], "none' is not there: make it first"),
        (["tablebase", "build", "--output", ".", "--most", MOST], "is a folder"),
        (["tablebase", "build", "--jobs", "0"], "0 is not in the range"),
        (["tablebase", "build", "--rules", "casino"], "unknown preset 'casino'"),
        (["advise", "T", "7", "--tablebase", "none"], "tablebase 'none' is not there"),
        (["advise", "T", "7", "--tablebase", "FILE", "--rules", "denexa"], "is for rules inventor, not denexa"),
        (["value", "--within", "0"], "'--within': width '0': a width is a positive number"),
        (["value", "--within", "narrow"], "'--within': width 'narrow'"),
    ],
)
def test_refusals_name_the_thing(
    arguments: list[str], message: str, run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*(str(file) if word == "FILE" else word for word in arguments))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_build_that_cannot_write_says_that_it_can_be_gone_on_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("backhand.tablebase.build._write", full)
    ran = run("tablebase", "build", "--output", str(tmp_path / "deck"), "--most", MOST)
    assert ran.code == 1
    assert "is unfinished: the same command goes on from there" in ran.err
    assert "No space left on device" in ran.err
    assert not (tmp_path / "deck").exists()
    assert next(parts(tmp_path / "deck")).exists()


def test_the_default_place_is_named_after_the_rules(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run("tablebase", "build", "--most", MOST, "--pays", "6:5").code == 0
    rules = Rules().paying("6:5")
    assert default_path(rules) != default_path(Rules())
    assert default_path(rules) == default_path(Rules.from_text("pays=6:5,ties=latest"))
    assert Tablebase.open(default_path(rules)).rules == rules
    advised = run("advise", "9", "8", "--shoe", "1,2,2,1,0,1,1,0,1,2", "--pays", "6:5", "--tablebase", "default")
    assert advised.code == 0
    assert "not in the tablebase" in advised.out


def test_advise_with_a_tablebase_in_json(run: Run, file: Path) -> None:
    shoe = "1,2,2,1,0,1,1,0,1,2"
    with_file = json.loads(run("advise", "9", "8", "--shoe", shoe, "--tablebase", str(file), "--format", "json").out)
    without = json.loads(run("advise", "9", "8", "--shoe", shoe, "--format", "json").out)
    assert with_file["best"] == without["best"]
    for mine, exact in zip(with_file["actions"], without["actions"], strict=True):
        if mine["action"] == "push":
            for name in ("win", "ev"):
                value = Fraction(exact[name]["fraction"])
                assert Fraction(mine[name]["low"]) <= value <= Fraction(mine[name]["high"])
        else:
            assert mine["win"] == exact["win"]


def test_a_push_read_from_a_tablebase_loads_nothing_heavy(file: Path) -> None:
    assert not loaded(f"advise 9 8 --shoe 1,2,2,1,0,1,1,0,1,2 --tablebase {file}") & set(HEAVY)
    assert not loaded(f"tablebase probe {file} --seen T") & set(HEAVY)
    assert "numpy" in loaded("advise 9 8 --shoe 1,2,2,1,0,1,1,0,1,2")


def test_exact_and_a_tablebase_are_refused(run: Run, file: Path) -> None:
    ran = run("advise", "9", "8", "--shoe", "1,2,2,1,0,1,1,0,1,2", "--tablebase", str(file), "--exact")
    assert (ran.code, ran.out) == (2, "")


def test_three_decks_are_enclosed(run: Run) -> None:
    ran = run("value", "--decks", "3", "--within", "1e-4", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    low, high = Fraction(document["win"]["low"]), Fraction(document["win"]["high"])
    assert Fraction(5729, 10000) < low < high < low + Fraction(11, 100000)
    assert sum(Fraction(each["low"]) for each in document["endings"].values()) <= 1
    for form in ("text", "csv", "md"):
        told = run("advise", "9", "9", "--decks", "4", "--within", "1e-4", "--format", form)
        assert (told.code, told.err) == (0, "")
        assert "push" in told.out
