"""The compiler's commands for an extension module, as setuptools would run them, from what Python was built with.

setuptools takes longer to be imported than a robot's C takes to be compiled. Where commands are this plain, on Unix,
they are run without it; on macOS and Windows it knows better.
"""

import os
import shlex
import sys
import sysconfig
from collections.abc import Sequence

PLAIN = os.name == "posix" and sys.platform != "darwin"
"""Whether commands are as plain as here."""


def compile_command(compiler: Sequence[str], source: str, flags: Sequence[str]) -> list[str]:
    """Return the command that translates `<file>.c` to `<file>.o`."""
    translate = [*compiler, *_words("CFLAGS"), *_asked("CPPFLAGS"), *_built_with("CCSHARED")]
    headers = {".": None, **dict.fromkeys(map(sysconfig.get_path, ("include", "platinclude")))}
    return [*translate, *(f"-I{folder}" for folder in headers), "-c", source, "-o", object_file(source), *flags]


def link_command(compiler: Sequence[str], objects: list[str], module: str, libraries: list[str]) -> list[str]:
    """Return the command that makes an extension module of objects."""
    extension = f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}"
    return [*_linker(compiler), *objects, "-o", extension, *libraries]


def glue_file(module: str) -> str:
    """Return the name of the C file of an extension module, beside the robot's own."""
    return f"{module}.c"


def object_file(source: str) -> str:
    """Return the name of what a source file is translated to."""
    return f"{source.removesuffix('.c')}.o"


def _linker(compiler: Sequence[str]) -> list[str]:
    """Return $LDSHARED, or Python's own with our compiler in the place of the one that it was built with."""
    linker, built_with = _words("LDSHARED"), _built_with("CC")
    if "LDSHARED" not in os.environ and linker[: len(built_with)] == built_with:
        linker = [*compiler, *linker[len(built_with) :]]
    return [*linker, *_asked("LDFLAGS"), *_asked("CFLAGS"), *_asked("CPPFLAGS")]


def _words(name: str) -> list[str]:
    """Return what the environment asks for; otherwise what Python was built with."""
    return _asked(name) if name in os.environ else _built_with(name)


def _asked(name: str) -> list[str]:
    return shlex.split(os.environ.get(name, ""))


def _built_with(name: str) -> list[str]:
    return shlex.split(str(sysconfig.get_config_var(name) or ""))
