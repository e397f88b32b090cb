"""The report on rounds that were checked and priced."""

from __future__ import annotations

from backhand.common.outputs.priced import priced_report
from backhand.common.outputs.report import Report
from backhand.vingt_un.answers.audit import PricedLog
from backhand.vingt_un.outputs.words import document, heading, policy_words


def audit_report(answer: PricedLog, worst: int) -> Report:
    """What the rounds came to, what was given away, what was luck; the ``worst`` mistakes by their cost."""
    rules, pack, dealer = answer.rules, answer.pack, answer.dealer
    frame = document("audit", rules, pack, dealer=str(dealer))
    head = heading(rules, pack, f"Dealer: {policy_words(dealer)}.")
    return priced_report(answer.rounds, frame, head, str(answer.request.log), worst)
