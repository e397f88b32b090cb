"""Compile a function with numba, and all that it calls; where numba is not installed, the same function runs as it is.

Modules of inner loops hold plain functions. Nothing is compiled, and numba is not loaded, before ``compiled`` is asked
for one: that takes a second where it is kept on disk, and pays only where there is enough to do.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = importlib.util.find_spec("numba") is not None
"""Whether numba is installed."""


def compiled(function: Function) -> Function:
    """The function and all that it calls, compiled; it runs without the lock of the interpreter.

    What was compiled is kept on disk under a name with the ``digest``, so a change of a called function is noticed.

    >>> from backhand.common.simulation.shuffling import philox
    >>> compiled(philox)(0, 0, 0, 0) == philox(0, 0, 0, 0)
    True
    """
    return cast(Function, _compiled(cast(FunctionType, function), True)) if COMPILED else function


def inlined(function: Function) -> Function:
    """Mark a function that is put in where it is called: a small one in an inner loop, where a call would cost more."""
    vars(function)["inlined"] = True
    return function


def digest(function: Callable[..., Any]) -> str:
    """A name of what a function does: of its code, that of all functions it calls, and the constants of their modules.

    >>> from backhand.common.simulation.shuffling import close, philox
    >>> digest(philox) == digest(philox), digest(philox) == digest(close)
    (True, False)
    """
    made, waiting, seen = hashlib.sha256(), [cast(FunctionType, function)], set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        code: CodeType = one.__code__
        made.update(repr((code.co_code, code.co_consts, code.co_names, code.co_varnames, one.__defaults__)).encode())
        for name in code.co_names:
            value = one.__globals__.get(name)
            if isinstance(value, FunctionType):
                waiting.append(value)
            elif isinstance(value, int | float | tuple):
                made.update(repr((name, value)).encode())
    return made.hexdigest()[:16]


@lru_cache(maxsize=256)
def _compiled(function: FunctionType, kept: bool) -> Any:
    """Only what was asked for is kept on disk: it holds what it calls."""
    numba = _numba()
    called = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    inner = {name: _compiled(each, False) for name, each in called.items() if isinstance(each, FunctionType)}
    copy = FunctionType(
        function.__code__, function.__globals__ | inner, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__module__, copy.__qualname__ = function.__module__, f"{function.__name__}_{digest(function)}"
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": "inlined" in vars(function)}
    try:
        return numba.njit(cache=kept, **options)(copy)
    except RuntimeError:  # no folder to keep what was compiled in: compile it every time
        return numba.njit(**options)(copy)


_hearers: list[Callable[[], object]] = []
"""Who is told when something begins to be compiled."""


@contextlib.contextmanager
def heard(tell: Callable[[], object]) -> Iterator[None]:
    """Call ``tell`` whenever a function begins to be compiled, in whatever thread; what is read from a file is not."""
    _hearers.append(tell)
    try:
        yield
    finally:
        _hearers.remove(tell)


@cache
def _numba() -> Any:
    """numba, which takes half a second to load, told to say when it compiles."""
    import numba
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: object) -> None:
            for tell in _hearers:
                tell()

        def on_end(self, event: object) -> None:
            """Nothing is told of that."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]
    return numba
