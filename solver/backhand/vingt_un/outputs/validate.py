"""The report on counts that were tested."""

from __future__ import annotations

from backhand.common.outputs.report import Report
from backhand.common.outputs.verdict import verdict_report
from backhand.vingt_un.answers.validate import Validation
from backhand.vingt_un.outputs.words import document, heading, policy_words


def validation_report(answer: Validation) -> Report:
    """Whether the counts agree, every test, and with which other policies they do."""
    rules, pack, dealer, punters = answer.rules, answer.pack, answer.dealer, answer.punters
    frame = document("validate", rules, pack, dealer=str(dealer), punters=[str(policy) for policy in punters])
    words = [f"Dealer: {policy_words(dealer)}.", *(f"Punter: {policy_words(policy)}." for policy in punters)]
    head, name = heading(rules, pack, *words), str(answer.request.results)
    return verdict_report(answer.verdict, frame, head, name, answer.others)
