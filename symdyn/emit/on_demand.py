"""Functions that are loaded with their first call: what writes and reads laws is much code, and few ask for it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def when_called(module: str, name: str) -> Callable[..., Any]:
    """Return a function that stands for one of a module's, which is loaded with the first call."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(module), name)(*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    call.__module__ = module
    return call
