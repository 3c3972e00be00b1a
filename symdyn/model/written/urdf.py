"""Robot -> URDF, as Pinocchio and others read it."""

from __future__ import annotations

from symdyn.joints.fixed import FIXED
from symdyn.joints.prismatic import PRISMATIC
from symdyn.joints.revolute import REVOLUTE
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.written.losses import refuse_kinds, urdf_losses, written_couplings
from symdyn.model.written.parts import Part, parts_of
from symdyn.model.written.xml_text import plain_number, plain_vector, pose_attributes, tag

KINDS = (REVOLUTE, PRISMATIC, FIXED)
UNLIMITED = "1e+30"  # where URDF wants a limit and there is none
BASE_LINK = "base_link"


def urdf_text(robot: Robot, opening: str) -> tuple[str, list[str]]:
    """Return the text of a URDF, below a comment, and what it does not say."""
    bound = bind_symbols(robot)
    parts = parts_of(bound)
    refuse_kinds(parts, KINDS, "URDF")
    mimics = {}
    names = robot.tree_joint_names
    for coupling in written_couplings(bound):
        ((leader, factor),) = coupling.factors
        mimics[names[coupling.joint]] = {
            "joint": names[leader],
            "multiplier": plain_number(factor),
            "offset": plain_number(coupling.plus),
        }
    base = BASE_LINK
    while base in {part.link for part in parts}:
        base += "_"
    lines = tag("link", {"name": base}, depth=1)
    for part in parts:
        lines += _joint(part, base, mimics.get(part.joint)) + _link(part)
    document = ['<?xml version="1.0"?>', f"<!-- {opening} -->", *tag("robot", {"name": robot.name}, lines)]
    return "\n".join(document) + "\n", urdf_losses(bound, parts)


def _joint(part: Part, base: str, mimic: dict[str, str] | None) -> list[str]:
    limits = part.limits
    ends = [end for end in (limits.lower, limits.upper) if end is not None]
    kind = "continuous" if part.kind is REVOLUTE and not ends else str(part.kind)
    inside = tag("parent", {"link": base if part.parent == BASE_NAME else part.parent}, depth=2)
    inside += tag("child", {"link": part.link}, depth=2)
    pose = pose_attributes(part.origin, "xyz", "rpy")
    if pose:
        inside += tag("origin", pose, depth=2)
    if part.moves:
        inside += tag("axis", {"xyz": plain_vector(part.axis)}, depth=2) + _limit(part, kind)
        dynamics = {"damping": part.effects.get("fv"), "friction": part.effects.get("fc")}
        given = {word: plain_number(value) for word, value in dynamics.items() if value is not None}
        inside += tag("dynamics", given, depth=2) if given else []
        inside += tag("mimic", mimic, depth=2) if mimic else []
    return tag("joint", {"name": part.joint, "type": kind}, inside, depth=1)


def _limit(part: Part, kind: str) -> list[str]:
    limits = part.limits
    given = {word: repr(value) for word in ("effort", "velocity") if (value := getattr(limits, word)) is not None}
    if kind == "continuous" and not given:
        return []
    found = {}
    if kind != "continuous":
        found["lower"] = f"-{UNLIMITED}" if limits.lower is None else repr(limits.lower)
        found["upper"] = UNLIMITED if limits.upper is None else repr(limits.upper)
    return tag("limit", {**found, "effort": UNLIMITED, "velocity": UNLIMITED, **given}, depth=2)


def _link(part: Part) -> list[str]:
    if part.solid is None:
        return tag("link", {"name": part.link}, depth=1)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (tuple(row) for row in part.solid.tensor.rows)
    entries = zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), (xx, xy, xz, yy, yz, zz), strict=True)
    inside = tag("origin", {"xyz": plain_vector(part.solid.com)}, depth=3)
    inside += tag("mass", {"value": plain_number(part.solid.mass)}, depth=3)
    inside += tag("inertia", {word: plain_number(entry) for word, entry in entries}, depth=3)
    return tag("link", {"name": part.link}, tag("inertial", {}, inside, depth=2), depth=1)
