"""Generated kernels of a plant, a generated law of its model, and the loop around them: compiled as one text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from symdyn.compilation import CSource, compile_library
from symdyn.interface import Interface, LawInterface
from symdyn.model import NumericRobot
from symdyn.options import Options
from symdyn.runtime.controllers import controller_code
from symdyn.runtime.languages.c_law import further_sources
from symdyn.runtime.ready import ready

KERNELS = ("inverse_dynamics_friction", "mass_matrix")
LANGUAGE = "c"
CALL = """int closed_loop({law} *controller, const closed_loop_plant *plant, const closed_loop_run *run, double *x,
    closed_loop_rows *rows);
"""


@dataclass(frozen=True, slots=True)
class LoopLibrary:
    """The compiled loop, and how its law is called."""

    law: LawInterface
    ffi: Any
    lib: Any


def loop_library(plant: NumericRobot, model: NumericRobot, law: str, *, flexible: bool = False) -> LoopLibrary:
    """Compile the loop of a plant under a law that takes it for ``model``; kept like all that is compiled."""
    controller = controller_code(model, law)
    source = loop_source(_plant_code(plant), controller, flexible)
    library = compile_library(source)
    return LoopLibrary(controller.laws[0], library.ffi, library.lib)


def _plant_code(plant: NumericRobot) -> Interface:
    """Return the plant's kernels under a name of their own: the model's may have the plant's."""
    apart = replace(plant, name=f"{plant.name}_plant")
    apart.memo.update({what: plant.memo[what] for what in ("minimal", "closure") if what in plant.memo})  # not again
    return ready(
        apart, f"plant {KERNELS!r}", lambda: Options(only=KERNELS, languages=(LANGUAGE,), batch=False)
    ).interface


def loop_source(plant: Interface, controller: Interface, flexible: bool = False) -> CSource:
    """Return plant, controller and loop as one translation unit; of long robots, further files by themselves."""
    (law,) = controller.laws
    named = {
        "PLANT_N": law.n,
        "PLANT_K": _size_of_pi(plant),
        "PLANT_TORQUE": f"{plant.name}_inverse_dynamics_friction",
        "PLANT_MASS": f"{plant.name}_mass_matrix",
        "LAW": law.name,
        "LAW_STEP": f"{law.name}_step",
        "FLEXIBLE": int(flexible),
        "LAW_U": law.u if law.adapts else 0,
    }
    defined = "".join(f"#define {name} {value}\n" for name, value in named.items())
    own = f"{plant.name}.h", f"{plant.name}.c", f"{controller.name}.h", f"{controller.name}.c"
    texts = {**plant.files, **controller.files}
    beside = [(file, texts[file]) for file in (*own, f"{law.name}.h", f"{law.name}.c")]
    return CSource(
        name=f"{law.name}_closed_loop",
        declarations=law.declarations[LANGUAGE] + _text("closed_loop.h") + CALL.format(law=law.name),
        header=f'#include "{law.name}.h"\n{_text("closed_loop.h")}{CALL.format(law=law.name)}',
        source=f'#include "{plant.name}.c"\n#include "{controller.name}.c"\n#include "{law.name}.c"\n{defined}'
        f'#include "{law.name}_closed_loop.h"\n#include "closed_loop.c"\n',
        beside=(*beside, ("closed_loop.c", _text("closed_loop.c")), ("plant.c", _text("plant.c"))),
        further=(*further_sources(plant), *further_sources(controller)),
    )


def _size_of_pi(plant: Interface) -> int:
    return max(
        (argument.size for kernel in plant.kernels for argument in kernel.inputs if argument.name == "pi"), default=0
    )


@cache
def _text(file: str) -> str:
    return files("symdyn.simulate.compiled").joinpath(file).read_text(encoding="utf-8")
