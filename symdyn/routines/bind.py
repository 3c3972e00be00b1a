"""Routines as the Python functions that they are, bound to sizes and to a robot: on floats, fractions, any numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any, get_type_hints

import numpy as np

from symdyn.routines.expressions import Array
from symdyn.routines.read import reachable
from symdyn.routines.read_expression import annotated
from symdyn.routines.words import Letter, NotBound, Robot, Struct

Functions = dict[Callable[..., Any], FunctionType]


def bind(
    roots: Iterable[Callable[..., Any]], sizes: Mapping[str, int], given: Mapping[str, Any]
) -> dict[str, Callable[..., Any]]:
    """Return routines by name, to be called with arrays of any numbers.

    Args:
        roots: functions; those that they call come along.
        sizes: what letters stand for.
        given: what is not bound: routines that are no functions of Python, tables, and `robot`.
    """
    functions = reachable(roots)
    bound: dict[str, Callable[..., Any]] = {}
    making = {"array": _new_array, "zeros": _new_array, "rows": _new_rows, **given}
    for function in functions:
        around = dict(function.__globals__)
        around.update({name: _meant(value, sizes, making) for name, value in around.items()})
        bound[function.__name__] = FunctionType(_code(function), around, function.__name__)
    for one in bound.values():
        _around(one).update({function.__name__: bound[function.__name__] for function in functions})
    for name, value in given.items():
        if callable(value) and name in bound:
            for one in bound.values():
                _around(one)[name] = value
    return bound


def _code(function: Callable[..., Any]) -> Any:
    return function.__code__  # type: ignore[attr-defined]


def _around(function: Callable[..., Any]) -> dict[str, Any]:
    return function.__globals__  # type: ignore[attr-defined, no-any-return]


def _new_array(*shape: int) -> Any:
    return np.zeros(shape, object)


def _new_rows(*rows: Any) -> Any:
    return np.array(rows, object)


def _meant(value: Any, sizes: Mapping[str, int], given: Mapping[str, Any]) -> Any:
    match value:
        case Letter():
            return sizes.get(str(value), value)
        case NotBound():
            return given.get(value.name, value)
        case Robot():
            return given.get("robot", value)
        case type() if issubclass(value, Struct) and value is not Struct:
            return lambda: _new_struct(value, sizes)
    return value


def _new_struct(struct: type[Struct], sizes: Mapping[str, int]) -> SimpleNamespace:
    hints = {name: annotated(hint) for name, hint in get_type_hints(struct, include_extras=True).items()}
    arrays = {name: kind.shape for name, kind in hints.items() if isinstance(kind, Array)}
    return SimpleNamespace(
        **{name: _new_array(*(sizes[x] for x in shape if isinstance(x, str))) for name, shape in arrays.items()}
    )
