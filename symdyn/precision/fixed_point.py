"""Run a program with some eighty digits, in whole numbers: what its doubles are compared with.

A number x is the integer nearest to x 2^256. Python's integers are quick at this size, and the same on every machine,
which a long double is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import mpmath

from symdyn.algebra.decimals import mp_context, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.ir.op import ADD, DIV, MUL, NEG, SQRT, SUB, Op, functions_of
from symdyn.ir.program import InputEntry, Program

BITS = 256
ONE = 1 << BITS
DIGITS = mpmath.mp.clone()
DIGITS.prec = BITS + 64
FUNCTIONS = functions_of(DIGITS)


def in_fixed_point(program: Program, inputs: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the results of a program; an ArithmeticError where it divides by zero, or a root has no value."""
    values: list[int] = []
    append = values.append
    for op, operands, payload in program.instructions:
        if op is MUL:
            append(values[operands[0]] * values[operands[1]] >> BITS)
        elif op is ADD:
            append(values[operands[0]] + values[operands[1]])
        elif op is SUB:
            append(values[operands[0]] - values[operands[1]])
        elif op is DIV:
            append((values[operands[0]] << BITS) // values[operands[1]])
        elif isinstance(payload, Exact):
            append(fixed(payload))
        elif isinstance(payload, InputEntry):
            append(inputs[payload.port][payload.index])
        elif op is NEG:
            append(-values[operands[0]])
        else:
            append(_function(op, *[values[operand] for operand in operands]))
    return [-values[ref.index] if ref.negative else values[ref.index] for ref in program.results]


@lru_cache(maxsize=100_000)
def fixed(constant: Exact) -> int:
    """Return a constant in this form; one that is irrational to the digits that `decimals` works with."""
    if constant.is_rational:
        return fixed_fraction(constant.rational)
    return int(mp_context.ldexp(to_mpf(constant, {}), BITS))


def fixed_fraction(value: Fraction) -> int:
    """Return a rational in this form."""
    return (value.numerator << BITS) // value.denominator


def distance(value: int, double: float) -> float:
    """How far a double lies from a number; infinitely far if it is none."""
    if not abs(double) < float("inf"):
        return float("inf")
    return abs(value - fixed_fraction(Fraction(double))) / ONE


@lru_cache(maxsize=4096)  # all kernels take the same angles
def _function(op: Op, *values: int) -> int:
    if op is SQRT and values[0] < 0:
        raise ArithmeticError("square root of a negative number")
    operands = [DIGITS.ldexp(DIGITS.mpf(value), -BITS) for value in values]
    return int(DIGITS.ldexp(FUNCTIONS[op](*operands), BITS))
