"""Take the steps of a schedule: from the joints that are known to all others, over a field with square roots.

Scalars: a field in which the roots that are asked for exist; a program's values, floats, a finite field with a table.

    ROOT         h = a² + b², D = h - k²         c = (a k - b σ √D)/h, s = (b k + a σ √D)/h
    QUOTIENT     a₁ c + b₁ s = k₁, a₂ c + b₂ s = k₂ by Cramer's rule
    QUADRATIC    D = k₁² - 4 k₀ k₂               q = (σ √D - k₁)/(2 k₂)
    LINEAR       q = -k₀/k₁
    PAIR         one of the positions that both equations hold in; the ring picks it

Divisors that do not change with the position are constants, worked out beforehand.

σ is fixed: that of the position in which the robot was assembled. So a step has no memory, and always takes the same
time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ONE, Divisible, Ring
from symdyn.closure.consequences import evaluated, turning_square
from symdyn.closure.one_unknown import StanceWithUnknown
from symdyn.closure.opened import with_unknown
from symdyn.closure.pairs import Pair
from symdyn.closure.schedule import LINEAR, QUOTIENT, ROOT, Step
from symdyn.closure.stance import Cut, Stance

S = TypeVar("S", bound=Divisible)


@dataclass(frozen=True, slots=True)
class Taken(Generic[S]):
    """What a step divided by, and of what it took a root, None where it took none."""

    divisor: S | int
    discriminant: S | None = None


def take_step(step: Step, sign: int, at: Stance[S], cuts: Sequence[Cut[S]], ring: Ring[S]) -> Taken[S]:
    """Find a joint and let the stance know it."""
    if step.beside is not None:
        return _pair((step.joint, step.beside), step, at, cuts, ring)
    open_at = with_unknown(at, step.joint, step.equations, cuts)
    values = [evaluated(one, open_at.cut(cuts[one.loop]), open_at) for one in step.equations]
    known: Any = None if step.divisor is None else ring.lift(step.divisor)
    if step.how == QUOTIENT:
        return _quotient(open_at, values, known)
    (value,) = values
    if step.how == LINEAR:
        slope = value.a if known is None else known
        at.knows(step.joint, q=-(value.x / slope))
        return Taken(slope)
    if step.how == ROOT:
        (one,) = step.equations
        h = turning_square(one, open_at.cut(cuts[one.loop]), open_at, value) if known is None else known
        return _root(open_at, value, h, sign, ring, step)
    k0, k1, k2 = value.x, value.a, value.b
    D = k1 * k1 - 4 * k0 * k2
    root = ring.function("sqrt", D) * sign
    at.knows(step.joint, q=(root - k1) / (2 * k2))
    return Taken(k2, D)


def _pair(joints: tuple[int, int], step: Step, at: Stance[Any], cuts: Sequence[Cut[Any]], ring: Ring[Any]) -> Taken[S]:
    pair = Pair(joints, at, cuts, ring)
    pair.put(*ring.function("pick", pair.meetings(step.equations)))
    return Taken(ONE)


def _root(open_at: StanceWithUnknown[S], value: Any, h: S, sign: int, ring: Ring[S], step: Step) -> Taken[S]:
    a, b, k = value.a, value.b, -value.x
    D = h - k * k
    root = ring.function("sqrt", D) if step.root is None else ring.lift(step.root)
    if sign < 0:
        root = -root
    over = ONE / h
    open_at.found((a * k - b * root) * over, (b * k + a * root) * over)
    return Taken(h, D)


def _quotient(open_at: StanceWithUnknown[S], values: Sequence[Any], known: S | None) -> Taken[S]:
    one, other = values
    divisor = one.a * other.b - one.b * other.a if known is None else known
    over = ONE / divisor
    c = (other.x * one.b - one.x * other.b) * over
    s = (one.x * other.a - one.a * other.x) * over
    open_at.found(c, s)
    return Taken(divisor)
