"""Our own kernels in the contest: parameters at run time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bench.library import BATCH, INPUTS, Contestant
from symdyn.bench.harness import batch_loop, harness_text, single_loop
from symdyn.bench.toolchain import NamedCompiler, compile_object, link_library
from symdyn.generate import generate
from symdyn.model import Robot, bind_symbols
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.parameters.plausible import plausible_parameters


def generated(robot: Robot) -> Package:
    """Generate the kernels that are compared."""
    return generate(robot, Options(languages=("c",), only=tuple(INPUTS)))


def contestant(package: Package, robot: Robot, by: NamedCompiler, flags: tuple[str, ...], workshop: Path) -> Contestant:
    """Compile a package and its loops."""
    name = package.name
    workshop.mkdir(parents=True, exist_ok=True)
    loops, shapes, more = [], {}, {}
    pi = [np.array(plausible_parameters(bind_symbols(robot)))]
    for kernel in package.kernels:
        ports = (kernel.program.inputs, kernel.program.outputs)
        loops.append(single_loop(f"{name}_{kernel.name}", *ports, f"time_{kernel.name}"))
        shapes[kernel.name] = kernel.program.outputs[0].shape
        more[kernel.name] = pi if any(port.name == "pi" for port in kernel.program.inputs) else []
        if kernel.name == "inverse_dynamics":
            loops.append(batch_loop(f"{name}_inverse_dynamics_batch", *ports, "time_batch"))
            shapes[BATCH], more[BATCH] = shapes[kernel.name], pi
    (workshop / f"{name}.h").write_text(package.files[f"{name}.h"], encoding="utf-8")
    (workshop / f"{name}.c").write_text(package.files[f"{name}.c"], encoding="utf-8")
    (workshop / "harness.c").write_text(harness_text(loops, "double", f"{name}.h"), encoding="utf-8")
    for source in (name, "harness"):
        compile_object(by, source, flags, workshop)
    library = link_library(by, [f"{name}.o", "harness.o"], "symdyn.so", workshop)
    names = {kernel: "time_batch" if kernel == BATCH else f"time_{kernel}" for kernel in shapes}
    return Contestant("symdyn", by.name, library, names, shapes, more)
