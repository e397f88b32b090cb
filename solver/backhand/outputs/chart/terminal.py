"""The chart in colours, for a terminal."""

from __future__ import annotations

from backhand.outputs.chart.looks import LOOKS
from backhand.outputs.chart.report import letter
from backhand.strategies.best_chart import BestChart


def coloured_cells(chart: BestChart) -> str:
    """The cells of the chart as text with the codes that colour it.

    >>> from backhand import Shoe, Solver
    >>> from backhand.strategies.best_chart import best_chart
    >>> "\\x1b[" in coloured_cells(best_chart(Solver(), Shoe("0,0,0,0,1,1,0,0,0,2")))
    True
    """
    from io import StringIO

    from rich.console import Console
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("total", justify="right", style="bold")
    for cards in (2, 3, 4):
        table.add_column(f"{cards} cards", justify="center")
    for total in range(2, 22):
        cells = []
        for cards in (2, 3, 4):
            action = chart.actions.get((cards, total))
            look = LOOKS[action] if action else None
            style = Style(bgcolor=look.fill, color=look.ink, bold=True) if look else Style()
            cells.append(Text(f"{letter(chart, cards, total):^7}", style))
        table.add_row(str(total), *cells)
    out = StringIO()
    Console(file=out, force_terminal=True, color_system="truecolor", width=60).print(table)
    return out.getvalue().rstrip("\n")
