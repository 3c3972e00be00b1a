"""Numbers of a robot file that make coefficients of relations no fractions: whoever writes it must see them.

Scalars: exact constants.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.algebra.exact import Exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.model.robot import Placement, Robot


def awkward_numbers(robot: Robot) -> list[str]:
    """Name every place in which such numbers stand, with the first one of it."""
    found = []
    for place, constants in constants_by_place(robot).items():
        awkward = next((x for x in constants if not x.is_rational), None)
        if awkward is not None:
            found.append(f"{place} ({awkward})")
    return found


def constants_by_place(robot: Robot) -> dict[str, list[Exact]]:
    """Return the constants of a robot's geometry and of what closes it, by joints, loops and couplings."""
    found: dict[str, list[Exact]] = {}
    for place, constant in _constants(robot):
        found.setdefault(place, []).append(constant)
    return found


def _constants(robot: Robot) -> Iterator[tuple[str, Exact]]:
    for joint in robot.joints:
        for constant in (*_of(joint.before), *_of(joint.after), *joint.axis, *cos_sin(joint.offset)):
            yield joint.name, constant
    if robot.closing is None:
        return
    for loop in robot.closing.loops:
        for constant in (*_of(loop.parent_frame), *_of(loop.child_frame)):
            yield loop.name, constant
    moving, closure = robot.tree.moving_joints, closure_of(robot)
    for step, _ in closure.steps if isinstance(closure, ExplicitClosure) else ():
        if step.root is not None:
            yield f"the angle that {moving[step.joint].name} keeps", step.root
    for coupling in robot.closing.couplings:
        for _, factor in coupling.factors:
            yield f"what couples {moving[coupling.joint].name}", factor
    for row in robot.closing.transmission or ():
        for constant in row:
            yield "the transmission", constant


def _of(placement: Placement) -> tuple[Exact, ...]:
    return (*(entry for row in placement.rotation.rows for entry in row), *placement.position)
