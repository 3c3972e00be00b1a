"""A tiny C library, a compiler and a generator that can be watched, other processes that build at the same time."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import symdyn.generate
from symdyn.compilation import CSource
from symdyn.compilation import library as library_module
from symdyn.compilation.compiler import find_compiler
from symdyn.runtime import package_cache

COMPILE_AND_CALL = """
import json, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in its background
from symdyn.compilation import CSource, compile_library
library = compile_library(CSource(**json.loads(sys.argv[1])), cache=sys.argv[2])
y = library.ffi.new("double[1]")
library.lib.tiny_scale(1, [2.0], y)
print(y[0])
"""


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Start as a fresh process would, with nothing loaded; return a function that forgets again."""

    def forget_loaded_libraries() -> None:
        monkeypatch.setattr(library_module, "_loaded", {})

    forget_loaded_libraries()
    for variable in ("SYMDYN_CACHE", "CC"):
        monkeypatch.delenv(variable, raising=False)
    return forget_loaded_libraries


@pytest.fixture
def scaling() -> Callable[[str], CSource]:
    """Return a function that makes a library which multiplies a vector by a C expression."""
    prototype = "void tiny_scale(size_t count, const double *x, double *y);"
    constant = "extern const double tiny_pi[2];"

    def source_with(factor: str) -> CSource:
        return CSource(
            name="tiny",
            declarations=f"{prototype}\n{constant}\n",
            header=f"#include <stddef.h>\n{prototype}\n{constant}\n",
            source=(
                '#include "tiny.h"\n'
                "const double tiny_pi[2] = {1.5, 2.5};\n"
                "void tiny_scale(size_t count, const double *x, double *y)\n"
                f"{{\n    for (size_t i = 0; i < count; ++i) y[i] = {factor} * x[i];\n}}\n"
            ),
        )

    return source_with


@pytest.fixture
def compiler_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that makes `$CC` a shell script: the given lines, then the real compiler."""
    if sys.platform == "win32":
        pytest.skip("Visual Studio's compiler is not chosen by $CC")
    real_compiler = find_compiler().command[0]

    def install(lines: str) -> None:
        script = tmp_path / "watched-cc"
        script.write_text(f'#!/bin/sh\n{lines}\nexec {real_compiler} "$@"\n')
        script.chmod(0o755)
        monkeypatch.setenv("CC", str(script))

    return install


@pytest.fixture
def compilations(tmp_path: Path, compiler_script: Callable[[str], None]) -> Callable[[], int]:
    """Return a function that counts how often `tiny.c` has been compiled since the test began."""
    notes = tmp_path / "compiled.txt"
    notes.touch()
    compiler_script(f'for word; do [ "$word" = tiny.c ] && echo compiled >> "{notes}"; done')
    return lambda: len(notes.read_text().splitlines())


@pytest.fixture
def start_process() -> Callable[[CSource, Path], "subprocess.Popen[str]"]:
    """Return a function that starts another Python, which compiles the library and prints twice its factor."""

    def start(source: CSource, cache: Path) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", COMPILE_AND_CALL, json.dumps(asdict(source)), str(cache)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,
        )

    return start


@pytest.fixture
def entries() -> Callable[[Path], list[Path]]:
    """Return a function that lists everything a cache directory holds."""
    return lambda cache: sorted(cache.iterdir()) if cache.exists() else []


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache; the source counts as the same all the time, whoever edits it during a test."""
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(package_cache, "source_fingerprint", lambda *_, **__: "the source")
    return tmp_path / "cache"


@pytest.fixture
def generations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every generation adds its robot's name."""
    names: list[str] = []
    generate = symdyn.generate.generate

    def counted(robot: Any, *arguments: Any) -> Any:
        names.append(robot.name)
        return generate(robot, *arguments)

    monkeypatch.setattr(symdyn.generate, "generate", counted)
    return names
