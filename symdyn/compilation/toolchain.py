"""Running the compiler in a process of its own, and saying in one line what went wrong."""

import json
import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from symdyn.compilation.commands import PLAIN, compile_command, glue_file, link_command, object_file
from symdyn.compilation.compiler import Compiler
from symdyn.compilation.family import end_family
from symdyn.compilation.glue import write_glue
from symdyn.compilation.source import CSource
from symdyn.errors import BuildError

LONGEST_SECONDS = 1800.0
"""After this a compiler is ended: text that somebody changed can make it read without end."""

_ORDER = "order.json"

# cffi's file between Python and the robot's code makes the same calls at the same speed however it is translated, and
# optimised it took longer to compile than the robot's code does. Distributions ask for checks that need optimisation.
_GLUE = () if sys.platform == "win32" else ("-O0", "-U_FORTIFY_SOURCE")
_LIBRARIES = () if sys.platform == "win32" else ("m",)

_ERROR_LINE = re.compile(r"(\berror\b( [A-Z]+\d+)?|undefined reference|undefined symbols?\b.*):", re.IGNORECASE)


def compile_extension(
    source: CSource,
    module: str,
    flags: tuple[str, ...],
    compiler: Compiler,
    directory: Path,
    log: Path,
    limit: float = LONGEST_SECONDS,
) -> None:
    """Write the C text into `directory` and compile it there to the extension module `module`.

    Raises:
        BuildError: the compiler refused, or took longer than `limit` seconds; the message has its first error, and
            everything it said stays in `log`.
    """
    for file, text in source.files:
        (directory / file).write_text(text, encoding="utf-8")
    order = _order(source, module, list(flags))
    if PLAIN:
        write_glue(source, module, directory)
        order = _commands(source, module, list(flags), compiler)
    (directory / _ORDER).write_text(json.dumps(order), encoding="utf-8")
    code, said = _run_worker(directory, _environment(compiler), limit)
    if code == 0:
        return
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(said)
    failed = f"did not finish within {limit:g} s" if code is None else "failed"
    first = first_error(said.decode("utf-8", errors="replace"))
    raise BuildError(f"{source.name}: the C compiler {failed}: {first} (all of it: {log})")


def _order(source: CSource, module: str, flags: list[str]) -> dict[str, Any]:
    """Return what setuptools has to know."""
    return {
        "module": module,
        "name": source.name,
        "sources": source.sources,
        "declarations": source.declarations,
        "flags": flags,
        "glue_flags": [*flags, *_GLUE],
        "libraries": _LIBRARIES,
    }


def _commands(source: CSource, module: str, flags: list[str], compiler: Compiler) -> dict[str, Any]:
    """Return the commands by themselves: the glue is a file like any other."""
    glue = glue_file(module)
    translate = [compile_command(compiler.command, file, flags) for file in source.sources]
    objects = [object_file(file) for file in (glue, *source.sources)]
    libraries = [f"-l{library}" for library in _LIBRARIES]
    return {
        "commands": [compile_command(compiler.command, glue, [*flags, *_GLUE]), *translate],
        "link": link_command(compiler.command, objects, module, libraries),
    }


def _run_worker(directory: Path, environment: dict[str, str], limit: float) -> tuple[int | None, bytes]:
    """Return the worker's exit code, None if it had to be ended, and all that it said."""
    with (
        _held_pipe() as held,
        subprocess.Popen(
            # -P: the worker's neighbours, such as this file, must not hide modules of the same name
            [sys.executable, "-P", str(Path(__file__).with_name("compile_worker.py")), _ORDER],
            stdin=held,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=directory,
            env=environment,
            start_new_session=True,  # so that it can be ended with the compiler that it started
        ) as worker,
    ):
        try:
            said, _ = worker.communicate(timeout=limit)
            return worker.returncode, said
        except subprocess.TimeoutExpired:
            end_family(worker)
            return None, worker.communicate()[0]
        except BaseException:  # an interrupt of the user's
            end_family(worker)
            raise


@contextmanager
def _held_pipe() -> Iterator[int]:
    """Open a pipe whose other end is ours: whoever gets this one sees when we are gone."""
    theirs, ours = os.pipe()  # which no other process inherits
    try:
        yield theirs
    finally:
        os.close(theirs)
        os.close(ours)


def first_error(said: str) -> str:
    """Return the first line that tells of an error; without one, the last line, where Python puts its own."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if _ERROR_LINE.search(line)), lines[-1] if lines else "it said nothing")


def _environment(compiler: Compiler) -> dict[str, str]:
    """Return the environment of the worker: ours, with the compiler we chose and messages in English."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    environment["LC_ALL"] = "C"
    if sys.platform != "win32":
        environment["CC"] = shlex.join(compiler.command)
    if sys.platform == "darwin":  # a universal Python would compile for two processors, and -march=native is for one
        environment.setdefault("ARCHFLAGS", f"-arch {platform.machine()}")
    return environment
