"""The bytes that docs/bare_metal.md states are those of today's code."""

import re
from pathlib import Path
from shutil import which

import pytest

from symdyn.bench.footprint import footprint
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options

PAGE = (Path(__file__).parents[2] / "docs" / "bare_metal.md").read_text(encoding="utf-8")
COMMAND = re.findall(r"--measure '([^']*)'", PAGE)[0]
ROWS = re.findall(r"^\| `panda_(\w+)`.* \| (\d+) \| (\d+) \|$", PAGE, flags=re.MULTILINE)

# The page measures the file of all kernels. In a file of a few the compiler shares and inlines other things, and
# other compilers of the same series keep other registers.
CODE, STACK = 0.05, 0.25


@pytest.mark.skipif(not which("arm-none-eabi-gcc"), reason="needs gcc-arm-none-eabi")
def test_the_bytes_on_the_page_are_those_of_its_command() -> None:
    kernels = tuple(name for name, _, _ in ROWS if not name.endswith("_step"))
    made = generate(load("panda"), Options(scalar="float", only=kernels, languages=("c",), laws=("slotine_li",)))
    measured = footprint(made.files, COMMAND)
    if " 12.2" not in measured["compiler"]:
        pytest.skip(f"the page is about gcc 12.2, not {measured['compiler']}")
    assert len(ROWS) == 4
    for name, code, stack in ROWS:
        sizes = measured["functions"][f"panda_{name}"]
        assert int(code) == pytest.approx(sizes["code_bytes"], rel=CODE), name
        assert int(stack) == pytest.approx(sizes["stack_bytes"], rel=STACK), name
