"""The chart on paper: A4, Letter or a card for the wallet, drawn by matplotlib; pdf and svg are vectors.

The same chart gives the same bytes: no time and no random name goes into a file.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from backhand.best import BestChart
from backhand.errors import BackhandError
from backhand.outputs.chart.hands import draw_hands
from backhand.outputs.chart.sheet import draw_sheet
from backhand.outputs.chart.wallet import draw_wallet
from backhand.outputs.report import heading

PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0), "wallet": (85.6 / 25.4, 53.98 / 25.4)}
"""Width and height in inches; the card is one of a bank (ISO 7810 ID-1)."""

_SETTINGS: dict[Any, Any] = {
    "pdf.fonttype": 3,  # the outlines in use are embedded; the other kind, 42, takes a second longer
    "svg.fonttype": "path",
    "svg.hashsalt": "backhand",
    "font.family": "DejaVu Sans",  # comes with matplotlib
}


def pages(chart: BestChart, form: str, paper: str) -> bytes:
    """The chart as pdf, svg or png. A pdf on a whole sheet goes on with the table of hands.

    Raises BackhandError for a paper that is not known.
    """
    if paper not in PAPERS:
        raise BackhandError(f"paper {paper!r}: the papers are {', '.join(PAPERS)}")
    import matplotlib
    from matplotlib.backends.backend_pdf import FigureCanvasPdf, PdfPages
    from matplotlib.figure import Figure

    size = PAPERS[paper]

    def sheet(draw: Any) -> Any:
        figure = Figure(figsize=size)
        FigureCanvasPdf(figure)
        draw(figure, chart)
        return figure

    title = f"Backhand: the best chart. {heading(chart.rules, chart.shoe)}"
    out = BytesIO()
    with matplotlib.rc_context(_SETTINGS):
        first = sheet(draw_wallet if paper == "wallet" else draw_sheet)
        if form == "pdf":
            with PdfPages(out, metadata={"Title": title, "CreationDate": None, "Creator": "backhand"}) as book:
                book.savefig(first)
                if paper != "wallet":
                    for figure in draw_hands(chart, size):
                        book.savefig(figure)
        elif form == "svg":
            first.savefig(out, format="svg", metadata={"Title": title, "Date": None, "Creator": None})
        else:
            first.savefig(out, format="png", dpi=200, metadata={"Title": title, "Software": None})
    return out.getvalue()
