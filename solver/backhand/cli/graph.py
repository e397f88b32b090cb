"""``backhand graph``: every position of a hand or of the whole game, as a graph."""

from __future__ import annotations

from functools import partial

import click

from backhand.cli.hands import refuse_undealt
from backhand.cli.options import Question, question
from backhand.common.cli.hands import hand_argument
from backhand.common.cli.options import check_terminal, emit_parts, show_progress

FORMS = ("json", "graphml", "dot", "svg", "html", "png", "pdf")


@click.command("graph", epilog="Example: backhand graph 9 7 --play all --output hand.html")
@hand_argument("[CARD]...", needed=False)
@click.option("--depth", type=int, default=3, show_default=True, metavar="N", help="Follow a hand for N actions.")
@click.option("--play", default="best", show_default=True, metavar="best|all", help="Which actions are followed.")
@click.option(
    "--merge",
    metavar="total|hand|none",
    help="Which positions are one node: those of one number of cards and total, those of one hand, or none.  "
    "[default: total for the whole game; a hand's graph is never merged]",
)
@click.option(
    "--pushes",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="How many pushes of a hand's graph are followed into the new deal; further deals are not drawn, but valued.",
)
@partial(question, forms=FORMS)
def command(question: Question, hand: tuple[int, ...], depth: int, play: str, merge: str | None, pushes: int) -> None:
    """Draw the decision graph of a hand, or of the whole game.

    Without a hand it is the whole game under best play, pushes included: all positions with the same number of cards
    and the same total are one node. Every node and edge has exact numbers, and the probability that best play comes
    there.
    """
    from backhand.answers.graph import GraphRequest, graph
    from backhand.outputs.graphs import render_graph

    check_terminal(question.form, question.output)
    if hand:
        refuse_undealt(question.situation, hand)
    request = GraphRequest(hand, question.situation, depth, play, merge, pushes)
    answer = graph(request, progress=show_progress)
    pieces = show_progress(answer.pieces, "nodes and edges", None)
    emit_parts(render_graph(answer.plan, answer.solver, pieces, question.form), question.output)
