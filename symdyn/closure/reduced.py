"""Between a robot's coordinates and its tree's, where q = A Q + b.

Scalars: any commutative ring that holds the rationals.

    q̇ = A Q̇        q̈ = A Q̈        τ = Aᵀ ρ        M = Aᵀ M A        J = J A

with ρ the torques of the tree. A is constant, so no rate of it takes part. Cosines and sines of whole multiples and
sums are products of those of the coordinates; those of other parts of a coordinate are functions of the angle itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import ZERO, Ring, Scalar, turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.linear_closure import LinearClosure
from symdyn.errors import InputError
from symdyn.model.bind import at_values
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Scalar)
Lift = Callable[[Exact], S]
Rows = Sequence[Sequence[S]]
Combination = Sequence[tuple[int, Exact]]


def spread(closure: LinearClosure, rates: Sequence[S], lift: Lift[S]) -> tuple[S, ...]:
    """A x: the tree's rates of the robot's, and behind them those of what is beside."""
    return tuple(combined(row, rates, lift) for row in closure.rows)


def combined(weights: Combination, values: Sequence[S], lift: Lift[S]) -> S:
    """Sum values with exact factors; factors of one cost nothing."""
    total: S = ZERO
    for i, factor in weights:
        if factor == 1:
            total = total + values[i]
        elif factor == -1:
            total = total - values[i]
        else:
            total = total + lift(factor) * values[i]
    return total


def tree_positions(closure: LinearClosure, Q: Sequence[S], lift: Lift[S]) -> tuple[S, ...]:
    """A Q + b."""
    return tuple(
        combined(row, Q, lift) + lift(plus) if plus else combined(row, Q, lift)
        for row, plus in zip(closure.A, closure.b, strict=True)
    )


def tree_turns(
    robot: Robot, closure: LinearClosure, ring: Ring[S], Q: Sequence[S], turns: Sequence[tuple[S, S]]
) -> list[tuple[S, S]]:
    """Cosine and sine of the tree's angles, offsets included; ``turns`` are those of Q with the offsets of its joints.

    Of a joint that does not turn they are zero.
    """
    found: list[tuple[S, S]] = []
    offsets = [joint.offset for joint in robot.moving_joints]
    for joint, row, plus in zip(robot.tree.moving_joints, closure.A, closure.b, strict=True):
        if not joint.kind.turns:
            found.append((ZERO, ZERO))
        elif whole(row):
            rest = joint.offset + plus
            for j, factor in row:
                rest = rest - factor * offsets[j]
            found.append(_summed(row, turns, *map(ring.lift, cos_sin(rest))))
        elif "cos" not in ring.functions:
            raise of_part(joint.name)
        else:
            found.append(ring.turn(combined(row, Q, ring.lift), joint.offset + plus))
    return found


def of_part(joint: str) -> InputError:
    """Say why equations of a robot are no polynomials in cosines and sines of its coordinates."""
    what = "follows a part of an angle, whose cosine no polynomial in the angle's own gives"
    return InputError(f"{what}; equations are not written of it, but code is generated", field=joint)


def parted(robot: Robot, closure: LinearClosure) -> str | None:
    """Return the first joint that turns by a part of a coordinate."""
    rows = zip(robot.tree.moving_joints, closure.A, strict=True)
    return next((joint.name for joint, row in rows if joint.kind.turns and not whole(row)), None)


def whole(row: Combination) -> bool:
    """Whether all factors are whole numbers."""
    return all(factor.is_rational and factor.rational.denominator == 1 for _, factor in row)


def _summed(row: Combination, turns: Sequence[tuple[S, S]], c: S, s: S) -> tuple[S, S]:
    """Turn by whole multiples of coordinates, one after the other."""
    for j, factor in row:
        times = int(factor.rational)
        c_one, s_one = turns[j] if times > 0 else (turns[j][0], -turns[j][1])
        for _ in range(abs(times)):
            c, s = turned(c, s, c_one, s_one)
    return c, s


def rate_signs(
    robot: Robot, closure: LinearClosure, ring: Ring[S], rates: Sequence[S], signs: Sequence[S]
) -> tuple[S, ...]:
    """Signs of all rates, where something rubs; a rate in proportion to one coordinate's has its sign.

    Behind the signs of the coordinates' rates may be those of `rubbing_sums`, for rings that have no signs.
    """
    of_sums = dict(zip(rubbing_sums(robot, closure), signs[closure.n :], strict=True)) if signs[closure.n :] else {}
    found: list[S] = []
    for rubs, row, rate in zip(_rubs(robot, closure), closure.rows, rates, strict=True):
        if not rubs or not row:
            found.append(ZERO)
        elif len(row) == 1:
            ((j, factor),) = row
            found.append(signs[j] if is_positive(robot, factor) else -signs[j])
        else:
            found.append(of_sums[row] if row in of_sums else ring.function("sign", rate))
    return tuple(found)


def rubbing_sums(robot: Robot, closure: LinearClosure) -> tuple[Combination, ...]:
    """Return, each once, the rates of several coordinates whose signs friction takes."""
    rows = zip(_rubs(robot, closure), closure.rows, strict=True)
    return tuple(dict.fromkeys(row for rubs, row in rows if rubs and len(row) > 1))


def _rubs(robot: Robot, closure: LinearClosure) -> list[bool]:
    """Whether friction takes a sign, of every rate."""
    owners = [joint.effects for joint in robot.tree.moving_joints] + [one.effects for one in closure.beside]
    return [any(effect.name.endswith(".fc") for effect in effects) for effects in owners]


def is_positive(robot: Robot, factor: Exact) -> bool:
    """Whether a factor is above zero where the robot's symbols have their values; one without a value is refused."""
    return to_float(at_values(robot, factor)) > 0
