"""Compiled C, called through cffi."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from symdyn.compilation import CSource, compile_library, compiler_description, prepare_library, python_headers
from symdyn.compilation.cache.directory import writable_cache
from symdyn.errors import BuildError
from symdyn.interface import Argument, Interface, KernelInterface, LawInterface
from symdyn.interface.layouts import LAYOUTS
from symdyn.runtime.languages.c_caller import caller_of, caller_source
from symdyn.runtime.languages.c_law import LANGUAGE, CompiledLaw, further_sources, law_source
from symdyn.runtime.runner import DTYPES, Array, Call, Code, Fixed, Runner


def c_source(robot: Interface) -> CSource:
    """Return the C text of a robot's kernels."""
    header, source = _files(robot.name)
    return CSource(
        name=robot.name,
        declarations=robot.declarations[LANGUAGE],
        header=robot.files[header],
        source=robot.files[source],
        further=further_sources(robot),
    )


def _load(robot: Interface) -> Code:
    """Compile and load a robot's C."""
    library = compile_library(c_source(robot))
    names = {kernel.name: f"{robot.name}_{kernel.name}" for kernel in robot.kernels}
    fixed = {kernel.name: _fixed(library, names[kernel.name], robot.scalar, _rows(kernel)) for kernel in robot.kernels}
    pi = None
    if robot.pi is not None:
        table = library.ffi.buffer(getattr(library.lib, f"{robot.name}_pi"))
        pi = np.frombuffer(table, DTYPES[robot.scalar]).copy()
    callers = {
        kernel.name: caller_of(library, names[kernel.name], robot.scalar, _sizes(kernel.inputs), _sizes(kernel.outputs))
        for kernel in robot.kernels
    }
    layouts = {kernel: _layouts(library, name) for kernel, name in names.items()}
    return Code({kernel: _call(one) for kernel, one in fixed.items()}, pi, callers, fixed, layouts)


def _fixed(library: Any, name: str, scalar: str, rows: Sequence[int]) -> Fixed:
    single = getattr(library.lib, name)
    batch = getattr(library.lib, f"{name}_batch", None) or partial(_one_by_one, single, rows)
    from_buffer, pointer = library.ffi.from_buffer, f"{scalar}[]"

    def fixed(count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]) -> Callable[[], object]:
        pointers = [from_buffer(pointer, array) for array in (*inputs, *outputs)]  # each keeps its array alive
        return partial(single, *pointers) if count is None else partial(batch, count, *pointers)

    return fixed


def _layouts(library: Any, name: str) -> dict[str, Call]:
    """Return what calls a kernel's functions for columns and for blocks of columns; none where the code has none."""
    there = [form for form in LAYOUTS if hasattr(library.lib, f"{name}_{form}")]
    return {form: partial(_laid_out, library, f"{name}_{form}") for form in there}


def _laid_out(
    library: Any, function: str, count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]
) -> None:
    pointer = "double[]" if outputs[0].dtype == np.float64 else "float[]"
    pointers = [library.ffi.from_buffer(pointer, array) for array in (*inputs, *outputs)]
    getattr(library.lib, function)(count, *pointers)


def _one_by_one(single: Callable[..., object], rows: Sequence[int], count: int, *pointers: Any) -> None:
    """Run a batch where the code has none; ``rows`` are the entries that arrays have for every sample."""
    for i in range(count):
        single(*(pointer + i * row for pointer, row in zip(pointers, rows, strict=True)))


def _rows(kernel: KernelInterface) -> list[int]:
    return [0 if one.name == "pi" else one.size for one in (*kernel.inputs, *kernel.outputs)]


def _call(fixed: Fixed) -> Call:
    def call(count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        fixed(count, inputs, outputs)()

    return call


def _sizes(arguments: Sequence[Argument]) -> list[int]:
    return [argument.size for argument in arguments]


def _files(name: str) -> tuple[str, str]:
    return f"{name}.h", f"{name}.c"


def _prepare(robot: Interface, law: LawInterface | None, limit: float) -> None:
    if law is not None:
        prepare_library(law_source(robot, law), limit=limit)
        return
    prepare_library(c_source(robot), limit=limit)
    with suppress(BuildError):  # kernels are called without it too
        prepare_library(caller_source())


def _missing() -> str:
    if compiler_description() is None:
        return "no C compiler here; `symdyn doctor` says what to install"
    if python_headers() is None:
        return "no Python.h here; `symdyn doctor` says what to install"
    return ""


def _environment() -> Mapping[str, str]:
    return {"SYMDYN_CACHE": str(writable_cache(None))}  # where it was compiled into, wherever that is


RUNNER = Runner(
    files=_files,
    described=lambda: compiler_description() or "",
    load=_load,
    law=CompiledLaw,
    missing=_missing,
    prepare=_prepare,
    environment=_environment,
)
