"""The rules in words, each with its number: R1–R10, and O1–O5 as they are set."""

from __future__ import annotations

from backhand.answers.rules import RulesInForce
from backhand.common.outputs.report import Report, Table
from backhand.outputs.words import rules_document
from backhand.rules import BUST_ABOVE, FULL_HAND, LOW_TO, PRESETS, PUSH_FROM, WINS, Rules, ShoeEnd, Ties, choices

PRESET_MEANINGS = {
    "inventor": "the inventor's two accounts: one draw on a push hand, and it settles the hand",
    "denexa": "the Denexa article: a plain hit on a push hand is offered beside playing it",
}


def articles(rules: Rules) -> list[list[str]]:
    """Number, rule, and the option that sets it (or nothing), in order.

    >>> articles(Rules())[11]
    ['O2', 'A total of exactly 12 may hit or call backhand.', 'twelve=free']
    """
    set_to = rules.options()
    play = f"{LOW_TO + 1}–{PUSH_FROM - 1}"
    pays = [f"pays-{win}={set_to[f'pays-{win}']}" for win in WINS]
    return [
        [
            "R1",
            "Two cards are dealt. Each ace of these two is discarded and replaced; a replacement stays, an ace too.",
            "",
        ],
        ["R2", f"Two cards are low up to {LOW_TO}, a play hand at {play}, a push hand at {PUSH_FROM}–20.", ""],
        ["R3", "A low hand can only hit.", ""],
        ["R4", "A play hand may hit or call backhand.", ""],
        ["R5", f"Three or four cards can only hit up to {LOW_TO}, and may hit or call backhand above.", ""],
        ["R6", f"Backhand: one card is turned. Won if the total with it is over {BUST_ABOVE}, otherwise lost.", ""],
        ["R7", f"Hit: over {BUST_ABOVE} is bust and lost. A {FULL_HAND}th card without a bust wins at once.", ""],
        [
            "R8",
            f"A push hand may be pushed: two new cards from the same shoe, without limit. Or played: one card, "
            f"won up to {BUST_ABOVE}, lost above. No backhand.",
            "",
        ],
        ["R9", "A win gains its payout, a loss costs the stake. A push that is taken is no result.", ""],
        ["R10", "One deck for every two players. Every card dealt is seen.", ""],
        [
            "O1",
            "A plain hit on a push hand is "
            + ("offered; it goes on as a hand of three cards." if rules.push_hit else "not offered."),
            f"push-hit={set_to['push-hit']}",
        ],
        [
            "O2",
            f"A total of exactly {LOW_TO + 1} "
            + ("must hit." if rules.twelve_must_hit else "may hit or call backhand."),
            f"twelve={set_to['twelve']}",
        ],
        [
            "O3",
            "A hand whose next card is not there is "
            + ("void: the stake goes back." if rules.shoe_end is ShoeEnd.VOID else "lost."),
            f"shoe-end={set_to['shoe-end']}",
        ],
        ["O4", "Net payouts of a backhand win, a five-card win and a played push.", ", ".join(pays)],
        [
            "O5",
            "Of equally good actions all are named; where one is taken, it is the one that settles the hand "
            + ("soonest." if rules.ties is Ties.SOONEST else "latest."),
            f"ties={set_to['ties']}",
        ],
    ]


def rules_report(answer: RulesInForce) -> Report:
    """The rules in force, each with its number, and the presets."""
    rules = answer.rules
    rows = [[*row, _choices(row[2])] for row in articles(rules)]
    document = {
        "schema": "backhand.rules/1",
        "rules": rules_document(rules),
        "articles": [{"number": number, "rule": text, "option": option} for number, text, option, _ in rows],
        "choices": choices(),
        "presets": {
            name: {"meaning": PRESET_MEANINGS[name], "options": preset.options()} for name, preset in PRESETS.items()
        },
    }
    presets = Table(["preset", "meaning"], [[name, PRESET_MEANINGS[name]] for name in PRESETS])
    return Report(
        document,
        Table(["number", "rule", "option", "choices"], rows),
        [f"Rules: {rules}.", Table(["no.", "rule in force", "option", "choices"], rows), presets],
    )


def _choices(options: str) -> str:
    """What may be chosen for the options that an article is set by, written as ``articles`` has them."""
    known = [choices()[option.partition("=")[0]] for option in options.split(", ") if option]
    return ", ".join(known[0] or ["odds, such as 6:5"]) if known else ""
