"""`symdyn bench --target cortex-m4f`: instructions under QEMU; skipped where the tools are absent."""

import json
import re
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from symdyn.cli.main import main

TOOLS = ("arm-none-eabi-gcc", "qemu-system-arm")
needs_board = pytest.mark.skipif(not all(map(which, TOOLS)), reason=f"needs {' and '.join(TOOLS)}")
PAGE = (Path(__file__).parents[2] / "docs" / "bare_metal.md").read_text(encoding="utf-8")


def counts(capsys: pytest.CaptureFixture[str], robot: str, *more: str) -> Any:
    assert main(["bench", robot, "--target", "cortex-m4f", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


@needs_board
def test_counts_are_those_of_the_machine_code_and_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    ask = ("two_link", "--only", "gravity", "mass_matrix", "--law", "pd_gravity")
    found = counts(capsys, *ask)
    assert counts(capsys, *ask) == found
    functions = found["functions"]
    assert set(functions) == {f"two_link_{name}" for name in ("gravity", "mass_matrix", "pd_gravity_step")}
    for name, one in functions.items():
        # straight code with few branches: a call runs most of its bytes once, in instructions of two or four; loops
        # of a step over its joints run theirs as often as there are joints
        assert one["code_bytes"] / 8 < one["instructions"] < 2 * one["code_bytes"], name
        assert 0 < one["stack_bytes"] < 2048
    slower = counts(capsys, *ask, "--flags=-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -O0")
    for name, one in functions.items():
        assert slower["functions"][name]["instructions"] > 1.5 * one["instructions"]


@needs_board
def test_the_instructions_on_the_page_are_those_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    rows = dict(re.findall(r"^\| `panda_(\w+)` \| (\d+) \|$", PAGE, flags=re.MULTILINE))
    kernels = [name for name in rows if not name.endswith("_step")]
    found = counts(capsys, "panda", "--law", "slotine_li", "--only", *kernels)
    if " 12.2" not in found["compiler"]:
        pytest.skip(f"the page is about gcc 12.2, not {found['compiler']}")
    assert len(rows) == 4
    for name, number in rows.items():  # other compilers of the series keep other registers
        assert int(number) == pytest.approx(found["functions"][f"panda_{name}"]["instructions"], rel=0.05), name


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--target", "z80"], "--target: unknown target 'z80'"),
        (["--target", "cortex-m4f", "--scalar", "double"], "--scalar: is not what this processor"),
        (["--target", "cortex-m4f", "--compiler", "gcc"], "--compiler: is not for a target"),
    ],
)
def test_what_cannot_be_counted_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], more: list[str], what: str
) -> None:
    assert main(["bench", "two_link", *more]) == 2
    said = capsys.readouterr().err
    assert what in said and said.count("\n") == 1
