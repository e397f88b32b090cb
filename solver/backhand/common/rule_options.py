"""The grammar of options that rules are written in, the same for both games: ``preset,name=value,name=value``.

A class of rules is a frozen dataclass whose fields are made by ``option``. Its ``Options`` read it from text, write
it as text and check its values; what the options are and what they mean is for the game to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from backhand.errors import RulesError, quoted, shortened


class Option(Protocol):
    """One option: its name, and how its values are read, written and checked."""

    @property
    def name(self) -> str:
        """The name in text."""
        ...

    @property
    def choices(self) -> list[str] | None:
        """Every value as text, the default first; None where they cannot be listed."""
        ...

    def read(self, text: str) -> Any:
        """The value that a text stands for. Raises RulesError."""
        ...

    def write(self, value: Any) -> str:
        """The text of a value."""
        ...

    def known(self, value: Any) -> Any:
        """The value itself, as the rules keep it. Raises RulesError for what is none."""
        ...


@dataclass(frozen=True, slots=True)
class OneOf:
    """An option with a few values, by their texts, the default first.

    >>> ties = OneOf("ties", {"dealer": False, "void": True})
    >>> ties.read("void"), ties.write(False), ties.choices
    (True, 'dealer', ['dealer', 'void'])
    """

    name: str
    values: Mapping[str, Any]

    @property
    def choices(self) -> list[str]:
        """The texts of all values."""
        return list(self.values)

    def read(self, text: str) -> Any:
        """The value of this text. Raises RulesError for one that has none."""
        if text not in self.values:
            raise RulesError(f"{quoted(f'{self.name}={text}')}: {self.name} is one of {', '.join(self.values)}")
        return self.values[text]

    def write(self, value: Any) -> str:
        """The text of a value that is known."""
        return next(text for text, known in self.values.items() if known == value)

    def known(self, value: Any) -> Any:
        """The value of the list that is equal to this one: ``ShoeEnd.LOSS`` for ``"loss"``.

        Raises RulesError where there is none. ``True`` is no number here, though Python says that it equals 1.
        """
        for known in self.values.values():
            if known == value and (isinstance(known, bool) or not isinstance(value, bool)):
                return known
        raise RulesError(f"{self.name}: {quoted(value)} is not one of {', '.join(map(repr, self.values.values()))}")


def option(default: Any, kind: Option) -> Any:
    """A field of a class of rules."""
    return field(default=default, metadata={"option": kind})


R = TypeVar("R")


class Options(Generic[R]):
    """The options of one class of rules, each a field made by ``option``.

    >>> @dataclass(frozen=True)
    ... class Rules:
    ...     void: bool = option(False, OneOf("ties", {"dealer": False, "void": True}))
    >>> options = Options(Rules)
    >>> options.from_text("house,ties=void", {"house": Rules()})
    Rules(void=True)
    >>> options.text(Rules(True), {"house": Rules()}), options.choices
    ('house,ties=void', {'ties': ['dealer', 'void']})
    """

    def __init__(self, rules: type[R]) -> None:
        self._rules = rules

    @cached_property
    def _fields(self) -> dict[str, tuple[str, Option]]:
        """By the name of the option its field and the option."""
        found = [(f.name, f.metadata["option"]) for f in fields(self._rules)]  # type: ignore[arg-type]
        return {kind.name: (name, kind) for name, kind in found}

    @property
    def choices(self) -> dict[str, list[str] | None]:
        """Every option by name with its values as text, the default first; None where they cannot be listed."""
        return {name: kind.choices for name, (_, kind) in self._fields.items()}

    def check(self, rules: R) -> None:
        """Check every field, and put the value that is known in the place of one that is equal. Raises RulesError."""
        for name, kind in self._fields.values():
            object.__setattr__(rules, name, kind.known(getattr(rules, name)))

    def setting(self, name: str, text: str, more: Mapping[str, object] | None = None) -> dict[str, Any]:
        """The field and value that ``name=text`` stands for; ``more`` has names that are known, too.

        Raises RulesError for an option or a value that is not known.
        """
        if name not in self._fields:
            known = ", ".join([*(more or ()), *self._fields])
            raise RulesError(f"unknown option {quoted(name)}: the options are {known}")
        where, kind = self._fields[name]
        return {where: kind.read(text)}

    def from_text(
        self, text: str, presets: Mapping[str, R], more: Mapping[str, Callable[[R, str], R]] | None = None
    ) -> R:
        """The rules of a preset, of options, or of a preset followed by options; commas or blanks separate.

        The first preset is meant where none is named. ``more`` are short forms: by name, what they make of rules.

        Raises RulesError for an unknown preset, option or value, and for one that comes twice.
        """
        rules = next(iter(presets.values()))
        for place, (name, value) in enumerate(settings(text)):
            if value is None:
                if name not in presets:
                    known = (
                        f"presets are {', '.join(presets)}" if len(presets) > 1 else f"preset is {next(iter(presets))}"
                    )
                    raise RulesError(f"unknown preset {quoted(name)}: the {known}; an option is name=value")
                if place:
                    raise RulesError(f"{quoted(text)}: a preset comes first, then options")
                rules = presets[name]
            elif more and name in more:
                rules = more[name](rules, value)
            else:
                rules = replace(rules, **self.setting(name, value, more))  # type: ignore[type-var]
        return rules

    def texts(self, rules: R) -> dict[str, str]:
        """Every option by name with its value as text."""
        return {name: kind.write(getattr(rules, where)) for name, (where, kind) in self._fields.items()}

    def text(self, rules: R, presets: Mapping[str, R]) -> str:
        """The shortest text that ``from_text`` reads back: the preset that is nearest, and what is different."""
        mine = self.texts(rules)
        lines: list[list[str]] = []
        for name, preset in presets.items():
            theirs = self.texts(preset)
            lines.append([name, *(f"{key}={value}" for key, value in mine.items() if value != theirs[key])])
        shortest = min(lines, key=len)
        return ",".join(shortest)


def settings(text: str) -> Iterator[tuple[str, str | None]]:
    """The names and values of a text, in order; the value is None where no ``=`` follows.

    Raises RulesError for a name that comes twice, once it comes.

    >>> list(settings("denexa, pays=6:5  ties="))
    [('denexa', None), ('pays', '6:5'), ('ties', '')]
    """
    seen = set()
    for item in re.split(r"[\s,]+", text.strip()):
        name, equals, value = item.partition("=")
        if name in seen:
            raise RulesError(f"{quoted(text)}: {shortened(name)} comes twice")
        seen.add(name)
        yield name, value if equals else None
