"""``backhand export``: the game for other programs."""

from __future__ import annotations

from functools import partial

import click

from backhand.answers.export import ExportRequest, export
from backhand.cli.options import Question, question
from backhand.common.cli.options import emit_parts
from backhand.outputs.export import prism


@click.command("export", epilog="Example: backhand export --format prism --output backhand.prism")
@partial(question, forms=("prism",))
def command(question: Question) -> None:
    """Write the game as a model that Storm and PRISM can check.

    A Markov decision process in the PRISM language, card by card, of one round dealt from the shoe.
    """
    answer = export(ExportRequest(question.situation))
    emit_parts([prism(answer.shoe, answer.rules)], question.output)
