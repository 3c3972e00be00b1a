"""Where a joint and its link stand: explicit frames as in URDF, modified DH, standard DH.

    explicit      before = origin                  motion about or along axis     after = 1
    modified_dh   before = Rx(alpha) Tx(a)         Rz(q + theta) Tz(d)
    standard_dh                                    Rz(q + theta) Tz(d)            Tx(a) Rx(alpha)

Of a joint that does not turn, q is added to d instead of theta, so the turn by theta belongs to `before`, as it does of
one that turns back, from theta on; one that does not move has everything in `before`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.roots import square_root
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.joints.kind import Kind
from symdyn.model.robot import IDENTITY, Z_AXIS, ZERO_VECTOR, Placement
from symdyn.model.robot_file.fields import entries_of, items_of, required
from symdyn.model.robot_file.hairs import special_axis, special_offset
from symdyn.model.robot_file.quantities import Reading, angle, angles, number, vector
from symdyn.model.text.tree import Node

EXPLICIT, MODIFIED_DH, STANDARD_DH = "explicit", "modified_dh", "standard_dh"
FRAMES = (MODIFIED_DH, STANDARD_DH, EXPLICIT)
TINY = Fraction(1, 10**100)  # of an axis: its square is still far from where doubles end

_ZERO, _ONE = exact(0), exact(1)


@dataclass(frozen=True, slots=True)
class JointFrames:
    """The geometry of one joint: parent_T_link = before * motion(q) * after, an angle q with the offset added."""

    before: Placement
    axis: Vec3[Exact]
    offset: Exact
    after: Placement


def rotation_x(turn: Exact) -> Mat3[Exact]:
    """Rotate about x."""
    c, s = cos_sin(turn)
    return Mat3(Vec3(_ONE, _ZERO, _ZERO), Vec3(_ZERO, c, -s), Vec3(_ZERO, s, c))


def rotation_y(turn: Exact) -> Mat3[Exact]:
    """Rotate about y."""
    c, s = cos_sin(turn)
    return Mat3(Vec3(c, _ZERO, s), Vec3(_ZERO, _ONE, _ZERO), Vec3(-s, _ZERO, c))


def rotation_z(turn: Exact) -> Mat3[Exact]:
    """Rotate about z."""
    c, s = cos_sin(turn)
    return Mat3(Vec3(c, -s, _ZERO), Vec3(s, c, _ZERO), Vec3(_ZERO, _ZERO, _ONE))


def rotation_rpy(rpy: Vec3[Exact]) -> Mat3[Exact]:
    """Turn by roll, pitch, yaw about the fixed axes x, y, z, as in URDF: Rz(yaw) Ry(pitch) Rx(roll)."""
    rotation: Mat3[Exact] = rotation_z(rpy.z) @ rotation_y(rpy.y) @ rotation_x(rpy.x)
    return rotation


def placed_after(first: Placement, second: Placement) -> Placement:
    """Return the pose of a frame that ``second`` places in the frame that ``first`` places."""
    return Placement(first.rotation @ second.rotation, first.position + first.rotation @ second.position)


def joint_frames(node: Node, entries: dict[str, Node], frames: str, kind: Kind, reading: Reading) -> JointFrames:
    """Read the geometry of one entry of `joints`."""
    _refuse_foreign_keys(entries, frames, kind)
    if frames == EXPLICIT:
        before = origin(entries["origin"], reading) if "origin" in entries else IDENTITY
        return JointFrames(before, unit_axis(entries.get("axis"), reading), _ZERO, IDENTITY)
    dh = required(node, entries, "dh", f"'frames: {frames}' needs it; {{}} where all four of a, alpha, d, theta are 0")
    return _dh_frames(dh, frames, kind, reading)


def _refuse_foreign_keys(entries: dict[str, Node], frames: str, kind: Kind) -> None:
    if frames == EXPLICIT and "dh" in entries:
        advice = "use origin and axis, or set frames to modified_dh or standard_dh"
        raise entries["dh"].error(f"dh does not go with 'frames: explicit' (the default); {advice}")
    for key in ("origin", "axis"):
        if frames != EXPLICIT and key in entries:
            raise entries[key].error(f"{key} does not go with 'frames: {frames}'; use dh, or set frames to explicit")
    if not kind.moves and "axis" in entries:
        raise entries["axis"].error(f"a {kind} joint has no axis; leave it out")


def _dh_frames(node: Node, frames: str, kind: Kind, reading: Reading) -> JointFrames:
    entries = entries_of(node, ("a", "alpha", "d", "theta"))
    a, d = (_offset(entries[key], reading) if key in entries else _ZERO for key in ("a", "d"))
    alpha, theta = (angle(entries[key], reading) if key in entries else _ZERO for key in ("alpha", "theta"))
    along_x = Placement(rotation_x(alpha), Vec3(a, _ZERO, _ZERO))
    adds = kind.turns and not kind.turns_back  # q to theta
    about_z = IDENTITY if adds else Placement(rotation_z(theta), ZERO_VECTOR)
    along_z = Placement(IDENTITY.rotation, Vec3(_ZERO, _ZERO, d))
    if frames == MODIFIED_DH:
        before, after = placed_after(along_x, about_z), along_z
    else:
        before, after = about_z, placed_after(along_z, along_x)
    if not kind.moves:
        before, after = placed_after(before, after), IDENTITY
    return JointFrames(before, Z_AXIS, theta if adds else _ZERO, after)


def origin(node: Node, reading: Reading) -> Placement:
    """Read a pose: {xyz, rpy}, both zero by default."""
    entries = entries_of(node, ("xyz", "rpy"))
    position = Vec3(*(_offset(x, reading) for x in items_of(entries["xyz"], 3))) if "xyz" in entries else ZERO_VECTOR
    rotation = rotation_rpy(angles(entries["rpy"], reading)) if "rpy" in entries else IDENTITY.rotation
    return Placement(rotation, position)


def _offset(node: Node, reading: Reading) -> Exact:
    return special_offset(number(node, reading), node, reading)


def unit_axis(node: Node | None, reading: Reading) -> Vec3[Exact]:
    """Read an axis of any length but zero, and make its length one, exactly."""
    if node is None:
        return Z_AXIS
    axis = _of_a_size_that_doubles_hold(vector(node, reading))
    square = axis.dot(axis)
    if _is_zero(square) or reading.decimal(square) == 0:
        raise node.error("the axis is zero; give it a direction such as [0, 0, 1]")
    axis = special_axis(axis, node, items_of(node, 3), reading)
    square = axis.dot(axis)
    return axis.scale(reciprocal(square_root(square)))


def _of_a_size_that_doubles_hold(axis: Vec3[Exact]) -> Vec3[Exact]:
    """Return an axis whose square doubles would take for zero with another length; any other as it is."""
    if not all(entry.is_rational for entry in axis):
        return axis
    largest = max(abs(entry.rational) for entry in axis)
    return axis.scale(1 / largest) if 0 < largest < TINY else axis


def _is_zero(x: Exact) -> bool:
    """Whether a constant is zero, seen or hidden as in sqrt(a)*sqrt(b) - sqrt(a*b); wrong with odds of 1 in 2^60."""
    return not x if x.is_rational else not Embedding([x])(x)
