"""The report on somebody's counts of Backhand."""

from __future__ import annotations

from backhand.answers.validate import Validation
from backhand.common.outputs.report import Report, shoe_document
from backhand.common.outputs.verdict import verdict_report
from backhand.outputs.words import heading, rules_document


def validation_report(answer: Validation) -> Report:
    """What the tests say of results of rounds, played by the strategy asked for, or by another."""
    rules, shoe, strategy = answer.rules, answer.shoe, answer.request.strategy
    frame = {
        "schema": "backhand.validate/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        "strategy": strategy,
    }
    head = f"{heading(rules, shoe)} Strategy {strategy}."
    return verdict_report(answer.verdict, frame, head, str(answer.request.results), answer.others)
