"""Compile a function where numba is installed; where it is not, the same function runs as it stands."""

from __future__ import annotations

from collections.abc import Callable
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
