"""The generated CMake project: found from an install, and part of firmware without its self-test."""

import shutil
import subprocess
from pathlib import Path

import pytest

import symdyn
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.output import write_output

pytestmark = pytest.mark.skipif(not shutil.which("cmake"), reason="no CMake")
MAIN = """\
#include "two_link.h"
int main(void) { double g[2], q[2] = {0, 0}; two_link_gravity(q, two_link_pi, g); return 0; }
"""
ARM = """\
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
"""


def run(*command: object) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def project(folder: Path, how: str, kind: str) -> Path:
    folder.mkdir()
    (folder / "main.c").write_text(MAIN)
    (folder / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.10)\nproject(user C)\n{how}\n{kind}\n"
        "target_link_libraries(user symdyn::two_link)\n"
    )
    return folder


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cmake")
    made = generate(symdyn.load("two_link"), Options(only=("gravity",), languages=("c",)))
    write_output("two_link", made.files, folder / "out")
    return folder


def test_an_install_is_found_by_find_package(out: Path) -> None:
    run("cmake", "-S", out / "out/two_link", "-B", out / "own", f"-DCMAKE_INSTALL_PREFIX={out}/inst")
    run("cmake", "--build", out / "own", "--target", "install")
    user = project(out / "user", "find_package(two_link REQUIRED)", "add_executable(user main.c)")
    run("cmake", "-S", user, "-B", out / "found", f"-DCMAKE_PREFIX_PATH={out}/inst")
    run("cmake", "--build", out / "found")
    run(out / "found/user")
    assert (out / "own/two_link_selftest").exists()


@pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="no cross compiler")
def test_firmware_builds_without_the_self_test(out: Path) -> None:
    (out / "arm.cmake").write_text(ARM)
    how = f"add_subdirectory({out}/out/two_link two_link)"
    user = project(out / "firmware", how, "add_library(user STATIC main.c)")
    run("cmake", "-S", user, "-B", out / "arm", f"-DCMAKE_TOOLCHAIN_FILE={out}/arm.cmake")
    run("cmake", "--build", out / "arm")
    assert not list((out / "arm").rglob("*selftest*"))
