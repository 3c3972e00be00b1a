"""Numbers of a robot file that make coefficients of relations no simple fractions: whoever writes it must see them.

Scalars: exact constants.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.algebra.exact import Exact
from symdyn.model.robot import Placement, Robot

LARGE = 10**6  # numerators or denominators


def awkward_numbers(robot: Robot) -> list[str]:
    """Name every place in which such numbers stand, with the first one of it."""
    found: dict[str, str] = {}
    for place, constant in _constants(robot):
        if not constant.is_rational or max(abs(constant.rational.numerator), constant.rational.denominator) > LARGE:
            found.setdefault(place, f"{place} ({_written(constant)})")
    return list(found.values())


def _constants(robot: Robot) -> Iterator[tuple[str, Exact]]:
    for joint in robot.joints:
        for constant in (*_of(joint.before), *_of(joint.after), *joint.axis):
            yield joint.name, constant
    if robot.closing is None:
        return
    for loop in robot.closing.loops:
        for constant in (*_of(loop.parent_frame), *_of(loop.child_frame)):
            yield loop.name, constant
    moving = robot.tree.moving_joints
    for coupling in robot.closing.couplings:
        for _, factor in coupling.factors:
            yield f"what couples {moving[coupling.joint].name}", factor
    for row in robot.closing.transmission or ():
        for constant in row:
            yield "the transmission", constant


def _of(placement: Placement) -> tuple[Exact, ...]:
    return (*(entry for row in placement.rotation.rows for entry in row), *placement.position)


def _written(constant: Exact) -> str:
    return f"{float(constant.rational):.12g}" if constant.is_rational else str(constant)
