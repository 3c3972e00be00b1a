"""A sample that is finite and no motion, such as 1e10 rad/s, costs no good sample behind it."""

import subprocess
from pathlib import Path

import pytest
from generated_laws import package, require, write

from symdyn.control import LAWS

HARNESS = Path(__file__).with_name("wild_steps.c").read_text(encoding="utf-8")
POWERS = {"float": 38, "double": 308}
INTEGRALS = ("Ki", "Qi")
MAIN = """
#include <stdio.h>
int main(void)
{
    const int refused = wild_steps();
    printf("%d %d %d %d\\n", refused, of_steps[0], of_steps[1], of_steps[2]);
    return 0;
}
"""


def refused(folder: Path, law: str, scalar: str, compiler: str, *flags: str) -> list[int]:
    require(compiler)
    made = package("two_link", (law,), scalar=scalar)
    write(made, folder)
    (code,) = made.laws
    u, gains = len(code.law.theta_names), [gain.interface.name for gain in code.law.gains]
    (folder / "wild.c").write_text(f'#include "two_link_{law}.h"\n{HARNESS}{MAIN}')
    words = {"NAME": f"two_link_{law}", "N": 2, "SCALAR": scalar, "POWERS": POWERS[scalar]}
    words |= {"THETA": u} if u else {}
    words |= {"BOUNDS": 1, "HUGE_POWER": "1e38f" if scalar == "float" else "1e308"} if "theta_max" in gains else {}
    defined = [f"-D{name}={value}" for name, value in words.items()]
    defined += [f"-DINTEGRAL={gain}" for gain in INTEGRALS if gain in gains]
    defined += [f"-DFINAL=TWO_LINK_{law.upper()}_{code}" for code in LAWS[law].final]
    files = ["two_link.c", f"two_link_{law}.c", "wild.c"]
    subprocess.run([compiler, "-std=c99", *flags, *defined, *files, "-lm", "-o", "wild"], cwd=folder, check=True)
    said = subprocess.run([folder / "wild"], capture_output=True, text=True, timeout=300, check=True).stdout
    return [int(word) for word in said.split()]


def recovers(folder: Path, law: str, scalar: str, compiler: str, *flags: str) -> None:
    wrong, taken, not_taken, other = refused(folder, law, scalar, compiler, *flags)
    assert (wrong, other) == (0, 0)
    assert taken > 100  # a velocity of 1000 rad/s is a number like others
    assert not_taken > 20 or LAWS[law].final  # and there are those that no torque can be made of


@pytest.mark.parametrize("law", ["slotine_li", "slotine_li_composite"])
def test_after_a_sample_that_is_no_motion_the_next_ones_are_taken(law: str, tmp_path: Path) -> None:
    recovers(tmp_path, law, "float", "gcc", "-O1", "-ffast-math")


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("scalar", ["float", "double"])
@pytest.mark.parametrize("flags", [("gcc", "-O2"), ("clang", "-O2", "-ffast-math")])
def test_after_a_sample_that_is_no_motion_every_law_goes_on(
    flags: tuple[str, ...], scalar: str, law: str, tmp_path: Path
) -> None:
    recovers(tmp_path, law, scalar, *flags)
