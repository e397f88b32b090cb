"""The report on a deal: what it is worth, how it ends, and where asked for the other figures of a round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from backhand.bounds import Bounds, Enclosure
from backhand.cards import Shoe
from backhand.evaluator import Value, variance_of
from backhand.figures import Figures, Start
from backhand.outputs.figures import (
    DENOMINATORS,
    figure_lists,
    figure_tables,
    figures_document,
    mean_rows,
    means,
)
from backhand.outputs.report import (
    Report,
    Table,
    decimals,
    heading,
    number,
    percent,
    rules_document,
    shoe_document,
    text,
    told,
    value_document,
)
from backhand.rules import ENDINGS, Rules

_WHY = "they need every shoe that pushes lead to, too many from here"
_REMEDY = "About two decks or fewer have them, or --exact at any cost."


def value_report(
    value: Value | Bounds,
    rules: Rules,
    shoe: Shoe,
    played: tuple[Figures, Sequence[Start]] | None = None,
    *,
    asked: bool = False,
) -> Report:
    """What a deal from the shoe is worth.

    ``played`` are the other figures of its rounds, ``asked`` whether they are wanted: where they are and the value is
    only enclosed, the report says which are left out, and why.
    """
    variance = variance_of(value, rules) if isinstance(value, Value) else None
    rtp = Fraction(1) - value.house_edge
    left_out = _left_out(asked) if variance is None else []
    document = {
        "schema": "backhand.value/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        "win": number(value.win),
        "ev": number(value.ev),
        "house_edge": number(value.house_edge),
        "rtp": number(rtp),
        "hit_frequency": number(value.win),
        **({} if variance is None else {"variance": number(variance), "deviation": sqrt(variance)}),
        "endings": value_document(value)["endings"],
    }
    figures: list[tuple[str, Fraction | Enclosure]] = [
        ("win", value.win),
        ("ev", value.ev),
        ("house edge", value.house_edge),
        ("rtp", rtp),
        ("hit frequency", value.win),
        *([] if variance is None else [("variance", variance)]),
    ]
    endings = [(ending.value, value.endings[ending]) for ending in ENDINGS]
    people = [
        ["win probability", percent(value.win, 8)],
        ["EV per stake", decimals(value.ev, 10, sign=True)],
        ["house edge", percent(value.house_edge, 8)],
        ["RTP", percent(rtp, 8)],
        *([] if variance is None else [["standard deviation", f"{sqrt(variance):.8f}"]]),
        ["hit frequency", percent(value.win, 8)],
    ]
    lists: list[tuple[str, Fraction]] = []
    tables: list[Table] = []
    if played is not None:
        document |= {"denominators": DENOMINATORS}
        document |= {name.replace(" ", "_"): number(mean) for name, mean in means(played[0])}
        document |= figures_document(*played)
        lists, tables = [*means(played[0]), *figure_lists(*played)], figure_tables(*played)
        people += mean_rows(played[0])
    if left_out:
        document |= {"left_out": {"figures": left_out, "why": f"{_WHY}. {_REMEDY}"}}
    rows = [[name.replace(" ", "_"), text(exact), str(float(exact))] for name, exact in [*figures, *endings, *lists]]
    exact = "\n".join(
        f"Exact {name}: {told(figure)}" for name, figure in [("win probability", value.win), ("EV", value.ev)]
    )
    return Report(
        document,
        Table(["figure", "fraction", "decimal"], [*rows, *([name.replace(" ", "_"), "", ""] for name in left_out)]),
        [
            heading(rules, shoe) + " A deal, best play:",
            Table(["", ""], people),
            Table(["ending", "probability"], [[name, percent(p, 8)] for name, p in endings]),
            *tables,
            DENOMINATORS if tables else "",
            f"Left out, since {_WHY}: {', '.join(left_out)}. {_REMEDY}" if left_out else "",
            exact,
        ],
    )


def _left_out(asked: bool) -> list[str]:
    """The figures that an enclosed value cannot be given with."""
    more = ["mean cards", "mean pushes", "cards", "pushes", "initial hands"]
    return ["variance", "deviation", *(more if asked else [])]
