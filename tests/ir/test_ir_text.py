"""Programs print, and what is printed parses back to the same program."""

from functools import cache

import pytest
from random_programs import random_program, raw_program
from random_robots import random_robot

import symdyn
from symdyn.algebra.exact import EXACT_PI, Exact, exact, reciprocal
from symdyn.algebra.exact_text import read_exact
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin
from symdyn.ir.text import parse_program, program_text
from symdyn.kernels.table import KERNELS
from symdyn.trace import trace_kernel

TEXT = """program tilt(q[2], pi[3]) -> g[2], E[]
  %0 = input q[0]
  %1 = cos %0  # c1
  %2 = const 1/2*sqrt(2)
  %3 = mul %2 %1
  return -%3 %1 %3
"""
R2, R3 = square_root(exact(2)), square_root(exact(3))
CONSTANTS = [
    exact("-4318/10000"),
    R2 * R3 / 4 - R2 + 7,
    cos_sin(exact("0.7"))[0] * cos_sin(exact("1.3"))[1] ** 3,
    cos_sin(EXACT_PI / 7 + exact("1/3"))[0],
    EXACT_PI**2 - 1,
    reciprocal(R2 + 1),
    reciprocal(R2 + 1) * reciprocal(R2 + 1),
    square_root(1 + R3) * R2,
    reciprocal(square_root(1 + R3)) / 3,
    reciprocal(cos_sin(exact("0.7"))[0]),
    exact(10**80 + 1) / 7,  # longer than any number of a robot file may be
]


def test_text_is_as_documented() -> None:
    assert program_text(parse_program(TEXT)) == TEXT


@pytest.mark.parametrize("make", [random_program, raw_program])
@pytest.mark.parametrize("seed", range(5))
def test_random_programs_come_back_the_same(make: object, seed: int) -> None:
    program = make(seed)  # type: ignore[operator]
    assert parse_program(program_text(program)) == program


@cache
def general_robot() -> symdyn.Robot:
    return symdyn.load(random_robot(3, entries=3, frames="explicit", load=True))


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernels_of_robots_with_general_geometry_come_back_the_same(kernel: str) -> None:
    program = trace_kernel(KERNELS[kernel], general_robot())
    assert parse_program(program_text(program)) == program


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_constants_come_back_the_same(constant: Exact) -> None:
    assert read_exact(str(constant)) == constant


@pytest.mark.parametrize("text", ["", "1 +", "x", "exp(1)", "1 % 2", "2.5", "sqrt", "'a'", "[1]", "1 // 2"])
def test_what_is_no_constant_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_exact(text)


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("program", "function"),
        TEXT.replace("%1 =", "%4 ="),
        TEXT.replace("cos %0", "tan %0"),
        TEXT.replace("cos %0", "cos 0"),
        TEXT.replace("return -%3 %1 %3", ""),
        TEXT.replace("q[0]", "q"),
        TEXT.replace("1/2*sqrt(2)", "half"),
    ],
)
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_program(text)
