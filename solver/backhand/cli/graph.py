"""``backhand graph``: every position of a hand or of the whole game, as a graph."""

from __future__ import annotations

from functools import partial

import click

from backhand.cli.options import Question, question
from backhand.common.cards import parse_cards
from backhand.common.cli.options import Read, emit_parts, show_progress
from backhand.positions import check_hand

FORMS = ("json", "graphml", "dot", "svg", "html")


@click.command("graph", epilog="Example: backhand graph 9 7 --play all --output hand.html")
@click.argument("hand", nargs=-1, type=Read("cards", parse_cards), metavar="[CARD]...")
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
    help="Follow N pushes into the new deal; after that a deal is an end with its value.",
)
@partial(question, forms=FORMS)
def command(
    question: Question, hand: tuple[tuple[int, ...], ...], depth: int, play: str, merge: str | None, pushes: int
) -> None:
    """Draw the decision graph of a hand, or without one of the whole game.

    In the whole game positions are merged by number of cards and total, under best play, pushes and all. Every node
    and edge has exact numbers, and the probability that best play comes there.
    """
    from backhand.graph import UNMERGED, Plan
    from backhand.outputs.graphs import render_graph

    held = sum(hand, ())
    if hand:
        check_hand(held)
    undealt = question.solver.undealt(held, question.seen, question.shoe)
    plan = Plan(undealt, held, depth, play, merge or (UNMERGED if held else "total"), pushes)
    pieces = show_progress(plan.pieces(question.solver, show_progress), "nodes and edges", None)
    emit_parts(render_graph(plan, question.solver, pieces, question.form), question.output)
