"""``backhand advise``: what should I do here."""

from __future__ import annotations

import click

from backhand.answers.advise import AdviceRequest, advise
from backhand.cli.hands import refuse_undealt
from backhand.cli.options import Question, deal_options, question, tablebase_option
from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import show_progress
from backhand.outputs.advise import advise_report


@click.command("advise", epilog="Example: backhand advise 9 7 --seen 'K 5 A' --format json")
@hand_argument("CARD...")
@deal_options
@tablebase_option
@question
def command(question: Question, hand: tuple[int, ...]) -> None:
    """Say what to do with a hand.

    Every legal action is listed, best first, with what it is worth and how it can end.
    The hand is two to four cards, after the ace rule: aces that were discarded go under --seen. So two cards with an
    ace need that: 'A 9 --seen A'.
    """
    refuse_undealt(question.situation, hand)
    answer = advise(AdviceRequest(hand, question.situation), progress=show_progress)
    question.tell(answer, advise_report(answer.advice))
