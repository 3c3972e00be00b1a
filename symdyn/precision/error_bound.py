"""Bound the rounding errors of a program in single precision, over ranges of its inputs.

Each value x is followed with an interval that holds it, in exact arithmetic, and a bound e on how far the float that is
computed for it lies from it. With u = 2^-24, half a unit in the last place,

    a + b    e = e_a + e_b                          and then a rounding: u (|a + b| + e)
    a * b    e = |a| e_b + |b| e_a + e_a e_b        and then a rounding: u (|a| + e_a)(|b| + e_b)
    a / b    e = (e_a + |a/b| e_b) / (|b| - e_b)    and then a rounding: u (|a/b| + e)

where |x| is the largest in the interval, of a divisor the smallest. A fused multiply-add rounds once where this rounds
twice, so the bound holds with and without. Inputs are floats, parameters and constants are rounded to floats once, and
sines and cosines are within 2u. Intervals know that cos² + sin² = 1, which turned vectors need: |c x + s y| is at most
the length of (x, y).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.ir.program import InputEntry, Instruction, Op, Program
from symdyn.precision.interval import (
    Interval,
    added,
    cosine,
    divided,
    multiplied,
    outwards,
    sine,
    squared,
    subtracted,
)

HALF_UNIT = 2.0**-24
UNDERFLOW = 2.0**-150  # half of the smallest float: what a product or quotient may lose beside
OF_TRIGONOMETRY = 2 * HALF_UNIT
LARGEST = float(np.finfo(np.float32).max)
UPWARDS = 1.0 + 2.0**-40  # more than what the doubles of this bound round down in a value's computation

SINGULAR = "division by an interval that contains zero"
OVERFLOW = "values beyond the largest float"


@dataclass(frozen=True, slots=True)
class Followed:
    """An interval that holds a value, and a bound on the error of the float computed for it; or why there is none."""

    interval: Interval
    error: float
    reason: str = ""


def known_value(value: float) -> Followed:
    """Follow a number that is rounded to a float once."""
    return Followed(Interval(value, value), _rounding_of(Fraction(value)))


def any_of(low: float, high: float) -> Followed:
    """Follow a float between two numbers."""
    return Followed(Interval(low, high), 0.0)


def error_bounds(program: Program, inputs: Mapping[str, Sequence[Followed]]) -> list[Followed]:
    """Return, for every result of a program, what holds it and how wrong its float can be."""
    values: list[Followed] = []
    for instruction in program.instructions:
        values.append(_followed(program, instruction, values, inputs))
    return [values[ref.index] for ref in program.results]


def _followed(
    program: Program,
    instruction: Instruction,
    values: Sequence[Followed],
    inputs: Mapping[str, Sequence[Followed]],
) -> Followed:
    payload = instruction.payload
    if isinstance(payload, Exact):
        number = to_float(payload)
        rounding = _rounding_of(payload.rational if payload.is_rational else Fraction(number))
        return Followed(outwards(number, number), rounding + HALF_UNIT**2 * abs(number))
    if isinstance(payload, InputEntry):
        return inputs[payload.port][payload.index]
    operands = [values[operand] for operand in instruction.operands]
    reason = next((operand.reason for operand in operands if operand.reason), "")
    if reason:
        return Followed(Interval(0.0, 0.0), math.inf, reason)
    if len(operands) == 1:
        return _function(instruction.op, operands[0])
    result = _operation(program, instruction, values, *operands)
    return Followed(result.interval, math.inf, OVERFLOW) if result.interval.size > LARGEST else result


def _function(op: Op, a: Followed) -> Followed:
    if op is Op.SIGN:
        return Followed(Interval(-1.0, 1.0), 0.0 if not a.error else 2.0)
    interval = cosine(a.interval) if op is Op.COS else sine(a.interval)
    return Followed(interval, (min(a.error, 2.0) + OF_TRIGONOMETRY) * UPWARDS)


def _operation(
    program: Program, instruction: Instruction, values: Sequence[Followed], a: Followed, b: Followed
) -> Followed:
    op = instruction.op
    if op is Op.MUL:
        same = instruction.operands[0] == instruction.operands[1]
        interval = squared(a.interval) if same else multiplied(a.interval, b.interval)
        x, y = a.interval.size, b.interval.size
        error = x * b.error + y * a.error + a.error * b.error
        rounding = HALF_UNIT * (x + a.error) * (y + b.error) + UNDERFLOW
    elif op is Op.DIV:
        smallest = min(abs(b.interval.low), abs(b.interval.high)) - b.error
        if b.interval.holds_zero or smallest <= 0.0:
            return Followed(Interval(0.0, 0.0), math.inf, SINGULAR)
        interval = divided(a.interval, b.interval)
        error = (a.error + interval.size * b.error) / smallest
        rounding = HALF_UNIT * (interval.size + error) + UNDERFLOW
    else:
        interval = (added if op is Op.ADD else subtracted)(a.interval, b.interval)
        interval = _of_turned_vector(program, instruction, values, interval)
        error = a.error + b.error
        rounding = HALF_UNIT * (interval.size + error)
    return Followed(interval, (error + rounding) * UPWARDS)


def _of_turned_vector(
    program: Program, instruction: Instruction, values: Sequence[Followed], interval: Interval
) -> Interval:
    """Narrow the interval of c*x + s*y where c and s are the cosine and sine of one angle."""
    first, second = (program.instructions[operand] for operand in instruction.operands)
    if first.op is not Op.MUL or second.op is not Op.MUL:
        return interval
    for turn, x in (first.operands, first.operands[::-1]):
        for other, y in (second.operands, second.operands[::-1]):
            ops = {program.instructions[turn].op, program.instructions[other].op}
            angles = program.instructions[turn].operands, program.instructions[other].operands
            if ops == {Op.COS, Op.SIN} and angles[0] == angles[1]:
                a, b = values[x].interval.size, values[y].interval.size
                length = math.sqrt(a * a + b * b) * UPWARDS
                interval = Interval(max(interval.low, -length), min(interval.high, length))
    return interval


def _rounding_of(value: Fraction) -> float:
    """How far the float nearest to a number lies from it."""
    return float(abs(Fraction(float(np.float32(float(value)))) - value)) * UPWARDS
