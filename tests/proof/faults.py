"""Faults put into one function at a time, in place: whoever imported it before meets the changed one."""

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

import pytest


def put_fault(monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], before: str, after: str) -> None:
    """Replace a piece of a function's source, which must occur there once, until the test ends."""
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(before) == 1, f"{function.__qualname__} has {source.count(before)} of {before!r}"
    scope = dict(function.__globals__)
    exec(compile("from __future__ import annotations\n" + source.replace(before, after), "fault", "exec"), scope)
    monkeypatch.setattr(function, "__code__", scope[function.__name__].__code__)
