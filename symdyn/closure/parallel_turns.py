"""Links that turn about parallel axes, one on the other: their direction follows from the sum of their angles.

Scalars: any commutative ring; decided over exact constants.
Frames:  a group's links stand, one after the other, on the link before its first; all is in that link's frame.

    R = R0 + C R1 + S R2        C, S: cosine and sine of the sum of the angles, each with the sign of its axis

So nothing is multiplied out along the way, and what is found of a link is found of its direction, not of its joint.
Links that slide or are fixed belong to the group of the link that carries them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import BASE, Robot

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class ParallelTurn(Generic[S]):
    """A link of a group: the group's first link, the sign of its joint's axis (0: it does not turn), and R's parts."""

    first: int
    sign: int
    R0: Mat3[S]
    R1: Mat3[S]
    R2: Mat3[S]


Turns = tuple[ParallelTurn[S] | None, ...]


def parallel_turns(robot: Robot, lift: Callable[[Exact], S]) -> Turns[S]:
    """Return, link by link of the tree, its part in a group; None where it is in none."""
    if "parallel_turns" not in robot.memo:
        robot.memo["parallel_turns"] = _found(mechanism_over(robot.tree, lambda constant: constant))
    exact_turns: Turns[Exact] = robot.memo["parallel_turns"]
    return tuple(
        None
        if one is None
        else ParallelTurn(one.first, one.sign, *(part.map(lift) for part in (one.R0, one.R1, one.R2)))
        for one in exact_turns
    )


def _found(mechanism: Mechanism[Exact]) -> Turns[Exact]:
    turns: list[ParallelTurn[Exact] | None] = []
    axes: list[Vec3[Exact]] = []  # of every link's group, in the link's frame
    still: list[Mat3[Exact]] = []  # every link's direction in its group, all angles zero
    for link, joint in enumerate(mechanism.joints):
        before = turns[joint.parent] if joint.parent != BASE else None
        at_zero = joint.K0 + joint.K1 if joint.kind.turns else joint.K0
        axis, sign, first = joint.axis, 1, link
        if before is not None:
            along = axes[joint.parent].dot(at_zero @ joint.axis)
            if not joint.kind.turns:
                axis, sign, first = at_zero.T @ axes[joint.parent], 0, before.first
            elif not any(axes[joint.parent].cross(at_zero @ joint.axis)):
                sign, first = (1 if to_float(along) > 0 else -1), before.first
                axis = joint.axis.scale(exact(sign))
        axes.append(axis)
        still.append(at_zero if first == link or before is None else still[joint.parent] @ at_zero)
        in_group = joint.kind.turns or before is not None
        turns.append(_about(still[link] @ axis, still[link], first, sign) if in_group else None)
    return tuple(turns)


def _about(m: Vec3[Exact], still: Mat3[Exact], first: int, sign: int) -> ParallelTurn[Exact]:
    x, y, z = m
    along = Mat3(*(m.scale(entry) for entry in m))
    one, none = exact(1), exact(0)
    unit = Mat3(Vec3(one, none, none), Vec3(none, one, none), Vec3(none, none, one))
    across = Mat3(Vec3(none, -z, y), Vec3(z, none, -x), Vec3(-y, x, none))
    return ParallelTurn(first, sign, along @ still, (unit + along.map(lambda e: -e)) @ still, across @ still)
