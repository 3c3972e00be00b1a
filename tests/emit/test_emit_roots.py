"""Square roots and arctangents in print: C and Python against many digits, batches, floats, NaN, and read back."""

import re
import subprocess
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest
from compiled_text import COMPILERS, assembly, needs_x86, require, write
from printed_package import printed_package

from symdyn.algebra.decimals import mp_context
from symdyn.emit.c.reading import read_c
from symdyn.emit.python.reading import read_python
from symdyn.errors import ProofError
from symdyn.ir.builder import Builder
from symdyn.ir.evaluate import MANY_DIGITS, evaluate
from symdyn.ir.op import Op
from symdyn.ir.program import Port, Program
from symdyn.ir.value import Value
from symdyn.ir.verify import verify
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.proof import Printed, prove_text
from symdyn.runtime.kernels import Kernels, package_kernels

CONTRACT = ("-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror")
SAMPLES = 37  # blocks of every width, and some left over
# at D/h above 1e-2 a root enlarges rounding a hundredfold at most, and half a dozen operations come before it
TOLERANCE = {"double": 1e-13, "float": 1e-4}


def closed(name: str, other_order: bool = False) -> Program:
    """What closes a loop: the cosine and sine with a c + b s = k, and their angle."""
    builder = Builder(name, (Port("x", (3,)), Port("pi", (3,))), (Port("turn", (2,)), Port("angle", ())))
    a, b, k = (Value(builder, builder.input("x", i)) for i in range(3))
    p = Value(builder, builder.input("pi", 0))
    square = k * k if other_order else None  # made first, it is what the rest is taken from
    h = a * a + b * b
    root = (h - (k * k if square is None else square)).function(Op.SQRT)
    c, s = (a * k - b * root) / h, (b * k + a * root) / h
    builder.label(root.ref, "root")
    outputs = (c, s, (p * s).function(Op.ATAN2, p * c))
    return verify(builder.finish([value.ref for value in outputs]))


PROGRAMS = (closed("closed"), closed("closed_otherwise", other_order=True))


@cache
def package(scalar: Any = "double") -> Package:
    return printed_package("looped", PROGRAMS, Options(scalar=scalar))


@cache
def kernels(backend: str, scalar: str) -> Kernels:
    return package_kernels(package(scalar), backend)


def states(count: int) -> np.ndarray:
    """Positions with D/h between 0.01 and 1, far from where a loop folds, in numbers that a float holds."""
    source = np.random.default_rng(8)
    a, b = source.uniform(-2, 2, (2, count))
    k = source.uniform(-0.99, 0.99, count) * np.hypot(a, b)
    return np.stack([a, b, k], axis=1).astype(np.float32).astype(float)


PI = [0.75, 1.0, 1.0]


