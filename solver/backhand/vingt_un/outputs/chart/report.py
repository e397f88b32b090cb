"""Reports of the punter's best reply: the chart, and every hand he can hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from backhand.common.outputs.costs import chart_cost
from backhand.common.outputs.numerals import amount, decimals, number, percent
from backhand.common.outputs.report import Report, Table
from backhand.vingt_un.answers.chart import EveryHand
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.words import PLACES, dealer_words, document, hand_document, heading, said_document
from backhand.vingt_un.rules import NATURAL, Rules, is_soft, score
from backhand.vingt_un.solving.punter import Choice, Punter
from backhand.vingt_un.strategies.best_chart import MOST_CARDS, Cell, Chart, Exceptional
from backhand.vingt_un.strategies.policy_files import LETTERS as ACTIONS

TOTALS = range(21, 3, -1)
LETTERS = {choice: letter for letter, choice in ACTIONS.items()}
EXCEPTIONS = (
    "Exceptions, those worth most first: what the better choice gains with the hand, how often the hand comes up in a "
    "round that follows the chart, and the two multiplied, which together are what the chart costs:"
)
HEADS = ("hand", "total", "best", "gain, EV", "how often", "worth, EV")


def chart_heading(punter: Punter) -> str:
    """For which rules, pack and dealer a chart holds."""
    return heading(punter.rules, punter.pack, dealer_words(punter.rules, punter.dealer, punter.doubled))


def letter(cell: Cell | None) -> str:
    """What stands in a cell; nothing where nothing can be held.

    >>> letter(Cell(Choice.DRAW, 12, 3)), letter(None)
    ('D*', '')
    """
    return f"{LETTERS[cell.action]}{'*' if cell.exceptions else ''}" if cell else ""


def kind(total: int, soft: bool) -> str:
    """A total as people say it.

    >>> kind(22, False)
    'natural'
    """
    return "natural" if total == NATURAL else f"{'soft' if soft else 'hard'} {total}"


def chart_worth(chart: Chart) -> str:
    """What a chart is worth to the punter, beside the optimum."""
    when = _when(chart.punter.rules, chart.punter.doubled)
    return (
        f"Following it, and never going on both, the punter gains {decimals(chart.ev, 10, sign=True)} per stake{when}. "
        f"Best play gains {decimals(chart.optimum, 10, sign=True)}: the chart costs {chart_cost(chart.cost)} per stake."
    )


def _when(rules: Rules, doubled: bool) -> str:
    """Which rounds are meant, where the dealer says something."""
    if not rules.dealer_may_double:
        return ""
    return f" first laid, in rounds in which the dealer {'doubles' if doubled else 'does not double'}"


def exception_row(one: Exceptional) -> list[str]:
    """One exception under HEADS."""
    return [
        *(name(one.hand), kind(one.total, one.soft), one.best),
        *(amount(one.cost, PLACES), percent(one.chance, 5), amount(one.worth, 9)),
    ]


def _cell_document(cell: Cell) -> dict[str, Any]:
    return {"action": cell.action.value, "hands": cell.hands, "exceptions": cell.exceptions}


def chart_report(chart: Chart) -> Report:
    """What the best reply does by total, hard and soft, what that is worth, and the hands that are exceptions."""
    punter = chart.punter
    made = document(
        "chart",
        punter.rules,
        punter.pack,
        dealer=str(punter.dealer),
        **said_document(punter.rules, punter.doubled),
        ev=number(chart.ev),
        optimum={"ev": number(chart.optimum)},
        cost=number(chart.cost),
        cells=[
            {
                **{"total": total, "soft": soft, **_cell_document(cell)},
                "chance": number(chart.chances[total, soft]),
                "cost_per_round": number(chart.cost_of(total, soft)),
            }
            for (total, soft), cell in chart.cells.items()
        ],
        by_cards=[
            {"total": total, "soft": soft, "cards": cards, "or_more": cards == MOST_CARDS, **_cell_document(cell)}
            for (total, soft, cards), cell in chart.by_cards.items()
        ],
        exceptions=[
            {
                **{"hand": name(one.hand).split(), "total": one.total, "soft": one.soft, "best": one.best.value},
                **{"cost": number(one.cost), "chance": number(one.chance), "worth": number(one.worth)},
            }
            for one in chart.exceptions
        ],
    )
    data = [
        [
            *(str(total), "yes" if soft else "no", cell.action.value, str(cell.hands), str(cell.exceptions)),
            *(str(chart.chances[total, soft]), str(chart.cost_of(total, soft))),
        ]
        for (total, soft), cell in chart.cells.items()
    ]
    rows = [[str(total), *(letter(chart.cells.get((total, soft))) for soft in (False, True))] for total in TOTALS]
    listed = [exception_row(one) for one in chart.exceptions]
    return Report(
        made,
        Table(["total", "soft", "action", "hands", "exceptions", "chance", "cost_per_round"], data),
        [
            chart_heading(punter),
            Table(["total", "hard", "soft"], rows),
            "S stand, D draw; * the answer depends on the cards, see the exceptions. Blank: cannot be held.",
            chart_worth(chart),
            EXCEPTIONS if listed else "No exceptions.",
            Table(HEADS, listed) if listed else "",
            f"Exact EV of the chart: {chart.ev}\nExact cost: {chart.cost}",
        ],
    )


def hands_report(answer: EveryHand) -> Report:
    """Every hand a punter can hold: what standing and drawing are worth, and how often best play comes to it."""
    rules, pack, dealer, doubled = answer.rules, answer.pack, answer.dealer, answer.request.doubled
    rows, people = [], []
    entries: list[dict[str, Any]] = []
    for held in answer.hands:
        advice, hand = held.advice, held.advice.hand
        values = [advice.values[choice] for choice in Choice]
        best = [choice.value for choice in Choice if advice.values[choice] == max(values)]
        gain = max(values) - min(values)
        entries.append(
            {
                **hand_document(hand),
                **{choice.value: number(advice.values[choice]) for choice in Choice},
                **{"best": best, "gain": number(gain), "chance": number(held.chance)},
            }
        )
        figures = [cell for value in (*values, gain, held.chance) for cell in (str(value), str(float(value)))]
        soft = "yes" if is_soft(hand) else "no"
        rows.append([name(hand), str(sum(hand)), str(score(hand)), soft, " or ".join(best), *figures])
        shown = [decimals(value, PLACES, sign=True) for value in values]
        what = kind(score(hand), is_soft(hand))
        people.append([name(hand), what, *shown, " or ".join(best), amount(gain, PLACES), percent(held.chance, 5)])
    once = "" if rules.natural_at_end else " given that the dealer has no natural"
    coming = sum((held.chance for held in answer.hands), Fraction(0))
    columns = [f"{what}{part}" for what in ("stand", "draw", "gain", "chance") for part in ("", "_decimal")]
    return Report(
        document(
            "hands",
            rules,
            pack,
            dealer=str(dealer),
            **said_document(rules, doubled),
            given_no_dealers_natural=not rules.natural_at_end,
            hands=entries,
        ),
        Table(["hand", "cards", "score", "soft", "best", *columns], rows),
        [
            heading(rules, pack, dealer_words(rules, dealer, doubled)),
            f"Every hand the punter can hold ({len(answer.hands):,}): the EV per stake of standing and of drawing, "
            f"best play following{once}; what the better choice gains; and how often the hand comes up in a round by "
            f"best play{_when(rules, doubled).removeprefix(' first laid')} (a hand on the way to another counts as "
            f"well: {decimals(coming, 4)} hands a round in all).",
            Table(["hand", "total", "stand", "draw", "best", "gain, EV", "how often"], people),
        ],
    )
