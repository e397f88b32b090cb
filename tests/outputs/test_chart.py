"""The chart in every form: the same everywhere, fonts inside, papers of the right size, colours where they belong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from backhand import Action, Shoe, Solver
from backhand.common.outputs.paper import PAPERS
from backhand.outputs.chart.looks import LOOKS
from backhand.outputs.chart.page import page
from backhand.outputs.chart.pages import pages
from backhand.outputs.chart.report import LETTERS, letter
from backhand.strategies.best_chart import BestChart, best_chart

from tests.conftest import Ran

Run = Callable[..., Ran]
SMALL = "1,1,3,2,2,1,1,2,2,8"


@pytest.fixture(scope="module")
def small() -> BestChart:
    return best_chart(Solver(), Shoe(SMALL))


def grey(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_differ_in_grey_and_letters_stand_out() -> None:
    fills = sorted(grey(look.fill) for look in LOOKS.values())
    assert all(b - a > 25 for a, b in pairwise(fills))
    assert abs(grey(LOOKS[Action.HIT].fill) - grey(LOOKS[Action.BACKHAND].fill)) > 90
    assert all(abs(grey(look.fill) - grey(look.ink)) > 110 for look in LOOKS.values())
    assert len(set(LETTERS.values())) == len(LETTERS) == len(LOOKS)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pdf_has_its_paper_and_its_fonts(small: BestChart, paper: str) -> None:
    content = pages(small, "pdf", paper)
    assert content.startswith(b"%PDF")
    width, height = (72 * side for side in PAPERS[paper])
    boxes = [tuple(map(float, found)) for found in re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)]
    assert boxes
    assert all(abs(w - width) < 0.5 and abs(h - height) < 0.5 for w, h in boxes)
    assert len(boxes) == 1 if paper == "wallet" else len(boxes) >= 2
    fonts = set(re.findall(rb"/BaseFont /(\S+)", content))
    assert {font.split(b"+")[1] for font in fonts} <= {b"DejaVuSans", b"DejaVuSans-Bold", b"DejaVuSansMono"}
    assert content.count(b"/FontFile2") == len(fonts) >= 2  # the outlines themselves are inside
    assert b"/Subtype /Image" not in content  # lines and letters, not a photograph of them
    assert b"(D:2000" in content  # a date that never changes
    assert pages(small, "pdf", paper) == content


def test_svg_is_a_picture_without_time_or_chance(small: BestChart) -> None:
    content = pages(small, "svg", "a4")
    root = ElementTree.fromstring(content)
    assert root.tag.endswith("svg")
    assert b"<dc:date>" not in content
    assert b"<image" not in content
    assert content.count(b"\n") < 1000
    assert pages(small, "svg", "a4") == content


def test_svg_has_its_text_as_text(small: BestChart) -> None:
    words = [
        text.text for text in ElementTree.fromstring(pages(small, "svg", "a4")).iter("{http://www.w3.org/2000/svg}text")
    ]
    for total in range(2, 22):
        assert str(total) in words
    told = [letter(small, cards, total) for cards, total in small.actions]
    assert all(words.count(one) >= told.count(one) for one in set(told))
    assert any(word and str(small.win) in word for word in words)


@pytest.mark.parametrize("paper", PAPERS)
def test_what_a_page_points_to_is_there(small: BestChart, paper: str) -> None:
    words = " ".join(ElementTree.fromstring(pages(small, "svg", paper)).itertext())
    assert "see the exceptions" not in words or "Exceptions of the first deal" in words
    assert "* depends" in words
    assert ("more are worth less" in words) == (paper != "wallet" and len(small.exceptions) > 20)
    if paper == "wallet" or len(small.exceptions) > 20:
        assert "'backhand chart' lists all" in words
    played = small.actions.values() if paper == "wallet" else {one for cell in small.wins().values() for one in cell}
    assert ("play the push" in words) == (Action.PLAY_PUSH in played)


def test_png_is_one_too(small: BestChart) -> None:
    content = pages(small, "png", "wallet")
    assert content.startswith(b"\x89PNG")
    assert zlib.crc32(content) == zlib.crc32(pages(small, "png", "wallet"))


def test_the_html_page_says_what_the_json_says(run: Run, small: BestChart) -> None:
    text = run("chart", "--shoe", SMALL, "--format", "html").out
    assert text == page(small)
    root = ElementTree.fromstring(text.split("<body>")[1].split("</body>")[0].join(("<body>", "</body>")))
    told = json.loads(run("chart", "--shoe", SMALL, "--format", "json").out)
    cells = {(cell["cards"], cell["total"]): cell for cell in told["cells"]}
    rows = root.findall("./table/tbody/tr")
    assert len(rows) == 20
    for row in rows:
        (total,), columns = row.findall("th"), row.findall("td")
        assert total.get("scope") == "row"
        for cards, column in enumerate(columns, 2):
            cell = cells.get((cards, int("".join(total.itertext()))))
            play = column.find(".//span[@title]")
            if cell is None:
                assert play is None
            else:
                assert play is not None
                assert play.text == cell["letter"] + "*" * cell["depends_on_composition"]
    assert root.findtext("./table/caption")
    listed = root.find("./div/table")
    assert listed is not None
    assert listed.findtext("caption")
    assert len(listed.findall("./tbody/tr/th")) == len(small.exceptions)
    assert all(cell.get("data-head") for cell in listed.findall("./tbody/tr/td"))
    assert "/" in str(small.win)
    assert str(small.win) in text
    assert "http" not in text


def test_json_tells_what_the_chart_is_worth(run: Run, small: BestChart) -> None:
    told = json.loads(run("chart", "--shoe", SMALL, "--format", "json").out)
    assert told["win"]["fraction"] == str(small.win)
    assert told["optimum"]["ev"]["fraction"] == str(small.optimum.ev)
    assert told["cost"]["fraction"] == str(small.optimum.ev - small.ev)
    assert [entry["worth"]["fraction"] for entry in told["exceptions"]] == [str(one.worth) for one in small.exceptions]
    starred = {(len(one.holding.hand), one.holding.position.total) for one in small.exceptions}
    assert {(c["cards"], c["total"]) for c in told["cells"] if c["depends_on_composition"]} == starred
    assert letter(small, *min(starred)).endswith("*")


def terminal(command: list[str], environment: dict[str, str]) -> Iterator[bytes]:
    """What a command writes to a terminal."""
    ours, theirs = os.openpty()
    shown = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the terminal is gone with its last writer
            break
        if not part:
            break
        yield part
    shown.wait()
    os.close(ours)


@pytest.mark.long
def test_colours_come_to_a_terminal_and_go_when_piped_or_not_wanted(run: Run) -> None:
    command = [sys.executable, "-m", "backhand", "chart", "--shoe", SMALL]
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    coloured = b"".join(terminal(command, plain))
    assert b"\x1b[" in coloured
    assert b"48;2;" in coloured  # a background
    assert b"\x1b[" not in b"".join(terminal(command, {**plain, "NO_COLOR": "1"}))
    assert "\x1b" not in run("chart", "--shoe", SMALL).out
    words = re.sub(rb"\x1b\[[\d;]*m", b"", coloured).decode()
    assert row_of_14(words) == row_of_14(run("chart", "--shoe", SMALL).out)


def row_of_14(text: str) -> list[str]:
    return next(line.split() for line in text.splitlines() if line.strip().startswith("14 "))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--paper", "a5"], "'a5'"),
        (["--format", "bmp"], "'bmp'"),
        (["--format", "pdf", "--output", "chart.svg"], "says svg"),
        (["--output", "chart.graphml"], "there is no graphml here"),
        (["--output", "chart.jpg"], "no format has the ending .jpg"),
        (["--output", "missing/chart.pdf"], "missing' is not there"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    run: Run, arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("chart", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert not list(tmp_path.iterdir())


def test_a_pdf_does_not_go_to_a_terminal() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "backhand", "chart", "--format", "pdf"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert "name a file with --output" in done.stderr
