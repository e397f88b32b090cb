"""The report on somebody's counts of Backhand."""

from __future__ import annotations

from collections.abc import Mapping

from backhand.common.cards import Shoe
from backhand.common.checking.fit import Verdict
from backhand.common.outputs.report import Report, shoe_document
from backhand.common.outputs.verdict import verdict_report
from backhand.outputs.words import heading, rules_document
from backhand.rules import Rules


def validation_report(
    verdict: Verdict, rules: Rules, shoe: Shoe, strategy: str, source: str, others: Mapping[str, Verdict]
) -> Report:
    """What the tests say of results of rounds from this shoe, played by this strategy; ``others`` if by another."""
    frame = {
        "schema": "backhand.validate/1",
        "rules": rules_document(rules),
        "shoe": shoe_document(shoe),
        "strategy": strategy,
    }
    return verdict_report(verdict, frame, f"{heading(rules, shoe)} Strategy {strategy}.", source, others)
