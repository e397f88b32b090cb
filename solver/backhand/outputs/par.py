"""The par sheet: every figure of the game on one page, as a designer would hand it to a casino."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from backhand.answers.par import ManyRounds, Par
from backhand.common.outputs.numerals import decimals, number, percent, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.common.outputs.rows import Column, Row, documents, entries, figure_table, people, shown
from backhand.outputs.evaluate import strategy_name
from backhand.outputs.figures import (
    DENOMINATORS,
    chance_rows,
    figure_lists,
    figure_tables,
    figures_document,
    mean_rows,
)
from backhand.outputs.words import ending_rows, heading, rules_document, worth_rows
from backhand.rounds.many import Ahead, Race, Ruin
from backhand.rules import WINS

FRESH = (
    "The figures of many rounds are for rounds each dealt from this shoe anew, hence independent. They are exact, "
    "except for the Kelly stake where wins pay differently, within 1e-12, and for ruin where a win does not pay 1:1, "
    "between exact bounds."
)

LEFT_OUT = "The figures of many rounds are left out: they need exact ones, which about two decks or fewer have."


AHEAD: tuple[Column[Ahead], ...] = (
    Column("rounds", lambda at: at.rounds, "after rounds"),
    Column("ahead", lambda at: at.ahead, "ahead", percent),
    Column("even", lambda at: at.even, "even", percent),
    Column("behind", lambda at: at.behind, "behind", percent),
)
RACES: tuple[Column[Race], ...] = (
    Column("wins", lambda race: race.wins, "first to wins"),
    Column("before_as_many_losses", lambda race: race.before_losses, "before as many losses", percent),
    Column("mean_rounds", lambda race: race.mean_rounds, "mean rounds until so many wins", partial(decimals, places=4)),
)
RUINS: tuple[Column[Ruin], ...] = (
    Column("bankroll", lambda ruin: ruin.bankroll),
    Column("at_least", lambda ruin: ruin.low),
    Column("at_most", lambda ruin: ruin.high),
)


def par_report(answer: Par) -> Report:
    """Every figure of the rounds, the initial hands, and many rounds from a fresh shuffle where these are exact."""
    figures, starts, many = answer.figures, answer.starts, answer.many
    rounds = figures.rounds
    singles = [
        *worth_rows(figures, "win probability (hit frequency)"),
        Row("rtp", figures.rtp, percent(figures.rtp, 8), "RTP"),
        Row("hit_frequency", figures.win),
        Row("variance", figures.variance, decimals(figures.variance, 10)),
        *mean_rows(figures),
    ]
    deviation = Row("deviation", figures.deviation, f"{figures.deviation:.10f}", "standard deviation")
    seen = ["win", "ev", "house_edge", "rtp", "variance", "deviation", "mean_cards", "mean_pushes"]
    endings = ending_rows(rounds.endings)
    document = {
        "schema": "backhand.par/1",
        "rules": rules_document(rounds.rules),
        "shoe": shoe_document(rounds.shoe),
        "strategy": strategy_name(rounds),
        "denominators": f"{DENOMINATORS} {FRESH if many else LEFT_OUT}",
        **entries([*singles, deviation]),
        "endings": entries(endings),
        "wins": [name.value for name in WINS],
        "nets": [{"net": number(net), "chance": number(chance)} for net, chance in figures.nets.items()],
        **figures_document(figures, starts),
        **(_many_document(many) if many else {}),
    }
    lists = [
        *(Row(f"ending_{ending.name}", ending.value) for ending in endings),
        *(Row(f"net_{net}", chance) for net, chance in figures.nets.items()),
        *figure_lists(figures, starts),
        *(_many_list(many) if many else []),
    ]
    return Report(
        document,
        figure_table([*singles, *lists, deviation]),
        [
            heading(rounds.rules, rounds.shoe) + f" Strategy {strategy_name(rounds)}.",
            DENOMINATORS,
            Table(["per round", ""], shown([*singles, deviation], *seen)),
            Table(["ending", "probability"], shown(endings)),
            *figure_tables(figures, starts),
            *([FRESH, *_many_tables(many)] if many else [LEFT_OUT]),
            f"Exact EV: {told(figures.ev)}\nExact variance: {told(figures.variance)}",
        ],
    )


def _many_list(many: ManyRounds) -> list[Row]:
    return [
        *(Row(f"ahead_after_{at.rounds}", at.ahead) for at in many.ahead),
        *(Row(f"even_after_{at.rounds}", at.even) for at in many.ahead),
        *(Row(f"{wins}_wins_in_{many.wins[0]}", chance) for wins, chance in enumerate(many.wins[1])),
        *(Row(f"first_to_{race.wins}", race.before_losses) for race in many.races),
        *(Row(f"mean_rounds_to_{race.wins}_wins", race.mean_rounds) for race in many.races),
        Row("kelly", many.kelly),
        *(Row(f"ruin_of_{ruin.bankroll}_at_most", ruin.high) for ruin in many.ruins),
        *(Row(f"ruin_of_{ruin.bankroll}_at_least", ruin.low) for ruin in many.ruins),
    ]


def _many_tables(many: ManyRounds) -> list[Table]:
    rounds, wins = many.wins
    return [
        people(AHEAD, many.ahead),
        Table([f"wins in {rounds} rounds", "probability"], chance_rows(dict(enumerate(wins)), 4)),
        people(RACES, many.races),
        Table(
            ["Kelly stake, of the bankroll", percent(many.kelly, 6)],
            [
                [f"risk of ruin with {ruin.bankroll} stakes at 1 a round", _between(ruin.low, ruin.high)]
                for ruin in many.ruins
            ],
        ),
    ]


def _between(low: Fraction, high: Fraction) -> str:
    ends = f"{float(low):.6g}", f"{float(high):.6g}"
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _many_document(many: ManyRounds) -> dict[str, object]:
    return {
        "ahead": documents(AHEAD, many.ahead),
        "wins_in": {"rounds": many.wins[0], "chances": [number(chance) for chance in many.wins[1]]},
        "first_to": documents(RACES, many.races),
        "kelly": number(many.kelly),
        "ruin": documents(RUINS, many.ruins),
    }
