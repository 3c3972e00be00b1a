"""A closed robot's tree at random, in a finite field: where ranks are exact.

Of a coordinate that some angle holds the part a/d of, the rotation of Q/d is drawn, and angles are its powers. Signs of
rates that are in proportion are one sign; of others nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.reduced import is_positive
from symdyn.model.robot import Robot

Turn = tuple[FieldElement, FieldElement]


def rest_angles(robot: Robot, closure: LinearClosure) -> list[Exact]:
    """Constant parts of the tree's angles: offsets, and where the joints are when Q is zero; of others zero."""
    joints = robot.tree.moving_joints
    return [
        joint.offset + plus if joint.kind.turns else exact(0) for joint, plus in zip(joints, closure.b, strict=True)
    ]


def closure_constants(robot: Robot, closure: LinearClosure) -> list[Exact]:
    """Return the constants that a field must hold for the closure's sake."""
    factors = [factor for row in closure.rows for _, factor in row]
    return [*factors, *closure.b, *(part for rest in rest_angles(robot, closure) for part in cos_sin(rest))]


def drawn_turns(robot: Robot, closure: LinearClosure, embedding: Embedding) -> list[Turn]:
    """Draw cosine and sine of the tree's angles, offsets included."""
    turning = [joint.kind.turns for joint in robot.tree.moving_joints]
    parts = [1] * closure.n
    for row, turns in zip(closure.A, turning, strict=True):
        for j, factor in row if turns else ():
            parts[j] = lcm(parts[j], factor.rational.denominator)
    rotations = [embedding.random_rotation() for _ in parts]
    found: list[Turn] = []
    for row, turns, rest in zip(closure.A, turning, rest_angles(robot, closure), strict=True):
        c, s = (embedding(part) for part in cos_sin(rest))
        for j, factor in row if turns else ():
            c, s = turned(c, s, *_power(rotations[j], int(factor.rational * parts[j]), embedding))
        found.append((c, s))
    return found


def drawn_signs(robot: Robot, closure: LinearClosure, embedding: Embedding) -> Sequence[FieldElement]:
    """Draw signs of all rates: any element serves, but one for all that are in proportion."""
    drawn: dict[tuple[tuple[int, Exact], ...], FieldElement] = {}
    found = []
    for row in closure.rows:
        if not row:
            found.append(embedding(exact(0)))
            continue
        first = row[0][1]
        key = tuple((j, factor * reciprocal(first)) for j, factor in row)
        if key not in drawn:
            drawn[key] = embedding.random_element()
        found.append(drawn[key] if is_positive(robot, first) else -drawn[key])
    return found


def _power(rotation: Turn, exponent: int, embedding: Embedding) -> Turn:
    """Return cosine and sine of so many times an angle, by squaring."""
    c, s = rotation if exponent >= 0 else (rotation[0], -rotation[1])
    rest = abs(exponent)
    total = embedding(exact(1)), embedding(exact(0))
    while rest:
        if rest & 1:
            total = turned(*total, c, s)
        c, s = turned(c, s, c, s)
        rest >>= 1
    return total
