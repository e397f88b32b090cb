"""The chart on paper, A4 or Letter: by total, and beside it by number of cards; the exceptions worth most below."""

from __future__ import annotations

from textwrap import wrap

from backhand.common.outputs.numerals import amount, percent
from backhand.common.outputs.palette import ENDS, TAKES
from backhand.common.outputs.paper import PAPERS, Paper, drawn
from backhand.vingt_un.hands import name
from backhand.vingt_un.outputs.chart.report import LETTERS, TOTALS, chart_heading, chart_worth, kind, letter
from backhand.vingt_un.solving.punter import Choice
from backhand.vingt_un.strategies.best_chart import MOST_CARDS, Cell, Chart

LOOKS = {Choice.STAND: ENDS, Choice.DRAW: TAKES}
"""Taking a card is orange in both games."""

BESIDE = "Small cells: what is best with most hands of so many cards, to see why; the chart itself is the large ones."
"""What the columns by number of cards are."""

_MARGIN, _TOP, _FOOT, _BLOCKS = 0.6, 1.62, 3.72, 0.35
_WIDE, _GAP = 0.68, 0.08
_MOST_EXCEPTIONS = 28
_OFFSETS = (0, 1.1, 1.62, 2.05, 2.68)


def sheet(chart: Chart, form: str, paper: str) -> bytes:
    """The chart as ``pdf``, ``svg`` or ``png``, on one of PAPERS."""
    title = f"Vingt-un: the punter's chart. {chart_heading(chart.punter)}"
    return drawn(form, PAPERS[paper], title, lambda page: _draw(page, chart))


def by_cards_heads() -> list[str]:
    """The numbers of cards that have a column.

    >>> by_cards_heads()
    ['2', '3', '4', '5', '6+']
    """
    return [f"{cards}{'+' if cards == MOST_CARDS else ''}" for cards in range(2, MOST_CARDS + 1)]


def _draw(page: Paper, chart: Chart) -> None:
    page.text(_MARGIN, 0.72, "Vingt-un", 22, font="bold")
    page.text(_MARGIN, 0.98, "The punter's best reply: stand or draw, by total", 10.5)
    page.lines(_MARGIN, 1.08, wrap(chart_heading(chart.punter), 120), 7.5, 0.125, colour="#444444")
    row = (page.height - _TOP - _FOOT) / len(TOTALS)
    left = _MARGIN + 0.42
    for place, total in enumerate(TOTALS):
        page.text(left - 0.12, _TOP + (place + 0.5) * row, str(total), 10, align="right", centred=True)
        page.rule(_MARGIN, _TOP + place * row, page.width - 2 * _MARGIN, "#cccccc")
    width = (page.width - _MARGIN - left - _BLOCKS) / 2
    for soft in (False, True):
        x = left + soft * (width + _BLOCKS)
        _block(page, chart, soft, x, width, row)
    _below(page, chart, page.height - _FOOT + 0.24)


def _block(page: Paper, chart: Chart, soft: bool, x: float, width: float, row: float) -> None:
    """The hard or the soft totals: the chart, and the columns by number of cards."""
    page.text(x, _TOP - 0.09, "soft" if soft else "hard", 9, font="bold")
    start = x + _WIDE + _GAP
    small = (width - _WIDE - _GAP) / len(by_cards_heads())
    for place, head in enumerate(by_cards_heads()):
        at = start + (place + 0.5) * small
        page.text(at, _TOP - 0.09, f"{head} cards", 5.6, colour="#444444", align="center")
    for place, total in enumerate(TOTALS):
        y = _TOP + place * row
        _cell(page, chart.cells.get((total, soft)), x, y, _WIDE, row, 11)
        for cards in range(2, MOST_CARDS + 1):
            cell = chart.by_cards.get((total, soft, cards))
            _cell(page, cell, start + (cards - 2) * small, y + row * 0.14, small, row * 0.72, 7)


def _cell(page: Paper, cell: Cell | None, x: float, y: float, width: float, height: float, size: float) -> None:
    if cell is None:
        return
    fill, ink = LOOKS[cell.action]
    page.box(x, y, width, height, fill)
    look = {"font": "bold", "colour": ink, "align": "center"}
    page.text(x + width / 2, y + height / 2, letter(cell), size, centred=True, **look)


def _below(page: Paper, chart: Chart, y: float) -> None:
    """The legend, what the chart is worth, and the exceptions worth most in two columns."""
    at = _MARGIN
    for choice, (fill, ink) in LOOKS.items():
        page.box(at, y - 0.13, 0.19, 0.17, fill, "#777777")
        look = {"font": "bold", "colour": ink, "align": "center"}
        page.text(at + 0.095, y - 0.045, LETTERS[choice], 8, centred=True, **look)
        page.text(at + 0.25, y, choice.value, 8)
        at += 0.85
    page.text(at, y, "* depends on the cards; blank: cannot be held", 8)
    told = [BESIDE, *wrap(chart_worth(chart), 140)]
    page.lines(_MARGIN, y + 0.12, told, 7, 0.14)
    y += 0.12 + 0.14 * len(told)
    exact = wrap(f"Exact EV {chart.ev}, cost {chart.cost}", 150)
    page.lines(_MARGIN, y + 0.02, exact, 5.4, 0.09, colour="#444444")
    _exceptions(page, chart, y + 0.2 + 0.09 * len(exact))


def _exceptions(page: Paper, chart: Chart, y: float) -> None:
    if not chart.exceptions:
        page.text(_MARGIN, y, "No hand is an exception.", 8, font="bold")
        return
    fit = 2 * int((page.height - 0.35 - y - 0.32) / 0.132)
    shown = chart.exceptions[: min(fit, _MOST_EXCEPTIONS)]
    rest = len(chart.exceptions) - len(shown)
    title = "Exceptions, those worth most first"
    if rest:
        title += f"; {rest} more are worth less: 'backhand vingt-un chart' lists all"
    page.text(_MARGIN, y, title, 8, font="bold")
    half = (len(shown) + 1) // 2
    for side, part in enumerate((shown[:half], shown[half:])):
        at = _MARGIN + side * (page.width - 2 * _MARGIN + 0.15) / 2
        for offset, head in zip(_OFFSETS, ("hand", "total", "play", "gain, EV", "how often"), strict=True):
            page.text(at + offset, y + 0.17, head, 6.2, colour="#444444")
        for number, one in enumerate(part):
            cells = [name(one.hand), kind(one.total, one.soft), one.best.value]
            cells += [amount(one.cost, 5), percent(one.chance, 4)]
            for offset, cell in zip(_OFFSETS, cells, strict=True):
                page.text(at + offset, y + 0.32 + 0.132 * number, cell, 6.8)
