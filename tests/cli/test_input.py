"""What is asked, on the command line and of the library: cards that a shell took apart, aces, numbers, names."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import pytest
from backhand import Rules, Shoe, Solver
from backhand.common.files.reading import whole_number
from backhand.common.files.writing import write_whole
from backhand.common.simulation.chunks import MOST_ROUNDS
from backhand.errors import BackhandError, CardError, EnclosureError, HandError, RulesError, ShoeError, quoted
from backhand.graph import decision_graph
from backhand.positions import End, deal, missing_aces
from backhand.tablebase.build import build

from tests.cli.test_combinations import SMALL, commands
from tests.conftest import Ran

Run = Callable[..., Ran]


def refusal(run: Run, line: str) -> str:
    """The one line with which a command line is refused."""
    ran = run(*shlex.split(line))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), line
    assert ran.err.startswith("Error: ")
    return ran.err


UNCERTAIN = [
    ("advise 9 7 --seen K 5", ["advise 9 7 --seen 'K 5'", "advise 9 7 5 --seen K"]),
    ("advise --seen K 5 9 7", ["advise 9 7 --seen 'K 5'", "advise 5 9 7 --seen K"]),
    ("advise --seen=K 9 7", ["advise 9 7 --seen K"]),
    ("advise 9 7 --seen K --seen 5 T", ["advise 9 7 --seen K --seen '5 T'"]),
    ("advise 9 7 --decks 2 4", ["advise 9 7 4 --decks 2"]),
    ("advise 9 --exact 7", ["advise 9 7 --exact"]),
    ("advise --hand 9 7", ["advise --hand '9 7'"]),
    ("advise --hand '9 7' --seen K 5", ["advise --hand '9 7' --seen 'K 5'"]),
    ("advise 9 7 --shoe 4 4 4 4 4 4 4 4 4 15", ["advise 9 7 --shoe '4 4 4 4 4 4 4 4 4 15'"]),
    ("graph --seen K 5", ["graph --seen 'K 5'"]),
    ("graph 9 7 --seen K 5 --play all", ["graph 9 7 --seen 'K 5' --play all", "graph 9 7 5 --seen K --play all"]),
    ("value --seen K 5", ["value --seen 'K 5'"]),
    ("value --shoe 1 1 1 1 1 1 1 1 1 4", ["value --shoe '1 1 1 1 1 1 1 1 1 4'"]),
    ("evaluate --seen K 5 mimic", ["evaluate mimic --seen 'K 5'"]),
    ("evaluate mimic --seen K 5", ["evaluate mimic --seen 'K 5'"]),
    ("tablebase probe --seen T T 9 deck", ["tablebase probe deck --seen 'T T 9'"]),
    ("tablebase probe deck --seen T T 9", ["tablebase probe deck --seen 'T T 9'"]),
    (
        "vingt-un advise T 6 --dealer 17 --seen K 5",
        ["vingt-un advise T 6 --dealer 17 --seen 'K 5'", "vingt-un advise T 6 5 --dealer 17 --seen K"],
    ),
    (
        "vingt-un advise T 6 --as dealer --shown 6 7",
        ["vingt-un advise T 6 --as dealer --shown '6 7'"],
    ),
    (
        "vingt-un advise T 6 --as dealer --standing 1 --over T 7",
        ["vingt-un advise T 6 --as dealer --standing 1 --over 'T 7'"],
    ),
    ("vingt-un both --dealer 17 --seen K 5", ["vingt-un both 5 --dealer 17 --seen K"]),
    ("vingt-un both 9 --dealer 17 --seen K 5", ["vingt-un both 9 --dealer 17 --seen 'K 5'"]),
    ("vingt-un double --seen K 5", ["vingt-un double --seen 'K 5'"]),
    ("vingt-un double T --seen K 5", ["vingt-un double T 5 --seen K"]),
    ("vingt-un reply --seen K 5", ["vingt-un reply --seen 'K 5'"]),
    ("vingt-un simulate --dealer 17 --both A 9", ["vingt-un simulate --dealer 17 --both 'A 9'"]),
    ("vingt-un evaluate 16 --dealer 17 --both A 9", ["vingt-un evaluate 16 --dealer 17 --both 'A 9'"]),
]


@pytest.mark.parametrize(("line", "right"), UNCERTAIN)
def test_cards_of_which_it_is_not_certain_where_they_belong(run: Run, line: str, right: list[str]) -> None:
    said = refusal(run, line)
    found = re.search(r"Right would be: (.*) \(see", said)
    assert found is not None
    assert [each.removeprefix("backhand ") for each in found[1].split("; or: ")] == right


def test_lines_that_are_named_as_right_are_taken(run: Run) -> None:
    for _, right in UNCERTAIN[:8]:
        for line in right:
            assert run(*shlex.split(line)).code == 0


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("advise --decks 2 9 7", "advise 9 7 --decks 2"),
        ("advise --seen 'K 5' 9 7", "advise 9 7 --seen 'K 5'"),
        ("advise --seen K5 9 7", "advise 9 7 --seen 'K 5'"),
        ("advise --seen K -- 9 7", "advise 9 7 --seen K"),
        ("advise --seen K --exact 9 7", "advise 9 7 --seen K --exact"),
        ("advise --hand '9 7' --seen 'K 5'", "advise 9 7 --seen 'K 5'"),
        ("advise --hand 97", "advise 9 7"),
        ("advise 9 7 --seen ''", "advise 9 7"),
        ("advise --seen '' 9 7", "advise 9 7"),
        ("advise --shoe 4,4,4,4,4,4,3,4,3,16 9 7", "advise 9 7"),
        ("graph --hand '9 7' --depth 1", "graph 9 7 --depth 1"),
        ("vingt-un advise --dealer 17 T 6", "vingt-un advise T 6 --dealer 17"),
        ("vingt-un advise --dealer 17 --hand 'T 6' --seen ''", "vingt-un advise T 6 --dealer 17"),
    ],
)
def test_cards_in_one_place_are_certain(run: Run, line: str, same: str) -> None:
    made = run(*shlex.split(line))
    assert (made.code, made.err) == (0, "")
    assert made == run(*shlex.split(same))


def test_help_is_shown_whatever_else_is_written(run: Run) -> None:
    assert run("advise", "9", "7", "--seen", "K", "5", "-h") == run("advise", "--help")


def test_a_hand_is_given_once(run: Run) -> None:
    assert "given twice" in refusal(run, "advise --hand '9 7' 5")
    assert "given twice" in refusal(run, "advise 9 7 --hand '9 7'")
    assert "given twice" in refusal(run, "vingt-un double --hand 'T 8' --hand 'T 8'")
    assert "'' names no card" in refusal(run, "advise --hand ''")
    assert "CARD..." in refusal(run, "vingt-un advise --dealer 17")


def possible(aces: int, others: Iterable[int], drawn: int) -> bool:
    """Whether some deal, by the rule as it is written, leaves this hand with so many aces discarded in all."""
    wanted = sorted([*[1] * aces, *others])
    size = len(wanted)
    for first in itertools.product((1, 2), repeat=2):
        replaced = first.count(1)
        for later in itertools.product((1, 2), repeat=replaced + size - 2):
            hand = [card for card in first if card != 1] + list(later)
            if sorted(hand) == wanted and replaced <= drawn:
                return True
    return False


def test_which_hands_need_discarded_aces_by_dealing_every_hand() -> None:
    """Two ranks are enough: ace, and any other."""
    for size in (2, 3, 4):
        for aces in range(size + 1):
            for seen in range(4):
                enough = missing_aces([1] * aces + [2] * (size - aces), [1] * seen) == 0
                assert enough == possible(aces, [2] * (size - aces), seen)


def test_every_dealt_hand_is_taken_with_the_aces_that_were_discarded() -> None:
    shoe = Shoe("3,1,1,0,0,0,0,0,1,2")
    for _, node in deal(shoe):
        if not isinstance(node, End):
            hand, discarded = node.hand_from(shoe)
            assert missing_aces(hand, [1] * discarded) == 0
            assert not discarded or missing_aces(hand, [1] * (discarded - 1)) == (hand.count(1) == discarded)


def test_an_ace_among_two_cards_asks_for_the_discarded_one(run: Run) -> None:
    said = refusal(run, "advise A 9")
    assert "backhand advise 9 CARD --seen A;" in said
    assert said.endswith("backhand advise A 9 --seen A\n")
    assert run("advise", "A", "9", "--seen", "A").err == ""
    assert "advise A A --seen 'T A A'" in refusal(run, "advise A A --seen K --seen A")
    assert run("advise", "A", "A", "--seen", "A A").code == 0
    assert "advise A A 9 --seen A" in refusal(run, "advise A A 9")
    assert run("advise", "A", "5", "9").code == 0  # the ace may have been drawn
    assert "graph A 9 --seen A" in refusal(run, "graph A 9")
    assert run("advise", "A", "9", "--shoe", "4,4,4,4,4,4,4,4,3,16").code == 0  # what was discarded is not told
    assert run("vingt-un", "advise", "A", "9", "--dealer", "17").code == 0  # no such rule
    for ask in (lambda: Solver().advise("A 9"), lambda: decision_graph(Solver(), [1, 9])):
        with pytest.raises(HandError, match="discarded and replaced"):
            ask()


@pytest.mark.parametrize(
    ("ask", "kind", "says"),
    [
        (lambda: Solver("2"), ShoeError, "'2' decks"),  # type: ignore[arg-type]
        (lambda: Solver(None), ShoeError, "None decks"),  # type: ignore[arg-type]
        (lambda: Solver(2.0), ShoeError, "2.0 decks"),  # type: ignore[arg-type]
        (lambda: Solver(rules=None), RulesError, "None is no rules"),  # type: ignore[arg-type]
        (lambda: Solver(width=0.1), EnclosureError, "0.1"),  # type: ignore[arg-type]
        (lambda: Solver(width=-1), EnclosureError, "-1"),  # type: ignore[arg-type]
        (lambda: Solver(width=1, exact=True), EnclosureError, "exact and a width"),  # type: ignore[arg-type]
        (lambda: Solver().advise(None), CardError, "None is no list of cards"),  # type: ignore[arg-type]
        (lambda: Solver().advise(97), CardError, "97 is no list of cards"),  # type: ignore[arg-type]
        (lambda: Solver().advise("9 7", seen=5), CardError, "5 is no list of cards"),  # type: ignore[arg-type]
        (lambda: Solver().advise("9 7", shoe=5), ShoeError, "5 is no shoe"),  # type: ignore[arg-type]
        (lambda: Solver().advise(["9", "7"]), CardError, "'9' is no rank"),  # type: ignore[list-item]
        (lambda: Solver().advise(""), HandError, "of no cards"),
        (lambda: Solver().advise("1 7"), CardError, "an ace is A"),
        (lambda: Shoe(None), ShoeError, "None is no shoe"),  # type: ignore[arg-type]
        (lambda: Shoe([10**5000] * 10), ShoeError, "too long to print"),
        (lambda: Shoe.of_decks(10**5000), ShoeError, "too long to print"),
        (lambda: Shoe.of_players("3"), ShoeError, "'3' players"),  # type: ignore[arg-type]
        (lambda: Shoe("0" * 5000 + ",0,0,0"), ShoeError, "10 counts"),
        (lambda: decision_graph(Solver(), 97), CardError, "97 is no list of cards"),  # type: ignore[arg-type]
    ],
)
def test_the_library_names_what_is_wrong(ask: Callable[[], object], kind: type[BackhandError], says: str) -> None:
    with pytest.raises(kind, match=re.escape(says)):
        ask()


def test_no_cards_are_seen_where_none_are_named() -> None:
    assert Solver().advise("9 7", seen="") == Solver().advise("9 7", seen=[]) == Solver().advise("9 7")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[("1000000", 10**6), ("1_000_000", 10**6), ("1,000,000", 10**6), ("1e6", 10**6), ("1E+06", 10**6)],
        *[("1.5e3", 1500), ("1,000", 1000), ("-5", -5), ("0", 0), (" 7 ", 7)],
    ],
)
def test_numbers_as_people_write_them(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["1.000", "1,5", "1,00,000", "1.000.000", "1e-3", "1.5", "1.23e1", "1k", "", "1e9999", "٣", "1 000", "9" * 5000],
)
def test_what_is_no_whole_number_or_two(run: Run, text: str) -> None:
    with pytest.raises(BackhandError, match="is no whole number"):
        whole_number(text)
    assert "--rounds" in refusal(run, shlex.join(["simulate", "--rounds", text]))


def test_rounds_without_end_are_not_begun(run: Run) -> None:
    for line in ("simulate --rounds 1e20", "vingt-un simulate --dealer 17 --rounds 1e20"):
        assert f"at most {MOST_ROUNDS:,}" in refusal(run, line)
    first = run("simulate", "--rounds", "1e3", "--shoe", SMALL)
    assert first.code == 0
    assert first.out == run("simulate", "--rounds", "1_000", "--shoe", SMALL).out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("value --exact --within 1e-3", "--exact and --within"),
        ("value --within 1e-99999999999", "a width is a positive number"),
        ("vingt-un equilibrium --width 1e-99999999999", "a width is a positive number"),
        ("value --shoe 999999999999,0,0,0,0,0,0,0,0,0", "8 decks have 416"),
        ("evaluate ''", "'' names no file"),
        ("audit ''", "'' names no file"),
        ("validate ''", "'' names no file"),
        ("par --strategy ''", "'' names no file"),
        ("vingt-un audit '' --dealer 17", "'' names no file"),
        ("vingt-un validate '' --dealer 17", "'' names no file"),
        ("tablebase info ''", "'' names nothing"),
        ("tablebase build ''", "'' names nothing"),
        ("advise T 7 --tablebase ''", "'' names nothing"),
        ("rules --output ''", "'' names nothing"),
        ("payouts --plot ''", "'' names nothing"),
        ("tables --output-dir ''", "'' names nothing"),
        ("vingt-un equilibrium --state ''", "'' names nothing"),
        ("vingt-un claims --output-dir ''", "'' names nothing"),
        ("tablebase build /dev/null", "this needs a file"),
        ("tablebase build --output /dev/stdout", "this needs a file"),
        ("vingt-un equilibrium --state /dev/null", "this needs a file"),
        ("tablebase build a --output b", "give one of them"),
        ("rules --output /dev/fd/999", "not open for writing"),
        ("advise 11 7", "an ace is A"),
        ("vingt-un equilibrium --most 1e30", "is not in the range"),
        ("tablebase verify x --samples 1e30", "is not in the range"),
    ],
)
def test_refusals_say_what_is_wrong(run: Run, line: str, says: str) -> None:
    assert says in refusal(run, line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("advice 9 7", "advise"),
        ("Advise 9 7", "advise"),
        ("charts", "chart"),
        ("vingtun value", "vingt-un"),
        ("vingt-un advize T 6", "advise"),
        ("tablebase bild", "build"),
        ("build", "tablebase build"),
        ("help advice", "advise"),
        ("help vingt-un replay", "reply"),
    ],
)
def test_a_command_that_is_not_there_gets_a_suggestion(run: Run, line: str, meant: str) -> None:
    assert f"Did you mean {meant}?" in refusal(run, line)


def test_what_is_like_nothing_gets_the_list(run: Run) -> None:
    assert "There are advise, value, " in refusal(run, "xyzzy")
    assert "There are build, info, " in refusal(run, "tablebase xyzzy")


def test_help_is_a_command_in_every_group(run: Run) -> None:
    for words in ("", "advise", "tablebase", "tablebase build", "vingt-un", "vingt-un advise"):
        wanted = run(*words.split(), "--help")
        assert run("help", *words.split()) == wanted
    assert run("vingt-un", "help", "advise").out == run("vingt-un", "advise", "--help").out
    assert "has no commands" in refusal(run, "help advise x")
    assert run("-V") == run("--version")


def test_a_shell_may_ask_how_a_word_ends() -> None:
    for words, ends in [("backhand adv", "advise"), ("backhand vingt-un adv", "advise"), ("backhand xyz adv", "")]:
        asked = {"_BACKHAND_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        done = shell("backhand", env=os.environ | asked)
        assert (ends in done.stdout, done.stderr) == (True, "")


def test_every_command_is_told_in_a_whole_sentence(run: Run) -> None:
    for group in ("", "tablebase", "vingt-un"):
        shown = run(*group.split(), "--help").out
        told = " ".join(shown.split())
        assert "..." not in told.replace("COMMAND [ARGS]...", "")
        for words, command in commands():
            if words.rpartition(" ")[0] == group:
                assert " ".join(str(command.help).split()).split(". ")[0] in told


def long_lines() -> list[list[str]]:
    """Every option and argument of every command with 5,000 characters of each of three kinds."""
    made = []
    for words, command in commands():
        for text in ("9" * 5000, "x" * 5000, "9 " * 2500):
            for param in command.params:
                if isinstance(param, click.Option) and not param.is_flag:
                    made.append([*words.split(), param.opts[0], text])
                elif isinstance(param, click.Argument):
                    made.append([*words.split(), text])
            made += [[*words.split(), f"--{text}"], [*words.split(), "--rules", f"twelve={text}"]]
            made.append([*words.split(), "--rules", f"ties={text}"])
    return made


def test_no_refusal_repeats_long_input(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the line may be missing: what is refused first is what was read first."""
    monkeypatch.chdir(tmp_path)
    long = []
    for words in [["9" * 5000], ["tablebase", "9" * 5000], ["help", "9" * 5000], *long_lines()]:
        ran = run(*words)
        if ran.code != 2 or len(ran.err) > 1200 or ran.err.count("\n") != 1:
            long.append([word[:20] for word in words] + [ran.code, ran.err[:200]])
        assert not list(tmp_path.iterdir())
    assert not long


