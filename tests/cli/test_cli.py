"""The command line as people use it: answers in every form, errors in one line, files whole or not at all."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from backhand import Action, Ending, Kind, Rules, Shoe, Solver
from backhand.common.files.writing import write_whole

from tests.conftest import Ran

Run = Callable[..., Ran]


def document(ran: Ran) -> dict[str, Any]:
    assert ran.code == 0
    assert ran.err == ""
    read: dict[str, Any] = json.loads(ran.out)
    return read


def test_advise_in_json_is_what_the_library_says(run: Run) -> None:
    made = document(run("advise", "9", "7", "--seen", "K 5 A", "--format", "json"))
    assert list(made) == ["schema", "rules", "shoe", "position", "actions", "best"]
    assert made["schema"] == "backhand.advise/1"
    assert made["shoe"] == {
        "A": 3,
        **dict.fromkeys("234", 4),
        "5": 3,
        "6": 4,
        "7": 3,
        "8": 4,
        "9": 3,
        "T": 15,
        "cards": 47,
    }
    assert made["position"]["hand"] == ["9", "7"]
    assert (made["position"]["total"], made["position"]["kind"]) == (16, "play")
    assert made["best"] == ["backhand"]
    advice = Solver().advise("9 7", seen="K 5 A")
    for told, choice in zip(made["actions"], advice.actions, strict=True):
        assert told["action"] == choice.action
        for name in ("win", "ev", "loss"):
            exact = getattr(choice, name)
            assert Fraction(told[name]["fraction"]) == exact
            assert told[name]["decimal"] == float(exact)
        assert {name: Fraction(p["fraction"]) for name, p in told["endings"].items()} == choice.endings
        assert set(told["endings"]) == {ending.value for ending in Ending}


@pytest.mark.parametrize(
    ("hand", "kind", "actions"),
    [
        ("2 3", "low", {"hit"}),
        ("9 7", "play", {"backhand", "hit"}),
        ("T 9", "push", {"push", "play-push"}),
        ("T 5 2", "drawn", {"backhand", "hit"}),
    ],
)
def test_kinds_and_actions_have_their_names(run: Run, hand: str, kind: str, actions: set[str]) -> None:
    made = document(run("advise", hand, "--format", "json"))
    assert made["position"]["kind"] == kind == Kind(kind)
    assert {told["action"] for told in made["actions"]} == actions <= {action.value for action in Action}


def test_value_in_json(run: Run) -> None:
    made = document(run("value", "--format", "json"))
    figures = ["win", "ev", "house_edge", "rtp", "hit_frequency", "variance", "deviation", "endings"]
    assert list(made) == ["schema", "rules", "shoe", *figures]
    assert Fraction(made["rtp"]["fraction"]) == 1 + Fraction(made["ev"]["fraction"])
    assert made["win"]["fraction"] == "441749062376235842019675620249839/771314936179556478353601382425000"
    assert made["house_edge"]["decimal"] == -made["ev"]["decimal"] < 0
    assert Fraction(made["variance"]["fraction"]) == 1 - Fraction(made["ev"]["fraction"]) ** 2
    assert sum(Fraction(p["fraction"]) for p in made["endings"].values()) == 1


def test_chart_in_csv_reads_back_and_matches_json(run: Run) -> None:
    asked = ["chart", "--shoe", "2,1,1,1,1,1,2,2,2,3", "--format"]
    rows = list(csv.DictReader(io.StringIO(run(*asked, "csv").out)))
    made = document(run(*asked, "json"))
    assert {(int(r["cards"]), int(r["total"]), r["action"]) for r in rows} == {
        (cell["cards"], cell["total"], cell["action"]) for cell in made["cells"]
    }
    assert sum(int(row["exceptions"]) for row in rows) == len(made["exceptions"]) > 0


def test_text_marks_best_and_ties(run: Run) -> None:
    out = run("advise", "9", "7", "4", "--shoe", "1,0,0,0,0,0,0,0,0,1").out
    assert out.count("\n*") == 2
    assert "Best: backhand or hit, worth exactly the same." in out
    assert "1 of 2 cards bust it: T." in out
    assert run("advise", "9", "7").out.count("\n*") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        *(["advise", "9", "7"], ["value", "--shoe", "1,1,1,1,1,1,1,1,1,4"]),
        *(["chart", "--shoe", "1,1,1,1,1,1,1,1,1,4"], ["rules"]),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "csv", "md"])
def test_every_form_is_clean_and_the_same_in_a_file(run: Run, arguments: list[str], form: str, tmp_path: Path) -> None:
    shown = run(*arguments, "--format", form)
    assert shown.code == 0
    assert shown.err == ""
    assert "\x1b" not in shown.out
    assert shown.out.endswith("\n")
    target = tmp_path / "answer"
    written = run(*arguments, "--format", form, "--output", str(target))
    assert (written.code, written.out, written.err) == (0, "", "")
    assert target.read_text() == shown.out
    assert [path.name for path in tmp_path.iterdir()] == ["answer"]


def test_rules_are_numbered_and_say_how_options_are_set(run: Run) -> None:
    made = document(run("rules", "--rules", "denexa,twelve=hit", "--pays", "6:5", "--format", "json"))
    assert [article["number"] for article in made["articles"]] == [f"R{n}" for n in range(1, 11)] + [
        f"O{n}" for n in range(1, 6)
    ]
    assert made["rules"]["text"] == "denexa,twelve=hit,pays-backhand=6:5,pays-five-cards=6:5,pays-played-push=6:5"
    options = {article["number"]: article["option"] for article in made["articles"]}
    assert (options["O1"], options["O2"]) == ("push-hit=on", "twelve=hit")
    default = {a["number"]: a["rule"] for a in document(run("rules", "--format", "json"))["articles"]}
    changed = {a["number"] for a in made["articles"] if a["rule"] != default[a["number"]]}
    assert changed == {"O1", "O2"}
    assert set(made["presets"]) == {"inventor", "denexa"}
    assert made["choices"]["twelve"] == ["free", "hit"]
    assert set(made["choices"]) == set(made["rules"]["options"])
    rows = {row["number"]: row["choices"] for row in csv.DictReader(io.StringIO(run("rules", "--format", "csv").out))}
    assert (rows["R1"], rows["O3"], rows["O4"]) == ("", "void, loss", "odds, such as 6:5")


def test_a_shoe_that_may_run_out_is_warned_of_with_its_probability(run: Run) -> None:
    ran = run("advise", "7", "2", "--shoe", "0,2,0,0,0,0,0,0,0,0")
    assert ran.code == 0
    assert ran.err.startswith("Warning: the shoe may run out: after hit with probability 100.0000 %")
    assert "void 100.00 %" in ran.out


def test_seen_may_be_said_in_parts(run: Run) -> None:
    assert run("advise", "9", "7", "--seen", "K", "--seen", "5").out == run("advise", "9", "7", "--seen", "K 5").out


def test_no_command_shows_the_help(run: Run) -> None:
    for group in ([], ["tablebase"], ["vingt-un"]):
        bare = run(*group)
        assert bare.code == 0
        assert bare.out == run(*group, "--help").out


def test_the_loss_is_what_the_ev_falls_short(run: Run) -> None:
    line = next(line for line in run("advise", "9", "7").out.splitlines() if line.split()[:1] == ["hit"])
    choice = Solver().advise("9 7").actions[1]
    assert f" {float(choice.loss):.6f} " in line
    assert f" {float(choice.ev):+.6f} " in line


def test_a_terminal_that_lacks_our_letters_still_gets_the_answer() -> None:
    command = [sys.executable, "-m", "backhand", "rules"]
    done = subprocess.run(command, capture_output=True, check=True, env=os.environ | {"PYTHONIOENCODING": "latin-1"})
    assert b"O5" in done.stdout
    assert b"12?16" in done.stdout  # an en dash is not in Latin-1


def test_a_shoe_that_deals_no_hand_has_no_chart(run: Run) -> None:
    ran = run("chart", "--shoe", "1,0,0,0,0,0,0,0,0,0")
    assert ran.code == 0
    assert "no hand can be dealt" in ran.out
    assert "1 card," in ran.out


def test_every_csv_row_says_for_which_rules_and_shoe_it_holds(run: Run) -> None:
    shoe = "2,1,1,1,1,1,2,2,2,3"
    for arguments in (["advise", "9", "7"], ["value", "--shoe", shoe], ["chart", "--shoe", shoe]):
        out = run(*arguments, "--rules", "denexa", "--format", "csv").out
        for row in csv.DictReader(io.StringIO(out)):
            assert row["rules"] == "denexa"
            assert Shoe(row["shoe"]).cards == (50 if arguments[0] == "advise" else 16)


def test_players_and_decks_say_the_same(run: Run) -> None:
    for players, decks in [(1, 1), (2, 1), (3, 2), (4, 2), (16, 8)]:
        first = run("advise", "9", "7", "--players", str(players)).out
        assert first == run("advise", "9", "7", "--decks", str(decks)).out


BAD = [
    ("advise X 7", "'X' is no card"),
    ("advise 1 7", "'1' is no card"),
    ("advise 11", "'11' is no card"),
    ("advise 0 7", "'0' is no card"),
    ("advise '' 7", "names no card"),
    ("advise 7 7 7 --seen '7 7'", "5 cards of rank 7"),
    ("advise 9", "too short to decide"),
    ("advise 2 2 3 3 4", "won already"),
    ("advise A A A A A", "won already"),
    ("advise T T 5", "lost already"),
    ("advise T T T T T", "lost already"),
    ("advise 9 7 --seen '5 5 5 5 5'", "5 cards of rank 5"),
    ("advise 9 7 --shoe 1,2,3", "10 counts"),
    ("advise 9 7 --shoe 1,2,3,4,5,6,7,8,9,10,11", "10 counts"),
    ("advise 9 7 --shoe 4,4,4,4,4,4,4,4,4,-1", "'-1' is no count"),
    ("advise 9 7 --shoe 4,4,4,4,4,4,4,4,4,1.5", "'1.5' is no count"),
    ("advise 9 7 --shoe 4,4,4,4,4,4,4,4,4,x", "'x' is no count"),
    ("advise 9 7 --shoe 4,4,4,4,4,4,4,4,4,99999", "8 decks have 416"),
    ("value --shoe 0,0,0,0,0,0,0,0,0,0", "the shoe is empty"),
    ("advise 9 7 --shoe 0,0,0,0,0,0,0,0,0,0", "the shoe is empty"),
    ("value --decks 0", "0 decks"),
    ("value --decks 9", "9 decks"),
    ("value --decks two", "'two' is not a valid integer"),
    ("value --players 0", "0 players"),
    ("value --players 17", "17 players"),
    ("value --decks 1 --players 1", "--decks and --players"),
    ("value --decks 1 --shoe 4,4,4,4,4,4,4,4,4,16", "--decks and --shoe"),
    ("value --players 1 --shoe 4,4,4,4,4,4,4,4,4,16", "--players and --shoe"),
    ("value --seen 5 --shoe 4,4,4,4,4,4,4,4,4,16", "--seen and --shoe"),
    ("value --pays -1", "payout '-1'"),
    ("value --pays 0", "payout '0'"),
    ("value --pays 1:0", "payout '1:0'"),
    ("value --pays lots", "payout 'lots'"),
    ("value --pays nan", "payout 'nan'"),
    (f"value --pays {'9' * 400}", "18 digits"),
    (f"value --shoe {'9' * 5000},0,0,0,0,0,0,0,0,0", "8 decks have 416"),
    ("value --output {tmp}/none/x/y", "is not there"),
    ("value --pays backhand=x", "payout 'x'"),
    ("value --pays bust=1", "'bust=1'"),
    ("value --rules vegas", "unknown preset 'vegas'"),
    ("value --rules twelve=maybe", "twelve=maybe"),
    ("value --rules thirteen=hit", "unknown option 'thirteen'"),
    ("value --rules twelve=hit,denexa", "a preset comes first"),
    ("value --rules twelve=hit,twelve=free", "twelve comes twice"),
    ("value --pays backhand=2,backhand=3", "backhand comes twice"),
    ("value --rules ''", "unknown preset ''"),
    ("graph --decks 3", "150,000"),
    ("graph --decks 8", "150,000"),
    ("value --format yaml", "'yaml' is not one of"),
    ("value --output {tmp}/none/x", "is not there"),
    ("value --output {tmp}", "is a folder"),
    ("tables --output-dir {tmp}/none", "is not there"),
    ("tables", "--output-dir"),
    ("advise", "CARD"),
    ("advice 9 7", "advice"),
    ("advise 9 7 --sene 5", "--sene"),
]


@pytest.mark.parametrize(("line", "names"), BAD)
def test_bad_input_gets_one_clear_line_and_exit_2(run: Run, line: str, names: str, tmp_path: Path) -> None:
    ran = run(*shlex.split(line.format(tmp=tmp_path)))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("Error: ")
    assert ran.err.count("\n") == 1
    assert names in ran.err
    assert not list(tmp_path.iterdir())


def test_a_failed_write_is_exit_1_and_leaves_the_old_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "value.txt"
    target.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = run("value", "--shoe", "1,1,1,1,1,1,1,1,1,1", "--output", str(target))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "Error: writing failed: [Errno 28] No space left on device\n"
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["value.txt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_device_is_exit_1(run: Run) -> None:
    ran = run("rules", "--output", "/dev/full")
    assert ran.code == 1
    assert "No space left" in ran.err


def test_a_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "answer", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640


def test_an_unwritable_folder_is_refused_at_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**where: object) -> None:
        raise OSError("read-only file system")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    ran = run("tables", "--output-dir", str(tmp_path))
    assert ran.code == 2
    assert "is not writable" in ran.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    for place in (tmp_path / "x", tmp_path):
        ran = run("value", "--output", str(place))
        assert ran.code == 2
    tmp_path.chmod(0o700)


def test_a_device_is_written_to_as_it_is(run: Run) -> None:
    assert run("rules", "--output", "/dev/null").code == 0


def test_a_reader_that_goes_away_gets_no_complaint() -> None:
    command = f"{sys.executable} -m backhand chart --shoe 1,1,1,1,1,1,1,1,1,4 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Rules: ")
    assert done.stderr == ""


def test_help_everywhere_has_an_example(run: Run) -> None:
    for arguments in ([], ["advise"], ["value"], ["chart"], ["tables"], ["rules"]):
        ran = run(*arguments, "--help")
        assert ran.code == 0
        assert "Example: backhand" in ran.out


@pytest.mark.long
def test_two_decks_are_exact_and_progress_goes_to_a_terminal_alone() -> None:
    """Two decks take seconds: nothing on stderr when it is a pipe, a bar when it is a terminal."""
    command = [sys.executable, "-m", "backhand", "value", "--decks", "2", "--format", "json"]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    made = json.loads(piped.stdout)
    assert Fraction(made["win"]["fraction"]) == Fraction(
        276903630607933283025876352586813201795912446372679985023828106253,
        483335009291479756788607368773910359312456967519040490726908912500,
    )
    assert sum(Fraction(p["fraction"]) for p in made["endings"].values()) == 1
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    shown = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    seen = b""
    while True:
        try:
            chunk = os.read(ours, 4096)
        except OSError:  # the terminal is gone with its last writer
            break
        if not chunk:
            break
        seen += chunk
    out, _ = shown.communicate()
    os.close(ours)
    assert b"playing hands" in seen
    assert out == piped.stdout


def test_texts_read_back() -> None:
    for text in ("inventor", "denexa", "inventor,twelve=hit,shoe-end=loss,pays-five-cards=3:2,ties=latest"):
        assert str(Rules.from_text(text)) == text
        assert Rules.from_text(str(Rules.from_text(text))) == Rules.from_text(text)
    for shoe in (Shoe.of_decks(3), Shoe("0,1,0,0,2,0,0,0,0,16")):
        assert Shoe.from_text(str(shoe)) == shoe
        assert eval(repr(shoe)) == shoe
