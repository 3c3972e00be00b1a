"""Robot -> MJCF, as MuJoCo reads it.

MuJoCo wants mass behind every joint: joints that move a massless link, and nothing but the next part with it, become
further joints of that part's body, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.algebra.exact import Exact, reciprocal
from symdyn.algebra.spatial import Vec3
from symdyn.joints.fixed import FIXED
from symdyn.joints.prismatic import PRISMATIC
from symdyn.joints.revolute import REVOLUTE
from symdyn.model.bind import bind_symbols
from symdyn.model.parts import ZERO_VECTOR, Placement
from symdyn.model.robot import Robot
from symdyn.model.robot_file.frames import placed_after
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.written.losses import mjcf_losses, refuse_kinds, written_couplings
from symdyn.model.written.parts import Part, parts_of
from symdyn.model.written.xml_text import plain_direction, plain_number, plain_vector, pose_attributes, tag

TYPES = {REVOLUTE: "hinge", PRISMATIC: "slide"}
EFFECTS = {"damping": "fv", "frictionloss": "fc", "armature": "Ia"}
SETTINGS = {"angle": "radian", "eulerseq": "XYZ", "inertiafromgeom": "false", "autolimits": "true"}


@dataclass(frozen=True, slots=True)
class _Moved:
    """A joint, its axis and a point of it, in the frame of the body that it moves."""

    part: Part
    axis: Vec3[Exact]
    point: Vec3[Exact]

    def seen_from(self, frame: Placement) -> _Moved:
        """Return the same in a frame that is placed in that one."""
        R = frame.rotation.T
        return _Moved(self.part, R @ self.axis, R @ (self.point - frame.position))


def mjcf_text(robot: Robot, opening: str) -> tuple[str, list[str]]:
    """Return the text of an MJCF, below a comment, and what it does not say."""
    bound = bind_symbols(robot)
    parts = parts_of(bound)
    refuse_kinds(parts, (*TYPES, FIXED), "MJCF")
    tip = bound.joints[bound.tip].link.name
    bodies = [line for part in _on(BASE_NAME, parts) for line in _body(part, parts, tip, part.origin, (), 2)]
    lines = tag("compiler", SETTINGS, depth=1) + tag("option", {"gravity": plain_vector(bound.gravity)}, depth=1)
    lines += tag("worldbody", {}, bodies, depth=1)
    names = robot.tree_joint_names
    equal = []
    for coupling in written_couplings(bound):
        ((leader, factor),) = coupling.factors
        line = {"joint1": names[coupling.joint], "joint2": names[leader]}
        equal += tag("joint", {**line, "polycoef": f"{plain_vector((coupling.plus, factor))} 0 0 0"}, depth=2)
    lines += tag("equality", {}, equal, depth=1) if equal else []
    document = [f"<!-- {opening} -->", *tag("mujoco", {"model": robot.name}, lines)]
    return "\n".join(document) + "\n", mjcf_losses(bound, parts)


def _on(link: str, parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.parent == link]


def _body(
    part: Part, parts: Sequence[Part], tip: str, origin: Placement, waiting: Sequence[_Moved], depth: int
) -> list[str]:
    """Return a part's body; ``waiting`` are joints without mass of their own, in the frame of this part."""
    joints = [*waiting, *([_Moved(part, part.axis, ZERO_VECTOR)] if part.moves else [])]
    above = _on(part.link, parts)
    if joints and part.solid is None and len(above) == 1 and part.link != tip:
        (only,) = above
        seen = [joint.seen_from(only.origin) for joint in joints]
        return _body(only, parts, tip, placed_after(origin, only.origin), seen, depth)
    inside = _inertial(part, depth + 1)
    for joint in joints:
        inside += tag("joint", _attributes(joint), depth=depth + 1)
    for child in above:
        inside += _body(child, parts, tip, child.origin, (), depth + 1)
    return tag("body", {"name": part.link, **pose_attributes(origin, "pos", "euler")}, inside, depth)


def _inertial(part: Part, depth: int) -> list[str]:
    solid = part.solid
    if solid is None:
        return []
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (tuple(row) for row in solid.tensor.rows)
    # of a full tensor MuJoCo wants positive moments, of a diagonal one not
    word, entries = ("fullinertia", (xx, yy, zz, xy, xz, yz)) if xy or xz or yz else ("diaginertia", (xx, yy, zz))
    attributes = {"pos": plain_vector(solid.com), "mass": plain_number(solid.mass), word: plain_vector(entries)}
    return tag("inertial", attributes, depth=depth)


def _attributes(joint: _Moved) -> dict[str, str]:
    part, limits = joint.part, joint.part.limits
    found = {"name": part.joint, "type": TYPES[part.kind], "axis": plain_direction(joint.axis)}
    if part.kind is REVOLUTE and any(joint.point):
        found["pos"] = plain_vector(joint.point)
    found |= {word: plain_number(part.effects[effect]) for word, effect in EFFECTS.items() if effect in part.effects}
    if part.effects.get("ks"):
        found["stiffness"] = plain_number(part.effects["ks"])
        found["springref"] = plain_number(part.effects["kr"] * reciprocal(part.effects["ks"]))
    if limits.lower is not None or limits.upper is not None:
        ends = (-1e30 if limits.lower is None else limits.lower, 1e30 if limits.upper is None else limits.upper)
        found["range"] = " ".join(map(repr, ends))
    if limits.effort is not None:
        found["actuatorfrcrange"] = f"{-limits.effort!r} {limits.effort!r}"
    return found
