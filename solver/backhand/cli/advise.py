"""``backhand advise``: what should I do here."""

from __future__ import annotations

from fractions import Fraction

import click

from backhand.cli.options import Question, deal_options, question, tablebase_option
from backhand.common.cards import ACE, parse_cards
from backhand.common.cli.options import Read, warn
from backhand.common.intervals import enclosed
from backhand.common.outputs.numerals import percent
from backhand.outputs.advise import advise_report


@click.command("advise", epilog="Example: backhand advise 9 7 --seen 'K 5 A' --format json")
@click.argument("hand", nargs=-1, required=True, type=Read("cards", parse_cards), metavar="CARD...")
@deal_options
@tablebase_option
@question
def command(question: Question, hand: tuple[tuple[int, ...], ...]) -> None:
    """Say what to do with a hand.

    Every legal action is listed, best first, with what it is worth and how it can end.
    The hand is two to four cards, after the ace rule: aces that were discarded go under --seen.
    """
    held = sum(hand, ())
    advice = question.solver.advise(held, seen=question.seen, shoe=question.shoe)
    if len(held) == 2 and held.count(ACE) > question.seen.count(ACE) and question.shoe is None:
        warn("an ace in a hand of two has replaced a discarded ace; discarded aces go under --seen")
    for choice in advice.actions:
        void = choice.endings["void"] if choice.endings else Fraction(0)
        if enclosed(void).low:
            warn(f"the shoe may run out: after {choice.action} with probability {percent(void)}")
    question.answer(advise_report(advice))
