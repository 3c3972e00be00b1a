"""Generated laws, made once for all tests that need them."""

from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from closed_loop import robot

from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.interface import package_interface
from symdyn.runtime.controllers import Controller, start_law

COMPILERS = ("gcc", "clang")
FLAGS = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@cache
def package(name: str, laws: tuple[str, ...], scalar: str = "double", unknown: tuple[str, ...] = ()) -> Package:
    kernels = LAWS[laws[0]].kernels
    return generate(robot(name, unknown), Options(laws=laws, only=kernels, scalar=scalar))  # type: ignore[arg-type]


def controller(name: str, law: str, gains: Any = None, backend: str = "c", **more: Any) -> Controller:
    """The controller that `symdyn.controller` makes, generated once for all gains."""
    theta = more.pop("theta", None)
    return start_law(package_interface(package(name, (law,), **more)), gains, theta, backend)


def write(made: Package, folder: Path) -> None:
    for name, text in made.files.items():
        (folder / name).write_text(text)


def require(compiler: str) -> None:
    if which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
