"""A finite field that holds a robot's geometry: where ranks are exact and equality is decided."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from symdyn.algebra.embedding import Embedding, NoFieldError
from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Mat3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.errors import InputError
from symdyn.model.closing import Closing
from symdyn.model.robot import Robot


def geometry_constants(robot: Robot) -> list[Exact]:
    """Return every constant of a robot's geometry and gravity, and of its parameters' coefficients."""
    constants: list[Exact] = list(robot.gravity)
    placements = [placement for joint in robot.joints for placement in (joint.before, joint.after)]
    if robot.load:
        placements.append(robot.load.placement)
    for placement in placements:
        constants += [*_entries(placement.rotation), *placement.position]
    for joint in robot.joints:
        constants += [*joint.axis, *(number for _, number in joint.own)]
        constants += cos_sin(joint.offset)  # at q = 0, from where potential energy counts
    return constants + (_closing_constants(robot.closing) if robot.closing else [])


def _closing_constants(closing: Closing) -> list[Exact]:
    constants: list[Exact] = []
    for placement in (placement for loop in closing.loops for placement in (loop.parent_frame, loop.child_frame)):
        constants += [*_entries(placement.rotation), *placement.position]
    for coupling in closing.couplings:
        constants += [*(factor for _, factor in coupling.factors), coupling.plus, *cos_sin(coupling.plus)]
    return constants + [entry for row in closing.transmission or () for entry in row]


def field_of(
    robot: Robot, seed: int = 0, constants: Iterable[Exact] = (), apart_from: Collection[int] = ()
) -> Embedding:
    """Return a finite field that holds a robot's geometry, and other constants; an InputError where none is found."""
    try:
        return Embedding([*geometry_constants(robot), *constants], seed, apart_from)
    except NoFieldError as error:
        what = f"{error}; write lengths and axes as decimal numbers"
        raise InputError(what, field=robot.name) from None


def _entries(matrix: Mat3[Exact]) -> list[Exact]:
    return [entry for row in matrix.rows for entry in row]
