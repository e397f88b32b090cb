"""The report on payouts, and the plot of the house edge against them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise
from typing import Any

from backhand.answers.payouts import Payouts
from backhand.common.cards import RANKS, format_cards
from backhand.common.outputs.numerals import decimals, number, percent, signed
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.common.outputs.rows import Column, csv_table, documents, people
from backhand.common.piecewise import Piecewise
from backhand.outputs.words import heading, rules_document, value_document
from backhand.payouts.changes import Change
from backhand.payouts.deal_bends import Bend, Pieces
from backhand.payouts.valued import Valued
from backhand.payouts.wanted import Answer, Wanted

_SHOWN = 3
_FINE = 500
"""The line of a plot is off by less than the rise over this."""
_LONG = 10**9
"""A payout of a larger denominator is shown as a decimal fraction alone."""


WANTED: tuple[Column[Wanted], ...] = (
    Column("kind", lambda w: w.kind, "pays"),
    Column("house_edge", lambda w: w.edge, "house edge", percent),
    Column("answer", lambda w: w.answer.value),
    Column("payout", lambda w: w.payout),
    Column("", lambda w: w, "payout", lambda w: _answer(w)),
    Column("house_edge_at_zero", lambda w: w.edge_at_zero),
    Column("usual_odds", lambda w: [{"odds": _odds(odds), "house_edge": number(edge)} for odds, edge in w.usual]),
    Column("", lambda w: w.usual, "usual odds, and the edge at them", lambda usual: _around(usual)),
)
_ASKED = ("kind", "house_edge", "answer", "payout", "payout_decimal")

CHANGES: tuple[Column[Change], ...] = (
    Column("payout", lambda change: change.payout),
    Column("hand", lambda change: [RANKS[rank - 1] for rank in change.holding.hand]),
    Column("discarded_aces", lambda change: change.holding.discarded),
    Column("below", lambda change: [action.value for action in change.below]),
    Column("above", lambda change: [action.value for action in change.above]),
)

BENDS: tuple[Column[Bend], ...] = (
    Column("payout", lambda bend: bend.payout, "payout", lambda pays: str(pays) if pays.denominator < _LONG else ""),
    Column("", lambda bend: bend.payout, "", partial(decimals, places=10)),
    Column("ev", lambda bend: bend.ev, "EV", signed(10)),
    Column("slope_below", lambda bend: bend.below, "slope below it", partial(decimals, places=10)),
    Column("slope_above", lambda bend: bend.above),
    Column("", lambda bend: float(bend.above - bend.below), "steeper above it by", "{:.3g}".format),
)


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
        "wanted": documents(WANTED, wanted),
        "between": [number(between[0]), number(between[1])],
        "changes": [
            {"kind": kind, **change} for kind, found in changes.items() for change in documents(CHANGES, found)
        ],
        **({} if pieces is None else {"pieces": [_pieces_document(each) for each in pieces]}),
    }
    rows = []
    for w, row in zip(wanted, csv_table(WANTED, wanted, _ASKED).rows, strict=True):
        around = [cell for odds, edge in w.usual for cell in (_odds(odds), str(edge))]
        rows.append([*row, *around, *[""] * (4 - len(around))])
    columns = [*_ASKED, "odds", "edge_at_odds", "odds_above", "edge_at_odds_above"]
    asked = people(WANTED, wanted)
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
        "bends": documents(BENDS, pieces.bends),
    }


def _bends_table(pieces: Sequence[Pieces]) -> Table:
    names = ["payout", "payout_decimal", "ev", "ev_decimal", "slope_below", "slope_above"]
    return Table(
        ["kind", *names],
        [[each.kind, *row] for each in pieces for row in csv_table(BENDS, each.bends, names).rows],
    )


def _pieces_blocks(pieces: Pieces, low: str, high: str) -> list[str | Table]:
    """The bends for people; payouts too long for a line are rounded."""
    at_ends = " and ".join(decimals(ev, 10, sign=True) for _, ev in pieces.ends)
    said = f"As {pieces.kind} goes from {low} to {high} the EV, {at_ends} at the ends, "
    if not pieces.bends:
        return [said + "is a straight line: best play does not change, pushes and all."]
    return [
        said + f"is straight but for {len(pieces.bends):,} bends, where best play changes, pushes and all "
        "(every digit: json, csv). Its slope is the probability to win what is paid so:",
        people(BENDS, pieces.bends),
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


def _around(usual: Sequence[tuple[Fraction, Fraction]]) -> str:
    return ";  ".join(f"{_odds(odds)} {percent(edge, 4)}" for odds, edge in usual)


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
