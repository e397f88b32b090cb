"""``backhand advise``: what should I do here."""

from __future__ import annotations

from fractions import Fraction

import click

from backhand.cli.hands import refuse_undealt
from backhand.cli.options import Question, deal_options, question, tablebase_option
from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import warn
from backhand.common.intervals import enclosed
from backhand.common.outputs.numerals import percent
from backhand.outputs.advise import advise_report
from backhand.positions import check_hand


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
    check_hand(hand)
    refuse_undealt(question, hand)
    advice = question.solver.advise(hand, seen=question.seen, shoe=question.shoe)
    for choice in advice.actions:
        void = choice.endings["void"] if choice.endings else Fraction(0)
        if enclosed(void).low:
            warn(f"the shoe may run out: after {choice.action} with probability {percent(void)}")
    question.answer(advise_report(advice))
