"""Which compilers there are, and how C text becomes a shared library whose functions can be timed."""

from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symdyn.compilation.compiler import Compiler, compiler_of, find_compiler
from symdyn.compilation.flags import DEFAULT_FLAGS, accepted_flags
from symdyn.compilation.toolchain import first_error
from symdyn.errors import BuildError, InputError

USUAL = ("gcc", "clang")


@dataclass(frozen=True, slots=True)
class NamedCompiler:
    """A compiler under the short name that tables show."""

    name: str
    compiler: Compiler

    @property
    def version(self) -> str:
        """What the compiler says about itself."""
        return self.compiler.version

    def flags(self, wanted: Sequence[str]) -> tuple[str, ...]:
        """Return the flags it accepts."""
        return accepted_flags(self.compiler, tuple(wanted))

    def run(self, arguments: Sequence[str], directory: Path) -> float:
        """Run the compiler in a directory and return the seconds it took.

        Raises:
            BuildError: it refused; the message has its first error.
        """
        environment = {**os.environ, "LC_ALL": "C"}
        began = time.perf_counter()
        finished = subprocess.run(
            [*self.compiler.command, *arguments],
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if finished.returncode != 0:
            raise BuildError(f"{self.name}: {first_error(finished.stdout)}")
        return time.perf_counter() - began


def chosen_compilers(asked: Sequence[str] = ()) -> tuple[NamedCompiler, ...]:
    """Return the compilers asked for, or gcc and clang as far as they are here, or whichever one `build` uses.

    Raises:
        InputError: one that was asked for does not answer.
        BuildError: there is no compiler.
    """
    if sys.platform == "win32":
        raise BuildError("bench times code through shared libraries of gcc or clang, which this platform lacks")
    found = []
    for command in asked or USUAL:
        compiler = compiler_of(command)
        if compiler is None:
            if asked:
                raise InputError(f"{command!r} is no C compiler that answers to --version", field="--compiler")
            continue
        found.append(NamedCompiler(short_name(command), compiler))
    if not found:
        compiler = find_compiler()
        found.append(NamedCompiler(short_name(compiler.command[0]), compiler))
    by_version = {one.version if not asked else one.name: one for one in reversed(found)}  # a gcc may be clang renamed
    return tuple(reversed(by_version.values()))


def short_name(command: str) -> str:
    """Return the program's name without its folder, with its arguments."""
    program, *arguments = shlex.split(command)
    return " ".join((os.path.basename(program), *arguments))


def chosen_flags(asked: str | None) -> tuple[str, ...]:
    """Return the flags asked for, or those that `build` compiles with."""
    if asked is None:
        return DEFAULT_FLAGS
    try:
        return tuple(shlex.split(asked))
    except ValueError as error:
        raise InputError(f"cannot be split as a shell would: {error}", field="--flags") from None


def compile_object(
    by: NamedCompiler, source: str, flags: Sequence[str], directory: Path, *, stack_usage: bool = False
) -> float:
    """Compile `<source>.c` to `<source>.o`, and to `<source>.su` where stack usage is wanted; return the seconds.

    A shared library's functions could be replaced from outside, so compilers do not inline them; hidden ones are
    compiled as in a program.
    """
    more = ["-fPIC", "-fvisibility=hidden", *(["-fstack-usage"] if stack_usage else [])]
    return by.run([*flags, *more, "-I.", "-c", f"{source}.c", "-o", f"{source}.o"], directory)


def link_library(
    by: NamedCompiler, objects: Sequence[str], library: str, directory: Path, more: Sequence[str] = ()
) -> ctypes.CDLL:
    """Link objects to a shared library and load it."""
    by.run(["-shared", *objects, *more, "-lm", "-o", library], directory)
    return ctypes.CDLL(str(directory / library))
