"""The report on going on both."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals, number
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.both import PairValue
from backhand.vingt_un.outputs.words import dealer_words, document, heading, said_document


def both_report(answer: PairValue) -> Report:
    """What two alike are worth on both, between proved bounds, and with one hand."""
    rules, pack, dealer, worth = answer.rules, answer.pack, answer.dealer, answer.worth
    bounds = [
        ("both, at least", worth.low),
        ("both, at most", worth.high),
        ("one hand", worth.one),
        ("both, each for itself", worth.apart),
    ]
    words = {True: "better than one hand", False: "worse than one hand", None: "not decided by these bounds"}
    data = {"low": number(worth.low), "high": number(worth.high), "one_hand": number(worth.one)}
    data["each_for_itself"] = number(worth.apart)
    return Report(
        document(
            "both",
            rules,
            pack,
            dealer=str(dealer),
            **said_document(rules, answer.request.doubled),
            pair=worth.pair,
            **data,
            favourable=worth.favourable,
        ),
        Table(["value", "fraction", "decimal"], [[what, str(value), str(float(value))] for what, value in bounds]),
        [
            heading(rules, pack, dealer_words(rules, dealer, answer.request.doubled)),
            f"Two cards alike, {worth.pair}: what they are worth per stake first laid, the dealer's natural included.",
            Table(["", "EV"], [[what, decimals(value, 9, sign=True)] for what, value in bounds]),
            f"Going on both is {words[worth.favourable]}. {worth.states:,} states.",
        ],
    )
