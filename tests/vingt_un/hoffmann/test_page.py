"""docs/vingt_un.md says what the numbers say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from backhand.common.outputs.report import render
from backhand.vingt_un.answers.claim_cases import Verdict, turn, verdict
from backhand.vingt_un.answers.claims import Claims, ClaimsRequest, claims
from backhand.vingt_un.hoffmann.figure import figure
from backhand.vingt_un.hoffmann.page import claims_report, page
from backhand.vingt_un.policies import Policy

from tests.regenerate import ROOT


@pytest.fixture(scope="module")
def quick() -> Claims:
    return claims(ClaimsRequest(quick=True))


def test_verdicts() -> None:
    assert verdict([True, True]) is Verdict.TRUE
    assert verdict([False]) is Verdict.FALSE
    assert verdict([False, True]) is Verdict.OPEN


@pytest.mark.long
def test_the_page_has_every_number_that_takes_seconds(quick: Claims) -> None:
    """Whole it is written by ``backhand vingt-un claims --output-dir docs``, which takes too long to do here."""
    written = (ROOT / "docs" / "vingt_un.md").read_text()
    assert all(str(value) in written for value in quick.values.values())
    for claim in ("C1", "C2", "C3", "C4"):
        (section,) = [part for part in dict(page(quick))["vingt_un.md"].split("\n## ") if part.startswith(claim)]
        assert all(line in written for line in section.splitlines())


@pytest.mark.long
def test_one_more_punter_turns_sixteen_once_a_card_is_shown(quick: Claims) -> None:
    """C4: how many are still in is what Hoffmann names first. Advice asked for anew says the same as the page."""
    gains = [turn("T 6", shown, Policy(16, 16)).gain for shown in (["2"], ["", "2"], ["", "", "2"])]
    assert gains[0] > 0 > gains[1] > gains[2]
    (why,) = [claim["why"] for claim in claims_report(quick).document["claims"] if claim["claim"] == "C4"]
    assert f"shows 2 ({float(gains[0]):+.3f})" in why
    assert f"in as well ({float(gains[1]):+.3f})" in why


@pytest.mark.long
def test_quick_claims_in_every_form(quick: Claims) -> None:
    report = claims_report(quick)
    document = report.document
    assert [claim["claim"] for claim in document["claims"]] == ["C1", "C2", "C3", "C4", "C5", "C6", "C7"]
    assert document["claims"][4]["verdict"] == "true"
    assert document["claims"][5]["verdict"] is None  # tens: only the joint optimum decides
    assert "NEEDS THE LONG RUN" in render(report, "md")  # text breaks the words over two lines
    for form in ("text", "json", "csv", "md"):
        assert render(report, form)
    assert {row[-1] for row in report.table.rows} == {"yes", "no"}


def test_the_figure_is_plain_svg() -> None:
    import xml.etree.ElementTree as ElementTree

    drawn = figure({12: Fraction(-1, 8), 17: Fraction(3, 20)}, Fraction(4, 25))
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "+0.150" in drawn
    assert "-0.125" in drawn
