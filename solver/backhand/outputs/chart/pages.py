"""The chart on paper: A4, Letter or a card for the wallet; pdf and svg are vectors."""

from __future__ import annotations

from backhand.best import BestChart
from backhand.errors import BackhandError
from backhand.outputs.chart.hands import draw_hands
from backhand.outputs.chart.paper import Book, Picture
from backhand.outputs.chart.sheet import draw_sheet
from backhand.outputs.chart.wallet import draw_wallet
from backhand.outputs.report import heading

PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0), "wallet": (85.6 / 25.4, 53.98 / 25.4)}
"""Width and height in inches; the card is one of a bank (ISO 7810 ID-1)."""


def pages(chart: BestChart, form: str, paper: str) -> bytes:
    """The chart as pdf, svg or png. A pdf on a whole sheet goes on with the table of hands.

    Raises BackhandError for a paper that is not known.
    """
    if paper not in PAPERS:
        raise BackhandError(f"paper {paper!r}: the papers are {', '.join(PAPERS)}")
    title = f"Backhand: the best chart. {heading(chart.rules, chart.shoe)}"
    draw = draw_wallet if paper == "wallet" else draw_sheet
    if form != "pdf":
        picture = Picture(*PAPERS[paper])
        draw(picture, chart)
        return picture.content(form, title)
    book = Book(*PAPERS[paper], title)
    draw(book.page(), chart)
    if paper != "wallet":
        draw_hands(chart, book)
    return book.content()
