"""The key changes with everything that may change the compiled library, and with nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest

from symdyn.compilation.cache import key as key_module
from symdyn.compilation.cache.key import build_key
from symdyn.compilation.compiler import Compiler
from symdyn.compilation.machine import _from_cpuinfo
from symdyn.compilation.source import CSource

SOURCE = CSource(name="tiny", declarations="int one(void);", header="int one(void);", source='#include "tiny.h"')
FLAGS = ("-O3", "-march=native")
COMPILER = Compiler(("/usr/bin/cc",), "cc 1.0")
KEY = build_key(SOURCE, FLAGS, COMPILER)


def test_key_is_the_same_for_equal_inputs() -> None:
    assert build_key(replace(SOURCE), tuple(FLAGS), replace(COMPILER)) == KEY


@pytest.mark.parametrize("field", ["name", "declarations", "header", "source"])
def test_key_changes_with_each_text(field: str) -> None:
    changed = replace(SOURCE, **{field: getattr(SOURCE, field) + "_"})
    assert build_key(changed, FLAGS, COMPILER) != KEY


def test_key_changes_when_text_moves_from_one_file_to_another() -> None:
    moved = replace(SOURCE, header=SOURCE.header + SOURCE.source, source="")
    assert build_key(moved, FLAGS, COMPILER) != KEY


def test_key_changes_with_the_flags() -> None:
    assert build_key(SOURCE, ("-O2", "-march=native"), COMPILER) != KEY


@pytest.mark.parametrize("compiler", [replace(COMPILER, command=("/opt/cc",)), replace(COMPILER, version="cc 2.0")])
def test_key_changes_with_the_compiler(compiler: Compiler) -> None:
    assert build_key(SOURCE, FLAGS, compiler) != KEY


def test_key_changes_with_flags_that_setuptools_takes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-ffast-math")
    assert build_key(SOURCE, FLAGS, COMPILER) != KEY


def test_key_changes_with_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_module, "processor_identity", lambda: "another")
    assert build_key(SOURCE, FLAGS, COMPILER) != KEY


def test_processor_is_told_by_its_instructions_and_not_by_its_clock(tmp_path: Path) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(
        "processor\t: 0\nmodel name\t: Fast One\ncpu MHz\t\t: 800.1\nflags\t\t: fpu avx2\n\n"
        "processor\t: 1\nmodel name\t: Fast One\ncpu MHz\t\t: 3900.7\nflags\t\t: fpu avx2\n"
    )
    assert _from_cpuinfo(cpuinfo) == "model name\t: Fast One\nflags\t\t: fpu avx2"
