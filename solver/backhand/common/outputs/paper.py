"""Pages to draw on, in inches from the top left corner: reportlab writes the pdf, matplotlib the png; svg is ours.

All put a text where its baseline says. Pdf and png use the DejaVu fonts that come with matplotlib; svg names them, and
has its text as text, which can be read, found and copied.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

_CAPITALS = 0.729
"""The height of capitals in these fonts, for a size of 1."""
_POINTS = 72
_EDGE, _RULE = 0.6, 0.4
"""The width of lines, in points."""
_SVG_FONTS, _SVG_MONO = "DejaVu Sans, Verdana, sans-serif", "DejaVu Sans Mono, monospace"
"""Verdana is about as wide as DejaVu, where that is not installed."""
_FONTS = {"sans": "DejaVuSans", "bold": "DejaVuSans-Bold", "mono": "DejaVuSansMono"}


PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0), "wallet": (85.6 / 25.4, 53.98 / 25.4)}
"""Width and height in inches; the card is one of a bank (ISO 7810 ID-1)."""

Points = Sequence[tuple[float, float]]
"""The start, two points that pull, and the end of a curve; after the end, the same again for another."""
_MOST_DOTS, _DOTS = 12_000, 200
"""A png has so many dots an inch, and on its longer side at most so many."""


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
    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff", corner: float = 0
    ) -> None:
        """A filled rectangle, from its upper left corner; ``corner`` is the radius of its corners."""

    @abstractmethod
    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        """A thin level line."""

    @abstractmethod
    def curve(self, points: Points, colour: str, width: float, *, dashed: bool = False) -> None:
        """A curve (see ``Points``), so many points of type wide."""


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

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff", corner: float = 0
    ) -> None:
        self.canvas.setFillColor(fill)
        self.canvas.setStrokeColor(edge)
        self.canvas.setLineWidth(_EDGE)
        place = x * _POINTS, (self.height - y - height) * _POINTS, width * _POINTS, height * _POINTS
        if corner:
            self.canvas.roundRect(*place, corner * _POINTS, fill=1)
        else:
            self.canvas.rect(*place, fill=1)

    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(_RULE)
        level = (self.height - y) * _POINTS
        self.canvas.line(x * _POINTS, level, (x + width) * _POINTS, level)

    def curve(self, points: Points, colour: str, width: float, *, dashed: bool = False) -> None:
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(width)
        self.canvas.setDash(*([3, 3], 0) if dashed else ())
        drawn = self.canvas.beginPath()
        start, *rest = [(x * _POINTS, (self.height - y) * _POINTS) for x, y in points]
        drawn.moveTo(*start)
        for at in range(0, len(rest), 3):
            drawn.curveTo(*rest[at], *rest[at + 1], *rest[at + 2])
        self.canvas.drawPath(drawn)
        self.canvas.setDash()


class SvgPage(Paper):
    """One page as svg: an element a line, in points of type; the same page gives the same bytes."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self._elements: list[str] = []

    def content(self, title: str) -> bytes:
        """The whole file."""
        width, height = _point(self.width), _point(self.height)
        start = (
            '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" font-family="{_SVG_FONTS}">'
        )
        paper = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        return "\n".join([start, f"<title>{escape(title)}</title>", paper, *self._elements, "</svg>\n"]).encode()

    def _write(self, x: float, y: float, words: str, size: float, font: str, colour: str, align: str) -> None:
        anchor = {"left": "", "center": ' text-anchor="middle"', "right": ' text-anchor="end"'}[align]
        weight = {"sans": "", "bold": ' font-weight="bold"', "mono": f' font-family="{_SVG_MONO}"'}[font]
        look = f'font-size="{size:g}"{weight}{anchor} fill={quoteattr(colour)}'
        self._elements.append(f'<text x="{_point(x)}" y="{_point(y)}" {look}>{escape(words)}</text>')

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff", corner: float = 0
    ) -> None:
        """See ``Paper``."""
        place = f'x="{_point(x)}" y="{_point(y)}" width="{_point(width)}" height="{_point(height)}"'
        rounded = f' rx="{_point(corner)}"' if corner else ""
        look = f'fill="{fill}" stroke="{edge}" stroke-width="{_EDGE}"'
        self._elements.append(f"<rect {place}{rounded} {look}/>")

    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        """See ``Paper``."""
        look = f'stroke="{colour}" stroke-width="{_RULE}"'
        self._elements.append(f'<path d="M{_point(x)},{_point(y)} h{_point(width)}" {look}/>')

    def curve(self, points: Points, colour: str, width: float, *, dashed: bool = False) -> None:
        """See ``Paper``."""
        start, *rest = [f"{_point(x)},{_point(y)}" for x, y in points]
        look = f'stroke="{colour}" stroke-width="{width:.2f}"' + ' stroke-dasharray="3 3"' * dashed
        self._elements.append(f'<path d="M{start} C{" ".join(rest)}" fill="none" {look}/>')


def _point(inches: float) -> str:
    """Points of type, to a hundredth."""
    return f"{inches * _POINTS:.2f}".rstrip("0").rstrip(".")


class Picture(Paper):
    """One page as png; there is no time in it, so the same page gives the same bytes."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        from matplotlib.figure import Figure

        self._figure = Figure(figsize=(width, height))
        self._axes: Any = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, width), ylim=(height, 0))
        self._axes.set_axis_off()

    def content(self, title: str) -> bytes:
        """The whole file."""
        import matplotlib

        out = BytesIO()
        facts = {"Title": title, "Software": f"backhand, with matplotlib {matplotlib.__version__}"}
        dots = min(_DOTS, int(_MOST_DOTS / max(self.width, self.height)))
        self._figure.savefig(out, format="png", dpi=dots, metadata=facts)
        return out.getvalue()

    def _write(self, x: float, y: float, words: str, size: float, font: str, colour: str, align: str) -> None:
        look = {"family": "DejaVu Sans Mono" if font == "mono" else "DejaVu Sans", "color": colour, "fontsize": size}
        weight = "bold" if font == "bold" else "normal"
        self._axes.text(x, y, words, ha=align, va="baseline", fontweight=weight, **look)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str = "#ffffff", corner: float = 0
    ) -> None:
        """See ``Paper``."""
        from matplotlib.patches import FancyBboxPatch

        style = f"round,pad=0,rounding_size={corner}" if corner else "square,pad=0"
        look: dict[str, Any] = {"facecolor": fill, "edgecolor": edge, "linewidth": _EDGE}
        self._axes.add_artist(FancyBboxPatch((x, y), width, height, boxstyle=style, **look))

    def rule(self, x: float, y: float, width: float, colour: str) -> None:
        """See ``Paper``."""
        self._axes.plot([x, x + width], [y, y], color=colour, linewidth=_RULE, zorder=0)

    def curve(self, points: Points, colour: str, width: float, *, dashed: bool = False) -> None:
        """See ``Paper``."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Way

        way = Way(list(points), [Way.MOVETO, *[Way.CURVE4] * (len(points) - 1)])
        look: dict[str, Any] = {"facecolor": "none", "edgecolor": colour, "linewidth": width}
        self._axes.add_artist(PathPatch(way, linestyle=(0, (3, 3)) if dashed else "-", **look))


def drawn(
    form: str,
    size: tuple[float, float],
    title: str,
    draw: Callable[[Paper], None],
    more: Callable[[Book], None] | None = None,
) -> bytes:
    """A page of a size as ``svg`` or ``png``; as ``pdf`` with ``more`` pages behind it."""
    if form != "pdf":
        picture = SvgPage(*size) if form == "svg" else Picture(*size)
        draw(picture)
        return picture.content(title)
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
