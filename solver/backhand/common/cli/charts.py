"""What the chart commands of both games have in common."""

from __future__ import annotations

from backhand.common.outputs.report import FORMATS

FORMS = (*FORMATS, "html", "svg", "png", "pdf")
