"""The code of every law, C and Python, in double and float: a plain arm, a tree with a load, and an arm with unknowns.

To rewrite the files after a change that is meant: SYMDYN_UPDATE_GOLDEN=1 python -m pytest tests/golden
"""

import os
from functools import cache
from pathlib import Path

import pytest

import symdyn
from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.options import SCALARS, Options, Scalar

FOLDER = Path(__file__).parent / "laws"
ROBOTS = ("two_link", "dual_arm", "puma4")
EVERY_TIME = {("two_link", "float"), ("puma4", "double")}  # the others take long and show the same
KERNELS = ("inverse_dynamics",)  # any: laws bring those that they call


@cache
def code_of_laws(robot: str, scalar: Scalar) -> dict[str, str]:
    files = generate(symdyn.load(robot), Options(only=KERNELS, laws=tuple(LAWS), scalar=scalar)).files
    return {name: text for name, text in files.items() if any(name.startswith(f"{robot}_{law}.") for law in LAWS)}


@pytest.mark.parametrize(
    ("robot", "scalar"),
    [
        pytest.param(robot, scalar, marks=() if (robot, scalar) in EVERY_TIME else pytest.mark.slow)
        for robot in ROBOTS
        for scalar in SCALARS
    ],
)
def test_code_of_laws_is_what_the_files_show(robot: str, scalar: Scalar) -> None:
    folder, made = FOLDER / scalar / robot, code_of_laws(robot, scalar)
    if os.environ.get("SYMDYN_UPDATE_GOLDEN"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8")
    expected = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert sorted(made) == sorted(expected)
    differing = [name for name in made if made[name] != expected[name]]
    assert not differing, f"{differing} differ; if this is meant: SYMDYN_UPDATE_GOLDEN=1 python -m pytest tests/golden"


def test_every_law_is_there_in_c_and_python() -> None:
    assert len(code_of_laws("two_link", "float")) == 3 * len(LAWS)
