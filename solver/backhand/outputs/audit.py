"""The report on played rounds: what they came to, what was given away, and what was luck."""

from __future__ import annotations

from backhand.answers.audit import Audit
from backhand.common.outputs.priced import priced_report
from backhand.common.outputs.report import Report, shoe_document
from backhand.outputs.words import heading, rules_document


def audit_report(answer: Audit, worst: int) -> Report:
    """The report on rounds of a log, with so many of the worst mistakes."""
    rules, shoe = answer.rules, answer.shoe
    frame = {"schema": "backhand.audit/1", "rules": rules_document(rules), "shoe": shoe_document(shoe)}
    return priced_report(answer.rounds, frame, heading(rules, shoe), str(answer.request.log), worst)
