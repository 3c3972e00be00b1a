"""The process that runs cffi and setuptools: started by path, in the build directory, never imported.

setuptools writes to the terminal, changes directory and keeps state in globals; in a process of its own that harms
nobody, and everything said by it and by the compiler goes to one log.
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cffi  # type: ignore[import-untyped, unused-ignore]
import setuptools  # noqa: F401 (it brings distutils, which Python has no more since 3.12)

from symdyn.compilation.family import end_with_our_starter

# cffi's file between Python and the robot's code makes the same calls at the same speed however it is translated, and
# optimised it took longer to compile than the robot's code does. Distributions ask for checks that need optimisation.
_GLUE = () if sys.platform == "win32" else ("-O0", "-U_FORTIFY_SOURCE")


def main() -> None:
    """Read what to build from a file in the current directory, and compile it there; our starter holds the input."""
    end_with_our_starter(sys.stdin.fileno())
    order = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    ffi = cffi.FFI()
    ffi.cdef(order["declarations"])
    ffi.set_source(
        order["module"],
        f'#include "{order["name"]}.h"\n',
        include_dirs=["."],
        libraries=[] if sys.platform == "win32" else ["m"],
        extra_objects=_compiled(order["sources"], order["flags"]),
        extra_compile_args=[*order["flags"], *_GLUE],
    )
    ffi.compile(tmpdir=".", verbose=True)


def _compiled(sources: list[str], flags: list[str]) -> list[str]:
    """Compile the robot's code to objects, files side by side; what calls kernels from Python is compiled so too."""
    from distutils.ccompiler import new_compiler  # which only setuptools, once imported, makes sure to be there
    from distutils.sysconfig import customize_compiler, get_python_inc

    compiler = new_compiler(verbose=1)
    customize_compiler(compiler)
    headers = sorted({".", get_python_inc(), get_python_inc(plat_specific=True)})

    def compiled(source: str) -> list[str]:
        return list(compiler.compile([source], include_dirs=headers, extra_postargs=flags))

    with ThreadPoolExecutor(_processors()) as pool:
        return [made for objects in pool.map(compiled, sources) for made in objects]


def _processors() -> int:
    """Return how many compilers may run at once."""
    if sys.platform == "win32":
        return 1  # Visual Studio's is set up by the first file
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    main()
