"""The report on the equilibrium: the interval that is proved, and the two plans."""

from __future__ import annotations

from backhand.common.outputs.numerals import decimals, number
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.equilibrium import Equilibrium
from backhand.vingt_un.equilibrium.cfr import ORDER_IGNORED, ORDER_SEEN
from backhand.vingt_un.outputs.words import document, doubled_words, hand_document, heading


def equilibrium_report(answer: Equilibrium) -> Report:
    """The proved intervals for the value of the game, in both models."""
    rules, pack, doubled = answer.rules, answer.pack, answer.doubles
    models = {ORDER_IGNORED: answer.order_ignored, ORDER_SEEN: answer.order_seen}
    bounds = [
        (model, what, value)
        for model, proved in models.items()
        for what, value in (("low", proved.low), ("high", proved.high), ("width", proved.width))
    ]
    data = {
        "iterations": answer.iterations,
        "dealers_value": {
            model: {what: number(value) for name, what, value in bounds if name == model} for model in models
        },
    }
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
            f"One punter, no going on both, {answer.iterations} iterations. If both play best, the dealer gains "
            "per stake, proved by exact best replies:",
            Table(["model", "at least", "at most", "width"], people),
            "order-ignored: the dealer is told which cards the punter drew; order-seen: also in which order.",
            *([doubled_words(doubled, rules)] if doubled else []),
        ],
    )
