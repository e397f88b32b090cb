"""``backhand par``: the figures of the game on one sheet."""

from __future__ import annotations

import click

from backhand.cli.options import Question, deal_options, question, strategy_option
from backhand.common.cli.options import show_progress


@click.command("par", epilog="Example: backhand par --pays 7:10 --format md --output par.md")
@strategy_option
@click.option("--ahead", multiple=True, type=int, default=(10, 100), metavar="N", help="Rounds for being ahead.")
@click.option("--wins-in", type=int, default=10, show_default=True, metavar="N", help="Rounds whose wins are counted.")
@click.option("--first-to", multiple=True, type=int, default=(3, 5, 10), metavar="N", help="Wins of a match.")
@click.option("--bankroll", multiple=True, type=int, default=(10, 20, 50), metavar="N", help="Stakes, for ruin.")
@deal_options
@question
def command(
    question: Question,
    strategy: str,
    ahead: tuple[int, ...],
    wins_in: int,
    first_to: tuple[int, ...],
    bankroll: tuple[int, ...],
) -> None:
    """Print a par sheet, the figures of the game.

    Exact: EV, edge, variance, endings, cards and pushes in a round, every initial hand; then many rounds from a
    fresh shuffle: ahead, first to n wins, Kelly stake, ruin. Options with N may be given several times.
    """
    from backhand.answers.par import ParRequest, par
    from backhand.outputs.par import par_report

    answer = par(ParRequest(question.situation, strategy, ahead, wins_in, first_to, bankroll), progress=show_progress)
    question.tell(answer, par_report(answer))
