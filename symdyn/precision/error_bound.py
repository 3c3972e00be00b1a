"""Bound the rounding errors of a program, in single or double precision, over ranges of its inputs: interval analysis.

Each value x is followed with an interval that holds it, in exact arithmetic, and a bound e on how far the number
that is computed for it lies from it. With u, half a unit in the last place, 2^-24 or 2^-53,

    a + b    e = e_a + e_b                          and then a rounding: u (|a + b| + e)
    a * b    e = |a| e_b + |b| e_a + e_a e_b        and then a rounding: u (|a| + e_a)(|b| + e_b)
    a / b    e = (e_a + |a/b| e_b) / (|b| - e_b)    and then a rounding: u (|a/b| + e)

where |x| is the largest in the interval, of a divisor the smallest. A fused multiply-add rounds once where this rounds
twice, so the bound holds with and without. Inputs are numbers of the format, parameters and constants are rounded to it
once, and what functions make of errors, `functions` says. Intervals know that cos² + sin² = 1, which turned vectors
need: |c x + s y| is at most the length of (x, y). Where they are turned again and again, `narrowing` knows more.

Programs have thousands of instructions and every one is followed: intervals and errors are lists of plain numbers here,
and sums and products are written out in the loop that runs through them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from symdyn.algebra.exact import Exact
from symdyn.ir.op import ADD, DIV, MUL, NEG, SQRT, SUB, TRIGONOMETRIC, Op
from symdyn.ir.program import InputEntry, Program
from symdyn.precision.functions import FUNCTIONS
from symdyn.precision.interval import OUTWARDS, SMALLEST, Interval, divided, outwards
from symdyn.precision.narrowing import Narrowing
from symdyn.precision.number_format import SINGLE, UPWARDS, NumberFormat, rounding_of, stored

SINGULAR = "division by an interval that contains zero"
ROOTLESS = "square root of an interval that reaches zero"
OVERFLOW = "values beyond the largest float"


@dataclass(frozen=True, slots=True)
class Followed:
    """An interval that holds a value, and a bound on the error of what is computed for it; or why there is none."""

    interval: Interval
    error: float
    reason: str = ""


def known_value(value: float, form: NumberFormat = SINGLE) -> Followed:
    """Follow a number that is rounded once."""
    return Followed(Interval(value, value), rounding_of(value, form))


def known_constant(value: Exact, form: NumberFormat) -> Followed:
    """Follow an exact constant that is rounded once."""
    number, error = stored(value, form)
    return Followed(outwards(number, number), error)


def near(value: float, error: float) -> Followed:
    """Follow one number, which the nearest double stands for, and which is wrong by so much."""
    return Followed(outwards(value, value), error)


def any_of(low: float, high: float) -> Followed:
    """Follow a number of the format between two numbers."""
    return Followed(Interval(low, high), 0.0)


@dataclass(slots=True)
class _Course:
    """What is known of the instructions so far, each list as long as they are many."""

    form: NumberFormat
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    size: list[float] = field(default_factory=list)  # the largest absolute value
    error: list[float] = field(default_factory=list)
    singular: dict[int, str] = field(default_factory=dict)  # those without a bound, and why
    turned: dict[int, list[tuple[int, Op, float]]] = field(default_factory=dict)
    """Products of a cosine or sine: its angle, which of the two, and the size of the other factor."""

    def append(self, value: Followed) -> None:
        """Add a value that is known as a whole."""
        self.low.append(value.interval.low)
        self.high.append(value.interval.high)
        self.size.append(value.interval.size)
        self.error.append(value.error)


def error_bounds(
    program: Program,
    inputs: Mapping[str, Sequence[Followed]],
    form: NumberFormat = SINGLE,
    *,
    by_lengths: bool = False,
) -> list[Followed]:
    """Return, for every result of a program, what holds it and how wrong what is computed for it can be.

    With ``by_lengths`` vectors that are turned are followed by their lengths too, which takes some ten times longer.
    """
    course = _Course(form)
    _follow(program, inputs, course, Narrowing(program, course) if by_lengths else None)
    found = []
    for ref in program.results:
        i = ref.index
        reason = course.singular.get(i, "" if course.error[i] < math.inf else OVERFLOW)
        found.append(Followed(Interval(course.low[i], course.high[i]), math.inf if reason else course.error[i], reason))
    return found


def _follow(
    program: Program, inputs: Mapping[str, Sequence[Followed]], course: _Course, narrowing: Narrowing | None
) -> None:
    """Run through the instructions."""
    low, high, size, error = course.low, course.high, course.size, course.error
    u, underflow, largest = course.form.half_unit, course.form.underflow, course.form.largest
    for index, (op, operands, payload) in enumerate(program.instructions):
        if op is MUL:
            i, j = operands
            x, y, e, f = size[i], size[j], error[i], error[j]
            bottom, top = _product(i, j, low, high, x * y)
            wrong = x * f + y * e + e * f + u * (x + e) * (y + f) + underflow
            _note_turn(program, index, i, j, course)
        elif op is ADD or op is SUB:
            i, j = operands
            bottom, top = (low[i] + low[j], high[i] + high[j]) if op is ADD else (low[i] - high[j], high[i] - low[j])
            if i in course.turned and j in course.turned:
                bottom, top = _of_turned_vector(course.turned[i], course.turned[j], bottom, top)
            e = error[i] + error[j]
            wrong = e + u * (max(-bottom, top) + e) * UPWARDS
            narrowed = narrowing.of_sum(index) if narrowing is not None else None
            if narrowed is not None:
                bottom, top, wrong = max(bottom, -narrowed[0]), min(top, narrowed[0]), min(wrong, narrowed[1])
        elif op is DIV:
            bottom, top, wrong = _quotient(index, operands[0], operands[1], course)
        else:
            course.append(_given_or_function(op, operands, payload, inputs, course))
            _inherit(index, operands, course.singular)
            if op is SQRT and not error[index] < math.inf and error[operands[0]] < math.inf:
                course.singular[index] = ROOTLESS
            continue
        bottom -= OUTWARDS * abs(bottom) + SMALLEST
        top += OUTWARDS * abs(top) + SMALLEST
        whole = max(-bottom, top)
        low.append(bottom)
        high.append(top)
        size.append(whole)
        error.append(wrong * UPWARDS if whole <= largest else math.inf)
        if course.singular:
            _inherit(index, operands, course.singular)


def _product(i: int, j: int, low: list[float], high: list[float], largest: float) -> tuple[float, float]:
    """Return the ends of all products, ``largest`` being the largest."""
    a, b, c, d = low[i], high[i], low[j], high[j]
    if i == j:
        return (0.0 if a <= 0.0 <= b else min(a * a, b * b)), largest
    if a == -b or c == -d:
        return -largest, largest
    ends = a * c, a * d, b * c, b * d
    return min(ends), max(ends)


def _quotient(index: int, i: int, j: int, course: _Course) -> tuple[float, float, float]:
    """Return the ends of all quotients and the error; nothing of use where the divisor may be zero."""
    a, b = Interval(course.low[i], course.high[i]), Interval(course.low[j], course.high[j])
    smallest = min(abs(b.low), abs(b.high)) - course.error[j]
    if b.holds_zero or not smallest > 0.0:
        course.singular[index] = SINGULAR
        return 0.0, 0.0, math.inf
    quotient = divided(a, b)
    e = (course.error[i] + quotient.size * course.error[j]) / smallest
    return quotient.low, quotient.high, e + course.form.half_unit * (quotient.size + e) + course.form.underflow


def _given_or_function(
    op: Op,
    operands: tuple[int, ...],
    payload: Exact | InputEntry | None,
    inputs: Mapping[str, Sequence[Followed]],
    course: _Course,
) -> Followed:
    if isinstance(payload, Exact):
        return known_constant(payload, course.form)
    if isinstance(payload, InputEntry):
        return inputs[payload.port][payload.index]
    if op is NEG:
        (i,) = operands
        return Followed(Interval(-course.high[i], -course.low[i]), course.error[i])
    intervals = [Interval(course.low[i], course.high[i]) for i in operands]
    return Followed(*FUNCTIONS[op].of(intervals, [course.error[i] for i in operands], course.form.half_unit))


def _inherit(index: int, operands: tuple[int, ...], singular: dict[int, str]) -> None:
    """Mark what is made of a quotient or root without bounds."""
    for operand in operands:
        if operand in singular:
            singular.setdefault(index, singular[operand])


def _note_turn(program: Program, index: int, i: int, j: int, course: _Course) -> None:
    """Remember a product with a cosine or sine."""
    for turn, other in ((i, j), (j, i)):
        op, operands, _ = program.instructions[turn]
        if op in TRIGONOMETRIC:
            course.turned.setdefault(index, []).append((operands[0], op, course.size[other]))


def _of_turned_vector(
    first: list[tuple[int, Op, float]], second: list[tuple[int, Op, float]], bottom: float, top: float
) -> tuple[float, float]:
    """Narrow the interval of c*x + s*y where c and s are the cosine and sine of one angle."""
    for angle, op, x in first:
        for other, other_op, y in second:
            if angle == other and op is not other_op:
                length = math.sqrt(x * x + y * y) * UPWARDS
                bottom, top = max(bottom, -length), min(top, length)
    return bottom, top
