"""From a robot to kernels that Python calls: generated, compiled and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symdyn.errors import InputError, OptionError, unknown_name
from symdyn.options import Options
from symdyn.runtime.kernels import Kernels, c_kernels, module_kernels
from symdyn.runtime.ready import ready

if TYPE_CHECKING:
    from symdyn.model import Robot

MAKERS = {"c": ("c", c_kernels), "numpy": ("python", module_kernels)}  # backend: the language that it runs, and how


def build(robot: Robot | Any, options: Options | None = None, *, backend: str = "c") -> Kernels:
    """Generate, compile and load a robot's kernels; cached by content, in milliseconds the second time.

    Args:
        robot: a robot, or whatever `load` accepts.
        options: scalar type, folded parameters, a selection of kernels.
        backend: "c" compiles with cffi; "numpy" needs no compiler.
    """
    if backend not in MAKERS:
        raise InputError(unknown_name("backend", backend, MAKERS))
    chosen = Options() if options is None else options
    if not isinstance(chosen, Options):
        raise InputError(f"must be symdyn.Options(…), not {type(chosen).__name__}", field="options")
    language, make = MAKERS[backend]
    if language not in chosen.languages:
        raise OptionError(f"backend={backend!r} runs what is generated as {language!r}; add it", field="languages")
    made = ready(robot, f"kernels {chosen!r}", lambda: chosen)
    return make(made.interface, made.package)
