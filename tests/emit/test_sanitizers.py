"""The self-tests run clean under the sanitizers of the compiler: no index out of bounds, no undefined arithmetic."""

import shutil
import subprocess
from pathlib import Path

import pytest
from bundled_trees import TREES

from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options
from symdyn.package.output import write_output

FLAGS = (
    "-std=c99",
    "-g",
    "-O0",  # no check is optimised away, and compiling takes a third of the time
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
)
FEW = ("two_link", "gantry")  # one of them has sliding joints
OTHERS = [name for name in TREES if name not in FEW]


def sanitized(words: tuple[str, ...], folder: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("clang") or "cc"
    done = subprocess.run([compiler, *FLAGS, *words, "-o", "tested", "-lm"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    done = subprocess.run(["./tested"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "runtime error" not in done.stderr


@pytest.fixture(scope="module", autouse=True)
def sanitizers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Leave out where the compiler has none."""
    folder = tmp_path_factory.mktemp("sanitizers")
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    try:
        sanitized(("empty.c",), folder)
    except (AssertionError, OSError):
        pytest.skip("the compiler has no sanitizers")


def test_the_sanitizers_do_see_what_is_out_of_bounds(tmp_path: Path) -> None:
    (tmp_path / "wrong.c").write_text("int main(int n, char **a) { int x[2] = {0}; (void)a; return x[n + 1]; }\n")
    with pytest.raises(AssertionError, match="out of bounds"):
        sanitized(("wrong.c",), tmp_path)


def check(robot: str, options: Options, folder: Path) -> None:
    package = generate(load(robot), options)
    out = write_output(package.name, package.files, folder)
    sanitized(tuple(sorted(file.name for file in out.glob("*.c"))), out)


@pytest.mark.slow  # every time all laws of this arm run clean together: tests/control/test_control_c_code.py
@pytest.mark.parametrize("law", LAWS)
def test_every_law_runs_clean(law: str, tmp_path: Path) -> None:
    check("two_link", Options(languages=("c",), only=("gravity",), laws=(law,)), tmp_path)


@pytest.mark.parametrize("scalar", ["double", pytest.param("float", marks=pytest.mark.slow)])
@pytest.mark.parametrize("robot", FEW)
def test_the_kernels_of_two_robots_run_clean(robot: str, scalar: str, tmp_path: Path) -> None:
    check(robot, Options(languages=("c",), scalar=scalar), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("robot", OTHERS)
def test_the_kernels_of_every_bundled_robot_run_clean(robot: str, tmp_path: Path) -> None:
    check(robot, Options(languages=("c",)), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_every_law_of_a_seven_joint_arm_runs_clean(law: str, tmp_path: Path) -> None:
    check("panda", Options(languages=("c",), only=("gravity",), laws=(law,)), tmp_path)
