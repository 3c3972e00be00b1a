"""Controllers beside kernels: their steps in the timed loops, and their sizes.

A step is timed on states close to the desired motion, so that the estimates stay where they are however often it runs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.bench.harness import Loop, start_text, step_loop
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.machine_code import Function, MachineCode, read_machine_code
from symdyn.bench.result import BenchedLaw, CompiledStep
from symdyn.bench.timing import Contender, Timing, loop_of
from symdyn.control import LawCode
from symdyn.errors import BuildError
from symdyn.package.contents import Package
from symdyn.runtime.runner import DTYPES

CLOSE = 1e-6  # of the states' size: how far from the desired motion they are
DT = {"double": "0.001", "float": "0.001f"}


def law_sources(package: Package) -> list[str]:
    """Return the names of the C files of a package's laws, without their ends."""
    return [code.plan.name for code in package.laws]


def law_loops(package: Package) -> list[Loop]:
    """Return a loop of steps for each law."""
    scalar = package.facts.options.scalar
    return [step_loop(code.plan.name, code.plan.n, DT[scalar], f"time_law_{code.name}") for code in package.laws]


def law_starts(package: Package) -> str:
    """Return C functions that start the controllers."""
    scalar = package.facts.options.scalar
    return "".join(start_text(code.plan.name, code.plan.u, scalar, f"start_law_{code.name}") for code in package.laws)


def law_contenders(package: Package, library: ctypes.CDLL) -> dict[str, Contender]:
    """Start every controller and return what is timed of it."""
    return {code.name: Contender(_rounds(package, library, code), STATES) for code in package.laws}


def _rounds(package: Package, library: ctypes.CDLL, code: LawCode) -> Any:
    plan, dtype = code.plan, DTYPES[package.facts.options.scalar]
    controller = np.zeros(plan.state_bytes // 8 + 1, np.float64)
    theta = np.array([*plan.start, 0.0], dtype)
    start = getattr(library, f"start_law_{code.name}")
    start.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    if start(controller.ctypes.data, theta.ctypes.data) != 0:
        raise BuildError(f"{code.name}: the controller refuses its default gains")
    states = random_states({"q": plan.n, "qd": plan.n, "qdd": plan.n}, dtype)
    q, qd = states["q"], states["qd"]
    inputs = [q, qd, (q * (1 + CLOSE)).astype(dtype), (qd * (1 + CLOSE)).astype(dtype), states["qdd"]]
    return loop_of(library, f"time_law_{code.name}", inputs, [controller, np.zeros(plan.n, dtype)], STATES)


def whole_code(sources: Iterable[str], workshop: Path) -> MachineCode | None:
    """Return the functions of kernels and laws together; a law's code is that of the kernels it calls too."""
    functions: dict[str, Function] = {}
    for source in sources:
        part = read_machine_code(workshop / f"{source}.o", workshop / f"{source}.su")
        if part is None:
            return None
        functions |= part.functions
    return MachineCode(functions)


def benched_law(code: LawCode, made: Mapping[str, MachineCode | None], timings: Mapping[Any, Timing]) -> BenchedLaw:
    """Gather what was found of one law."""
    function = f"{code.plan.name}_step"
    compiled = {
        by: CompiledStep(
            code_bytes=machine.code_bytes(function) if machine else None,
            stack_bytes=machine.stack_bytes(function) if machine else None,
            call=timings[by, code.name, "step"],
        )
        for by, machine in made.items()
    }
    return BenchedLaw(code.name, code.plan.law.kernels, code.plan.state_bytes, compiled)
