"""<pose>: x y z roll pitch yaw, exactly; links in the frame of their model, joints in that of their child."""

from __future__ import annotations

from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.robot_file.angles import near_multiple, recognised
from symdyn.model.robot_file.frames import placed_after, rotation_rpy
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import several

READ_ELSEWHERE = ("relative_to", "frame", "rotation_format", "degrees")  # attributes that give a pose another meaning


def pose_of(element: Element, snap: bool) -> Placement:
    """Return the <pose> in an element; none is none at all."""
    pose = element.only("pose")
    if pose is None:
        return IDENTITY
    for attribute in READ_ELSEWHERE:
        if pose.attributes.get(attribute) not in (None, "", "false", "euler_rpy"):
            raise pose.error(f"<pose> {attribute}: is not read; give poses as usual, by six numbers")
    *xyz, roll, pitch, yaw = several(Element("pose", {"": pose.text}, pose.file, pose.line), "", "", (6,))
    angles = [recognised(exact(text)) for text in (roll, pitch, yaw)]
    if snap:
        angles = [near_multiple(angle) or angle for angle in angles]
    return Placement(rotation_rpy(Vec3(*angles)), Vec3(*(exact(text) for text in xyz)))


def seen_from(frame: Placement, pose: Placement) -> Placement:
    """Return a pose in another frame; both are given in the same one."""
    R = frame.rotation.T
    return placed_after(Placement(R, R @ -frame.position), pose)
