"""The par sheet: every figure of the game on one page, as a designer would hand it to a casino."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from backhand.answers.par import ManyRounds, Par
from backhand.common.intervals import Number
from backhand.common.outputs.numerals import decimals, number, percent, text, told
from backhand.common.outputs.report import Report, Table, shoe_document
from backhand.outputs.evaluate import strategy_name
from backhand.outputs.figures import (
    DENOMINATORS,
    chance_rows,
    figure_lists,
    figure_tables,
    figures_document,
    mean_rows,
    means,
)
from backhand.outputs.words import heading, rules_document
from backhand.rounds.figures import Figures, Start
from backhand.rules import ENDINGS, WINS

FRESH = (
    "The figures of many rounds are for rounds each dealt from this shoe anew, hence independent. They are exact, "
    "except for the Kelly stake where wins pay differently, within 1e-12, and for ruin where a win does not pay 1:1, "
    "between exact bounds."
)

LEFT_OUT = "The figures of many rounds are left out: they need exact ones, which about two decks or fewer have."


def par_report(answer: Par) -> Report:
    """Every figure of the rounds, the initial hands, and many rounds from a fresh shuffle where these are exact."""
    figures, starts, many = answer.figures, answer.starts, answer.many
    rounds = figures.rounds
    singles = _singles(figures)
    lists: list[tuple[str, Number]] = [
        *((f"ending {name}", rounds.endings[name]) for name in ENDINGS),
        *((f"net {net}", chance) for net, chance in figures.nets.items()),
        *figure_lists(figures, starts),
        *(_many_list(many) if many else []),
    ]
    deviation = ["deviation", "", str(figures.deviation)]
    rows = [[name.replace(" ", "_"), text(f), str(float(f))] for name, f in [*singles, *lists]]
    return Report(
        _document(figures, starts, many, singles),
        Table(["figure", "fraction", "decimal"], [*rows, deviation]),
        [
            heading(rounds.rules, rounds.shoe) + f" Strategy {strategy_name(rounds)}.",
            DENOMINATORS,
            _summary(figures),
            Table(["ending", "probability"], [[name, percent(rounds.endings[name], 8)] for name in ENDINGS]),
            *figure_tables(figures, starts),
            *([FRESH, *_many_tables(many)] if many else [LEFT_OUT]),
            f"Exact EV: {told(figures.ev)}\nExact variance: {told(figures.variance)}",
        ],
    )


def _many_list(many: ManyRounds) -> list[tuple[str, Number]]:
    return [
        *((f"ahead after {at.rounds}", at.ahead) for at in many.ahead),
        *((f"even after {at.rounds}", at.even) for at in many.ahead),
        *((f"{wins} wins in {many.wins[0]}", chance) for wins, chance in enumerate(many.wins[1])),
        *((f"first to {race.wins}", race.before_losses) for race in many.races),
        *((f"mean rounds to {race.wins} wins", race.mean_rounds) for race in many.races),
        ("kelly", many.kelly),
        *((f"ruin of {ruin.bankroll} at most", ruin.high) for ruin in many.ruins),
        *((f"ruin of {ruin.bankroll} at least", ruin.low) for ruin in many.ruins),
    ]


def _singles(figures: Figures) -> list[tuple[str, Number]]:
    return [
        ("win", figures.win),
        ("ev", figures.ev),
        ("house edge", figures.house_edge),
        ("rtp", figures.rtp),
        ("hit frequency", figures.win),
        ("variance", figures.variance),
        *means(figures),
    ]


def _summary(figures: Figures) -> Table:
    return Table(
        ["per round", ""],
        [
            ["win probability (hit frequency)", percent(figures.win, 8)],
            ["EV per stake", decimals(figures.ev, 10, sign=True)],
            ["house edge", percent(figures.house_edge, 8)],
            ["RTP", percent(figures.rtp, 8)],
            ["variance", decimals(figures.variance, 10)],
            ["standard deviation", f"{figures.deviation:.10f}"],
            *mean_rows(figures),
        ],
    )


def _many_tables(many: ManyRounds) -> list[Table]:
    rounds, wins = many.wins
    return [
        Table(
            ["after rounds", "ahead", "even", "behind"],
            [[str(at.rounds), percent(at.ahead), percent(at.even), percent(at.behind)] for at in many.ahead],
        ),
        Table([f"wins in {rounds} rounds", "probability"], chance_rows(dict(enumerate(wins)), 4)),
        Table(
            ["first to wins", "before as many losses", "mean rounds until so many wins"],
            [[str(race.wins), percent(race.before_losses), decimals(race.mean_rounds, 4)] for race in many.races],
        ),
        Table(
            ["Kelly stake, of the bankroll", percent(many.kelly, 6)],
            [
                [f"risk of ruin with {ruin.bankroll} stakes at 1 a round", _between(ruin.low, ruin.high)]
                for ruin in many.ruins
            ],
        ),
    ]


def _between(low: Fraction, high: Fraction) -> str:
    shown = f"{float(low):.6g}", f"{float(high):.6g}"
    return shown[0] if shown[0] == shown[1] else f"{shown[0]} to {shown[1]}"


def _document(
    figures: Figures, starts: Sequence[Start], many: ManyRounds | None, singles: list[tuple[str, Number]]
) -> dict[str, object]:
    rounds = figures.rounds
    return {
        "schema": "backhand.par/1",
        "rules": rules_document(rounds.rules),
        "shoe": shoe_document(rounds.shoe),
        "strategy": strategy_name(rounds),
        "denominators": f"{DENOMINATORS} {FRESH if many else LEFT_OUT}",
        **{name.replace(" ", "_"): number(value) for name, value in singles},
        "deviation": figures.deviation,
        "endings": {name.value: number(rounds.endings[name]) for name in ENDINGS},
        "wins": [name.value for name in WINS],
        "nets": [{"net": number(net), "chance": number(chance)} for net, chance in figures.nets.items()],
        **figures_document(figures, starts),
        **(_many_document(many) if many else {}),
    }


def _many_document(many: ManyRounds) -> dict[str, object]:
    return {
        "ahead": [
            {
                "rounds": at.rounds,
                "ahead": number(at.ahead),
                "even": number(at.even),
                "behind": number(at.behind),
            }
            for at in many.ahead
        ],
        "wins_in": {"rounds": many.wins[0], "chances": [number(chance) for chance in many.wins[1]]},
        "first_to": [
            {
                "wins": race.wins,
                "before_as_many_losses": number(race.before_losses),
                "mean_rounds": number(race.mean_rounds),
            }
            for race in many.races
        ],
        "kelly": number(many.kelly),
        "ruin": [
            {"bankroll": ruin.bankroll, "at_least": number(ruin.low), "at_most": number(ruin.high)}
            for ruin in many.ruins
        ],
    }
