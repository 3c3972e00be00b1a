"""What is printed: literals, names, float that is float everywhere, and clean compilation."""

import re
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from printed_package import printed_package
from random_programs import random_program

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.algebra.roots import square_root
from symdyn.emit.c.language import c_notation
from symdyn.emit.planning.statements import write_body
from symdyn.emit.python.language import python_notation
from symdyn.generate import generate
from symdyn.ir.text import parse_program
from symdyn.options import Options
from symdyn.package.contents import Package

CONSTANTS = [
    exact(2),
    exact(Fraction(1, 3)),
    exact("9.80665"),
    exact("1e-30"),
    exact("123456789012345678"),
    square_root(exact(2)) / 2,
    EXACT_PI,
]
NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?(\w?)")
WARNINGS = [f"-W{kind}" for kind in ("all", "extra", "conversion", "double-promotion", "shadow", "error")]
FLAGS = ["-std=c99", "-pedantic", *WARNINGS, "-fsyntax-only"]


@cache
def float_package() -> Package:
    return generate(symdyn.load("stanford"), Options(scalar="float"))


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_literals_read_back_as_the_nearest_number(constant: Exact) -> None:
    nearest = to_float(constant)
    assert float(c_notation("double", "r").literal(constant)) == nearest
    assert float(python_notation().literal(constant)) == nearest
    text = c_notation("float", "r").literal(constant)
    assert text.endswith("f") and NUMBER.fullmatch(text)
    assert np.float32(text[:-1]) == np.float32(nearest)


@pytest.mark.parametrize("file", ["stanford.c", "stanford.h", "stanford_selftest.c"])
def test_float_code_has_no_double(file: str) -> None:
    code = re.sub(r"/\*.*?\*/|\"[^\"\n]*\"", "", float_package().files[file], flags=re.DOTALL)
    assert "double" not in code
    assert not re.search(r"\b(sin|cos)\(", code)
    suffixes = [match.group(1) for match in NUMBER.finditer(code)]
    assert all(suffix == "f" for suffix in suffixes)
    assert suffixes or file.endswith(".h")


def test_float_code_calls_the_float_functions() -> None:
    code = float_package().files["stanford.c"]
    assert "sinf(" in code and "cosf(" in code


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_printed_c_compiles_without_a_warning(compiler: str, scalar: str, tmp_path: Path) -> None:
    if which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    package = printed_package("printed", [random_program(seed) for seed in range(3)], Options(scalar=scalar))  # type: ignore[arg-type]
    for name, text in package.files.items():
        (tmp_path / name).write_text(text)
    for source in ("printed.c", "printed_selftest.c"):
        done = subprocess.run([compiler, *FLAGS, source], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_a_parameter_stands_before_what_it_multiplies() -> None:
    program = parse_program(
        """program f(x[1], pi[1]) -> y[1]
          %0 = input x[0]
          %1 = cos %0
          %2 = input pi[0]
          %3 = mul %1 %2
          return %3"""
    )
    assert write_body(program, c_notation("double", "r")).results == ("pi[0]*cos(x[0])",)


def test_a_label_that_collides_gets_a_number() -> None:
    program = parse_program(
        """program f(x[2]) -> y[2]
          %0 = input x[0]
          %1 = input x[1]
          %2 = add %0 %1  # sin
          %3 = mul %2 %2
          %4 = mul %2 %1
          return %3 %4"""
    )
    body = write_body(program, c_notation("double", "r"))
    assert [statement.name for statement in body.statements] == ["sin_v2"]


def test_a_difference_is_written_the_way_round_that_needs_no_sign() -> None:
    program = parse_program(
        """program f(x[2]) -> y[1]
          %0 = input x[0]
          %1 = input x[1]
          %2 = sub %0 %1
          return -%2"""
    )
    assert write_body(program, c_notation("double", "r")).results == ("x[1] - x[0]",)


def test_a_quantity_with_a_negative_label_is_computed_itself() -> None:
    program = parse_program(
        """program f(x[2]) -> y[2]
          %0 = input x[0]
          %1 = input x[1]
          %2 = sub %0 %1  # neg_force
          %3 = mul %0 %2
          return -%2 %3"""
    )
    body = write_body(program, c_notation("double", "r"))
    assert [(s.name, s.expression) for s in body.statements] == [("force", "x[1] - x[0]")]
    assert body.results == ("force", "-x[0]*force")


def test_a_labelled_quantity_that_is_only_a_result_is_written_in_its_place() -> None:
    program = parse_program(
        """program f(x[2]) -> y[2]
          %0 = input x[0]
          %1 = input x[1]
          %2 = add %0 %1  # tau_1
          %3 = mul %0 %1  # tau_2
          %4 = sub %0 %3
          return %2 %4"""
    )
    body = write_body(program, c_notation("double", "r"))
    assert [(s.name, s.expression) for s in body.statements] == [("tau_2", "x[0]*x[1]")]
    assert body.results == ("x[0] + x[1]", "x[0] - tau_2")


def test_a_kernel_that_repeats_another_is_written_as_a_call_of_it() -> None:
    options = Options(only=("regressor", "regressor_unknown"))
    call = "{\n    two_link_regressor(q, qd, qdd, Y);\n}"
    robot = symdyn.load("two_link")
    files = generate(robot, options).files
    assert call in files["two_link.c"]
    assert "    return regressor(q, qd, qdd)\n" in files["two_link.py"]
    adapting = symdyn.load({**robot.source, "unknown": ["link2.m"]})
    assert call not in generate(adapting, options).files["two_link.c"]
