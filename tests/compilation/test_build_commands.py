"""Where setuptools is not asked, the compiler is run as setuptools would run it."""

import pytest

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
    translate, link = compile_command("a.c", ["-O3"]), link_command(["a.o", "b.o"], "_a", ["-lm"])
    assert translate[: len(compiler.compiler_so)] == compiler.compiler_so
    assert link[: len(compiler.linker_so)] == compiler.linker_so
    assert translate[-5:] == ["-c", "a.c", "-o", "a.o", "-O3"]
    assert link[len(compiler.linker_so) :][:3] == ["a.o", "b.o", "-o"] and link[-1] == "-lm"


def test_flags_of_the_environment_take_the_place_of_pythons_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in READ:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CC", "cc")
    monkeypatch.setenv("CFLAGS", "-O1 -DHERE='a b'")
    assert compile_command("a.c", [])[:3] == ["cc", "-O1", "-DHERE=a b"]
    assert "-O1" in link_command([], "_a", [])