def test_what_is_short_is_quoted_whole() -> None:
    assert quoted("x" * 200) == repr("x" * 200)
    assert quoted("x" * 201) == f"'{'x' * 60}…' (201 characters)"


def test_a_tablebase_is_built_where_probe_and_verify_look(run: Run, tmp_path: Path) -> None:
    place = str(tmp_path / "small")
    assert run("tablebase", "build", place, "--most", SMALL).code == 0
    assert run("tablebase", "probe", place).code == 0
    built = (tmp_path / "small").read_bytes()
    assert run("tablebase", "build", "--output", place, "--most", SMALL).code == 0
    assert (tmp_path / "small").read_bytes() == built
    build(tmp_path / "other", Rules(), Shoe(SMALL))
    assert (tmp_path / "other").read_bytes() == built


def shell(line: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = line.replace("backhand", f"{shlex.quote(sys.executable)} -m backhand")
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, **more)


def test_open_files_are_written_to_as_they_are(run: Run, tmp_path: Path) -> None:
    wanted = run("rules").out
    out, err = shell("backhand rules --output /dev/stdout"), shell("backhand rules --output /dev/stderr")
    assert (out.returncode, out.stdout, out.stderr) == (0, wanted, "")
    assert (err.returncode, err.stdout, err.stderr) == (0, "", wanted)
    assert shell("backhand rules --output >(cat) | cat").stdout == wanted
    assert shell("backhand rules --format json --output /dev/fd/5 5>&1").stdout == run("rules", "--format", "json").out
    appended = tmp_path / "appended"
    appended.write_text("old\n")
    assert shell(f"backhand rules --output /dev/stdout >> {appended}").returncode == 0
    assert appended.read_text() == "old\n" + wanted
    assert shell("backhand rules --output /dev/stdout >&-").returncode == 2


def test_a_pipe_with_a_name_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        write_whole(pipe, "through")
        assert reader.communicate()[0] == "through"
    assert pipe.is_fifo()


@pytest.mark.parametrize("line", ["graph 9 7 --play all", "rules", "advise --help", "rules --output /dev/stdout"])
def test_a_reader_who_has_seen_enough_is_no_failure(line: str) -> None:
    done = shell(f"set -o pipefail; backhand {line} | head -1")
    assert (done.returncode, done.stderr) == (0, "")
    gone = shell(f"set -o pipefail; backhand {line} | true")
    assert (gone.returncode, gone.stderr) == (0, "")
