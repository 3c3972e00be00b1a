"""Bytes of code and of stack that a given compiler makes of generated C, for a target that need not be this machine.

Sizes belong to a compiler and its flags, so they are not part of what is generated: a manifest has them only where a
user named the compiler, and `symdyn check` leaves them out of its comparison.
"""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symdyn.bench.machine_code import MachineCode, read_machine_code
from symdyn.bench.toolchain import NamedCompiler, short_name
from symdyn.compilation.compiler import compiler_of
from symdyn.errors import InputError
from symdyn.package.manifest import FOOTPRINT, manifest_json

STRICT = ("-std=c99", "-ffreestanding")  # nothing of an operating system, whatever else is asked


def footprint(files: Mapping[str, str], command: str) -> dict[str, Any]:
    """Compile the C files and return what every public function needs, its callees included.

    Args:
        files: a package's files; the self-test is left out.
        command: a compiler with its flags, as a shell would read them.

    Raises:
        InputError: the command is no compiler that answers, or its objects cannot be read.
        BuildError: it refused the code.
    """
    by = _compiler(command)
    sources = [name.removesuffix(".c") for name in files if name.endswith(".c") and not name.endswith("_selftest.c")]
    with tempfile.TemporaryDirectory(prefix="symdyn-footprint-") as folder:
        directory = Path(folder)
        for name, text in files.items():
            if name.endswith((".c", ".h")):
                (directory / name).write_text(text, encoding="utf-8")
        parts = []
        for source in sources:
            by.run([*STRICT, "-fstack-usage", "-I.", "-c", f"{source}.c", "-o", f"{source}.o"], directory)
            parts.append(read_machine_code(directory / f"{source}.o", directory / f"{source}.su", _readers(by)))
    functions = {name: function for part in parts if part for name, function in part.functions.items()}
    if not functions:
        raise InputError(f"no objdump that reads what {by.name} makes", field="--measure")
    code = MachineCode(functions)
    return {
        "compiler": by.version,
        "command": by.name,
        "functions": {
            name: {"code_bytes": code.code_bytes(name), "stack_bytes": code.stack_bytes(name)}
            for name in sorted(functions)
            if functions[name].public
        },
    }


def with_footprint(files: Mapping[str, str], command: str) -> dict[str, str]:
    """Return the files with their footprint in the manifest."""
    manifest = json.loads(files["manifest.json"])
    return {**files, "manifest.json": manifest_json({**manifest, FOOTPRINT: footprint(files, command)})}


def _compiler(command: str) -> NamedCompiler:
    try:
        found = compiler_of(command) if shlex.split(command) else None
    except ValueError as error:
        raise InputError(f"cannot be split as a shell would: {error}", field="--measure") from None
    if found is None:
        raise InputError(f"{command!r} is no C compiler that answers to --version", field="--measure")
    return NamedCompiler(short_name(command), found)


def _readers(by: NamedCompiler) -> tuple[str, ...]:
    """A cross compiler's own objdump comes first: arm-none-eabi-gcc has arm-none-eabi-objdump."""
    program = Path(by.compiler.command[0])
    prefix, dash, _ = program.name.rpartition("-gcc")
    own = (str(program.with_name(f"{prefix}-objdump")),) if dash and prefix else ()
    return (*own, "objdump", "llvm-objdump")
