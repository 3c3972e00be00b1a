"""symdyn: from a robot file to equations, and to checked C and Python kernels of its dynamics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from symdyn.errors import BuildError, DivergenceError, InputError, MissingValueError, SymdynError
from symdyn.sources import loaded as loaded  # first of all, since it reads the clock

if TYPE_CHECKING:
    from symdyn.identification import find_physical_parameters, full_parameters, physical_bodies
    from symdyn.model import Robot, load
    from symdyn.model.convert import convert_parameters
    from symdyn.options import Options
    from symdyn.runtime.controllers import Controller
    from symdyn.runtime.kernels import Kernels
    from symdyn.symbolic import MinimalParameters, Model
    from symdyn.version import VERSION as __version__  # noqa: N811 - the name that packages use

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
    if name == "__version__":
        from symdyn.version import VERSION

        return VERSION
    if name == "Options":
        from symdyn.options import Options

        return Options
    if name in ("Robot", "load"):
        from symdyn import model

        return getattr(model, name)
    if name in ("find_physical_parameters", "full_parameters", "physical_bodies"):
        from symdyn import identification

        return getattr(identification, name)
    if name == "convert_parameters":
        from symdyn.model.convert import convert_parameters

        return convert_parameters
    raise AttributeError(f"module 'symdyn' has no attribute {name!r}")


def build(robot: Robot | Any, options: Options | None = None, *, backend: str = "c") -> Kernels:
    """Generate, compile and load a robot's kernels; cached by content, in milliseconds the second time.

    Args:
        robot: a robot, or whatever `load` accepts.
        options: scalar type, folded parameters, a selection of kernels.
        backend: "c" compiles with cffi; "numpy" needs no compiler.
    """
    from symdyn.errors import OptionError, unknown_name
    from symdyn.options import Options
    from symdyn.runtime.kernels import c_kernels, module_kernels
    from symdyn.runtime.ready import ready

    makers = {"c": ("c", c_kernels), "numpy": ("python", module_kernels)}
    if backend not in makers:
        raise InputError(unknown_name("backend", backend, makers))
    chosen = Options() if options is None else options
    if not isinstance(chosen, Options):
        raise InputError(f"must be symdyn.Options(…), not {type(chosen).__name__}", field="options")
    language, make = makers[backend]
    if language not in chosen.languages:
        raise OptionError(f"backend={backend!r} runs what is generated as {language!r}; add it", field="languages")
    made = ready(robot, f"kernels {chosen!r}", lambda: chosen)
    return make(made.interface, made.package)


def controller(
    robot: Robot | Any,
    law: str,
    gains: Mapping[str, Any] | None = None,
    *,
    theta: Any = None,
    scalar: str = "double",
    backend: str = "c",
) -> Controller:
    """Generate, compile and start a controller of a robot; cached by content, in milliseconds the second time.

    Args:
        robot: a robot, or whatever `load` accepts.
        law: which law, such as "slotine_li".
        gains: numbers, vectors or matrices by name; those that are missing have defaults derived from the robot.
        theta: estimates to start with; by default the robot file's values.
        scalar: "double" or "float".
        backend: "c" compiles with cffi; "python" needs no compiler.
    """
    from symdyn.errors import unknown_name
    from symdyn.options import Options
    from symdyn.runtime.controllers import start_law
    from symdyn.runtime.ready import ready

    backends = ("c", "python")
    if backend not in backends:
        raise InputError(unknown_name("backend", backend, backends))

    def options() -> Options:
        from symdyn.control import LAWS

        if not isinstance(law, str) or law not in LAWS:
            raise InputError(unknown_name("law", law, LAWS))
        return Options(scalar=scalar, laws=(law,), only=LAWS[law].kernels)  # type: ignore[arg-type]

    made = ready(robot, f"controller {law!r} {scalar!r}", options)
    return start_law(made.interface, gains, theta, backend)


def derive(robot: Robot | Any, progress: Callable[[str], None] = lambda step: None) -> Model:
    """Derive a robot's closed-form equations with SymPy, each when it is first asked for.

    Args:
        robot: a robot, or whatever `load` accepts.
        progress: is told every step of longer work.
    """
    from pathlib import Path
    from shlex import quote

    from symdyn.model import Robot, load
    from symdyn.symbolic import derive as derive_model

    if isinstance(robot, str | Path):
        return derive_model(load(robot), progress, quote(str(robot)))
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
