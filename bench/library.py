"""Compiled contestants: libraries with a timed loop per kernel, called on the same states.

Where code lies in memory can make it half as fast again, so every library is linked several times, its code 16 bytes
further on each time, and the best of them counts: of ours as of others.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.chain import Array
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.timing import Contender, loop_of
from symdyn.bench.toolchain import NamedCompiler, compile_object, link_library

INPUTS: Mapping[str, tuple[str, ...]] = {
    "inverse_dynamics": ("q", "qd", "qdd"),
    "gravity": ("q",),
    "mass_matrix": ("q",),
    "coriolis_matrix": ("q", "qd"),
    "forward_dynamics": ("q", "qd", "tau"),
    "regressor": ("q", "qd", "qdd"),
    "regressor_full": ("q", "qd", "qdd"),
    "regressor_slotine_li": ("q", "qd", "qd_r", "qdd_r"),
    "adaptive_slotine_li": ("q", "qd", "qd_r", "qdd_r", "s"),
    "torque_derivatives": ("q", "qd", "qdd"),
    "jacobian": ("q",),
    "dynamics_all": ("q", "qd", "qdd"),
}
WITH_BATCHES = ("inverse_dynamics", "regressor", "regressor_slotine_li", "torque_derivatives")
LINE = 64  # bytes of a line of the cache
PLACES = (0, 16, 32, 48)  # bytes by which code is moved

Shapes = tuple[tuple[int, ...], ...]


def form_of(kernel: str, layout: str) -> str:
    """Name a kernel for samples that lie in rows or blocks."""
    return f"{kernel}, {layout}"


def single_of(kernel: str) -> str:
    """Name the kernel of a form."""
    return kernel.partition(",")[0]


@dataclass(frozen=True)
class Contestant:
    """One peer's code of one robot, as one compiler made it.

    Attributes:
        who, by: the peer and the compiler.
        loops: of every kernel the name of its loop in the libraries.
        shapes: of every kernel the shapes of its results.
        inputs: of kernels that take others than `INPUTS` says, the names of these.
        more: arrays that follow the states as inputs of a kernel.
    """

    who: str
    by: str
    libraries: Sequence[ctypes.CDLL]
    loops: Mapping[str, str]
    shapes: Mapping[str, Shapes]
    inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more: Mapping[str, Sequence[Array]] = field(default_factory=dict)

    def contenders(self, kernel: str, n: int) -> list[Contender]:
        """Return a kernel's loop over all states, of each of the libraries."""
        inputs = [*self._states(kernel, n), *self.more.get(kernel, ())]
        results = [aligned(np.zeros((STATES, *shape))) for shape in self.shapes[kernel]]
        name = self.loops[kernel]
        return [Contender(loop_of(one, name, inputs, results, STATES), STATES) for one in self.libraries]

    def results(self, kernel: str, n: int) -> list[Array]:
        """Return a kernel's results at every state, one call each; of a batch, one call for all."""
        states, more = self._states(kernel, n), self.more.get(kernel, ())
        results = [np.full((STATES, *shape), np.nan) for shape in self.shapes[kernel]]
        library, name = self.libraries[0], self.loops[kernel]
        if kernel != single_of(kernel):
            loop_of(library, name, [*states, *more], results, STATES)(1)
            return results
        for i in range(STATES):
            rows = [np.ascontiguousarray(state[i]) for state in states]
            loop_of(library, name, [*rows, *more], [result[i] for result in results], 1)(1)
        return results

    def _states(self, kernel: str, n: int) -> list[Array]:
        names = self.inputs.get(single_of(kernel), INPUTS[single_of(kernel)])
        states = random_states(dict.fromkeys(names, n))
        return [aligned(states[name]) for name in names]


def aligned(values: Array) -> Array:
    """Copy an array to where a line of the cache begins, so that chance does not place one better than another."""
    room = np.empty(values.nbytes + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    placed_there = room[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
    placed_there[...] = values
    return placed_there


def compile_or_find(
    source: str, by: NamedCompiler, flags: Sequence[str], workshop: Path, kept: Path | None, *beside: str
) -> None:
    """Compile a file unless what it was compiled to is kept from an earlier run; ``beside`` are files it includes."""
    texts = [(workshop / name).read_text(encoding="utf-8") for name in (f"{source}.c", *beside)]
    key = hashlib.sha256("\0".join([*texts, by.version, *flags]).encode()).hexdigest()[:16]
    known = kept / f"{source}-{key}.o" if kept else None
    if known is not None and known.is_file():
        shutil.copyfile(known, workshop / f"{source}.o")
        return
    compile_object(by, source, flags, workshop)
    if known is not None:
        known.parent.mkdir(parents=True, exist_ok=True)
        new = known.with_name(f"{known.name}.{os.getpid()}")
        shutil.copyfile(workshop / f"{source}.o", new)
        new.rename(known)


def placed(by: NamedCompiler, objects: Sequence[str], workshop: Path, name: str = "at") -> list[ctypes.CDLL]:
    """Link objects once for every place that their code may have in a line of the cache, and load all."""
    libraries = []
    for place in PLACES:
        (workshop / f"pad{place}.c").write_text(f'__asm__(".text\\n.skip {place}, 0x90\\n");\n', encoding="utf-8")
        compile_object(by, f"pad{place}", (), workshop)
        libraries.append(link_library(by, [f"pad{place}.o", *objects], f"{name}{place}.so", workshop))
    return libraries
