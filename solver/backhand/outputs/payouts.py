"""The report on payouts, and the plot of the house edge against them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from backhand.answers.payouts import Payouts
from backhand.common.cards import RANKS, format_cards
from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.common.piecewise import Piecewise
from backhand.outputs.words import heading, rules_document, value_document
from backhand.payouts.changes import Change
from backhand.payouts.deal_bends import Pieces
from backhand.payouts.valued import Valued
from backhand.payouts.wanted import Answer, Wanted

_SHOWN = 3
_FINE = 500
"""The line of a plot is off by less than the rise over this."""
_LONG = 10**9
"""A payout of a larger denominator is shown as a decimal fraction alone."""


def payouts_report(answer: Payouts) -> Report:
    """The EV as a function of the payouts, the payouts that give the wanted edges, and where best play changes.

    Where the pieces of the EV were asked for, the csv is of their bends.
    """
    shoe, rules, value, expression = answer.shoe, answer.rules, answer.value, str(answer.expression)
    wanted, changes, pieces = answer.wanted, answer.changes, answer.pieces
    between = answer.request.low, answer.request.high
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
                "answer": w.answer.value,
                "payout": None if w.payout is None else number(w.payout),
                "house_edge_at_zero": number(w.edge_at_zero),
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
        **({} if pieces is None else {"pieces": [_pieces_document(each) for each in pieces]}),
    }
    rows = []
    for w in wanted:
        exact = ["", ""] if w.payout is None else [str(w.payout), str(float(w.payout))]
        around = [cell for odds, edge in w.usual for cell in (_odds(odds), str(edge))]
        rows.append([w.kind, str(w.edge), w.answer.value, *exact, *around, *[""] * (4 - len(around))])
    columns = ["kind", "house_edge", "answer", "payout", "payout_decimal", "odds", "edge_at_odds"]
    columns += ["odds_above", "edge_at_odds_above"]
    asked = Table(
        ["pays", "house edge", "payout", "usual odds, and the edge at them"],
        [
            [
                w.kind,
                percent(w.edge, 4),
                _answer(w),
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
    if pieces is None:
        blocks.append("Changes are those of hands of the first deal; --pieces gives those of hands after a push too.")
    for each in pieces or ():
        blocks += _pieces_blocks(each, low, high)
    roots = [
        f"{w.kind}, edge {w.edge}: {'any up to ' * (w.answer is Answer.UP_TO)}{w.payout}"
        for w in wanted
        if w.payout is not None
    ]
    if roots:
        blocks.append("Exact payouts:\n" + "\n".join(roots))
    return Report(document, Table(columns, rows) if pieces is None else _bends_table(pieces), blocks)


def _answer(wanted: Wanted) -> str:
    """The payouts for people, and where there are none why."""
    if wanted.payout is not None:
        return "any up to " * (wanted.answer is Answer.UP_TO) + decimals(wanted.payout, 8)
    if wanted.answer is Answer.EVERY:
        return "any: the edge is always this"
    edge = percent(wanted.edge_at_zero, 4)
    if wanted.edge < wanted.edge_at_zero:
        return f"none: the edge is always {edge}"
    return f"none: the edge is {'at most' if wanted.edge > wanted.edge_at_zero else 'always below'} {edge}"


def _pieces_document(pieces: Pieces) -> dict[str, Any]:
    low, high = pieces.ends
    return {
        "kind": pieces.kind,
        "ends": [{"payout": number(pays), "ev": number(ev)} for pays, ev in (low, high)],
        "bends": [
            {
                "payout": number(bend.payout),
                "ev": number(bend.ev),
                "slope_below": number(bend.below),
                "slope_above": number(bend.above),
            }
            for bend in pieces.bends
        ],
    }


def _bends_table(pieces: Sequence[Pieces]) -> Table:
    columns = ["kind", "payout", "payout_decimal", "ev", "ev_decimal", "slope_below", "slope_above"]
    rows = [
        [
            each.kind,
            *(text for exact in (bend.payout, bend.ev) for text in (str(exact), str(float(exact)))),
            str(bend.below),
            str(bend.above),
        ]
        for each in pieces
        for bend in each.bends
    ]
    return Table(columns, rows)


def _pieces_blocks(pieces: Pieces, low: str, high: str) -> list[str | Table]:
    """The bends for people; payouts too long for a line are rounded."""
    at_ends = " and ".join(decimals(ev, 10, sign=True) for _, ev in pieces.ends)
    said = f"As {pieces.kind} goes from {low} to {high} the EV, {at_ends} at the ends, "
    if not pieces.bends:
        return [said + "is a straight line: best play does not change, pushes and all."]
    rows = [
        [
            str(bend.payout) if bend.payout.denominator < _LONG else "",
            decimals(bend.payout, 10),
            decimals(bend.ev, 10, sign=True),
            decimals(bend.below, 10),
            f"{float(bend.above - bend.below):.3g}",
        ]
        for bend in pieces.bends
    ]
    return [
        said + f"is straight but for {len(rows):,} bends, where best play changes, pushes and all (every digit: json, "
        "csv). Its slope is the probability to win what is paid so:",
        Table(["payout", "", "EV", "slope below it", "steeper above it by"], rows),
    ]


def _changes_table(found: Sequence[Change]) -> Table:
    def key(change: Change) -> tuple[Any, ...]:
        return change.payout, change.below, change.above, change.holding.discarded

    rows = []
    for (pays, below, above, discarded), group in groupby(sorted(found, key=key), key=key):
        hands = [format_cards(change.holding.hand) for change in group]
        more = f" and {len(hands) - _SHOWN} more" if len(hands) > _SHOWN else ""
        rows.append(
            [
                str(pays),
                decimals(pays, 6),
                " or ".join(below),
                " or ".join(above),
                str(discarded),
                ", ".join(hands[:_SHOWN]) + more,
            ]
        )
    return Table(["payout", "", "below it", "above it", "aces out", "hands"], rows)


def _odds(pays: Fraction) -> str:
    return f"{pays.numerator}:{pays.denominator}"


def drawn(payouts: Valued, kind: str, low: Fraction, high: Fraction) -> Piecewise:
    """The EV between two payouts, too high by a 500th of its rise at most, and nowhere too low.

    The EV is convex: it is under the chord of two places, and above the lines of what is best at them, so farthest from
    the chord where these cross at most. That payout is drawn too where this is too far.
    """
    places = [low + (high - low) * Fraction(step, 8) for step in range(9)]
    touching = {place: payouts.line(kind, place) for place in places}
    fine = (touching[high].at(high) - touching[low].at(low)) / _FINE
    waiting = list(pairwise(sorted(touching)))
    while waiting:
        left, right = waiting.pop()
        one, other = touching[left], touching[right]
        if one.slope < other.slope:
            middle = (one.at_zero - other.at_zero) / (other.slope - one.slope)
            chord = one.at(left) + (other.at(right) - one.at(left)) * (middle - left) / (right - left)
            if chord - one.at(middle) > fine:
                touching[middle] = payouts.line(kind, middle)
                waiting += [(left, middle), (middle, right)]
    return Piecewise(tuple((place, touching[place].at(place)) for place in sorted(touching)))


def payouts_plot(answer: Payouts, form: str) -> bytes:
    """The house edge against each payout as a picture (``png``, ``svg`` or ``pdf``), changes of play marked."""
    import io

    import matplotlib
    from matplotlib.figure import Figure

    low, high = answer.request.low, answer.request.high
    pieces = answer.pieces
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes: Any = figure.subplots()
    styles = ["-", "--", "-.", ":"]
    colours = ["#0072B2", "#E69F00", "#000000", "#56B4E9"]
    for number_, kind in enumerate(answer.request.kinds):
        if pieces is None:
            curve = drawn(answer.questions, kind, low, high)
            marks = sorted({change.payout for change in answer.changes[kind]})
        else:
            curve = pieces[number_].curve
            marks = [bend.payout for bend in pieces[number_].bends]
        edges = [(float(place), float(-100 * ev)) for place, ev in curve.knots]
        colour = colours[number_ % 4]
        axes.plot(*zip(*edges, strict=True), styles[number_ % 4], color=colour, label=f"{kind} pays")
        heights = [float(-100 * ev) for ev in curve.values(marks)]
        axes.plot([float(mark) for mark in marks], heights, "|", color=colour, markersize=10)
    axes.axhline(0, color="0.5", linewidth=0.8)
    marked = "" if pieces else " with a hand of the first deal"
    axes.set_xlabel(f"net payout per stake (| best play changes{marked})")
    axes.set_ylabel("house edge, per cent of the stake")
    axes.set_title(heading(answer.rules, answer.shoe), fontsize=9)
    axes.legend()
    out = io.BytesIO()
    metadata = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[form]
    with matplotlib.rc_context({"svg.hashsalt": "backhand"}):  # the same picture every time
        figure.savefig(out, format=form, dpi=120, metadata=metadata)
    return out.getvalue()
