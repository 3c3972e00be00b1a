"""A robot in explicit frames, with numbers: joints and bodies as URDF and MJCF have them.

    parent_T_link = before * motion(q + offset) * after  ->  origin * motion(q) about or along an axis through the link

`after` goes into the origin where the axis still meets the link's own frame; where it does not (standard DH, a != 0),
the joint moves a massless link, to which the link with the body is fixed, so that every body keeps its frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.spatial import Mat3, Vec3, diagonal, outer
from symdyn.algebra.trigonometry import cos_sin
from symdyn.errors import MissingValueError
from symdyn.joints.fixed import FIXED
from symdyn.joints.kind import Kind
from symdyn.model.parts import BASE, Z_AXIS, ZERO_VECTOR, Parameter, Placement
from symdyn.model.robot import Body, Joint, Limits, NumericRobot
from symdyn.model.robot_file.frames import placed_after
from symdyn.model.robot_file.topology import BASE_NAME

LOAD = "load_body"  # what a load becomes: a link that is fixed to the tip


@dataclass(frozen=True, slots=True)
class Solid:
    """A rigid body by its mass, its centre, and its inertia about that, in the axes of its link."""

    mass: Exact
    com: Vec3[Exact]
    tensor: Mat3[Exact]


@dataclass(frozen=True, slots=True)
class Part:
    """A joint and the link that it moves; `effects` are those of Ia fv fc fo ks kr that it has."""

    joint: str
    link: str
    parent: str
    kind: Kind
    origin: Placement
    axis: Vec3[Exact]
    solid: Solid | None
    effects: dict[str, Exact]
    limits: Limits

    @property
    def moves(self) -> bool:
        """Whether the joint has a coordinate."""
        return self.kind.moves


def parts_of(robot: NumericRobot) -> list[Part]:
    """Return the parts of a robot, parents first; the load is the last.

    Raises:
        MissingValueError: the robot leaves a parameter unknown.
    """
    unknown = [parameter.name for parameter in robot.full_parameters if not parameter.known]
    if unknown:
        what = f"{len(unknown)} parameters have no value, {unknown[0]} the first of them"
        raise MissingValueError(f"{what}; other formats hold numbers alone, so give them values", field=robot.name)
    taken = {joint.link.name for joint in robot.joints} | {joint.name for joint in robot.joints}
    parts: list[Part] = []
    for joint in robot.joints:
        parent = robot.joints[joint.parent].link.name if joint.parent != BASE else BASE_NAME
        parts += _parts_of_joint(joint, parent, taken)
    if robot.load is not None:
        tip = robot.joints[robot.tip].link.name
        body = _solid(robot.load.body)
        parts.append(Part(f"{LOAD}_joint", LOAD, tip, FIXED, robot.load.placement, Z_AXIS, body, {}, Limits()))
    return parts


def _parts_of_joint(joint: Joint, parent: str, taken: set[str]) -> list[Part]:
    before = placed_after(joint.before, _turned(joint)) if joint.offset else joint.before
    effects = {effect.name.rpartition(".")[2]: effect.value for effect in joint.effects}
    axis = joint.after.rotation.T @ joint.axis
    through = not joint.kind.turns or not any(joint.after.position.cross(joint.axis))
    solid = _solid(joint.link)
    if through:
        origin = placed_after(before, joint.after)
        return [Part(joint.name, joint.link.name, parent, joint.kind, origin, axis, solid, effects, joint.limits)]
    moved = _free(f"{joint.link.name}_{joint.name}", taken)
    frame = _free(f"{joint.link.name}_frame", taken)
    return [
        Part(joint.name, moved, parent, joint.kind, before, joint.axis, None, effects, joint.limits),
        Part(frame, joint.link.name, moved, FIXED, joint.after, Z_AXIS, solid, {}, Limits()),
    ]


def _turned(joint: Joint) -> Placement:
    """Return the turn by the offset that is added to an angle."""
    turn, (c, s) = joint.kind.turn(joint.axis), cos_sin(joint.offset)
    return Placement(turn.constant + turn.by_cosine.scale(c) + turn.by_sine.scale(s), ZERO_VECTOR)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _solid(body: Body) -> Solid | None:
    if not body.parameters:
        return None
    m, mx, my, mz, xx, xy, yy, xz, yz, zz = (_value(parameter) for parameter in body.parameters)
    about_origin = Mat3(Vec3(xx, xy, xz), Vec3(xy, yy, yz), Vec3(xz, yz, zz))
    from_moments = Vec3(mx, my, mz).scale(reciprocal(m)) if m else ZERO_VECTOR
    com = from_moments if body.com is None else body.com
    square = com.dot(com)
    return Solid(m, com, about_origin - (diagonal(square, square, square) - outer(com, com)).scale(m))


def _value(parameter: Parameter) -> Exact:
    return parameter.value if parameter.value else exact(0)
