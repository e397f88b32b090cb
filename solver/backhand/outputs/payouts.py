"""The report on payouts, and the plot of the house edge against them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from backhand.cards import RANKS, Shoe, format_cards
from backhand.evaluator import Value
from backhand.outputs.report import (
    Report,
    Table,
    decimals,
    heading,
    number,
    percent,
    rules_document,
    shoe_document,
    value_document,
)
from backhand.payouts import MOST, Change, Payouts, Wanted
from backhand.rules import Rules

_SHOWN = 3


def payouts_report(
    shoe: Shoe,
    rules: Rules,
    value: Value,
    expression: str,
    wanted: Sequence[Wanted],
    changes: dict[str, Sequence[Change]],
    between: tuple[Fraction, Fraction],
) -> Report:
    """The EV as a function of the payouts, the payouts that give the wanted edges, and where best play changes."""
    document = {
        "schema": "backhand.payouts/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        **value_document(value),
        "expression": expression,
        "wanted": [
            {
                "kind": w.kind,
                "house_edge": number(w.edge),
                "payout": None if w.payout is None else number(w.payout),
                "usual_odds": [{"odds": _odds(odds), "house_edge": number(edge)} for odds, edge in w.usual],
            }
            for w in wanted
        ],
        "between": [number(between[0]), number(between[1])],
        "changes": [
            {
                "kind": kind,
                "payout": number(change.payout),
                "hand": [RANKS[rank - 1] for rank in change.holding.hand],
                "discarded_aces": change.holding.discarded,
                "below": [action.value for action in change.below],
                "above": [action.value for action in change.above],
            }
            for kind, found in changes.items()
            for change in found
        ],
    }
    rows = []
    for w in wanted:
        exact = ["", ""] if w.payout is None else [str(w.payout), str(float(w.payout))]
        around = [cell for odds, edge in w.usual for cell in (_odds(odds), str(edge))]
        rows.append([w.kind, str(w.edge), *exact, *around, *[""] * (4 - len(around))])
    columns = ["kind", "house_edge", "payout", "payout_decimal", "odds", "edge_at_odds"]
    columns += ["odds_above", "edge_at_odds_above"]
    asked = Table(
        ["pays", "house edge", "payout", "usual odds, and the edge at them"],
        [
            [
                w.kind,
                percent(w.edge, 4),
                f"none from 0 to {MOST}" if w.payout is None else decimals(w.payout, 8),
                ";  ".join(f"{_odds(odds)} {percent(edge, 4)}" for odds, edge in w.usual),
            ]
            for w in wanted
        ],
    )
    low, high = (_odds(end) for end in between)
    blocks: list[str | Table] = [
        heading(rules, shoe) + f" EV {decimals(value.ev, 10, sign=True)}, house edge {percent(value.house_edge, 6)}.",
        "The EV of the play that is best now, as a function of the payouts (it is best play only near these):",
        f"EV = {expression}",
        "The payout of one kind of win, or of all alike, that gives a house edge, best play following it; all else as "
        "in the rules:",
        asked,
    ]
    for kind, found in changes.items():
        if found:
            blocks += [f"Where best play changes as {kind} goes from {low} to {high}:", _changes_table(found)]
        else:
            blocks.append(f"As {kind} goes from {low} to {high} best play does not change with any hand.")
    blocks.append("Changes are those of hands of the first deal; hands that come after a push change at others too.")
    roots = [f"{w.kind}, edge {w.edge}: {w.payout}" for w in wanted if w.payout is not None]
    if roots:
        blocks.append("Exact payouts:\n" + "\n".join(roots))
    return Report(document, Table(columns, rows), blocks)


def _changes_table(found: Sequence[Change]) -> Table:
    rows = []
    for (pays, below, above), group in groupby(
        sorted(found, key=lambda c: (c.payout, c.below, c.above)), key=lambda c: (c.payout, c.below, c.above)
    ):
        hands = list(dict.fromkeys(format_cards(change.holding.hand) for change in group))
        more = f" and {len(hands) - _SHOWN} more" if len(hands) > _SHOWN else ""
        rows.append(
            [
                str(pays),
                decimals(pays, 6),
                " or ".join(below),
                " or ".join(above),
                ", ".join(hands[:_SHOWN]) + more,
            ]
        )
    return Table(["payout", "", "below it", "above it", "hands"], rows)


def _odds(pays: Fraction) -> str:
    return f"{pays.numerator}:{pays.denominator}"


def payouts_plot(
    payouts: Payouts,
    kinds: Sequence[str],
    changes: dict[str, Sequence[Change]],
    between: tuple[Fraction, Fraction],
    form: str,
) -> bytes:
    """The house edge against each payout as a picture (``png``, ``svg`` or ``pdf``), changes of play marked."""
    import io

    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "backhand"  # the same picture every time
    from matplotlib.figure import Figure

    low, high = between
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes: Any = figure.subplots()
    styles = ["-", "--", "-.", ":"]
    colours = ["#0072B2", "#E69F00", "#000000", "#56B4E9"]
    for number_, kind in enumerate(kinds):
        # Between these the true curve is convex and lies under the line drawn, by less than its width.
        places = sorted({low + (high - low) * Fraction(step, 8) for step in range(9)})
        edges = [float(100 * payouts.value(kind, place).house_edge) for place in places]
        colour = colours[number_ % 4]
        axes.plot([float(p) for p in places], edges, styles[number_ % 4], color=colour, label=f"{kind} pays")
        marks = sorted({float(change.payout) for change in changes.get(kind, ())})
        heights = [_interpolated(mark, [float(p) for p in places], edges) for mark in marks]
        axes.plot(marks, heights, "|", color=colour, markersize=10)
    axes.axhline(0, color="0.5", linewidth=0.8)
    axes.set_xlabel("net payout per stake (| best play changes with a hand of the first deal)")
    axes.set_ylabel("house edge, per cent of the stake")
    axes.set_title(heading(payouts.rules, payouts.shoe), fontsize=9)
    axes.legend()
    out = io.BytesIO()
    metadata = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[form]
    figure.savefig(out, format=form, dpi=120, metadata=metadata)
    return out.getvalue()


def _interpolated(place: float, places: Sequence[float], values: Sequence[float]) -> float:
    points = pairwise(zip(places, values, strict=True))
    (left, below), (right, above) = next(pair for pair in points if pair[0][0] <= place <= pair[1][0])
    return below + (above - below) * (place - left) / (right - left)
