"""A robot's name is in every file: either it is refused with a sentence, or everything builds and runs with it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symdyn.check import check_folder
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.model import load
from symdyn.model.robot_file.names import robot_objection
from symdyn.options import Options
from symdyn.package.output import write_output

ARM = {
    "symdyn": 1,
    "gravity": [0, 0, -9.81],
    "frames": "explicit",
    "joints": [
        {
            "type": "revolute",
            "axis": [0, 1, 0],
            "link": {
                "mass": 1,
                "com": [0.1, 0, 0],
                "inertia": {"xx": 0.01, "xy": 0, "xz": 0, "yy": 0.01, "yz": 0, "zz": 0.01},
            },
        }
    ],
}
REFUSED = {
    "m M": "M_PI",
    "test TEST test_regressor": "self-test",
    "features unistd pthread unwind windows errno math threads": "would hide",
    "all help clean install debug general optimized package edit_cache rebuild_cache ALL_BUILD": "a word of CMake",
    "INTERFACE PUBLIC PRIVATE interface cmake CMAKE cmake_arm ZERO_CHECK RUN_TESTS": "a word of CMake",
    "SHARED static MODULE OBJECT ARCHIVE LIBRARY RUNTIME EXPORT DESTINATION": "a word of CMake",
    "con nul aux prn Con com1 LPT9": "a device on Windows",
    "typing numpy os sys yaml": "Python module",
    "for class None async": "keyword",
}
BUILT = ["y0", "NULL", "EOF", "unix", "linux", "I", "errno_", "c", "np", "robot", "q", "tau", "N", "main", "gravity"]
WITH_CMAKE = ["unix", "c", "FILES", "PROJECT", "gravity", "CTest", "SYSTEM"]


@pytest.mark.parametrize(("name", "told"), [(name, told) for names, told in REFUSED.items() for name in names.split()])
def test_a_name_that_would_break_the_output_is_refused_with_a_sentence(name, told):
    with pytest.raises(InputError, match=told):
        load({**ARM, "name": name})


@pytest.fixture
def built(tmp_path):
    """Return a function that generates the arm under a name."""

    def generated(name: str) -> Path:
        assert robot_objection(name) is None
        package = generate(load({**ARM, "name": name}), Options(only=("gravity", "regressor"), laws=("pd_gravity",)))
        return write_output(name, package.files, tmp_path)

    return generated


def run(folder: Path, *words: str) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("name", BUILT)
def test_everything_builds_and_runs_under_a_strange_name(name, built):
    folder = built(name)
    run(folder, sys.executable, "-W", "error", "-c", f"import {name}, {name}_pd_gravity; {name}.gravity([0.0])")
    sources = sorted(file.name for file in folder.glob("*.c"))
    for standard in ("c99", "gnu17"):  # the last knows macros such as unix and M_PI, as gnu99 does, and more words
        run(folder, "gcc", f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I.", *sources, "-lm")
        run(folder, "./a.out")


@pytest.mark.skipif(not shutil.which("cmake"), reason="no CMake")
@pytest.mark.parametrize("name", WITH_CMAKE)
def test_cmake_takes_a_strange_name(name, built):
    folder = built(name)
    run(folder, "cmake", "-S", ".", "-B", "build")
    run(folder, "cmake", "--build", "build")
    run(folder, "ctest", "--test-dir", "build")


@pytest.mark.parametrize("name", ["NULL", "I", "np"])
def test_a_strange_name_passes_its_check(name, built):
    assert check_folder(built(name)).passed
