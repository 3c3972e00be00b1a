"""Compiled C, called through cffi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symdyn.compilation import CSource, compile_library, compiler_description, prepare_library, python_headers
from symdyn.compilation.cache.directory import writable_cache
from symdyn.interface import Interface, LawInterface
from symdyn.runtime.languages.c_law import LANGUAGE, CompiledLaw, law_source
from symdyn.runtime.runner import DTYPES, Array, Call, Code, Runner


def c_source(robot: Interface) -> CSource:
    """Return the C text of a robot's kernels."""
    header, source = _files(robot.name)
    return CSource(robot.name, robot.declarations[LANGUAGE], robot.files[header], robot.files[source])


def _load(robot: Interface) -> Code:
    """Compile and load a robot's C."""
    library = compile_library(c_source(robot))
    calls = {kernel.name: _call(library, f"{robot.name}_{kernel.name}", robot.scalar) for kernel in robot.kernels}
    pi = None
    if robot.pi is not None:
        table = library.ffi.buffer(getattr(library.lib, f"{robot.name}_pi"))
        pi = np.frombuffer(table, DTYPES[robot.scalar]).copy()
    return Code(calls, pi)


def _call(library: Any, name: str, scalar: str) -> Call:
    single, batch = getattr(library.lib, name), getattr(library.lib, f"{name}_batch")
    from_buffer, pointer = library.ffi.from_buffer, f"{scalar}[]"

    def call(count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        pointers = [from_buffer(pointer, array) for array in (*inputs, *outputs)]
        if count is None:
            single(*pointers)
        else:
            batch(count, *pointers)

    return call


def _files(name: str) -> tuple[str, str]:
    return f"{name}.h", f"{name}.c"


def _prepare(robot: Interface, law: LawInterface | None, limit: float) -> None:
    prepare_library(c_source(robot) if law is None else law_source(robot, law), limit=limit)


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
