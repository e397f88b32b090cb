"""The report on a deal: what it is worth, how it ends, and where asked for the other figures of a round."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from backhand.answers.value import DealValue
from backhand.common.intervals import Number, enclosed
from backhand.common.outputs.numerals import decimals, number, percent, text, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.outputs.figures import DENOMINATORS, figure_lists, figure_tables, figures_document, mean_rows, means
from backhand.outputs.words import heading, rules_document, value_document
from backhand.rules import ENDINGS
from backhand.solving.bounds import variance_of


def value_report(answer: DealValue) -> Report:
    """What a deal from the shoe is worth, with the other figures of its rounds, where they were asked for."""
    value, rules, shoe = answer.value, answer.rules, answer.shoe
    variance = variance_of(value, rules)
    deviation = sqrt(enclosed(variance).middle)
    rtp = Fraction(1) - value.house_edge
    document = {
        "schema": "backhand.value/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        "win": number(value.win),
        "ev": number(value.ev),
        "house_edge": number(value.house_edge),
        "rtp": number(rtp),
        "hit_frequency": number(value.win),
        "variance": number(variance),
        "deviation": deviation,
        "endings": value_document(value)["endings"],
    }
    figures: list[tuple[str, Number]] = [
        ("win", value.win),
        ("ev", value.ev),
        ("house edge", value.house_edge),
        ("rtp", rtp),
        ("hit frequency", value.win),
        ("variance", variance),
    ]
    endings = [(ending.value, value.endings[ending]) for ending in ENDINGS]
    people = [
        ["win probability", percent(value.win, 8)],
        ["EV per stake", decimals(value.ev, 10, sign=True)],
        ["house edge", percent(value.house_edge, 8)],
        ["RTP", percent(rtp, 8)],
        ["standard deviation", f"{deviation:.8f}"],
        ["hit frequency", percent(value.win, 8)],
    ]
    lists: list[tuple[str, Number]] = []
    tables: list[str | Table] = []
    if answer.figures is not None:
        played = answer.figures, answer.starts
        document |= {"denominators": DENOMINATORS}
        document |= {name.replace(" ", "_"): number(mean) for name, mean in means(played[0])}
        document |= figures_document(*played)
        lists, tables = [*means(played[0]), *figure_lists(*played)], figure_tables(*played)
        people += mean_rows(played[0])
    rows = [[name.replace(" ", "_"), text(exact), str(float(exact))] for name, exact in [*figures, *endings, *lists]]
    exact = "\n".join(
        f"Exact {name}: {told(figure)}" for name, figure in [("win probability", value.win), ("EV", value.ev)]
    )
    return Report(
        document,
        Table(["figure", "fraction", "decimal"], rows),
        [
            heading(rules, shoe) + " A deal, best play:",
            Table(["", ""], people),
            Table(["ending", "probability"], [[name, percent(p, 8)] for name, p in endings]),
            *tables,
            DENOMINATORS if tables else "",
            exact,
        ],
    )
