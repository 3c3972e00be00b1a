"""Our own kernels in the contest: parameters at run time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bench.library import INPUTS, WITH_BATCHES, Contestant, form_of, placed
from bench.names import BLOCKS, FOLDED, OURS, ROWS
from symdyn.bench.harness import batch_loop, block_loop, harness_text, single_loop
from symdyn.bench.toolchain import NamedCompiler, compile_object
from symdyn.generate import generate
from symdyn.interface.c_files import kernel_files
from symdyn.kernels import KERNELS
from symdyn.model import Robot, bind_symbols
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.parameters.plausible import plausible_parameters

ADAPTIVE = ("adaptive_slotine_li",)  # kernels whose parameters are estimates


def generated(robot: Robot, fold: bool = False) -> Package:
    """Generate the kernels that are compared; folded, those that take numbers which do not change."""
    folded = [name for name in INPUTS if "pi" in KERNELS[name].inputs and name not in ADAPTIVE]
    return generate(robot, Options(languages=("c",), only=tuple(folded if fold else INPUTS), fold=fold))


def contestant(package: Package, robot: Robot, by: NamedCompiler, flags: tuple[str, ...], workshop: Path) -> Contestant:
    """Compile a package and its loops."""
    name = package.name
    workshop.mkdir(parents=True, exist_ok=True)
    loops, names, shapes, more, inputs = [], {}, {}, {}, {}
    pi = [np.array(plausible_parameters(bind_symbols(robot)))]
    for kernel in package.kernels:
        ports = (kernel.program.inputs, kernel.program.outputs)
        forms = {kernel.name: single_loop(f"{name}_{kernel.name}", *ports, f"time_{kernel.name}")}
        if kernel.name in WITH_BATCHES:
            loop = f"time_{kernel.name}_batch"
            forms[form_of(kernel.name, ROWS)] = batch_loop(f"{name}_{kernel.name}_batch", *ports, loop)
            loop = f"time_{kernel.name}_block"
            forms[form_of(kernel.name, BLOCKS)] = block_loop(name, kernel.name, *ports, loop)
        inputs[kernel.name] = tuple(port.name for port in kernel.program.inputs if port.name != "pi")
        for form, loop in forms.items():
            loops.append(loop)
            names[form] = loop.name
            shapes[form] = tuple(port.shape for port in kernel.program.outputs)
            more[form] = pi if any(port.name == "pi" for port in kernel.program.inputs) else []
    sources = [
        file.removesuffix(".c")
        for file in kernel_files(name, tuple(one.name for one in package.kernels), package.files)
    ]
    for file in (f"{name}.h", *(f"{source}.c" for source in sources)):
        (workshop / file).write_text(package.files[file], encoding="utf-8")
    (workshop / "harness.c").write_text(harness_text(loops, "double", f"{name}.h"), encoding="utf-8")
    for source in (*sources, "harness"):
        compile_object(by, source, flags, workshop)
    libraries = placed(by, [*(f"{source}.o" for source in sources), "harness.o"], workshop)
    return Contestant(FOLDED if package.facts.options.fold else OURS, by.name, libraries, names, shapes, inputs, more)
