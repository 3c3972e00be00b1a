"""Generated C, compiled with chosen compilers and flags: as a library to call, or as assembly to read."""

import ctypes
import platform
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from numpy.typing import NDArray

from symdyn.package.contents import Package

COMPILERS = ("gcc", "clang")
X86 = platform.machine() in ("x86_64", "AMD64")
needs_x86 = pytest.mark.skipif(not X86, reason="reads x86 assembly")


def require(compiler: str) -> None:
    if which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")


def write(package: Package, folder: Path, **more: str) -> None:
    for name, text in {**package.files, **{f"{key}.c": text for key, text in more.items()}}.items():
        (folder / name).write_text(text)


def library(package: Package, folder: Path, compiler: str, flags: tuple[str, ...], driver: str = "") -> ctypes.CDLL:
    require(compiler)
    write(package, folder, driver=f'#include "{package.name}.h"\n{driver}')
    subprocess.run([compiler, "-std=c99", *flags, "-fPIC", "-c", f"{package.name}.c"], cwd=folder, check=True)
    # linked without the flags: with -ffast-math, a library would flush this process's subnormals to zero
    command = [compiler, "-std=c99", "-fPIC", "-shared", f"{package.name}.o", "driver.c", "-o", "lib.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "lib.so"))


def assembly(package: Package, folder: Path, compiler: str, flags: tuple[str, ...]) -> str:
    require(compiler)
    write(package, folder)
    command = [compiler, "-std=c99", *flags, "-S", f"{package.name}.c", "-o", "-"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)
