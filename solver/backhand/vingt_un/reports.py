"""Reports of the commands of Vingt-un: value, advise, chart, equilibrium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from backhand.cards import RANKS, Shoe, format_cards
from backhand.outputs.report import Report, Table, decimals, number, shoe_document
from backhand.vingt_un.charts import Chart
from backhand.vingt_un.equilibrium import ORDER_IGNORED, ORDER_SEEN
from backhand.vingt_un.hands import name
from backhand.vingt_un.pairs import GoingOnBoth
from backhand.vingt_un.policies import Policy, ranks_of
from backhand.vingt_un.punter import Advice, Choice, Punter
from backhand.vingt_un.rules import PRESET, Rules, is_soft, score
from backhand.vingt_un.search import Found
from backhand.vingt_un.seats import Seats

PLACES = 6


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
    """
    base = f"{policy.hard}" if policy.hard == policy.soft else f"hard {policy.hard}, soft {policy.soft}"
    others = len(policy.exceptions)
    return f"stands on {base}" + (f", but for {others} hand{'s' * (others > 1)}" if others else "")


def document(schema: str, rules: Rules, pack: Shoe, **data: Any) -> dict[str, Any]:
    """The frame of every document."""
    return {
        "schema": f"backhand.vingt-un.{schema}/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(pack),
        **data,
    }


def value_report(punter: Punter) -> Report:
    """What a round is worth to a dealer with this policy against best play, or a policy, per stake."""
    value = punter.dealers_value()
    who = policy_words(punter.policy) if punter.policy else "plays best"
    fixed = {"punter": str(punter.policy)} if punter.policy else {}
    return Report(
        document("value", punter.rules, punter.pack, dealer=str(punter.dealer), **fixed, dealers_value=number(value)),
        Table(["dealer", "fraction", "decimal"], [[str(punter.dealer), str(value), str(float(value))]]),
        [
            heading(punter.rules, punter.pack, f"Dealer: {policy_words(punter.dealer)}."),
            f"Against a punter who {who} and does not go on both, the dealer gains per stake: "
            f"{decimals(value, 10, sign=True)}.",
            f"Exact: {value}",
        ],
    )


def _advised(advice: Advice) -> list[dict[str, Any]]:
    ranked = sorted(advice.values.items(), key=lambda item: (-item[1], item[0] is not advice.best))
    top = advice.values[advice.best]
    return [{"action": choice.value, "ev": number(ev), "loss": number(top - ev)} for choice, ev in ranked]


def _advise_report(advice: Advice, frame: Mapping[str, Any], head: str, notes: Sequence[str]) -> Report:
    held = score(advice.hand)
    best = [choice.value for choice in Choice if advice.values[choice] == advice.values[advice.best]]
    actions = _advised(advice)
    exact = {choice.value: value for choice, value in advice.values.items()}
    people = [
        [
            "*" if action["action"] in best else "",
            action["action"],
            decimals(exact[action["action"]], PLACES, sign=True),
            "best" if action["action"] in best else decimals(Fraction(action["loss"]["fraction"]), PLACES),
        ]
        for action in actions
    ]
    rows = [
        [
            action["action"],
            "yes" if action["action"] in best else "no",
            action["ev"]["fraction"],
            str(action["ev"]["decimal"]),
            action["loss"]["fraction"],
        ]
        for action in actions
    ]
    position = {
        "hand": [RANKS[rank - 1] for rank in ranks_of(advice.hand)],
        "score": held,
        "soft": is_soft(advice.hand),
    }
    kind = "natural" if held > 21 else f"{'soft' if is_soft(advice.hand) else 'hard'} {held}"
    return Report(
        {**frame, "position": position, "actions": actions, "best": best},
        Table(["action", "best", "ev", "ev_decimal", "loss"], rows),
        [
            head,
            f"Hand {name(advice.hand)}, {kind}.",
            Table(["", "action", "EV", "loss"], people),
            f"Best: {' or '.join(best)}" + (", worth exactly the same." if len(best) > 1 else "."),
            *notes,
            "Exact EV per stake:\n"
            + "\n".join(f"{choice}: {exact[choice]}" for choice in (a["action"] for a in actions)),
        ],
    )


