"""What a Python program sees of the package: names, signatures, members, and that documented imports work."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any

from tests.regenerate import DOCUMENTS

MODULES = ["backhand", "backhand.vingt_un", "backhand.graph", "backhand.tablebase"]
"""Those whose ``__all__`` is promised."""

NAMES = {
    "backhand.tablebase.build": ["build"],
    "backhand.outputs.graphs": ["read_graph", "render_graph"],
    "backhand.cli": ["main"],
}

_WHERE = re.compile(r"\bbackhand\.(?:\w+\.)*(?=\w)")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_IMPORT = re.compile(r"^(?:>>> |\.\.\. )?(from backhand\S* import .+|import backhand\S*)$", re.MULTILINE)


def surface() -> dict[str, str]:
    """Every public name, what it is to be called with, and what its members are."""
    found: dict[str, str] = {}
    errors = import_module("backhand.errors")
    public = {name: list(import_module(name).__all__) for name in MODULES} | NAMES
    public["backhand.errors"] = [name for name, thing in vars(errors).items() if inspect.isclass(thing)]
    for module, names in public.items():
        found[f"{module}.__all__"] = " ".join(sorted(names))
        for name in names:
            found.update(described(f"{module}.{name}", getattr(import_module(module), name)))
    for line in documented_imports():
        found[line] = _tried(line)
    return found


def described(path: str, thing: Any) -> Iterator[tuple[str, str]]:
    """A name and, of a class, its members: each with its text."""
    if not inspect.isclass(thing):
        yield path, _text(_called(thing) if callable(thing) else thing)
        return
    bases = ", ".join(base.__name__ for base in thing.__mro__[1:])
    yield path, f"class ({bases}) {_called(thing)}"
    if dataclasses.is_dataclass(thing):
        yield f"{path}, fields", _text(", ".join(f"{field.name}: {field.type}" for field in dataclasses.fields(thing)))
    for name in dir(thing):
        owners = [base.__module__ for base in thing.__mro__ if name in vars(base)]
        if not name.startswith("_") and owners and owners[0].startswith("backhand"):
            yield f"{path}.{name}", _member(thing, name)


def documented_imports() -> list[str]:
    """The imports of the package that documents show."""
    return sorted({line for document in DOCUMENTS for line in _IMPORT.findall(document.read_text())})


def _member(owner: type, name: str) -> str:
    member = inspect.getattr_static(owner, name)
    if isinstance(member, Enum):
        return f"{member.value!r}"
    if isinstance(member, classmethod | staticmethod):
        return f"{type(member).__name__} {_called(member.__func__)}"
    if isinstance(member, property):
        return f"property {_called(member.fget)}"
    if callable(member):
        return _called(member)
    return type(member).__name__


def _called(thing: Any) -> str:
    try:
        return _text(inspect.signature(thing))
    except ValueError:  # what is written in C does not say
        return "(…)"


def _text(thing: object) -> str:
    """A text without the module that a thing happens to stand in."""
    return _ADDRESS.sub("", _WHERE.sub("", str(thing)))


def _tried(line: str) -> str:
    try:
        exec(line, {})
    except ImportError as error:
        return f"{type(error).__name__}: {error}"
    return "works"
