"""symdyn: from a robot file to equations, and to checked C and Python kernels of its dynamics."""

from symdyn.sources import loaded as loaded  # first of all, since it reads the clock

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than everything that is imported here

if TYPE_CHECKING:
    from symdyn.errors import BuildError, DivergenceError, InputError, MissingValueError, SymdynError
    from symdyn.identification import find_physical_parameters, full_parameters, physical_bodies
    from symdyn.identification.excite import excite
    from symdyn.identification.fit import identify
    from symdyn.identification.load import identify_load
    from symdyn.identification.logs import read_log
    from symdyn.model import Robot, load
    from symdyn.model.convert import convert_parameters
    from symdyn.options import Options
    from symdyn.runtime.build import build
    from symdyn.runtime.controllers import controller
    from symdyn.runtime.watchers import watcher
    from symdyn.symbolic.of_source import derive, minimal_parameters
    from symdyn.version import __version__

_MODULES = {
    "BuildError": "symdyn.errors",
    "DivergenceError": "symdyn.errors",
    "InputError": "symdyn.errors",
    "MissingValueError": "symdyn.errors",
    "Options": "symdyn.options",
    "Robot": "symdyn.model",
    "SymdynError": "symdyn.errors",
    "__version__": "symdyn.version",
    "build": "symdyn.runtime.build",
    "controller": "symdyn.runtime.controllers",
    "convert_parameters": "symdyn.model.convert",
    "derive": "symdyn.symbolic.of_source",
    "excite": "symdyn.identification.excite",
    "find_physical_parameters": "symdyn.identification",
    "full_parameters": "symdyn.identification",
    "identify": "symdyn.identification.fit",
    "identify_load": "symdyn.identification.load",
    "load": "symdyn.model",
    "minimal_parameters": "symdyn.symbolic.of_source",
    "physical_bodies": "symdyn.identification",
    "read_log": "symdyn.identification.logs",
    "watcher": "symdyn.runtime.watchers",
}

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
    "excite",
    "find_physical_parameters",
    "full_parameters",
    "identify",
    "identify_load",
    "load",
    "minimal_parameters",
    "physical_bodies",
    "read_log",
    "watcher",
]


def __getattr__(name: str) -> object:
    """Import a module, and NumPy or SymPy with it, when a name of it is first asked for: no command waits for all."""
    if name not in _MODULES:
        raise AttributeError(f"module 'symdyn' has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return found


def __dir__() -> list[str]:
    """List what was not asked for yet, too."""
    return sorted({*globals(), *__all__})
