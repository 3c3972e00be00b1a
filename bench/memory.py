"""Batches that no cache holds: how long they take beside a loop that moves as many bytes, on one thread and on two."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.library import aligned
from bench.names import BLOCKS, COLUMNS, ROWS
from symdyn.bench.harness import Loop, batch_loop, block_loop, harness_text
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.timing import Contender, Rounds, loop_of, measure
from symdyn.bench.toolchain import NamedCompiler, compile_object, link_library
from symdyn.emit import StagedKernel
from symdyn.interface.c_files import kernel_files
from symdyn.package.contents import Package

KERNEL = "inverse_dynamics"
SAMPLES = 1 << 19  # of seven joints: 117 MB in and out
FORMS = (ROWS, BLOCKS, COLUMNS)
MOVE = "memory"
THREADS = (1, 2)
TIMES = 15
ADD = """#include <stddef.h>
void add(size_t count, const double *a, const double *b, const double *c, double *d);
void add(size_t count, const double *a, const double *b, const double *c, double *d)
{
    for (size_t i = 0; i < count; ++i) d[i] = a[i] + b[i] + c[i];
}
"""


@dataclass(frozen=True)
class Large:
    """Nanoseconds a sample of a large batch: the best, how far the median lies above it, and what a small one takes."""

    form: str
    threads: int
    best: float
    spread: float
    small: float


def measured(package: Package, pi: Any, compilers: Sequence[NamedCompiler], flags: str, work: Path) -> list[Large]:
    """Time the kernel in each layout, and the loop that moves as many bytes; the better compiler of each counts."""
    kernel = next(one for one in package.kernels if one.name == KERNEL)
    n = kernel.program.outputs[0].size
    given = random_states({"q": n, "qd": n, "qdd": n}, count=SAMPLES)
    states, result = {name: aligned(values) for name, values in given.items()}, aligned(np.zeros((SAMPLES, n)))
    small: dict[str, float] = {}
    runs: dict[tuple[str, int], list[list[Rounds]]] = {}  # of each compiler those of all threads
    for by in compilers:
        library = _library(package, kernel, by, by.flags(flags.split()), work / "memory" / by.name, n)
        for form in (MOVE, *FORMS):
            in_cache = Contender(_part(library, form, states, pi, result, slice(0, STATES)), STATES)
            small[form] = min(small.get(form, np.inf), measure({form: in_cache}, TIMES)[form].best)
            for threads in THREADS:
                parts = [slice(i * SAMPLES // threads, (i + 1) * SAMPLES // threads) for i in range(threads)]
                parted = [_part(library, form, states, pi, result, part) for part in parts]
                runs.setdefault((form, threads), []).append(parted)
    taken = _in_turn(runs)
    return [Large(*key, min(ns), float(np.median(ns)) / min(ns) - 1, small[key[0]]) for key, ns in taken.items()]


def _part(library: ctypes.CDLL, form: str, states: dict[str, Any], pi: Any, result: Any, part: slice) -> Rounds:
    """Return the loop over a part of the samples; how blocks and columns lie in memory does not matter to the time."""
    inputs = [*(values[part] for values in states.values()), pi]
    return loop_of(library, f"time_{form}", inputs, [result[part]], part.stop - part.start)


def _in_turn(runs: dict[tuple[str, int], list[list[Rounds]]]) -> dict[tuple[str, int], list[float]]:
    """Return nanoseconds a sample of every repetition, all parts of a batch at once, with the better compiler."""
    taken: dict[tuple[str, int, int], list[float]] = {}
    with ThreadPoolExecutor(max(THREADS)) as pool:
        for _ in range(TIMES):
            for (form, threads), compiled in runs.items():
                for i, parts in enumerate(compiled):
                    begin = time.perf_counter_ns()
                    for done in [pool.submit(run, 1) for run in parts]:
                        done.result()
                    ns = (time.perf_counter_ns() - begin) / SAMPLES
                    taken.setdefault((form, threads, i), []).append(ns)
    return {key: min((taken[(*key, i)] for i in range(len(runs[key]))), key=min) for key in runs}


def _library(
    package: Package, kernel: StagedKernel, by: NamedCompiler, flags: tuple[str, ...], workshop: Path, n: int
) -> ctypes.CDLL:
    name, ports = package.name, (kernel.program.inputs, kernel.program.outputs)
    workshop.mkdir(parents=True, exist_ok=True)
    prototype = "void add(size_t, const double *, const double *, const double *, double *);"
    loops = [
        batch_loop(f"{name}_{KERNEL}_batch", *ports, "time_rows"),
        batch_loop(f"{name}_{KERNEL}_columns", *ports, "time_columns"),
        block_loop(name, KERNEL, *ports, "time_blocks"),
        Loop(f"time_{MOVE}", f"add({n}u * states, in[0], in[1], in[2], out[0]);", prototype),
    ]
    sources = [file.removesuffix(".c") for file in kernel_files(name, (KERNEL,), package.files)]
    for source in sources:
        (workshop / f"{source}.c").write_text(package.files[f"{source}.c"], encoding="utf-8")
    (workshop / f"{name}.h").write_text(package.files[f"{name}.h"], encoding="utf-8")
    (workshop / "harness.c").write_text(harness_text(loops, "double", f"{name}.h"), encoding="utf-8")
    (workshop / "add.c").write_text(ADD, encoding="utf-8")
    for source in (*sources, "harness", "add"):
        compile_object(by, source, flags, workshop)
    return link_library(by, [f"{source}.o" for source in (*sources, "harness", "add")], "memory.so", workshop)