def punter_report(punter: Punter, advice: Advice, both: tuple[Fraction, Fraction] | None) -> Report:
    """What standing and drawing are worth to a punter; for two alike also what going on both is worth at least."""
    notes, extra = [], {}
    if both:
        one, apart = both
        extra = {"going_on_both": {"at_least": number(apart), "one_hand": number(one)}}
        verdict = "better than one hand" if apart > one else "which does not show it to be better"
        notes.append(
            f"Going on both is worth at least {decimals(apart, PLACES, sign=True)}, {verdict} "
            f"({decimals(one, PLACES, sign=True)}); both with the dealer's natural included."
        )
    frame = document("advise", punter.rules, punter.pack, **{"as": "punter", "dealer": str(punter.dealer), **extra})
    head = heading(punter.rules, punter.pack, f"Dealer: {policy_words(punter.dealer)}.")
    return _advise_report(advice, frame, head, notes)


def both_report(rules: Rules, pack: Shoe, dealer: Policy, found: GoingOnBoth) -> Report:
    """What two alike are worth on both, between proved bounds, and with one hand."""
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
        document("both", rules, pack, dealer=str(dealer), pair=found.pair, **data, favourable=found.favourable),
        Table(["value", "fraction", "decimal"], [[what, str(value), str(float(value))] for what, value in bounds]),
        [
            heading(rules, pack, f"Dealer: {policy_words(dealer)}."),
            f"Two cards alike, {found.pair}: what they are worth per stake first laid, the dealer's natural included.",
            Table(["", "EV"], [[what, decimals(value, 9, sign=True)] for what, value in bounds]),
            f"Going on both is {words[found.favourable]}. {found.states:,} states.",
        ],
    )


def dealer_report(seats: Seats, advice: Advice) -> Report:
    """What standing and drawing are worth to the dealer at his turn."""
    shown = [
        {"shown": [RANKS[rank - 1] for rank in seat.shown], "over": seat.over, "policy": str(seat.policy)}
        for seat in seats.seats
    ]
    words = [
        f"{policy_words(seat.policy)}; drew {format_cards(seat.shown) or 'nothing'}" + ", over" * seat.over
        for seat in seats.seats
    ]
    frame = document("advise", seats.rules, seats.pack, **{"as": "dealer", "punters": shown})
    head = heading(seats.rules, seats.pack, "Punters:\n" + "\n".join(words))
    return _advise_report(advice, frame, head, ["In stakes, from all who are still in together."])


def chart_report(chart: Chart) -> Report:
    """What the best reply does by total, hard and soft, and the hands that are exceptions."""
    punter = chart.punter
    cells = [
        {"total": total, "soft": soft, "action": cell.action.value, "hands": cell.hands, "exceptions": cell.exceptions}
        for (total, soft), cell in chart.cells.items()
    ]
    exceptions = [
        {"hand": name(e.hand).split(), "best": e.best.value, "cost": number(e.cost)} for e in chart.exceptions
    ]
    rows = []
    for total in range(21, 3, -1):
        letters = []
        for soft in (False, True):
            cell = chart.cells.get((total, soft))
            letters.append(f"{cell.action.value[0].upper()}{'*' if cell.exceptions else ''}" if cell else "")
        rows.append([str(total), *letters])
    listed = [
        [name(e.hand), f"{'soft' if e.soft else 'hard'} {e.total}", e.best, decimals(e.cost, PLACES)]
        for e in chart.exceptions
    ]
    return Report(
        document("chart", punter.rules, punter.pack, dealer=str(punter.dealer), cells=cells, exceptions=exceptions),
        Table(
            ["total", "soft", "action", "hands", "exceptions"],
            [
                [str(c["total"]), "yes" if c["soft"] else "no", str(c["action"]), str(c["hands"]), str(c["exceptions"])]
                for c in cells
            ],
        ),
        [
            heading(punter.rules, punter.pack, f"Dealer: {policy_words(punter.dealer)}."),
            Table(["total", "hard", "soft"], rows),
            "S stand, D draw; * the answer depends on the cards, see the exceptions. Blank: cannot be held.",
            "Exceptions, with the EV that following the cell costs:" if listed else "No exceptions.",
            Table(["hand", "total", "best", "cost, EV"], listed) if listed else "",
        ],
    )


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
        ],
    )
