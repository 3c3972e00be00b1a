"""The process that runs cffi and the compiler: started by path, in the build directory, never imported.

setuptools, where it is needed, writes to the terminal, changes directory and keeps state in globals; in a process of
its own that harms nobody, and everything said by it and by the compiler goes to one log.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cffi  # type: ignore[import-untyped, unused-ignore]

from symdyn.compilation.commands import PLAIN, compile_command, link_command, object_file
from symdyn.compilation.family import end_with_our_starter

# cffi's file between Python and the robot's code makes the same calls at the same speed however it is translated, and
# optimised it took longer to compile than the robot's code does. Distributions ask for checks that need optimisation.
_GLUE = [] if sys.platform == "win32" else ["-O0", "-U_FORTIFY_SOURCE"]
_LIBRARIES = [] if sys.platform == "win32" else ["m"]


def main() -> None:
    """Read what to build from a file in the current directory, and compile it there; our starter holds the input."""
    end_with_our_starter(sys.stdin.fileno())
    order = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    ffi = cffi.FFI()
    ffi.cdef(order["declarations"])
    (_build if PLAIN else _build_by_setuptools)(ffi, order, f'#include "{order["name"]}.h"\n')


def _build(ffi: Any, order: dict[str, Any], includes: str) -> None:
    """Run the compiler on all files, the glue too, side by side, and then the linker."""
    glue, flags = f"{order['module']}.c", order["flags"]
    ffi.set_source(order["module"], includes)
    ffi.emit_c_code(glue)
    commands = [compile_command(glue, [*flags, *_GLUE]), *(compile_command(one, flags) for one in order["sources"])]
    for failed in _side_by_side(_run, commands):
        if failed:
            sys.exit(failed)
    objects = [object_file(file) for file in (glue, *order["sources"])]
    sys.exit(_run(link_command(objects, order["module"], [f"-l{library}" for library in _LIBRARIES])))


def _run(command: list[str]) -> int:
    """Run a command, which speaks for itself; return 0, or 1 where it fails."""
    return int(subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0)


def _build_by_setuptools(ffi: Any, order: dict[str, Any], includes: str) -> None:
    ffi.set_source(
        order["module"],
        includes,
        include_dirs=["."],
        libraries=_LIBRARIES,
        extra_objects=_compiled_by_setuptools(order["sources"], order["flags"]),
        extra_compile_args=[*order["flags"], *_GLUE],
    )
    ffi.compile(tmpdir=".", verbose=True)


def _compiled_by_setuptools(sources: list[str], flags: list[str]) -> list[str]:
    """Compile the robot's code to objects, files side by side; what calls kernels from Python is compiled so too."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler, get_python_inc

    import setuptools  # noqa: F401 (it brings distutils, which Python has no more since 3.12)

    compiler = new_compiler(verbose=1)
    customize_compiler(compiler)
    headers = sorted({".", get_python_inc(), get_python_inc(plat_specific=True)})

    def compiled(source: str) -> list[str]:
        return list(compiler.compile([source], include_dirs=headers, extra_postargs=flags))

    return [made for objects in _side_by_side(compiled, sources) for made in objects]


def _side_by_side(work: Callable[[Any], Any], on: Iterable[Any]) -> list[Any]:
    with ThreadPoolExecutor(_processors()) as pool:
        return list(pool.map(work, on))


def _processors() -> int:
    """Return how many compilers may run at once."""
    if sys.platform == "win32":
        return 1  # Visual Studio's is set up by the first file
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    main()
