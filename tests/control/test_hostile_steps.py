"""A million steps with whatever comes: no NaN comes out, torques and estimates stay within their bounds."""

import subprocess
from functools import cache
from pathlib import Path
from shutil import which

import pytest

import symdyn
from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.options import Options, Scalar
from symdyn.package.contents import Package

HARNESS = Path(__file__).with_name("hostile_steps.c").read_text(encoding="utf-8")
BOARD = Path(__file__).parents[2] / "docs" / "bare_metal"
BITS = {"double": "uint64_t", "float": "uint32_t"}
MAIN = """
#include <stdio.h>
int main(void)
{
    const int wrong = hostile_steps();
    printf("%d %d %d %d %d\\n", wrong, of_steps[0], of_steps[1], of_steps[2], of_steps[3]);
    return 0;
}
"""
FLAGS = {
    "plain": ("-O2",),
    "fast": ("-O2", "-ffast-math"),
    "sanitized": ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
}
CPU = ("-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-O2", "-ffreestanding")
TOOLS = ("arm-none-eabi-gcc", "qemu-system-arm")


@cache
def package(scalar: Scalar, law: str) -> Package:
    return generate(symdyn.load("two_link"), Options(languages=("c",), scalar=scalar, laws=(law,), only=("gravity",)))


def sources(folder: Path, law: str, scalar: Scalar, main: str) -> list[str]:
    """Write the code of a law and its harness; return what to compile."""
    made = package(scalar, law)
    for name, text in made.files.items():
        (folder / name).write_text(text)
    (folder / "steps.c").write_text(f'#include "two_link_{law}.h"\n{HARNESS}{main}')
    return ["two_link.c", f"two_link_{law}.c", "steps.c"]


def defined(law: str, scalar: Scalar, steps: int) -> list[str]:
    (code,) = package(scalar, law).laws
    u = len(code.law.theta_names)
    theta = [f"-DTHETA={u}", *(["-DADAPTS"] if LAWS[law].adapts else [])] if u else []
    words = {"NAME": f"two_link_{law}", "N": 2, "SCALAR": scalar, "BITS": BITS[scalar], "STEPS": steps}
    return [*theta, *(f"-D{name}={value}" for name, value in words.items())]


def survives(folder: Path, law: str, scalar: Scalar, compiler: str, flags: tuple[str, ...], steps: int) -> None:
    files = sources(folder, law, scalar, MAIN)
    command = [compiler, "-std=c99", *flags, *defined(law, scalar, steps), *files, "-lm", "-o", "steps"]
    subprocess.run(command, cwd=folder, check=True)
    said = subprocess.run([folder / "steps"], capture_output=True, text=True, timeout=500, check=True).stdout
    wrong, done, good, limited, also_wrong = map(int, said.split())
    assert (wrong, done, also_wrong) == (0, steps, 0)
    assert limited > 0.01 * steps
    if not LAWS[law].final:  # one that brakes the arm does so until it starts anew
        assert 0.3 * steps < good < steps  # it recovers from what it refuses, and refuses some


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.skipif(not which("gcc"), reason="no gcc")
def test_a_few_hostile_steps_leave_nothing_that_must_not_be(scalar: Scalar, tmp_path: Path) -> None:
    survives(tmp_path, "slotine_li", scalar, "gcc", FLAGS["fast"], 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_a_million_hostile_steps_leave_nothing_that_must_not_be(
    scalar: Scalar, compiler: str, flags: str, law: str, tmp_path: Path
) -> None:
    if not which(compiler):
        pytest.skip(f"no {compiler}")
    survives(tmp_path, law, scalar, compiler, FLAGS[flags], 1_000_000)


@pytest.mark.slow
@pytest.mark.skipif(not all(map(which, TOOLS)), reason="needs gcc-arm-none-eabi, qemu-system-arm")
@pytest.mark.parametrize("law", LAWS)
def test_a_million_hostile_steps_on_a_cortex_m4f(law: str, tmp_path: Path) -> None:
    files = [*sources(tmp_path, law, "float", ""), str(BOARD / "start.c")]
    gcc = ["arm-none-eabi-gcc", *CPU, "-std=gnu99", *defined(law, "float", 1_000_000), "-DSELFTEST=hostile_steps"]
    link = ["-nostartfiles", "-nostdlib", "-T", str(BOARD / "memory.ld"), "-lm", "-lc", "-lgcc", "-o", "image"]
    subprocess.run([*gcc, *files, *link], cwd=tmp_path, check=True)
    board = ["qemu-system-arm", "-machine", "mps2-an386", "-nographic", "-semihosting-config"]
    run = subprocess.run([*board, "enable=on,target=native", "-kernel", "image"], cwd=tmp_path, timeout=500)
    assert run.returncode == 0
