"""``backhand par``: the figures of the game on one sheet."""

from __future__ import annotations

import click

from backhand.cli.options import Question, deal_options, question, strategy_option
from backhand.common.cli.options import show_progress


@click.command("par", epilog="Example: backhand par --pays 7:10 --format md --output par.md")
@strategy_option
@click.option(
    "--ahead",
    multiple=True,
    type=int,
    default=(10, 100),
    metavar="N",
    help="The chance to be ahead after N rounds.  [default: 10, 100]",
)
@click.option("--wins-in", type=int, default=10, show_default=True, metavar="N", help="How many of N rounds are won.")
@click.option(
    "--first-to",
    multiple=True,
    type=int,
    default=(3, 5, 10),
    metavar="N",
    help="A match to N wins.  [default: 3, 5, 10]",
)
@click.option(
    "--bankroll",
    multiple=True,
    type=int,
    default=(10, 20, 50),
    metavar="N",
    help="The risk of ruin with N stakes to begin with.  [default: 10, 20, 50]",
)
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

    For one round: EV, edge, variance, endings, cards, pushes, and every initial hand. For many rounds, each from a
    fresh shuffle: the chance to be ahead, matches to so many wins, the Kelly stake, the risk of ruin. --ahead,
    --first-to and --bankroll may be given several times.
    """
    from backhand.answers.par import ParRequest, par
    from backhand.outputs.par import par_report

    answer = par(ParRequest(question.situation, strategy, ahead, wins_in, first_to, bankroll), progress=show_progress)
    question.tell(answer, par_report(answer))
