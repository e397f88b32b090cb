"""Hoffmann audited: the verdicts and the numbers behind them, as a report and as the page of docs/."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from backhand.common.outputs.numerals import number
from backhand.common.outputs.report import Report, Table, render
from backhand.vingt_un.answers.claims import Claims
from backhand.vingt_un.hoffmann.figure import figure
from backhand.vingt_un.hoffmann.section import signed
from backhand.vingt_un.hoffmann.to_dealers import dealers_sections
from backhand.vingt_un.hoffmann.to_punters import low_totals_section, pairs_sections
from backhand.vingt_un.outputs.words import document, heading


def claims_report(claims: Claims) -> Report:
    """The report of ``backhand vingt-un claims``."""
    sections = [low_totals_section(claims), *dealers_sections(claims), *pairs_sections(claims)]
    table = Table(
        ["claim", "case", "against", "hoffmann", "hoffmann_decimal", "other", "other_decimal", "holds"],
        [
            [section.claim, case, against, *_exact(his), *_exact(other), "yes" if his >= other else "no"]
            for section in sections
            for case, against, his, other in section.cases
        ],
    )
    told = [
        {
            "claim": section.claim,
            "says": section.says,
            "verdict": section.verdict.value if section.verdict else None,
            "why": section.why,
            "cases": [
                {"case": case, "against": assumption, "hoffmann": number(his), "other": number(other)}
                for case, assumption, his, other in section.cases
            ],
        }
        for section in sections
    ]
    game = None
    if claims.order_ignored and claims.order_seen:
        game = {"low": number(claims.order_ignored.low), "high": number(claims.order_ignored.high)}
        game |= {"high_if_order_is_seen": number(claims.order_seen.high)}
    values = {str(total): number(value) for total, value in claims.values.items()}
    rules, pack = claims.rules, claims.pack
    summary = Table(
        ["", "Hoffmann says", "verdict", "because"], [[s.claim, s.says, s.judged.upper(), s.why] for s in sections]
    )
    blocks: list[str | Table] = [
        heading(rules, pack),
        "Values are in stakes. Advice to punters is tried against a dealer who stands on 15, 16, 17 or 18, with soft "
        "hands as with hard ones; advice to the dealer, against punters who stand on 15, 16 or 17.",
        summary,
        *_worth(claims),
    ]
    for section in sections:
        judged = f"**{section.judged.capitalize()}.** {section.why}"
        blocks += [f"## {section.claim}: {section.says}", judged, *section.blocks]
    return Report(document("claims", rules, pack, dealers_value=values, game=game, claims=told), table, blocks)


def page(claims: Claims) -> Iterator[tuple[str, str]]:
    """The two files of the page: name and content."""
    middle = claims.order_ignored.middle if claims.order_ignored else None
    yield "vingt_un.svg", figure(claims.values, middle)
    top = (
        "# Vingt-un: Professor Hoffmann audited\n\n"
        "Professor Hoffmann's *Hoyle's Games Modernized* gives the players of Vingt-un seven pieces of advice. Each is "
        "a statement about numbers, and here are the numbers: computed exactly, for one pack, with every card "
        "accounted for. [The method](vingt_un_method.md) says how; `backhand vingt-un claims --output-dir docs` writes "
        "this page.\n\n"
        "![What the dealer gains per stake, by what he stands on](vingt_un.svg)\n\n"
    )
    yield "vingt_un.md", top + render(claims_report(claims), "md")


def _exact(value: Fraction) -> list[str]:
    return [str(value), str(float(value))]


def _worth(claims: Claims) -> Iterator[str | Table]:
    """What the game is worth."""
    yield "## What the game is worth"
    best = max(claims.values, key=lambda total: claims.values[total])
    both = max(claims.by_both, key=lambda pair: claims.by_both[pair])
    yield (
        f"Against a punter who plays best and does not go on both, a dealer who stands on {best} gains "
        f"{signed(claims.values[best], 6)} of each stake, more than with any other single total. If he tells soft from "
        f"hard, standing on hard {both[0]} and soft {both[1]} is the best pair: {signed(claims.by_both[both], 6)}."
    )
    if claims.order_ignored and claims.order_seen:
        yield (
            "If neither knows what the other will do and both are at their best, the dealer gains between "
            f"{signed(claims.order_ignored.low, 6)} and {signed(claims.order_ignored.high, 6)}, as long as he does not "
            f"use the order of the cards the punter drew; if he does, at most {signed(claims.order_seen.high, 6)}. All "
            "bounds are proved: a plan of his is sure of the lower one, and a plan of the punter's allows no more than "
            "the upper."
        )
    yield Table(
        ["dealer stands on", "gains per stake", "exactly"],
        [[str(total), signed(value, 6), str(value)] for total, value in claims.values.items()],
    )
