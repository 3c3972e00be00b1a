"""Intervals of real numbers, in doubles, rounded outwards: what is true of the numbers stays in them."""

from __future__ import annotations

import math
from typing import NamedTuple

from symdyn.algebra.decimals import mp_context

OUTWARDS = 2.0**-51  # of an end, more than a double's rounding
SMALLEST = 2.0**-1070  # where relative rounding ends
NEAR = 1e-9  # how far an angle may be from a maximum to count as one


class Interval(NamedTuple):
    """All numbers from `low` to `high`."""

    low: float
    high: float

    @property
    def size(self) -> float:
        """The largest absolute value."""
        return max(abs(self.low), abs(self.high))

    @property
    def holds_zero(self) -> bool:
        """Whether 0 lies within."""
        return self.low <= 0.0 <= self.high


def outwards(low: float, high: float) -> Interval:
    """Return an interval whose ends were computed, with room for their rounding."""
    return Interval(low - OUTWARDS * abs(low) - SMALLEST, high + OUTWARDS * abs(high) + SMALLEST)


def divided(a: Interval, b: Interval) -> Interval:
    """All quotients; the divisor must not hold 0."""
    ends = (a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high)
    return outwards(min(ends), max(ends))


def cosine(a: Interval) -> Interval:
    """All cosines."""
    ends = [float(mp_context.cos(end)) for end in a]
    low = -1.0 if _holds_multiple(a, math.pi, math.pi) else min(ends)
    high = 1.0 if _holds_multiple(a, 0.0, math.pi) else max(ends)
    return _within_one(outwards(low, high))


def sine(a: Interval) -> Interval:
    """All sines."""
    ends = [float(mp_context.sin(end)) for end in a]
    low = -1.0 if _holds_multiple(a, -math.pi / 2, math.pi) else min(ends)
    high = 1.0 if _holds_multiple(a, math.pi / 2, math.pi) else max(ends)
    return _within_one(outwards(low, high))


def square_root(a: Interval) -> Interval:
    """All square roots, of the numbers that have one."""
    low, high = (math.sqrt(max(end, 0.0)) for end in a)
    return Interval(max(outwards(low, low).low, 0.0), outwards(high, high).high)


def angle(y: Interval, x: Interval) -> Interval:
    """All angles atan2(y, x)."""
    if jumps(y, x):
        return outwards(-math.pi, math.pi)
    ends = [float(mp_context.atan2(b, a)) for b in y for a in x]  # else monotonic in either, on either side of an axis
    return outwards(min(ends), max(ends))


def jumps(y: Interval, x: Interval) -> bool:
    """Tell whether atan2(y, x) jumps somewhere: at the origin, or on the negative x-axis."""
    return y.holds_zero and x.low <= 0.0


def _holds_multiple(a: Interval, first: float, half_turn: float) -> bool:
    """Tell whether an angle of the interval is ``first`` or whole turns from it, or nearly so."""
    turn = 2 * half_turn
    return math.floor((a.high + NEAR - first) / turn) * turn + first >= a.low - NEAR


def _within_one(a: Interval) -> Interval:
    return Interval(max(a.low, -1.0), min(a.high, 1.0))
