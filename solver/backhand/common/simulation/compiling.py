"""Compile a function where numba is installed; where it is not, the same function runs as it stands."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    import numba
except ImportError:  # the extra "fast" is not installed
    numba = None  # type: ignore[assignment]

COMPILED = numba is not None


def compiled(**options: object) -> Callable[[Function], Function]:
    """Compile a function with numba, where it is there, and let it run without the lock of the interpreter."""

    def decorate(function: Function) -> Function:
        if not COMPILED:
            return function
        jit: Any = numba.njit
        try:
            made: Function = jit(nogil=True, **options)(function)
        except RuntimeError:  # no folder to keep what was compiled in: compile it every time
            made = jit(nogil=True, **options | {"cache": False})(function)
        return made

    return decorate


@contextlib.contextmanager
def heard(tell: Callable[[], object]) -> Iterator[None]:
    """Call ``tell`` whenever a function begins to be compiled, in whatever thread; what is read from a file is not."""
    if not COMPILED:
        yield
        return
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: object) -> None:
            tell()

        def on_end(self, event: object) -> None:
            """Nothing is told of that."""

    with event.install_listener("numba:compile", Listener()):
        yield
