"""The options of Vingt-un in words."""

from __future__ import annotations

from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.rules import RuleBook
from backhand.vingt_un.outputs.words import rules_document

ARTICLES = (
    ("V1", "One pack of 52. Ace 1 or 11, courts 10. Two cards each, face down; later cards face up, but for V8. "
     "Punters act in turn, the dealer last."),
    ("V2", "A punter draws as often as he likes, or stands. Over 21 he throws up his cards and pays at once."),
    ("V3", "The dealer may stand on anything. Going over, he pays every punter still in."),
    ("V4", "Otherwise the nearer to 21 wins the stake."),
    ("V5", "A dealer's 21 collects double from every punter still in; a punter's 21 that wins is paid as set below."),
    ("V6", "A natural, ace and ten on the first two cards, beats a 21 made by drawing. The dealer's collects double."),
    ("V7", "First two cards alike: a punter may go on both, each a hand with a stake of its own; up to four hands."),
    ("V8", "The second card of each such hand is dealt face down."),
)  # fmt: skip
MEANINGS = {
    "natural-tie": "a punter's natural against the dealer's",
    "dealer-natural": "when the dealer's natural is shown",
    "natural-pays": "what a punter's natural that wins is paid, in stakes",
    "drawn-21-pays": "what a punter's drawn 21 that wins is paid, in stakes",
    "tie-at-21": "what the dealer collects when both have drawn 21",
    "ties": "to whom equal totals go, twenty-ones included",
    "alike": "which tens are alike, by rank or by value",
    "both-ace-ten": "ace and ten after going on both",
    "second-stake": "when further stakes are laid, after or before the dealer's natural is excluded",
    "pack": "what a round is dealt from",
    "overdrawn-shown": "whether a hand thrown up is shown",
    "dealer-doubles": "whether the dealer may double all stakes, having seen his two cards",
}


def rules_report(answer: RuleBook) -> Report:
    """The rules with their numbers, then every option and how it is set."""
    rows = []
    for name, setting in answer.options.items():
        default = "default" if setting == answer.default[name] else ""
        rows.append([name, setting, default, ", ".join(answer.choices[name]), MEANINGS[name]])
    document = {
        "schema": "backhand.vingt-un.rules/1",
        "rules": rules_document(answer.rules),
        "choices": answer.choices,
        "articles": [{"number": number, "rule": text} for number, text in ARTICLES],
    }
    options = Table(["option", "set to", "", "choices", "meaning"], rows)
    return Report(document, options, [f"Vingt-un, rules: {answer.rules}.", Table(["no.", "rule"], ARTICLES), options])
