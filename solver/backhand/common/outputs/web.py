"""HTML pages, from templates beside the code: everything put into one is escaped, but for what is marked as safe."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

from backhand.common.outputs.palette import Look


def rendered(template: str, looks: Mapping[Any, Look], **data: Any) -> str:
    """The page that a template makes of data; ``template`` is its path in the package.

    ``looks`` gives each class of that name its colours. A template that misses something raises an error.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("backhand", "."),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    colours = [(str(name), look) for name, look in looks.items()]
    return templates.get_template(template).render(looks=colours, style=_style(), **data)


def _style() -> str:
    return (resources.files("backhand.common.outputs") / "page.css").read_text(encoding="utf-8")
