"""symdyn: from a robot file to equations, and to checked C and Python kernels of its dynamics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from symdyn.errors import BuildError, DivergenceError, InputError, MissingValueError, SymdynError
from symdyn.options import Options
from symdyn.version import VERSION as __version__  # noqa: N811 - the name that packages use

if TYPE_CHECKING:
    from symdyn.compiled import Kernels
    from symdyn.controllers import Controller
    from symdyn.identify import find_physical_parameters, full_parameters, physical_bodies
    from symdyn.model import Robot, load
    from symdyn.model.convert import convert_parameters
    from symdyn.symbolic import MinimalParameters, Model

__all__ = [
    "BuildError",
    "DivergenceError",
    "InputError",
    "MissingValueError",
    "Options",
    "Robot",
    "SymdynError",
    "__version__",
    "build",
    "controller",
    "convert_parameters",
    "derive",
    "find_physical_parameters",
    "full_parameters",
    "load",
    "minimal_parameters",
    "physical_bodies",
]


def __getattr__(name: str) -> Any:
    """Import the model, and with it NumPy, when it is first asked for: `symdyn --help` need not wait for them."""
    if name in ("Robot", "load"):
        from symdyn import model

        return getattr(model, name)
    if name in ("find_physical_parameters", "full_parameters", "physical_bodies"):
        from symdyn import identify

        return getattr(identify, name)
    if name == "convert_parameters":
        from symdyn.model.convert import convert_parameters

        return convert_parameters
    raise AttributeError(f"module 'symdyn' has no attribute {name!r}")


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
    from symdyn.model import Robot, load

    makers = {"c": compiled_kernels, "numpy": numpy_kernels}
    if backend not in makers:
        raise InputError(unknown_name("backend", backend, makers))
    robot = robot if isinstance(robot, Robot) else load(robot)
    return makers[backend](generate(robot, options))


def controller(
    robot: Robot | Any,
    law: str,
    gains: Mapping[str, Any] | None = None,
    *,
    theta: Any = None,
    scalar: str = "double",
    backend: str = "c",
) -> Controller:
    """Generate, compile and start a controller of a robot; cached by content.

    Args:
        robot: a robot, or whatever `load` accepts.
        law: which law, such as "slotine_li".
        gains: numbers, vectors or matrices by name; those that are missing have defaults derived from the robot.
        theta: estimates to start with; by default the robot file's values.
        scalar: "double" or "float".
        backend: "c" compiles with cffi; "python" needs no compiler.
    """
    from symdyn.control import LAWS
    from symdyn.controllers import start_controller
    from symdyn.errors import unknown_name
    from symdyn.generate import generate
    from symdyn.model import Robot, load

    backends = ("c", "python")
    if backend not in backends:
        raise InputError(unknown_name("backend", backend, backends))
    if law not in LAWS:
        raise InputError(unknown_name("law", law, LAWS))
    robot = robot if isinstance(robot, Robot) else load(robot)
    options = Options(scalar=scalar, laws=(law,), only=LAWS[law].kernels)  # type: ignore[arg-type]
    return start_controller(robot, generate(robot, options), gains, theta, backend)


def derive(robot: Robot | Any, progress: Callable[[str], None] = lambda step: None) -> Model:
    """Derive a robot's closed-form equations with SymPy, each when it is first asked for.

    Args:
        robot: a robot, or whatever `load` accepts.
        progress: is told every step of longer work.
    """
    from symdyn.model import Robot, load
    from symdyn.symbolic import derive as derive_model

    return derive_model(robot if isinstance(robot, Robot) else load(robot), progress)


def minimal_parameters(robot: Robot | Any, form: str = "pivot") -> MinimalParameters:
    """Return the minimal parameters of a robot, with exact coefficients and their certificate.

    Args:
        robot: a robot, or whatever `load` accepts.
        form: "pivot" for the set that kernels take, "lin" for Lin's combinations with the map between the two.
    """
    from symdyn.model import Robot, load
    from symdyn.symbolic import minimal

    return minimal(robot if isinstance(robot, Robot) else load(robot), form)
