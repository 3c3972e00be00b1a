"""Functions in programs: an interval that holds their values, and by how much they enlarge errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from symdyn.ir.op import COS, SIGN, SIN, Op
from symdyn.precision.interval import Interval, cosine, outwards, sine
from symdyn.precision.number_format import UPWARDS

UP_TO_ONE = Interval(-1.0, 1.0)


@dataclass(frozen=True, slots=True)
class FunctionBound:
    """What is known of a function of one number or several.

    Attributes:
        values: all values that it has.
        interval: those that it has on intervals of its operands.
        slope: a bound on its derivatives by every operand there, infinite where it jumps.
        rounding: how wrong what is computed for it is by itself, in half units.
    """

    values: Interval
    interval: Callable[..., Interval]
    slope: Callable[..., float]
    rounding: float

    def of(self, operands: Sequence[Interval], errors: Sequence[float], half_unit: float) -> tuple[Interval, float]:
        """Return the interval of the values, and a bound on the error of what is computed for them."""
        if not all(error < math.inf for error in errors):
            return self.values, math.inf
        wrong = sum(errors)
        if wrong:
            computed = [outwards(a.low - e, a.high + e) for a, e in zip(operands, errors, strict=True)]
            wrong = min(self.slope(*computed) * wrong, self.values.high - self.values.low)
        return self.interval(*operands), (wrong + self.rounding * half_unit) * UPWARDS


FUNCTIONS: Mapping[Op, FunctionBound] = {
    SIN: FunctionBound(UP_TO_ONE, sine, lambda _: 1.0, 2),
    COS: FunctionBound(UP_TO_ONE, cosine, lambda _: 1.0, 2),
    SIGN: FunctionBound(UP_TO_ONE, lambda _: UP_TO_ONE, lambda _: math.inf, 0),
}
