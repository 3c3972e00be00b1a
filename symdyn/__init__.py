"""symdyn: from a robot file to equations, and to checked C and Python kernels of its dynamics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symdyn.errors import BuildError, InputError, MissingValueError, SymdynError
from symdyn.model import Robot, load
from symdyn.options import Options
from symdyn.version import VERSION as __version__

if TYPE_CHECKING:
    from symdyn.compiled import Kernels
    from symdyn.symbolic import Model

__all__ = [
    "BuildError",
    "InputError",
    "MissingValueError",
    "Options",
    "Robot",
    "SymdynError",
    "__version__",
    "build",
    "derive",
    "load",
]


def build(robot: Robot | Any, options: Options | None = None, *, backend: str = "c") -> Kernels:
    """Generate, compile and load a robot's kernels; cached by content.

    Args:
        robot: a robot, or whatever `load` accepts.
        options: scalar type, folded parameters, a selection of kernels.
        backend: "c" compiles with cffi; "numpy" needs no compiler.
    """
    from symdyn.compiled import compiled_kernels, numpy_kernels
    from symdyn.errors import unknown_name
    from symdyn.generate import generate

    makers = {"c": compiled_kernels, "numpy": numpy_kernels}
    if backend not in makers:
        raise InputError(unknown_name("backend", backend, makers))
    robot = robot if isinstance(robot, Robot) else load(robot)
    return makers[backend](generate(robot, options))


def derive(robot: Robot | Any) -> Model:
    """Derive a robot's closed-form equations with SymPy."""
    from symdyn.symbolic import derive as derive_model

    return derive_model(robot if isinstance(robot, Robot) else load(robot))
