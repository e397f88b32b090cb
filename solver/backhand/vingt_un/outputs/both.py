"""The report on going on both."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals
from backhand.common.outputs.report import Report, Table
from backhand.common.outputs.rows import Row, entries
from backhand.vingt_un.answers.both import PairValue
from backhand.vingt_un.outputs.words import dealer_words, document, heading, said_document


def both_report(answer: PairValue) -> Report:
    """What two alike are worth on both, between proved bounds, and with one hand."""
    rules, pack, dealer, worth = answer.rules, answer.pack, answer.dealer, answer.worth
    bounds = [
        Row("low", worth.low, label="both, at least"),
        Row("high", worth.high, label="both, at most"),
        Row("one_hand", worth.one, label="one hand"),
        Row("each_for_itself", worth.apart, label="both, each for itself"),
    ]
    words = {True: "better than one hand", False: "worse than one hand", None: "not decided by these bounds"}
    return Report(
        document(
            "both",
            rules,
            pack,
            dealer=str(dealer),
            **said_document(rules, answer.request.doubled),
            pair=worth.pair,
            **entries(bounds),
            favourable=worth.favourable,
        ),
        Table(["value", "fraction", "decimal"], [[row.label, str(row.value), str(float(row.value))] for row in bounds]),
        [
            heading(rules, pack, dealer_words(rules, dealer, answer.request.doubled)),
            f"Two cards alike, {worth.pair}: what they are worth per stake first laid, the dealer's natural included.",
            Table(["", "EV"], [[row.label, decimals(row.value, 9, sign=True)] for row in bounds]),
            f"Going on both is {words[worth.favourable]}. {worth.states:,} states.",
        ],
    )
