"""Hoffmann audited: the verdicts and the numbers behind them, as a report and as the page of docs/."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from backhand.common.cards import Shoe
from backhand.common.outputs.numerals import number
from backhand.common.outputs.report import Report, Table, render
from backhand.vingt_un.hoffmann.figure import figure
from backhand.vingt_un.hoffmann.numbers import Audit
from backhand.vingt_un.hoffmann.section import signed
from backhand.vingt_un.hoffmann.to_dealers import dealers_sections
from backhand.vingt_un.hoffmann.to_punters import low_totals_section, pairs_sections
from backhand.vingt_un.outputs.words import document, heading
from backhand.vingt_un.rules import Rules


def claims_report(found: Audit) -> Report:
    """The report of ``backhand vingt-un claims``."""
    sections = [low_totals_section(found), *dealers_sections(found), *pairs_sections(found)]
    table = Table(
        ["claim", "case", "against", "hoffmann", "hoffmann_decimal", "other", "other_decimal", "holds"],
        [
            [section.claim, case, against, *_exact(his), *_exact(other), "yes" if his >= other else "no"]
            for section in sections
            for case, against, his, other in section.cases
        ],
    )
    claims = [
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
    if found.interval and found.if_seen:
        game = {"low": number(found.interval.low), "high": number(found.interval.high)}
        game |= {"high_if_order_is_seen": number(found.if_seen.high)}
    values = {str(total): number(value) for total, value in found.values.items()}
    rules, pack = Rules(), Shoe.of_decks(1)
    summary = Table(
        ["", "Hoffmann says", "verdict", "because"], [[s.claim, s.says, s.judged.upper(), s.why] for s in sections]
    )
    blocks: list[str | Table] = [
        heading(rules, pack),
        "Values are in stakes. Advice to punters is tried against a dealer who stands on 15, 16, 17 or 18, with soft "
        "hands as with hard ones; advice to the dealer, against punters who stand on 15, 16 or 17.",
        summary,
        *_worth(found),
    ]
    for section in sections:
        judged = f"**{section.judged.capitalize()}.** {section.why}"
        blocks += [f"## {section.claim}: {section.says}", judged, *section.blocks]
    return Report(document("claims", rules, pack, dealers_value=values, game=game, claims=claims), table, blocks)


def page(found: Audit) -> Iterator[tuple[str, str]]:
    """The two files of the page: name and content."""
    middle = None if found.interval is None else (found.interval.low + found.interval.high) / 2
    yield "vingt_un.svg", figure(found.values, middle)
    top = (
        "# Vingt-un: Professor Hoffmann audited\n\n"
        "Professor Hoffmann's *Hoyle's Games Modernized* gives the players of Vingt-un seven pieces of advice. Each is "
        "a statement about numbers, and here are the numbers: computed exactly, for one pack, with every card "
        "accounted for. [The method](vingt_un_method.md) says how; `backhand vingt-un claims --output-dir docs` writes "
        "this page.\n\n"
        "![What the dealer gains per stake, by what he stands on](vingt_un.svg)\n\n"
    )
    yield "vingt_un.md", top + render(claims_report(found), "md")


def _exact(value: Fraction) -> list[str]:
    return [str(value), str(float(value))]


def _worth(found: Audit) -> Iterator[str | Table]:
    """What the game is worth."""
    yield "## What the game is worth"
    best = max(found.values, key=lambda total: found.values[total])
    both = max(found.by_both, key=lambda pair: found.by_both[pair])
    yield (
        f"Against a punter who plays best and does not go on both, a dealer who stands on {best} gains "
        f"{signed(found.values[best], 6)} of each stake, more than with any other single total. If he tells soft from "
        f"hard, standing on hard {both[0]} and soft {both[1]} is the best pair: {signed(found.by_both[both], 6)}."
    )
    if found.interval and found.if_seen:
        yield (
            "If neither knows what the other will do and both are at their best, the dealer gains between "
            f"{signed(found.interval.low, 6)} and {signed(found.interval.high, 6)}, as long as he does not use the "
            f"order of the cards the punter drew; if he does, at most {signed(found.if_seen.high, 6)}. All "
            "bounds are proved: a plan of his is sure of the lower one, and a plan of the punter's allows no more than "
            "the upper."
        )
    yield Table(
        ["dealer stands on", "gains per stake", "exactly"],
        [[str(total), signed(value, 6), str(value)] for total, value in found.values.items()],
    )
