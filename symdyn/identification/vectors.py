"""Parameter vectors as users give them, and the matrix between the full and the minimal ones, in doubles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.errors import InputError, unknown_name
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot
from symdyn.parameters.minimal_parameters import MinimalSet, minimal_parameters

Values = Iterable[float] | Mapping[str, float]


def minimal_set(robot: Robot) -> MinimalSet:
    """Return the minimal set at the values of the symbols: the one that kernels take."""
    return minimal_parameters(bind_symbols(robot))


def minimal_matrix(robot: Robot) -> np.ndarray:
    """W (k x p) with pi = W * parameters, each entry rounded once."""
    if "minimal_matrix" not in robot.memo:
        rows = minimal_set(robot).matrix
        entries = [[to_float(entry) for entry in row] for row in rows]
        robot.memo["minimal_matrix"] = np.array(entries, dtype=float).reshape(len(rows), len(robot.parameter_names))
    W: np.ndarray = robot.memo["minimal_matrix"]
    return W


def pi_vector(robot: Robot, pi: Values) -> np.ndarray:
    """Read values of the minimal parameters."""
    return vector_of(pi, minimal_set(robot).names, f"minimal parameters of {robot.name}")


def parameter_vector(robot: Robot, full: Values) -> np.ndarray:
    """Read values of the full vector."""
    return vector_of(full, robot.parameter_names, f"parameters of {robot.name}")


def vector_of(values: Values, names: tuple[str, ...], what: str) -> np.ndarray:
    """Read one finite number per name: in the order of the names, or a mapping from names, whose order is free."""
    if isinstance(values, Mapping):
        for name in values:
            if name not in names:
                raise InputError(f"{what}: {unknown_name('name', name, names)}")
        missing = [name for name in names if name not in values]
        if missing:
            raise InputError(f"{what}: no value for {_first(missing)}")
        values = [values[name] for name in names]
    try:
        vector = np.array(values if isinstance(values, np.ndarray) else list(values), dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what}: not a list of numbers") from None
    if vector.shape != (len(names),):
        size = str(vector.size) if vector.ndim == 1 else f"an array of shape {vector.shape}"
        raise InputError(f"{what}: expected {len(names)} numbers ({_first(names)}), got {size}")
    for name, value in zip(names, vector, strict=True):
        if not np.isfinite(value):
            raise InputError(f"{what}: the value of {name} is {value}; a finite number is needed")
    return vector


def _first(names: Iterable[str], count: int = 3) -> str:
    listed = list(names)
    return ", ".join(listed[:count]) + (", …" if len(listed) > count else "")
