"""The recorder finds what differs, and nothing where nothing does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools import record
from tests.tools.questions import FILES, LEFT_OUT, TINY
from tests.tools.surface import described, surface

SAMPLE = [
    "advise --help",
    f"advise 9 7 --shoe {TINY}",
    f"advise 9 7 --shoe {TINY} --output out.json",
    "advise 9 X",
    "advise 9 7 --output nowhere/out.txt",  # names the folder
    "evaluate illegal.csv",
    "vingt-un rules --format csv",
]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    record.write(tmp_path / "before", SAMPLE)
    return tmp_path


def test_the_same_program_gives_the_same_record(recorded: Path) -> None:
    record.write(recorded / "after", SAMPLE)
    assert record.compare(recorded / "before", recorded / "after") == []


def test_a_record_has_exit_codes_and_files(recorded: Path) -> None:
    answers = json.loads((recorded / "before" / "index.json").read_text())["questions"]
    assert [answers[question]["exit"] for question in SAMPLE] == [0, 0, 0, 2, 2, 2, 0]
    assert [question for question in SAMPLE if "file out.json" in answers[question]] == [SAMPLE[2]]
    written = recorded / "before" / "outputs" / answers[SAMPLE[2]]["file out.json"]
    assert json.loads(written.read_text())["best"] == ["backhand"]


def test_a_difference_is_shown_by_its_lines(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "illegal.csv", "cards,total,action\n2,2,stand\n")
    record.write(recorded / "after", SAMPLE)
    (found,) = record.compare(recorded / "before", recorded / "after")
    first, line, old, new = found.split("\n")
    assert (first, line) == ("backhand evaluate illegal.csv: stderr", "line 1:")
    assert old.startswith("- Error: illegal.csv, line 5: backhand")
    assert new.startswith("+ Error: illegal.csv, line 2: ")


def test_a_question_or_a_name_that_went_is_found(recorded: Path) -> None:
    index = recorded / "before" / "index.json"
    less = json.loads(index.read_text())
    del less["questions"]["advise 9 X"], less["surface"]["backhand.Solver.advise"]
    (recorded / "less.json").write_text(json.dumps(less))
    one, other = record.compare(index, recorded / "less.json")
    assert one == f"backhand advise 9 X: only in {index}"
    assert other.startswith("backhand.Solver.advise\n- (self, ")
    assert other.endswith("\n+ None")


def test_the_middle_of_a_long_difference_is_short() -> None:
    before = "".join(f"{n}\n" for n in range(100))
    after = before.replace("40\n", "forty\n")
    assert record.difference(before, after) == "line 41:\n- 40\n+ forty"
    assert record.difference(before, "").endswith("- … 94 more")


def test_documented_commands_are_asked() -> None:
    shown = record.documented()
    assert 'advise 9 7 --seen "K 5"' in shown  # an example in README
    assert "vingt-un rules --help" in shown
    assert not set(shown) & {command.removeprefix("backhand ") for command in LEFT_OUT}


def test_documented_imports_work_and_modules_do_not_matter() -> None:
    found = surface()
    imports = {line: said for line, said in found.items() if " import " in line}
    assert len(imports) > 5
    assert set(imports.values()) == {"works"}
    assert not [text for text in found.values() if "backhand." in text]
    assert ("Action.HIT", "'hit'") in described("Action", __import__("backhand").Action)
