"""The report on going on both."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals, number
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.outputs.words import dealer_words, document, heading, said_document
from backhand.vingt_un.solving.pairs import GoingOnBoth, Pairs


def both_report(pairs: Pairs, found: GoingOnBoth) -> Report:
    """What two alike are worth on both, between proved bounds, and with one hand."""
    rules, pack, dealer = pairs.rules, pairs.pack, pairs.dealer
    bounds = [
        ("both, at least", found.low),
        ("both, at most", found.high),
        ("one hand", found.one),
        ("both, each for itself", found.apart),
    ]
    words = {True: "better than one hand", False: "worse than one hand", None: "not decided by these bounds"}
    data = {"low": number(found.low), "high": number(found.high), "one_hand": number(found.one)}
    data["each_for_itself"] = number(found.apart)
    return Report(
        document(
            "both",
            rules,
            pack,
            dealer=str(dealer),
            **said_document(rules, pairs.doubled),
            pair=found.pair,
            **data,
            favourable=found.favourable,
        ),
        Table(["value", "fraction", "decimal"], [[what, str(value), str(float(value))] for what, value in bounds]),
        [
            heading(rules, pack, dealer_words(rules, dealer, pairs.doubled)),
            f"Two cards alike, {found.pair}: what they are worth per stake first laid, the dealer's natural included.",
            Table(["", "EV"], [[what, decimals(value, 9, sign=True)] for what, value in bounds]),
            f"Going on both is {words[found.favourable]}. {found.states:,} states.",
        ],
    )
