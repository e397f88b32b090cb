"""The report of the dealer's best reply over a whole round."""

from __future__ import annotations

from fractions import Fraction

from backhand.common.outputs.numerals import decimals, number, percent
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.reply import BestReply
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.words import document, hand_document, heading, policy_words
from backhand.vingt_un.solving.company import Reply


def reply_report(answer: BestReply) -> Report:
    """What a round is worth to a dealer who replies best to punters whose policy is known."""
    if isinstance(answer.dealers_value, Fraction):
        return _exact(answer, answer.dealers_value)
    return _enclosed(answer, answer.dealers_value)


def _enclosed(answer: BestReply, worth: Reply) -> Report:
    """Against several punters, between proved bounds."""
    rules, punter, count = answer.rules, str(answer.punters), answer.request.number
    bounds = {"low": worth.low, "high": worth.high, "width": worth.width}
    by_cards = [
        {
            **hand_document(cards.hand),
            "chance": number(cards.chance),
            "low": number(cards.low / cards.chance),
            "high": number(cards.high / cards.chance),
        }
        for cards in worth.by_cards
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
            answer.pack,
            **frame,
            dealers_value={what: number(value) for what, value in bounds.items()},
            tables=worth.tables,
            share=worth.share,
            by_cards=by_cards,
        ),
        Table(
            ["punter", "number", "bound", "fraction", "decimal"],
            [[punter, str(count), what, str(value), str(float(value))] for what, value in bounds.items()],
        ),
        [
            heading(rules, answer.pack, f"{count} punters: each {policy_words(answer.punters)}."),
            "A dealer who replies best gains in a round, in stakes first laid, proved:",
            Table(["", "at least", "at most", "width"], lines),
            f"{worth.tables:,} tables solved; {percent(Fraction(worth.share), 2)} of punters who stand sit at one. At "
            "the others he gains at least what his best policy without a look at them gains, at most two stakes from "
            "each.",
            _when_to_double(worth) if rules.dealer_may_double else "",
        ],
    )


def _when_to_double(worth: Reply) -> str:
    """With which two cards the bounds say that he gains, so that he doubles, or loses."""
    gains = [name(cards.hand) for cards in worth.by_cards if cards.low > 0]
    loses = [name(cards.hand) for cards in worth.by_cards if cards.high < 0]
    open_ones = [name(cards.hand) for cards in worth.by_cards if cards.low <= 0 <= cards.high]
    parts = [("He doubles with", gains), ("He does not with", loses), ("Not decided by these bounds:", open_ones)]
    return " ".join(f"{what} {', '.join(hands)}." for what, hands in parts if hands)


def _exact(answer: BestReply, value: Fraction) -> Report:
    """Against one punter, exactly."""
    policy = str(answer.punters)
    frame = {"as": "dealer", "punter": policy, "number": 1, "dealers_value": number(value)}
    return Report(
        document("reply", answer.rules, answer.pack, **frame),
        Table(
            ["punter", "number", "bound", "fraction", "decimal"],
            [[policy, "1", "exact", str(value), str(float(value))]],
        ),
        [
            heading(answer.rules, answer.pack, f"One punter: {policy_words(answer.punters)}."),
            f"A dealer who replies best gains per stake: {decimals(value, 10, sign=True)}.",
            f"Exact: {value}",
        ],
    )
