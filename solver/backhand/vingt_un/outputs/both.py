"""The report on going on both."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals
from backhand.common.outputs.report import Report, Table
from backhand.common.outputs.rows import Row, entries
from backhand.vingt_un.outputs.words import dealer_words, document, heading, said_document
from backhand.vingt_un.solving.pairs import GoingOnBoth, Pairs


def both_report(pairs: Pairs, found: GoingOnBoth) -> Report:
    """What two alike are worth on both, between proved bounds, and with one hand."""
    rules, pack, dealer = pairs.rules, pairs.pack, pairs.dealer
    bounds = [
        Row("low", found.low, label="both, at least"),
        Row("high", found.high, label="both, at most"),
        Row("one_hand", found.one, label="one hand"),
        Row("each_for_itself", found.apart, label="both, each for itself"),
    ]
    words = {True: "better than one hand", False: "worse than one hand", None: "not decided by these bounds"}
    return Report(
        document(
            "both",
            rules,
            pack,
            dealer=str(dealer),
            **said_document(rules, pairs.doubled),
            pair=found.pair,
            **entries(bounds),
            favourable=found.favourable,
        ),
        Table(["value", "fraction", "decimal"], [[row.label, str(row.value), str(float(row.value))] for row in bounds]),
        [
            heading(rules, pack, dealer_words(rules, dealer, pairs.doubled)),
            f"Two cards alike, {found.pair}: what they are worth per stake first laid, the dealer's natural included.",
            Table(["", "EV"], [[row.label, decimals(row.value, 9, sign=True)] for row in bounds]),
            f"Going on both is {words[found.favourable]}. {found.states:,} states.",
        ],
    )
