"""What every report of Vingt-un says: the rules, the policies, hands and choices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from backhand.common.cards import RANKS, Shoe
from backhand.common.outputs.numerals import amount, decimals, number, percent
from backhand.common.outputs.report import Table, shoe_document
from backhand.vingt_un.hands import name
from backhand.vingt_un.policies import NEVER, Counts, Doubling, Policy, ranks_of
from backhand.vingt_un.rules import MOST, PRESET, Rules, is_soft, score

PLACES = 6
GO_ON_BOTH = "go on both"
NO_NATURAL = "the dealer has no natural"
WITH_NATURAL = "over all rounds, those in which the dealer has a natural included"


def rules_document(rules: Rules) -> dict[str, Any]:
    """The rules in force: their text form, and every option by name."""
    return {"text": str(rules), "preset": PRESET if rules == Rules() else None, "options": rules.options()}


def heading(rules: Rules, pack: Shoe, *others: str) -> str:
    """One line that says for which rules, pack and policies an output holds.

    >>> heading(Rules(), Shoe.of_decks(1), "Dealer: stands on 17.")
    'Vingt-un, rules: hoffmann. Pack: fresh, 52 cards. Dealer: stands on 17.'
    """
    held = " ".join(f"{rank}:{count}" for rank, count in zip(RANKS, pack, strict=True))
    what = "fresh, 52 cards" if pack == Shoe.of_decks(1) else f"{pack.cards} cards, {held}"
    return " ".join([f"Vingt-un, rules: {rules}. Pack: {what}.", *others])


def policy_words(policy: Policy) -> str:
    """A policy as a clause.

    >>> policy_words(Policy(17, 19)), policy_words(Policy.from_text("17; A 6: draw"))
    ('stands on hard 17, soft 19', 'stands on 17, but for 1 hand')
    >>> policy_words(Policy.from_text("17; double: 20; 5 6: double"))
    'stands on 17, doubles on 20, but for 1 hand'
    """
    words = f"stands on {_totals(policy.hard, policy.soft)}" + _others(len(policy.exceptions))
    if policy.doubling == Doubling():
        return words
    doubling = policy.doubling
    totals = _totals(doubling.hard, doubling.soft) if min(doubling.hard, doubling.soft) < NEVER else "no total"
    return f"{words}, doubles on {totals}" + _others(len(doubling.exceptions))


def _totals(hard: int, soft: int) -> str:
    return f"{hard}" if hard == soft else f"hard {hard}, soft {soft}"


def _others(exceptions: int) -> str:
    return f", but for {exceptions} hand{'s' * (exceptions > 1)}" if exceptions else ""


def dealer_words(rules: Rules, dealer: Policy, doubled: bool) -> str:
    """A dealer's policy as a sentence, and where he may double what he has said.

    >>> dealer_words(Rules.from_text("dealer-doubles=on"), Policy(17, 17), False)
    'Dealer: stands on 17; he has not doubled.'
    """
    said = f"; he has {'' if doubled else 'not '}doubled" if rules.dealer_may_double else ""
    return f"Dealer: {policy_words(dealer)}{said}."


def said_document(rules: Rules, doubled: bool) -> dict[str, Any]:
    """Whether the dealer has doubled, for documents; nothing where he may not."""
    return {"doubled": doubled} if rules.dealer_may_double else {}


def document(schema: str, rules: Rules, pack: Shoe, **data: Any) -> dict[str, Any]:
    """The frame of every document."""
    return {
        "schema": f"backhand.vingt-un.{schema}/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(pack),
        **data,
    }


EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
"""What the number of an action is. Beside an action that is only known to be worth at least something, all others lose
at least what is said, since it may be worth more; it itself loses at most that."""


def choices(
    values: Mapping[str, Fraction], least: Collection[str] = ()
) -> tuple[list[dict[str, Any]], Table, Table, list[str]]:
    """Choices best first, ties as given: for a document, as a table of data, as one for people, and the best.

    Those in ``least`` are worth at least so much: they are best only where that is more than all others are worth.
    """
    ranked = sorted(values.items(), key=lambda item: (-item[1], item[0] in least))
    first, top = ranked[0]
    best = [choice for choice, value in ranked if value == top and (choice == first or choice not in least)]
    actions, people, rows = [], [], []
    for choice, ev in ranked:
        bound = AT_LEAST if choice in least else EXACT
        lost = EXACT if not least or first == choice in least else AT_MOST if choice in least else AT_LEAST
        worth, loss = decimals(ev, PLACES, sign=True), amount(top - ev, PLACES)
        actions.append(
            {
                "action": choice,
                "ev": number(ev),
                "loss": number(top - ev),
                **({"ev_is": bound, "loss_is": lost} if least else {}),
            }
        )
        people.append(
            [
                "*" if choice in best else "",
                choice,
                _bounded(bound, worth),
                "best" if choice in best else _bounded(lost, loss),
            ]
        )
        rows.append(
            [choice, "yes" if choice in best else "no", str(ev), str(float(ev)), str(top - ev)]
            + ([bound, lost] if least else [])
        )
    columns = ["action", "best", "ev", "ev_decimal", "loss", *(["ev_is", "loss_is"] if least else [])]
    return actions, Table(columns, rows), Table(["", "action", "EV", "loss"], people), best


def _bounded(bound: str, text: str) -> str:
    return text if bound == EXACT else f"{bound} {text}"


def hand_words(hand: Counts) -> str:
    """A hand and what it is.

    >>> hand_words((1, 0, 0, 0, 0, 1, 0, 0, 0, 0))
    'Hand A 6, soft 17.'
    """
    held = score(hand)
    return f"Hand {name(hand)}, " + ("natural." if held > MOST else f"{'soft' if is_soft(hand) else 'hard'} {held}.")


def hand_document(hand: Counts) -> dict[str, Any]:
    """A hand for documents: its cards, its score (22: a natural), whether an ace counts 11."""
    return {"hand": [RANKS[rank - 1] for rank in ranks_of(hand)], "score": score(hand), "soft": is_soft(hand)}


def best_words(values: Mapping[str, Fraction], best: Sequence[str], least: Collection[str] = ()) -> list[str]:
    """What is best, and the exact numbers."""
    ranked = sorted(values.items(), key=lambda item: -item[1])
    return [
        f"Best: {' or '.join(best)}" + (", worth exactly the same." if len(best) > 1 else "."),
        "Exact EV per stake:\n"
        + "\n".join(f"{choice}: {_bounded(AT_LEAST if choice in least else EXACT, str(ev))}" for choice, ev in ranked),
    ]


def doubled_words(doubled: Sequence[tuple[Counts, Fraction]], rules: Rules) -> str:
    """With which two cards a dealer doubles always, and with which in a share of cases."""
    always = [name(hand) for hand, share in doubled if share == 1]
    mixed = [f"{name(hand)} in {percent(share, 1)}" for hand, share in doubled if 0 < share < 1]
    natural = "" if rules.natural_at_end else " He doubles with a natural, too, as he shows it."
    return (
        f"The plan that is sure of 'at least' doubles with {', '.join(always) or 'nothing'}"
        + (f"; with {', '.join(mixed)} of cases" if mixed else "")
        + f".{natural}"
    )
