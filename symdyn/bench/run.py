"""Generate, compile with every compiler, time in turn: the pieces of this room in order."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.bench.controllers import (
    benched_law,
    law_contenders,
    law_loops,
    law_sources,
    law_starts,
    whole_code,
)
from symdyn.bench.formulations import beside_usual, with_formulations
from symdyn.bench.harness import batch_loop, block_loop, harness_text, single_loop
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.machine import machine
from symdyn.bench.machine_code import MachineCode
from symdyn.bench.result import BenchedKernel, BenchResult, Compiled
from symdyn.bench.timing import REPETITIONS, Contender, Timing, loop_of, measure
from symdyn.bench.toolchain import NamedCompiler, chosen_compilers, chosen_flags, compile_object, link_library
from symdyn.emit import StagedKernel
from symdyn.errors import BuildError, InputError
from symdyn.generate import generate
from symdyn.interface.c_files import kernel_files
from symdyn.ir.cost import cost
from symdyn.model import bind_symbols, load
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.parameters.plausible import plausible_parameters
from symdyn.runtime.runner import DTYPES
from symdyn.version import VERSION

Progress = Callable[[str], None]
IMPORTS = 3  # fresh processes; the best counts


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """How code is compiled and timed; what is generated is in `Options`."""

    compilers: tuple[str, ...] = ()  # commands; none: gcc and clang as far as they are here
    flags: str | None = None  # as one text; None: those of `build`
    repetitions: int = REPETITIONS


@dataclass(frozen=True, slots=True)
class _Made:
    """What one compiler made: the contenders to time, and the code to measure."""

    seconds: float
    code: MachineCode | None
    contenders: dict[tuple[str, str], Contender]  # kernel, "call", "sample" or "block"; controller, "step"


def bench_robot(
    source: Any,
    options: Options | None = None,
    how: BenchOptions | None = None,
    progress: Progress = lambda step: None,
    *,
    formulations: tuple[str, ...] = (),
) -> BenchResult:
    """Bench a robot's kernels.

    Args:
        source: whatever `load` accepts, or what returns a robot; reading it is timed too.
        options: what to generate.
        how: compilers, flags, repetitions.
        progress: is told every step.
        formulations: of papers, by name, to bench beside the kernels that compute the same.
    """
    how = how or BenchOptions()
    if how.repetitions < 1:
        raise InputError("must be at least 1", field="--repetitions")
    compilers, wanted = chosen_compilers(how.compilers), chosen_flags(how.flags)
    progress("import")
    seconds = {"import": import_seconds()}
    robot, seconds["load"] = _timed(source if callable(source) else lambda: load(source))
    options = beside_usual(replace(options or Options(), languages=("c",)), robot, formulations)
    package, seconds["generate"] = _timed(lambda: generate(robot, options, progress))
    if formulations:
        package = with_formulations(package, bind_symbols(robot), formulations, progress)
    pi = plausible_parameters(bind_symbols(robot))
    notes: list[str] = []
    with tempfile.TemporaryDirectory(prefix="symdyn-bench-") as folder:
        made: dict[str, _Made] = {}
        for by in compilers:
            progress(f"compile with {by.name}")
            workshop = Path(folder) / f"{len(made)}"
            workshop.mkdir()
            made[by.name] = _make(package, pi, by, by.flags(wanted), workshop)
            if made[by.name].code is None:
                notes.append(f"{by.name}: no objdump that reads its object files, so no sizes of code")
        contenders = {(by, *key): one for by, made_by in made.items() for key, one in made_by.contenders.items()}
        timings = measure(contenders, how.repetitions, progress)
    return BenchResult(
        robot=package.name,
        version=VERSION,
        scalar=options.scalar,
        fold=options.fold,
        flags={by.name: by.flags(wanted) for by in compilers},
        compilers={by.name: by.version for by in compilers},
        machine=machine(),
        states=STATES,
        repetitions=how.repetitions,
        seconds=seconds,
        compile_seconds={name: one.seconds for name, one in made.items()},
        kernels=tuple(_benched(package.name, kernel, made, timings) for kernel in package.kernels),
        notes=tuple(notes),
        laws=tuple(benched_law(code, {by: one.code for by, one in made.items()}, timings) for code in package.laws),
    )


def _make(package: Package, pi: list[float], by: NamedCompiler, flags: tuple[str, ...], workshop: Path) -> _Made:
    """Compile a package and its harness."""
    name = package.name
    loops = []
    for kernel in package.kernels:
        function, ports = f"{name}_{kernel.name}", (kernel.program.inputs, kernel.program.outputs)
        loops.append(single_loop(function, *ports, f"time_{kernel.name}"))
        loops.append(batch_loop(f"{function}_batch", *ports, f"time_{kernel.name}_batch"))
        loops.append(block_loop(name, kernel.name, *ports, f"time_{kernel.name}_block"))
    laws = law_sources(package)
    files = kernel_files(name, (kernel.name for kernel in package.kernels), package.files)
    sources, headers = [*(file.removesuffix(".c") for file in files), *laws], [f"{one}.h" for one in (name, *laws)]
    harness = harness_text([*loops, *law_loops(package)], package.facts.options.scalar, *headers) + law_starts(package)
    (workshop / f"{name}_harness.c").write_text(harness, encoding="utf-8")
    for file in (*headers, *(f"{source}.c" for source in sources)):
        (workshop / file).write_text(package.files[file], encoding="utf-8")
    seconds = sum(compile_object(by, source, flags, workshop, stack_usage=True) for source in sources)
    compile_object(by, f"{name}_harness", flags, workshop)
    library = link_library(by, [f"{source}.o" for source in (*sources, f"{name}_harness")], f"{name}.so", workshop)
    contenders = {}
    for kernel in package.kernels:
        inputs, outputs = _arrays(kernel, package, pi)
        call = loop_of(library, f"time_{kernel.name}", inputs, outputs, STATES)
        batch, block = (
            loop_of(library, f"time_{kernel.name}_{form}", inputs, outputs, STATES) for form in ("batch", "block")
        )
        contenders[kernel.name, "call"] = Contender(call, STATES)
        contenders[kernel.name, "sample"] = Contender(batch, STATES)
        contenders[kernel.name, "block"] = Contender(block, STATES)
    contenders |= {(law, "step"): contender for law, contender in law_contenders(package, library).items()}
    return _Made(seconds, whole_code(sources, workshop), contenders)


def _arrays(kernel: StagedKernel, package: Package, pi: list[float]) -> tuple[list[Any], list[Any]]:
    dtype = DTYPES[package.facts.options.scalar]
    given = random_states({port.name: port.size for port in kernel.program.inputs if port.name != "pi"}, dtype)
    given["pi"] = np.array(pi, dtype)
    outputs = [np.zeros((STATES, *port.shape), dtype) for port in kernel.program.outputs]
    return [given[port.name] for port in kernel.program.inputs], outputs


def _benched(robot: str, kernel: StagedKernel, made: dict[str, _Made], timings: dict[Any, Timing]) -> BenchedKernel:
    function, compiled = f"{robot}_{kernel.name}", {}
    for by, one in made.items():
        code = one.code
        compiled[by] = Compiled(
            code_bytes=code.code_bytes(function) if code else None,
            batch_code_bytes=code.code_bytes(f"{function}_batch") if code else None,
            stack_bytes=code.stack_bytes(function) if code else None,
            batch_stack_bytes=code.stack_bytes(f"{function}_batch") if code else None,
            call=timings[by, kernel.name, "call"],
            sample=timings[by, kernel.name, "sample"],
            block=timings[by, kernel.name, "block"],
        )
    prepared = kernel.offline.outputs[0].size if kernel.offline else 0
    return BenchedKernel(kernel.name, cost(kernel.program), prepared, compiled)


def import_seconds() -> float:
    """Return how long a fresh interpreter takes to import symdyn; the interpreter's own start is not counted."""
    program = "import time; t = time.perf_counter(); import symdyn; print(time.perf_counter() - t)"
    taken = []
    for _ in range(IMPORTS):
        finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        if finished.returncode != 0:
            raise BuildError("a fresh interpreter cannot import symdyn; reinstall it")
        taken.append(float(finished.stdout))
    return min(taken)


def _timed(what: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    result = what()
    return result, time.perf_counter() - began