def by_many_digits(program: Program, rows: np.ndarray) -> np.ndarray:
    found = [evaluate(program, {"x": [mp_context.mpf(x) for x in row], "pi": PI}, MANY_DIGITS) for row in rows]
    return np.array([[float(value) for value in results] for results in found])


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("backend", ["c", "python"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_code_closes_what_many_digits_close(program: Program, backend: str, scalar: str) -> None:
    rows = states(SAMPLES)
    turn, angle = getattr(kernels(backend, scalar), program.name)(rows, PI)
    expected = by_many_digits(program, rows)
    np.testing.assert_allclose(turn, expected[:, :2], rtol=0, atol=TOLERANCE[scalar])
    np.testing.assert_allclose(angle, expected[:, 2], rtol=0, atol=TOLERANCE[scalar])
    one_turn, one_angle = getattr(kernels(backend, scalar), program.name)(rows[5], PI)
    np.testing.assert_allclose([*one_turn, one_angle], expected[5], rtol=0, atol=TOLERANCE[scalar])


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("backend", ["c", "python"])
def test_a_position_that_cannot_close_is_no_number_and_disturbs_no_other(backend: str, scalar: str) -> None:
    rows = states(SAMPLES)
    rows[3, 2] = rows[11, 2] = 5.0  # farther than a and b reach
    with np.errstate(invalid="ignore"):
        turn, angle = kernels(backend, scalar).closed(rows, PI)
        assert np.isnan(kernels(backend, scalar).closed(rows[3], PI)[1])
    open_ones = [3, 11]
    assert np.isnan(turn[open_ones]).all() and np.isnan(angle[open_ones]).all()
    assert np.isfinite(np.delete(turn, open_ones, axis=0)).all() and np.isfinite(np.delete(angle, open_ones)).all()


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_code_with_roots_keeps_the_contract_and_tests_itself(compiler: str, scalar: str, tmp_path: Path) -> None:
    require(compiler)
    write(package(scalar), tmp_path)
    command = [compiler, "-std=c99", *CONTRACT, "-O2", "looped.c", "looped_selftest.c", "-lm", "-o", "selftest"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run([tmp_path / "selftest"], check=True)


@needs_x86
@pytest.mark.parametrize(("scalar", "instruction"), [("double", "vsqrtpd"), ("float", "vsqrtps")])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_roots_of_a_batch_are_taken_by_whole_vectors(
    compiler: str, scalar: str, instruction: str, tmp_path: Path
) -> None:
    text = assembly(package(scalar), tmp_path, compiler, ("-O3", "-mavx2", "-fno-math-errno"))
    assert re.search(rf"^\s+{instruction}\s.*%ymm", text, re.MULTILINE)


def test_the_build_says_that_nobody_reads_errno_after_a_root() -> None:
    flag = "-fno-math-errno"
    assert f"target_compile_options(looped PRIVATE {flag})" in package().files["CMakeLists.txt"]
    plain = Builder("plain", (Port("x", (1,)), Port("pi", (3,))), (Port("y", ()),))
    without = printed_package("plain", (plain.finish([plain.input("x", 0)]),))
    assert not any(flag in text for text in without.files.values())


@pytest.mark.skipif(which("cmake") is None, reason="cmake is not installed")
def test_cmake_builds_code_with_roots_and_its_self_test_passes(tmp_path: Path) -> None:
    write(package(), tmp_path)
    for command in (["cmake", "-S", ".", "-B", "build"], ["cmake", "--build", "build"], ["./build/looped_selftest"]):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


def test_a_difference_under_a_root_is_written_without_a_minus() -> None:
    for name in ("looped.c", "looped.py"):
        assert not re.search(r"sqrt\(-", package().files[name])


def proved(**changed: tuple[str, str]) -> int:
    files = dict(package().files)
    for kind, (before, after) in changed.items():
        assert before in files[f"looped.{kind}"]
        files[f"looped.{kind}"] = files[f"looped.{kind}"].replace(before, after, 1)
    programs = {kernel.name: kernel.program for kernel in package().kernels}
    return prove_text(programs, Printed("looped", "double", files), [read_c, read_python])


def test_roots_and_arctangents_are_read_back() -> None:
    assert proved() == 6  # two kernels in C, their blocks, and both in Python


FAULTS = [
    ("c", "root = sqrt(", "root = sin("),
    ("c", "root = sqrt(", "root = -sqrt("),
    ("c", "root = sqrt(", "root = sqrt(-"),
    ("c", "root = sqrt(", "root = sqrtf("),
    ("c", "= atan2(", "= sqrt("),
    ("c", "root = looped_sqrt_vector(", "root = looped_sign_vector("),
    ("c", "= looped_atan2_vector(pi[0]*t3, ", "= looped_atan2_vector(pi[1]*t3, "),
    ("c", "u.each[i] = sqrt(u.each[i])", "u.each[i] = sqrt(-u.each[i])"),
    ("c", "atan2(u.each[i], w.each[i])", "atan2(w.each[i], u.each[i])"),
    ("c", "w.all = x;", "w.all = y;"),
    ("py", "np.sqrt(", "np.cos("),
    ("py", "np.sqrt(", "np.sqrt(-"),
    ("py", "np.arctan2(", "np.sqrt("),
    ("py", "np.arctan2(", "-np.arctan2(-"),
    ("py", "np.arctan2(pi[..., 0]*t3, pi[..., 0]*t2)", "np.arctan2(pi[..., 0]*t2, pi[..., 0]*t3)"),
]


@pytest.mark.parametrize(("kind", "before", "after"), FAULTS)
def test_another_root_or_arctangent_is_noticed(kind: str, before: str, after: str) -> None:
    with pytest.raises(ProofError):
        proved(**{kind: (before, after)})


def test_what_all_samples_share_is_no_operand_of_a_vector_function() -> None:
    builder = Builder("shared", (Port("x", (2,)), Port("pi", (3,))), (Port("y", ()),))
    x, p = Value(builder, builder.input("x", 0)), Value(builder, builder.input("pi", 0))
    program = builder.finish([x.function(Op.ATAN2, -p).ref])
    code = package_kernels(printed_package("half", (program,)), "c")
    rows = states(SAMPLES)[:, :2]
    np.testing.assert_allclose(code.shared(rows, PI), np.arctan2(rows[:, 0], -PI[0]), rtol=1e-15)  # a unit or so
