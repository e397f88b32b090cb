"""The punter's chart: what it is worth, every hand, and that each form says the same."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import backhand.vingt_un
import pytest
from backhand.common.cards import Shoe
from backhand.common.outputs.paper import PAPERS
from backhand.common.outputs.report import render
from backhand.vingt_un import Chart, Choice, Policy, Punter, Rules, chart, counts_of, every_hand
from backhand.vingt_un.outputs.chart.page import page
from backhand.vingt_un.outputs.chart.report import chart_report, hands_report
from backhand.vingt_un.outputs.chart.sheet import sheet
from backhand.vingt_un.policies import ranks_of
from backhand.vingt_un.rounds.evaluation import Evaluation
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import NATURAL, is_soft, score
from backhand.vingt_un.strategies.policy_files import parse_policy

from tests.conftest import Ran

Run = Callable[..., Ran]
ASKED = ["vingt-un", "chart", "--dealer", "17"]
DEALT = Rules.from_text("pack=as-dealt,dealer-natural=end,ties=void")
SEEN = Shoe("4,3,4,4,2,4,3,4,4,13")
DOUBLES = Rules.from_text("dealer-doubles=on")


@pytest.fixture(scope="module")
def made() -> Chart:
    return chart(Punter(Rules(), Policy(17, 17)))


def followed(found: Chart) -> Policy:
    """The chart as a policy, read from the csv that it is written to."""
    return parse_policy(render(chart_report(found), "csv"))


PUNTERS = [
    Punter(Rules(), Policy(17, 17)),
    Punter(DEALT, Policy(16, 18), SEEN),
    Punter(DOUBLES, Policy.from_text("17; double: 20,19")),
    Punter(DOUBLES, Policy.from_text("17; double: 20,19"), doubled=True),
]


@pytest.mark.parametrize("punter", PUNTERS, ids=["fresh", "seen", "single", "double"])
def test_a_chart_is_worth_what_it_is_when_played(punter: Punter) -> None:
    found = chart(punter)
    policy = followed(found)
    played = Punter(punter.rules, punter.dealer, punter.pack, policy, punter.doubled)
    assert found.ev == -played.dealers_value() / punter.chance()
    assert found.optimum == -punter.dealers_value() / punter.chance()
    assert found.cost == found.optimum - found.ev > 0
    assert sum(found.cost_of(*cell) for cell in found.cells) == found.cost
    worth = [one.worth for one in found.exceptions]
    assert worth == sorted(worth, reverse=True)


@pytest.mark.parametrize("punter", PUNTERS[:2], ids=["fresh", "seen"])
def test_how_often_hands_come_up_is_what_rounds_played_by_the_policy_say(punter: Punter) -> None:
    for policy in (Policy(16, 18), Policy.from_text("22; 8 8: stand"), punter.best_policy()):
        visits = punter.visits(policy)
        outcomes = Outcomes(punter.rules, punter.dealer, policy, punter.pack)
        assert {hand: chance for hand, chance in visits.items() if score(hand) != NATURAL and chance} == {
            hand: chance for hand, chance in outcomes.visits.items() if chance
        }


def test_exceptions_cost_what_evaluate_says(made: Chart) -> None:
    found = Evaluation(Rules(), Policy(17, 17), followed(made))
    assert {one.hand: one.worth for one in made.exceptions if one.worth} == found.costs
    assert {(total, soft): chance for ((total, soft), _), (chance, _) in found.played.decisions.items()} == {
        cell: chance for cell, chance in made.chances.items() if chance
    }


def test_a_round_deals_one_hand_unless_a_natural_ends_it() -> None:
    for punter in PUNTERS[1:]:
        ended = Fraction(32, 663) / punter.chance() if punter.doubled else 0  # with soft 21 he doubles
        assert sum(held.chance for held in every_hand(punter) if sum(held.advice.hand) == 2) == 1 - ended


def test_by_cards_is_the_chart_of_those_hands_alone(made: Chart) -> None:
    assert made.by_cards[16, False, 2].action is Choice.DRAW
    assert made.by_cards[16, False, 3].action is Choice.STAND
    for (total, soft), cell in made.cells.items():
        some = [by for (*key, _), by in made.by_cards.items() if key == [total, soft]]
        assert sum(by.hands for by in some) == cell.hands
    for (total, soft, cards), cell in made.by_cards.items():
        if cell.exceptions == 0:
            hands = [
                hand
                for hand in made.punter.hands
                if (score(hand), is_soft(hand), min(sum(hand), 6)) == (total, soft, cards)
            ]
            assert len(hands) == cell.hands
            assert {made.punter.advise(hand).best for hand in hands} == {cell.action}


def test_every_hand_in_every_form(run: Run, made: Chart) -> None:
    punter = made.punter
    report = hands_report(punter, every_hand(punter))
    told = json.loads(render(report, "json"))
    rows = list(csv.DictReader(io.StringIO(render(report, "csv"))))
    assert told["schema"] == "backhand.vingt-un.hands/1"
    assert told["given_no_dealers_natural"] is True
    assert len(told["hands"]) == len(rows) == len(punter.hands) == 2008
    visits = punter.visits(punter.best_policy())
    for hand, entry, row in zip(punter.hands, told["hands"], rows, strict=True):
        values = {choice.value: value for choice, value in punter.advise(hand).values.items()}
        assert entry["hand"] == ["A23456789T"[rank - 1] for rank in ranks_of(hand)] == row["hand"].split()
        for what, value in {**values, "chance": visits.get(hand, Fraction(0))}.items():
            assert entry[what]["fraction"] == row[what] == str(value)
        assert entry["best"] == [what for what in values if values[what] == max(values.values())]
        assert row["best"] == " or ".join(entry["best"])
        assert Fraction(row["gain"]) == abs(values["stand"] - values["draw"])
    text = run(*ASKED, "--hands").out
    assert re.search(r"^6 T +hard 16 +-0.488532 +-0.475605 +draw +0.012927 +4.59014 %$", text, re.MULTILINE)
    assert "given that the dealer has no natural" in " ".join(text.split())
    assert "given that" not in str(hands_report(PUNTERS[1], []).blocks)


def test_json_csv_and_text_tell_what_the_chart_is_worth(made: Chart) -> None:
    report = chart_report(made)
    told = json.loads(render(report, "json"))
    assert told["ev"]["fraction"] == str(made.ev)
    assert told["optimum"]["ev"]["fraction"] == str(made.optimum)
    assert told["cost"]["fraction"] == str(made.cost) == "396047154069337/323105208414738750"
    assert told["exceptions"][0]["hand"] == ["6", "T"]
    assert [one["worth"]["fraction"] for one in told["exceptions"]] == [str(one.worth) for one in made.exceptions]
    rows = list(csv.DictReader(io.StringIO(render(report, "csv"))))
    assert [row["cost_per_round"] for row in rows] == [cell["cost_per_round"]["fraction"] for cell in told["cells"]]
    assert [row["chance"] for row in rows] == [cell["chance"]["fraction"] for cell in told["cells"]]
    text = " ".join(render(report, "text").split())
    assert "Best play gains -0.1509919796: the chart costs 0.0012258 per stake." in text
    assert f"Exact cost: {made.cost}" in text


@pytest.mark.parametrize("dealer", ["17", "17; double: 4"])
def test_a_dealer_who_never_doubles_is_refused_hand_by_hand_too(run: Run, dealer: str) -> None:
    asked = ["vingt-un", "chart", "--dealer", dealer, "--doubled", "--rules", "dealer-doubles=on"]
    whole, by_hand = run(*asked), run(*asked, "--hands")
    assert (whole.code, whole.err) == (by_hand.code, by_hand.err)
    assert whole.code == (2 if dealer == "17" else 0)


def test_the_html_page_says_what_the_json_says(run: Run, made: Chart) -> None:
    text = run(*ASKED, "--format", "html").out
    assert text == page(made)
    assert "http" not in text
    body = ElementTree.fromstring("<body>" + text.split("<body>")[1].split("</body>")[0] + "</body>")
    told = json.loads(render(chart_report(made), "json"))
    cells = {(cell["total"], cell["soft"], cell.get("cards", 0)): cell for cell in told["cells"] + told["by_cards"]}
    rows = body.findall("./div/table[@class='chart totals']/tbody/tr")
    assert len(rows) == 18
    columns = [(soft, cards) for soft in (False, True) for cards in (0, 2, 3, 4, 5, 6)]
    for row in rows:
        total, shown = row.find("th"), row.findall("td")
        assert total is not None
        for (soft, cards), column in zip(columns, shown, strict=True):
            cell = cells.pop((int("".join(total.itertext())), soft, cards), None)
            said = "".join(column.itertext())
            assert said == (cell["action"][0].upper() + "*" * bool(cell["exceptions"]) if cell else "")
    assert not cells
    listed = [row.findtext("th") for row in body.findall("./div/table")[1].findall("./tbody/tr")]
    assert listed == [" ".join(one["hand"]) for one in told["exceptions"]]
    assert told["ev"]["fraction"] in text
    assert told["cost"]["fraction"] in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_pdf_is_a_page_of_its_size_with_its_fonts(made: Chart, paper: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chart.pdf"
    run(*ASKED, "--paper", paper, "--output", str(path))
    content = path.read_bytes()
    ((width, height),) = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)
    assert [round(float(width)), round(float(height))] == [round(72 * side) for side in PAPERS[paper]]
    fonts = set(re.findall(rb"/BaseFont /(\S+)", content))
    assert {font.split(b"+")[1] for font in fonts} == {b"DejaVuSans", b"DejaVuSans-Bold"}
    assert content.count(b"/FontFile2") == len(fonts)
    assert b"/Subtype /Image" not in content
    assert sheet(made, "pdf", paper) == content


def test_svg_has_every_cell_and_no_time(made: Chart) -> None:
    content = sheet(made, "svg", "a4")
    assert ElementTree.fromstring(content).tag.endswith("svg")
    assert b"<dc:date>" not in content
    assert b"<image" not in content
    assert content.count(b"<rect ") - 1 == len(made.cells) + len(made.by_cards) + 2  # the sheet; the legend


@pytest.mark.long
def test_pictures_are_the_same_every_time(made: Chart) -> None:
    assert sheet(made, "svg", "letter") == sheet(made, "svg", "letter")
    content = sheet(made, "png", "letter")
    assert content.startswith(b"\x89PNG")
    assert sheet(made, "png", "letter") == content


def test_a_chart_without_exceptions_says_so() -> None:
    found = chart(Punter(Rules(), Policy(2, 2), Shoe("0,0,0,0,0,0,0,0,4,16")))
    assert not found.exceptions
    assert found.cost == 0
    assert "No exceptions." in chart_report(found).blocks
    assert "<p>None.</p>" in page(found)
    assert sheet(found, "pdf", "a4").startswith(b"%PDF")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--hands", "--format", "pdf"], "there is no pdf of it"),
        (["--hands", "--output", "hands.html"], "there is no html of it"),
        (["--paper", "wallet"], "'wallet'"),
        (["--output", "missing/chart.pdf"], "missing' is not there"),
        (["--output", "chart.graphml"], "there is no graphml here"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    run: Run, more: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*ASKED, *more)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert not list(tmp_path.iterdir())


def test_the_package_exports_its_main_classes() -> None:
    for name in backhand.vingt_un.__all__:
        assert getattr(backhand.vingt_un, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing"):
        backhand.vingt_un.nothing  # noqa: B018
    assert counts_of([1]) == (1, *[0] * 9)
