"""What a user reads when there is no compiler, no header, no space, or the C text is wrong: one line."""

import json
import os
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from symdyn.compilation import CSource, compile_library, compiler_description, python_headers
from symdyn.compilation import compiler as compiler_module
from symdyn.compilation.toolchain import first_error
from symdyn.errors import BuildError

Scaling = Callable[[str], CSource]

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Visual Studio is found otherwise")


@on_posix
def test_without_a_compiler_the_message_says_what_to_do(
    scaling: Scaling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError) as caught:
        compile_library(scaling("1.0"), cache=tmp_path)
    message = str(caught.value)
    assert message.startswith("no C compiler: looked for ")
    assert "clang on the PATH; install one" in message
    assert message.endswith("the NumPy kernels work without one")
    assert "\n" not in message


@on_posix
@pytest.mark.parametrize("command", ["no-such-cc", "'unbalanced", "false"])
def test_compiler_named_by_cc_that_does_not_answer_is_named_in_the_message(
    command: str, scaling: Scaling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", command)
    with pytest.raises(BuildError, match=f"looked for CC={command} on the PATH"):
        compile_library(scaling("1.0"), cache=tmp_path)


@on_posix
def test_description_has_version_and_path_or_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    description = compiler_description()
    assert description is not None
    compiler = compiler_module.find_compiler()
    assert compiler.version in description
    assert os.path.isabs(compiler.command[0]) and compiler.command[0] in description
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler_description() is None


def test_compile_error_is_told_by_its_first_line_and_the_rest_is_kept(scaling: Scaling, tmp_path: Path) -> None:
    with pytest.raises(BuildError) as caught:
        compile_library(scaling("undeclared_name + another_name"), cache=tmp_path)
    message = str(caught.value)
    (log,) = (tmp_path / "logs").iterdir()
    assert message.startswith("tiny: the C compiler failed: tiny.c:5:")
    assert "undeclared_name" in message and "another_name" not in message
    assert message.endswith(f"(all of it: {log})")
    assert "\n" not in message
    assert "another_name" in log.read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["logs"], "nothing half-built is left"


def test_declarations_that_cffi_cannot_read_are_a_build_error(tmp_path: Path) -> None:
    with pytest.raises(
        BuildError, match=r"tiny: (the C compiler failed|cffi does not understand the declarations): .*cdef"
    ):
        compile_library(CSource(name="tiny", declarations="int one(", header="", source=""), cache=tmp_path)


def test_first_error_is_found_among_warnings_of_any_compiler() -> None:
    warning = "a.c:1:2: warning: unused variable 'error'\n"
    assert first_error(warning + "a.c:3:4: error: no\na.c:5:6: error: nor this\n") == "a.c:3:4: error: no"
    assert first_error(warning + "a.c(3): error C2065: no\n") == "a.c(3): error C2065: no"
    assert first_error(warning + "a.c:3:10: fatal error: no.h: No such file\n").startswith("a.c:3:10: fatal")
    assert first_error("Traceback\nValueError: no\n") == "ValueError: no"
    assert first_error("") == "it said nothing"


def test_missing_python_headers_are_told_with_what_to_install(
    scaling: Scaling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert python_headers() is not None
    monkeypatch.setattr(sysconfig, "get_path", lambda kind: str(tmp_path))
    assert python_headers() is None
    with pytest.raises(BuildError, match=r"no Python\.h in .*: install Python's headers"):
        compile_library(scaling("1.0"), cache=tmp_path)


def test_flag_for_this_processor_is_left_out_where_the_compiler_refuses_it(
    scaling: Scaling, tmp_path: Path, compiler_script: Callable[[str], None]
) -> None:
    compiler_script('for word; do [ "$word" = -march=native ] && exit 1; done')
    library = compile_library(scaling("1.0"), flags=("-O1", "-march=native"), cache=tmp_path / "cache")
    assert json.loads((library.path / "entry.json").read_text())["flags"] == ["-O1"]


def test_any_other_flag_that_the_compiler_refuses_is_an_error(scaling: Scaling, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="-fno-such-flag"):
        compile_library(scaling("1.0"), flags=("-O1", "-fno-such-flag=1"), cache=tmp_path)
