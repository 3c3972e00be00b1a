"""MISRA C:2012 by cppcheck: generated C deviates from the rules that docs/bare_metal.md lists, and from no other."""

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options

PAGE = (Path(__file__).parents[2] / "docs" / "bare_metal.md").read_text(encoding="utf-8")
LISTED = dict(re.findall(r"^\| (\d+\.\d+) \| (required|advisory) \| .", PAGE, flags=re.MULTILINE))
CHECK = ("cppcheck", "--addon=misra", "--std=c99", "--language=c", "-q", "--suppress=missingIncludeSystem")
SMALL = Options(only=("gravity",), laws=("pd_gravity",), languages=("c",), batch=False)
PENDULUM = {
    "symdyn": 1,
    "name": "pendulum",
    "gravity": [0, -9.80665, 0],
    "joints": [
        {
            "type": "revolute",
            "link": {
                "mass": 2,
                "com": [0.25, 0, 0],
                "inertia": {"xx": 0, "xy": 0, "xz": 0, "yy": 0.04, "yz": 0, "zz": 0.04},
            },
            "friction": {"viscous": 0.1, "coulomb": 0.2},
        }
    ],
}
needs_cppcheck = pytest.mark.skipif(not which("cppcheck"), reason="needs cppcheck with its misra addon")


def broken_rules(options: Options, folder: Path, more: str = "") -> set[str]:
    made = generate(load(PENDULUM), options)
    sources = [name for name in made.files if name.endswith(".c") and "selftest" not in name]
    for name, text in made.files.items():
        (folder / name).write_text(text + (more if name == f"{made.name}.c" else ""), encoding="utf-8")
    ran = subprocess.run([*CHECK, *sources], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if "Failed to execute addon" in ran.stderr + ran.stdout or "Did not find addon" in ran.stderr + ran.stdout:
        pytest.skip("cppcheck has no misra addon here")
    assert "syntaxError" not in ran.stderr
    return set(re.findall(r"\[misra-c2012-(\d+\.\d+)\]", ran.stderr))


@needs_cppcheck
def test_a_small_package_deviates_where_the_page_says(tmp_path: Path) -> None:
    found = broken_rules(SMALL, tmp_path)
    assert found and found <= set(LISTED)


@needs_cppcheck
def test_a_rule_that_is_not_listed_is_found(tmp_path: Path) -> None:
    broken = "\nint jump(int x);\nint jump(int x)\n{\n    goto end;\nend:\n    return x;\n}\n"
    found = broken_rules(Options(only=("gravity",), languages=("c",), batch=False), tmp_path, broken)
    assert "15.1" in found and "15.1" not in LISTED


@needs_cppcheck
@pytest.mark.slow
def test_all_kernels_and_laws_deviate_from_all_that_is_listed_and_nothing_else(tmp_path: Path) -> None:
    found = broken_rules(SMALL, tmp_path)  # one enum without a tag is 2.4, several are 5.7
    for scalar in ("double", "float"):
        options = Options(laws=tuple(LAWS), languages=("c",), scalar=scalar)  # type: ignore[arg-type]
        (tmp_path / scalar).mkdir()
        found |= broken_rules(options, tmp_path / scalar)
    assert found == set(LISTED)
