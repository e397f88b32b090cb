"""Reports of numbers that are proved to lie between two others: going on both, the equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from backhand.outputs.report import Report, Table, decimals, number, percent
from backhand.vingt_un.certify import doublings
from backhand.vingt_un.company import Company, Enclosure
from backhand.vingt_un.equilibrium import ORDER_IGNORED, ORDER_SEEN
from backhand.vingt_un.hands import name
from backhand.vingt_un.pairs import GoingOnBoth, Pairs
from backhand.vingt_un.policies import Counts
from backhand.vingt_un.reports import dealer_words, document, hand_document, heading, policy_words, said_document
from backhand.vingt_un.rules import Rules
from backhand.vingt_un.search import Found


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


def reply_report(company: Company, found: Enclosure) -> Report:
    """What a round is worth to a dealer who replies best to several punters, between proved bounds."""
    rules, punter, count = company.rules, str(company.punter), company.number
    bounds = {"low": found.low, "high": found.high, "width": found.high - found.low}
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


def _when_to_double(found: Enclosure) -> str:
    """With which two cards the bounds say that he gains, so that he doubles, or loses."""
    gains = [name(cards.hand) for cards in found.by_cards if cards.low > 0]
    loses = [name(cards.hand) for cards in found.by_cards if cards.high < 0]
    open_ones = [name(cards.hand) for cards in found.by_cards if cards.low <= 0 <= cards.high]
    parts = [("He doubles with", gains), ("He does not with", loses), ("Not decided by these bounds:", open_ones)]
    return " ".join(f"{what} {', '.join(hands)}." for what, hands in parts if hands)


def equilibrium_report(found: Found) -> Report:
    """The proved intervals for the value of the game, in both models."""
    rules, pack = found.game.rules, found.game.pack
    models = {ORDER_IGNORED: found.interval, ORDER_SEEN: found.if_seen}
    bounds = [
        (model, what, value)
        for model, proved in models.items()
        for what, value in (("low", proved.low), ("high", proved.high), ("width", proved.width))
    ]
    data = {
        "iterations": found.state.iterations,
        "dealers_value": {
            model: {what: number(value) for name, what, value in bounds if name == model} for model in models
        },
    }
    doubled = doublings(found.game, found.state) if rules.dealer_may_double else []
    if doubled:
        data["doubles"] = [{**hand_document(hand), "share": number(share)} for hand, share in doubled]
    people = [
        [model, decimals(proved.low, 8, sign=True), decimals(proved.high, 8, sign=True), f"{float(proved.width):.1e}"]
        for model, proved in models.items()
    ]
    return Report(
        document("equilibrium", rules, pack, **data),
        Table(["model", "bound", "fraction", "decimal"], [[m, w, str(v), str(float(v))] for m, w, v in bounds]),
        [
            heading(rules, pack),
            f"One punter, no going on both, {found.state.iterations} iterations. If both play best, the dealer gains "
            "per stake, proved by exact best replies:",
            Table(["model", "at least", "at most", "width"], people),
            "order-ignored: the dealer is told which cards the punter drew; order-seen: also in which order.",
            *([_doubled_words(doubled, rules)] if doubled else []),
        ],
    )


def _doubled_words(doubled: Sequence[tuple[Counts, Fraction]], rules: Rules) -> str:
    always = [name(hand) for hand, share in doubled if share == 1]
    mixed = [f"{name(hand)} in {percent(share, 1)}" for hand, share in doubled if 0 < share < 1]
    natural = "" if rules.natural_at_end else " He doubles with a natural, too, as he shows it."
    return (
        f"The plan that is sure of 'at least' doubles with {', '.join(always) or 'nothing'}"
        + (f"; with {', '.join(mixed)} of cases" if mixed else "")
        + f".{natural}"
    )
