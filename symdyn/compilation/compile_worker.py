"""The process that runs the compiler: started by path, in the build directory, never imported.

Where the commands are known, it imports nothing of symdyn and little else, for that would take longer than compiling a
small robot. setuptools, where it is needed, writes to the terminal, changes directory and keeps state in globals; in a
process of its own that harms nobody, and everything said by it and by the compiler goes to one log.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from runpy import run_path
from typing import Any


def main() -> None:
    """Read what to build from a file in the current directory, and compile it there; our starter holds the input."""
    family = run_path(os.path.join(os.path.dirname(__file__), "family.py"))
    family["end_with_our_starter"](sys.stdin.fileno())
    with open(sys.argv[1], encoding="utf-8") as file:
        order = json.load(file)
    if "commands" in order:
        sys.exit(_run(order["commands"]) or _run([order["link"]]))
    _build_by_setuptools(order)


def _run(commands: Sequence[Sequence[str]]) -> int:
    """Run commands side by side, which speak for themselves; return 0, or 1 where one fails."""
    failed, running = False, dict[int, subprocess.Popen[bytes]]()
    for command in commands:
        if len(running) == _processors():
            failed |= _first_to_end(running)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        running[process.pid] = process
    while running:
        failed |= _first_to_end(running)
    return int(failed)


def _first_to_end(running: dict[int, "subprocess.Popen[bytes]"]) -> bool:
    """Wait for whichever of our children ends next, and tell whether it failed."""
    pid, status = os.wait()
    process = running.pop(pid)
    process.returncode = os.waitstatus_to_exitcode(status)  # it would ask for that itself, and be told of no child
    return process.returncode != 0


def _build_by_setuptools(order: dict[str, Any]) -> None:
    from symdyn.compilation.glue import declared, includes

    ffi = declared(order["declarations"])
    ffi.set_source(
        order["module"],
        includes(order["name"]),
        include_dirs=["."],
        libraries=order["libraries"],
        extra_objects=_compiled_by_setuptools(order["sources"], order["flags"]),
        extra_compile_args=order["glue_flags"],
    )
    ffi.compile(tmpdir=".", verbose=True)


def _compiled_by_setuptools(sources: list[str], flags: list[str]) -> list[str]:
    """Compile the robot's code to objects, files side by side; what calls kernels from Python is compiled so too."""
    import_module("setuptools")  # it brings distutils, which Python has no more since 3.12
    from concurrent.futures import ThreadPoolExecutor
    from distutils.ccompiler import new_compiler
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
