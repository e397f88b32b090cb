"""The report of the dealer's best reply over a whole round."""

from __future__ import annotations

from fractions import Fraction

from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.words import document, hand_document, heading, policy_words
from backhand.vingt_un.solving.company import Company, Reply
from backhand.vingt_un.solving.dealer import Dealer


def reply_report(company: Company, found: Reply) -> Report:
    """What a round is worth to a dealer who replies best to several punters, between proved bounds."""
    rules, punter, count = company.rules, str(company.punter), company.number
    bounds = {"low": found.low, "high": found.high, "width": found.width}
    by_cards = [
        {
            **hand_document(cards.hand),
            "chance": number(cards.chance),
            "low": number(cards.low / cards.chance),
            "high": number(cards.high / cards.chance),
        }
        for cards in found.by_cards
    ]
    lines = [
        ["from all", *(decimals(value, 6, sign=True) for value in bounds.values())],
        ["from each", *(decimals(value / count, 6, sign=True) for value in bounds.values())],
    ]
    frame = {"as": "dealer", "punter": punter, "number": count}
    return Report(
        document(
            "reply",
            rules,
            company.pack,
            **frame,
            dealers_value={what: number(value) for what, value in bounds.items()},
            tables=found.tables,
            share=found.share,
            by_cards=by_cards,
        ),
        Table(
            ["punter", "number", "bound", "fraction", "decimal"],
            [[punter, str(count), what, str(value), str(float(value))] for what, value in bounds.items()],
        ),
        [
            heading(rules, company.pack, f"{count} punters: each {policy_words(company.punter)}."),
            "A dealer who replies best gains in a round, in stakes first laid, proved:",
            Table(["", "at least", "at most", "width"], lines),
            f"{found.tables:,} tables solved; {percent(Fraction(found.share), 2)} of punters who stand sit at one. At "
            "the others he gains at least what his best policy without a look at them gains, at most two stakes from "
            "each.",
            _when_to_double(found) if rules.dealer_may_double else "",
        ],
    )


def _when_to_double(found: Reply) -> str:
    """With which two cards the bounds say that he gains, so that he doubles, or loses."""
    gains = [name(cards.hand) for cards in found.by_cards if cards.low > 0]
    loses = [name(cards.hand) for cards in found.by_cards if cards.high < 0]
    open_ones = [name(cards.hand) for cards in found.by_cards if cards.low <= 0 <= cards.high]
    parts = [("He doubles with", gains), ("He does not with", loses), ("Not decided by these bounds:", open_ones)]
    return " ".join(f"{what} {', '.join(hands)}." for what, hands in parts if hands)


def exact_reply_report(dealer: Dealer) -> Report:
    """What a round is worth to a dealer who replies best to one punter, exactly."""
    value, policy = dealer.value(), str(dealer.punter)
    frame = {"as": "dealer", "punter": policy, "number": 1, "dealers_value": number(value)}
    return Report(
        document("reply", dealer.rules, dealer.pack, **frame),
        Table(
            ["punter", "number", "bound", "fraction", "decimal"],
            [[policy, "1", "exact", str(value), str(float(value))]],
        ),
        [
            heading(dealer.rules, dealer.pack, f"One punter: {policy_words(dealer.punter)}."),
            f"A dealer who replies best gains per stake: {decimals(value, 10, sign=True)}.",
            f"Exact: {value}",
        ],
    )
