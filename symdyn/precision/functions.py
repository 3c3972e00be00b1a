"""Functions in programs: an interval that holds their values, and by how much they enlarge errors.

    sqrt(x)        e / (2 sqrt(x_min))        where x is at least x_min > 0, with its error
    atan2(y, x)    (e_y + e_x) / r_min        where (x, y) stays r_min > 0 from the origin, and off the negative x-axis

A root whose operand may come down to zero has no bound: what is computed for it may be no number at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from symdyn.ir.op import ATAN2, COS, SIGN, SIN, SQRT, Op
from symdyn.precision.interval import Interval, angle, cosine, jumps, outwards, sine, square_root
from symdyn.precision.number_format import UPWARDS

UP_TO_ONE = Interval(-1.0, 1.0)
HALF_TURNS = outwards(-math.pi, math.pi)


@dataclass(frozen=True, slots=True)
class FunctionBound:
    """What is known of a function of one number or several.

    Attributes:
        values: all values that it has.
        interval: those that it has on intervals of its operands.
        slope: a bound on its derivatives by every operand there, infinite where it jumps.
        rounding: how wrong what is computed for it is by itself, in half units of one.
    """

    values: Interval
    interval: Callable[..., Interval]
    slope: Callable[..., float]
    rounding: Callable[[float], float]

    def of(self, operands: Sequence[Interval], errors: Sequence[float], half_unit: float) -> tuple[Interval, float]:
        """Return the interval of the values, and a bound on the error of what is computed for them."""
        if not all(error < math.inf for error in errors):
            return self.values, math.inf
        wrong = sum(errors)
        if wrong:
            computed = [outwards(a.low - e, a.high + e) for a, e in zip(operands, errors, strict=True)]
            wrong = min(self.slope(*computed) * wrong, self.values.high - self.values.low)
        interval = self.interval(*operands)
        return interval, (wrong + self.rounding(interval.size + wrong) * half_unit) * UPWARDS


def _root_slope(x: Interval) -> float:
    return 0.5 / math.sqrt(x.low) * UPWARDS if x.low > 0.0 else math.inf


def _angle_slope(y: Interval, x: Interval) -> float:
    if jumps(y, x):
        return math.inf
    nearest = math.hypot(*(0.0 if a.holds_zero else min(abs(a.low), abs(a.high)) for a in (y, x)))
    return UPWARDS / nearest if nearest else math.inf


FUNCTIONS: Mapping[Op, FunctionBound] = {
    SIN: FunctionBound(UP_TO_ONE, sine, lambda _: 1.0, lambda _: 2),
    COS: FunctionBound(UP_TO_ONE, cosine, lambda _: 1.0, lambda _: 2),
    SIGN: FunctionBound(UP_TO_ONE, lambda _: UP_TO_ONE, lambda _: math.inf, lambda _: 0),
    SQRT: FunctionBound(Interval(0.0, math.inf), square_root, _root_slope, lambda largest: largest),  # rounded once
    ATAN2: FunctionBound(HALF_TURNS, angle, _angle_slope, lambda _: 8),  # two units in the last place of pi
}
