"""Memoise a property of a program: a program never changes, and several readers ask the same of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from symdyn.ir.program import Program

P = ParamSpec("P")
T = TypeVar("T")


def once_per_program(function: Callable[Concatenate[Program, P], T]) -> Callable[Concatenate[Program, P], T]:
    """Keep what a function returns with the program it was asked about; nobody may change that then."""

    @wraps(function)
    def remembering(program: Program, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (function, *args)
        if key not in program.memo:
            program.memo[key] = function(program, *args, **kwargs)
        found: T = program.memo[key]
        return found

    return remembering
