"""The report on played rounds: what they came to, what was given away, and what was luck."""

from __future__ import annotations

from collections.abc import Sequence

from backhand.common.cards import Shoe
from backhand.common.checking.logs import Audited
from backhand.common.outputs.priced import priced_report
from backhand.common.outputs.report import Report, shoe_document
from backhand.outputs.words import heading, rules_document
from backhand.rules import Rules


def audit_report(rounds: Sequence[Audited], rules: Rules, shoe: Shoe, source: str, worst: int) -> Report:
    """The report on rounds of a log, dealt from this shoe."""
    frame = {"schema": "backhand.audit/1", "rules": rules_document(rules), "shoe": shoe_document(shoe)}
    return priced_report(rounds, frame, heading(rules, shoe), source, worst)
