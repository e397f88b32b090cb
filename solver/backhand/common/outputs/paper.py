"""Pages to draw on, in inches from the top left corner: reportlab writes the pdf, matplotlib svg and png.

Both put a text where its baseline says, in the DejaVu fonts that come with matplotlib, so that the pages are the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

_CAPITALS = 0.729
"""The height of capitals in these fonts, for a size of 1."""
_POINTS = 72
_EDGE, _RULE = 0.6, 0.4
"""The width of lines, in points."""
_FONTS = {"sans": "DejaVuSans", "bold": "DejaVuSans-Bold", "mono": "DejaVuSansMono"}


PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0), "wallet": (85.6 / 25.4, 53.98 / 25.4)}
"""Width and height in inches; the card is one of a bank (ISO 7810 ID-1)."""


class Paper(ABC):
    """A page of so many inches, and what can be put on it; colours are ``#rrggbb``."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        font: str = "sans",
        colour: str = "#000000",
        align: str = "left",
        centred: bool = False,
    ) -> None:
        """Words of a size in points, in a font: ``sans``, ``bold`` or ``mono``.

        Their baseline is at y or, if ``centred``, the middle of their capitals; ``align`` says whether x is their
        ``left``, ``center`` or ``right``.
        """
        self._write(x, y + centred * size * _CAPITALS / 2 / _POINTS, words, size, font, colour, align)

    def lines(self, x: float, y: float, lines: list[str], size: float, leading: float, **look: Any) -> None:
        """Lines below each other, the capitals of the first beginning at y, ``leading`` inches from one to the next."""
        for number, line in enumerate(lines):
            self.text(x, y + size * _CAPITALS / _POINTS + number * leading, line, size, **look)

    @abstractmethod
    def _write(self, x: float, y: float, words: str, size: float, font: str, colour: str, align: str) -> None: ...

    @abstractmethod
    def box(self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff") -> None:
        """A filled rectangle, from its upper left corner."""

    @abstractmethod
    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        """A thin level line."""


class Book:
    """A pdf: pages one after the other. The same pages give the same bytes: the date in the file is always one."""

    def __init__(self, width: float, height: float, title: str) -> None:
        import reportlab
        from reportlab.pdfbase.pdfmetrics import registerFont
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas

        for name in _FONTS.values():
            registerFont(TTFont(name, str(_fonts() / f"{name}.ttf")))
        self._out, size = BytesIO(), (width * _POINTS, height * _POINTS)
        self._canvas = Canvas(
            self._out, size, invariant=1, pageCompression=1, initialFontName=_FONTS["sans"], lang="en"
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("backhand")
        self._canvas.setCreator(f"backhand, with reportlab {reportlab.__version__}")
        self._size, self._begun = (width, height), False

    def page(self) -> Paper:
        """A new page, after which none before it can be drawn on."""
        if self._begun:
            self._canvas.showPage()
        self._begun = True
        return _PdfPage(*self._size, self._canvas)

    def content(self) -> bytes:
        """The whole file; it has no more pages after that."""
        self._canvas.save()
        return self._out.getvalue()


class _PdfPage(Paper):
    def __init__(self, width: float, height: float, canvas: Any) -> None:
        super().__init__(width, height)
        self.canvas = canvas

    def _write(self, x: float, y: float, words: str, size: float, font: str, colour: str, align: str) -> None:
        self.canvas.setFont(_FONTS[font], size)
        self.canvas.setFillColor(colour)
        write = {"left": self.canvas.drawString, "center": self.canvas.drawCentredString}
        write.get(align, self.canvas.drawRightString)(x * _POINTS, (self.height - y) * _POINTS, words)

    def box(self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff") -> None:
        self.canvas.setFillColor(fill)
        self.canvas.setStrokeColor(edge)
        self.canvas.setLineWidth(_EDGE)
        corner = x * _POINTS, (self.height - y - height) * _POINTS
        self.canvas.rect(*corner, width * _POINTS, height * _POINTS, fill=1)

    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(_RULE)
        level = (self.height - y) * _POINTS
        self.canvas.line(x * _POINTS, level, (x + width) * _POINTS, level)


class Picture(Paper):
    """One page as svg or png; the svg has no time and no random name in it, so the same page gives the same bytes."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        from matplotlib.figure import Figure

        self._figure = Figure(figsize=(width, height))
        self._axes: Any = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, width), ylim=(height, 0))
        self._axes.set_axis_off()

    def content(self, form: str, title: str) -> bytes:
        """The picture as ``svg`` or ``png``."""
        import matplotlib

        out = BytesIO()
        settings: dict[Any, Any] = {"svg.fonttype": "path", "svg.hashsalt": "backhand"}
        drawn_by = f"backhand, with matplotlib {matplotlib.__version__}"
        facts = {"Date": None, "Creator": drawn_by} if form == "svg" else {"Software": drawn_by}
        with matplotlib.rc_context(settings):
            self._figure.savefig(out, format=form, dpi=200, metadata={"Title": title, **facts})
        return out.getvalue()

    def _write(self, x: float, y: float, words: str, size: float, font: str, colour: str, align: str) -> None:
        look = {"family": "DejaVu Sans Mono" if font == "mono" else "DejaVu Sans", "color": colour, "fontsize": size}
        weight = "bold" if font == "bold" else "normal"
        self._axes.text(x, y, words, ha=align, va="baseline", fontweight=weight, **look)

    def box(self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff") -> None:
        """See ``Paper``."""
        from matplotlib.patches import Rectangle

        self._axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, edgecolor=edge, linewidth=_EDGE))

    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        """See ``Paper``."""
        self._axes.plot([x, x + width], [y, y], color=colour, linewidth=_RULE, zorder=0)


def drawn(
    form: str,
    size: tuple[float, float],
    title: str,
    draw: Callable[[Paper], None],
    more: Callable[[Book], None] | None = None,
) -> bytes:
    """A page of a size as ``svg`` or ``png``; as ``pdf`` with ``more`` pages behind it."""
    if form != "pdf":
        picture = Picture(*size)
        draw(picture)
        return picture.content(form, title)
    book = Book(*size, title)
    draw(book.page())
    if more:
        more(book)
    return book.content()


def _fonts() -> Path:
    """The folder of the fonts, found without loading matplotlib, which takes a while."""
    drawing = find_spec("matplotlib")
    assert drawing is not None  # it is required
    assert drawing.origin is not None
    return Path(drawing.origin).parent / "mpl-data" / "fonts" / "ttf"
