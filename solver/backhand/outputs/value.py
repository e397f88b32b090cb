"""The report on a deal: what it is worth, how it ends, and where asked for the other figures of a round."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from backhand.answers.value import DealValue
from backhand.common.intervals import enclosed
from backhand.common.outputs.numerals import percent, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.common.outputs.rows import Row, entries, figure_table, shown
from backhand.outputs.figures import DENOMINATORS, figure_lists, figure_tables, figures_document, mean_rows
from backhand.outputs.words import ending_rows, heading, rules_document, worth_rows
from backhand.solving.bounds import variance_of


def value_report(answer: DealValue) -> Report:
    """What a deal from the shoe is worth, with the other figures of its rounds, where they were asked for."""
    value, rules, shoe = answer.value, answer.rules, answer.shoe
    variance = variance_of(value, rules)
    deviation = sqrt(enclosed(variance).middle)
    rtp = Fraction(1) - value.house_edge
    figures = [
        *worth_rows(value),
        Row("rtp", rtp, percent(rtp, 8), "RTP"),
        Row("hit_frequency", value.win, percent(value.win, 8), "hit frequency"),
        Row("variance", variance),
    ]
    spread = Row("deviation", deviation, f"{deviation:.8f}", "standard deviation")
    endings = ending_rows(value.endings)
    document = {
        "schema": "backhand.value/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        **entries([*figures, spread]),
        "endings": entries(endings),
    }
    told_first = shown([*figures, spread], "win", "ev", "house_edge", "rtp", "deviation", "hit_frequency")
    lists: list[Row] = []
    tables: list[str | Table] = []
    if answer.figures is not None:
        played = answer.figures, answer.starts
        means = mean_rows(played[0])
        document |= {"denominators": DENOMINATORS, **entries(means), **figures_document(*played)}
        lists, tables = [*means, *figure_lists(*played)], figure_tables(*played)
        told_first += shown(means)
    return Report(
        document,
        figure_table([*figures, *endings, *lists]),
        [
            heading(rules, shoe) + " A deal, best play:",
            Table(["", ""], told_first),
            Table(["ending", "probability"], shown(endings)),
            *tables,
            DENOMINATORS if tables else "",
            f"Exact win probability: {told(value.win)}\nExact EV: {told(value.ev)}",
        ],
    )
