"""Where setuptools is not asked, the compiler is run as setuptools would run it."""

import os
import shlex
import sysconfig
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from symdyn.compilation import CSource, compile_library, toolchain
from symdyn.compilation.commands import PLAIN, compile_command, link_command

pytestmark = pytest.mark.skipif(not PLAIN, reason="setuptools is asked here")
READ = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED")


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"CC": "/usr/bin/gcc -m64"},
        {"CPPFLAGS": "-DONE -DTWO", "LDFLAGS": "-L/nowhere"},
        {"CC": "clang", "LDSHARED": "gcc -shared -s"},
    ],
)
def test_commands_are_those_of_setuptools(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    import setuptools  # noqa: F401 (it brings distutils)

    for name in READ:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    compiler = new_compiler()
    customize_compiler(compiler)
    command = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC")))
    translate, link = compile_command(command, "a.c", ["-O3"]), link_command(command, ["a.o", "b.o"], "_a", ["-lm"])
    assert translate[: len(compiler.compiler_so)] == compiler.compiler_so
    assert link[: len(compiler.linker_so)] == compiler.linker_so
    assert translate[-5:] == ["-c", "a.c", "-o", "a.o", "-O3"]
    assert link[len(compiler.linker_so) :][:3] == ["a.o", "b.o", "-o"] and link[-1] == "-lm"


def test_flags_of_the_environment_take_the_place_of_pythons_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in READ:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CFLAGS", "-O1 -DHERE='a b'")
    assert compile_command(["cc"], "a.c", [])[:3] == ["cc", "-O1", "-DHERE=a b"]
    assert "-O1" in link_command(["cc"], [], "_a", [])


def test_where_setuptools_is_asked_the_library_is_the_same(
    scaling: Callable[[str], CSource], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere than on Unix it is; here it is tried too."""
    monkeypatch.setattr(toolchain, "PLAIN", False)
    library = compile_library(scaling("3.0"), cache=tmp_path)
    x, y = np.arange(3.0), np.full(3, np.nan)
    library.lib.tiny_scale(3, library.ffi.from_buffer("double[]", x), library.ffi.from_buffer("double[]", y))
    assert y.tolist() == [0.0, 3.0, 6.0]
