"""The generated self-test passes on what was generated and notices what was not."""

import subprocess
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from printed_package import printed_package
from random_programs import random_program

import symdyn
from symdyn.emit.c.selftest import allowed
from symdyn.generate import generate
from symdyn.ir.text import parse_program
from symdyn.package.contents import Package
from symdyn.runtime.kernels import package_kernels

CC = which("cc") or which("gcc") or which("clang")
needs_compiler = pytest.mark.skipif(CC is None, reason="there is no C compiler")
SUM = parse_program(
    """program total(x[2], pi[3]) -> y[2]
      %0 = input x[0]
      %1 = input x[1]
      %2 = input pi[0]
      %3 = sign %0
      %4 = mul %2 %3
      %5 = add %1 %4
      %6 = sub %0 %1
      return %5 %6"""
)


def package() -> Package:
    return printed_package("printed", [SUM, random_program(0), random_program(1)])


def run(folder: Path, files: dict[str, str], *sources: str) -> int:
    """Compile and run; return the exit code."""
    for name, text in files.items():
        (folder / name).write_text(text)
    assert CC is not None
    subprocess.run([CC, "-std=c99", *sources, "-o", "test", "-lm"], cwd=folder, check=True)
    return subprocess.run([folder / "test"], timeout=20).returncode


@needs_compiler
def test_selftest_passes_on_generated_code(tmp_path: Path) -> None:
    assert run(tmp_path, package().files, "printed.c", "printed_selftest.c") == 0


@needs_compiler
@pytest.mark.parametrize("wrong", ["y[0] = 1e-8 + ", "y[1] = 1e-8 + ", "y[0] = 0.0/0.0 + "])
def test_selftest_counts_the_kernels_that_are_wrong(wrong: str, tmp_path: Path) -> None:
    files = package().files
    target = wrong.partition("=")[0] + "="
    head, _, body = files["printed.c"].partition("void printed_total(")
    tampered = head + "void printed_total(" + body.replace(target, wrong, 1)
    assert run(tmp_path, files | {"printed.c": tampered}, "printed.c", "printed_selftest.c") == 1
    said = subprocess.run([tmp_path / "test"], capture_output=True, text=True, check=False).stdout
    assert said == "total is wrong\n"


COMPARISONS = {  # got, expected, and whether one differs by more than its own tolerance: 1e-10 and 1e-6
    "equal": ([1, -2], [1, -2], 0),
    "first too small": ([1 - 1e-9, -2], [1, -2], 1),
    "first too large": ([1 + 1e-9, -2], [1, -2], 1),
    "last too small": ([1, -2 - 1e-5], [1, -2], 1),
    "last too large": ([1, -2 + 1e-5], [1, -2], 1),
    "within tolerance below": ([1 - 1e-11, -2 - 1e-7], [1, -2], 0),
    "within tolerance above": ([1 + 1e-11, -2 + 1e-7], [1, -2], 0),
    "a large entry beside lends nothing": ([1 + 1e-9, 2000], [1, 2000], 1),
    "opposite sign": ([-1, 2], [1, 2], 1),
    "zeros": ([0, 0], [0, 0], 0),
    "nothing where something is expected": ([0, 0], [0, 1e-3], 1),
    "something where nothing is expected": ([1e-9, 0], [0, 0], 1),
}


@needs_compiler
def test_selftest_compares_to_the_tolerance_it_states(tmp_path: Path) -> None:
    cases = "".join(
        f"    {{{{{got[0]!r}, {got[1]!r}}}, {{{want[0]!r}, {want[1]!r}}}, {differs}}},\n"
        for got, want, differs in COMPARISONS.values()
    )
    main = f"""
#define PRINTED_SELFTEST_NO_MAIN
#include "printed_selftest.c"
static const struct {{ double got[2], expected[2]; int differs; }} cases[] = {{
{cases}}};
static const double allowed[2] = {{1e-10, 1e-6}};
int main(void)
{{
    for (int i = 0; i < {len(COMPARISONS)}; ++i)
        if (differs(cases[i].got, cases[i].expected, allowed, 2) != cases[i].differs)
            return i + 1;
    return 0;
}}
"""
    failed = run(tmp_path, package().files | {"main.c": main}, "main.c", "printed.c")
    assert failed == 0, list(COMPARISONS)[failed - 1]


@needs_compiler
def test_selftest_runs_every_test_once(tmp_path: Path) -> None:
    files = package().files
    call = "    printed_total(x, pi, y);\n"
    counted = files["printed_selftest.c"].replace(call, f"    ++calls;\n{call}", 1)
    main = f"""
static int calls;
#define main selftest_main
{counted}
#undef main
int main(void) {{ return selftest_main() * 10 + calls; }}
"""
    assert counted.count("++calls") == 1
    assert run(tmp_path, files | {"main.c": main}, "main.c", "printed.c") == 1


@pytest.mark.parametrize("scalar", ["double", "float"])
def test_allowed_is_twice_the_bound_and_at_least_what_is_expected_is_rounded_by(scalar: str) -> None:
    expected, errors = (0.1, 2.0, 0.0), (1e-6, 4e-5, 0.0)
    assert allowed(expected, errors, scalar) == pytest.approx((2e-6, 8e-5, 0.0), rel=5e-3)
    assert allowed((0.1,), (0.0,), "float") == (pytest.approx(1.5e-9, rel=0.01),)
    assert allowed((0.1, 3.0), (1e-6, float("inf")), scalar) == pytest.approx((2e-6, 3e-3), rel=5e-3)


@needs_compiler
def test_selftest_passes_where_terms_cancel(tmp_path: Path) -> None:
    """Along an oblique axis all of C vanishes, but for the rounding of its terms."""
    link = {"mass": 2, "com": [0.1, 0.2, 0.3], "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0.1)}
    joint = {"type": "revolute", "axis": [1, 2, 3], "link": link}
    files = generate(symdyn.load({"symdyn": 1, "name": "oblique", "joints": [joint]})).files
    assert run(tmp_path, files, "oblique.c", "oblique_selftest.c") == 0


def test_generated_python_refuses_arrays_of_another_length() -> None:
    module: dict[str, object] = {}
    exec(package().files["printed.py"], module)
    total = module["total"]
    with pytest.raises(ValueError, match="x must have 2 entries"):
        total([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])  # type: ignore[operator]
    samples = np.ones((5, 2))
    assert total(samples, [1.0, 2.0, 3.0]).shape == (5, 2)  # type: ignore[operator]


@pytest.mark.parametrize("x", [-2.5, 0.0, 3.0])
def test_the_sign_of_zero_is_zero(x: float) -> None:
    assert package_kernels(package(), "python").total([x, 0.0], [1.0, 0.0, 0.0])[0] == np.sign(x)
