"""``backhand par``: the figures of the game on one sheet."""

from __future__ import annotations

from fractions import Fraction

import click

from backhand.cli.options import Question, deal_options, question, strategy_option


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
    from backhand.outputs.par import ManyRounds, par_report
    from backhand.rounds import many
    from backhand.rounds.figures import starts

    for number in (*ahead, wins_in, *first_to):
        many.check_number("rounds or wins", number, many.MOST_EXACT)
    for number in bankroll:
        many.check_number("stakes", number, many.MOST_STAKES)
    solver, shoe = question.solver, question.undealt
    fixed = solver.strategy(strategy, shoe)
    deals, figures = solver.deals(fixed, shoe=shoe), solver.figures(fixed, shoe=shoe)
    nets = {net: chance for net, chance in figures.nets.items() if isinstance(chance, Fraction)}
    sheet = (
        None
        if not deals.exact
        else ManyRounds(
            [many.ahead_after(nets, number) for number in ahead],
            (wins_in, many.wins_in(nets, wins_in)),
            [many.first_to(nets, number) for number in first_to] if figures.win else [],
            many.kelly(nets),
            [many.ruin(nets, number) for number in bankroll],
        )
    )
    question.answer(par_report(figures, starts(deals), sheet))
