"""<pose>: x y z roll pitch yaw, exactly; and in whose frame it is given.

pose of      is given in, unless relative_to names another
link         the model's frame
joint        the frame of its child
frame        the frame that it is attached to, which is the model's unless attached_to names another
"""

from __future__ import annotations

from fractions import Fraction

from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import unknown_name
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.robot_file.angles import near_multiple, recognised
from symdyn.model.robot_file.frames import placed_after, rotation_rpy
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import several

MODEL = "__model__"
DEGREE = EXACT_PI * Fraction(1, 180)
EULER = ("", "euler_rpy")
RELATIVE = ("relative_to", "frame")  # `frame` until version 1.6


class Frames:
    """The frames of a model by name: links, joints and <frame>s, each placed in the model's when it is asked for."""

    def __init__(self, model: Element, snap: bool) -> None:
        """Find them; nothing is placed yet."""
        self._snap = snap
        self._elements = {one.name: one for tag in ("joint", "frame", "link") for one in model.all(tag)}
        self._placed: dict[str, Placement] = {MODEL: IDENTITY, "": IDENTITY}
        self._on_way: list[str] = []

    def named(self, name: str, at: Element) -> Placement:
        """Return where a frame is in that of the model; ``at`` is who asks for it."""
        if name in self._placed:
            return self._placed[name]
        if name not in self._elements:
            raise at.error(unknown_name("frame", name[:60], self._elements))
        if name in self._on_way:
            raise at.error(f"frames are placed in each other without end: {' -> '.join([*self._on_way, name])}")
        self._on_way.append(name)
        self._placed[name] = self.placed(self._elements[name])
        self._on_way.pop()
        return self._placed[name]

    def placed(self, element: Element) -> Placement:
        """Return where a link, a joint or a <frame> is in the frame of the model."""
        around = self.named(relative_to(element) or self._usual(element), element)
        return placed_after(around, pose_of(element, self._snap))

    def link_of(self, name: str, at: Element) -> str:
        """Return the link that a frame is attached to; a link's is its own. What is none is returned as it is."""
        seen: list[str] = []
        while name in self._elements and self._elements[name].tag != "link":
            if name in seen:
                raise at.error(f"frames are attached to each other without end: {' -> '.join([*seen, name])}")
            seen.append(name)
            element = self._elements[name]
            name = _text_in(element, "child") if element.tag == "joint" else element.attributes.get("attached_to", "")
        return name

    def _usual(self, element: Element) -> str:
        if element.tag == "joint":
            return _text_in(element, "child")
        return element.attributes.get("attached_to", "") if element.tag == "frame" else ""


def relative_to(element: Element) -> str:
    """Return the frame that the pose of an element is given in, where it names one."""
    pose = element.only("pose")
    return next((pose.attributes[key] for key in RELATIVE if pose.attributes.get(key)), "") if pose else ""


def pose_of(element: Element, snap: bool) -> Placement:
    """Return the numbers of the <pose> in an element; none is none at all."""
    pose = element.only("pose")
    if pose is None or not pose.text.strip():
        return IDENTITY
    if pose.attributes.get("rotation_format", "") not in EULER:
        raise pose.error("<pose> rotation_format: is not read; give roll, pitch and yaw")
    *xyz, roll, pitch, yaw = several(Element("pose", {"": pose.text}, pose.file, pose.line), "", "", (6,))
    degrees = pose.attributes.get("degrees", "") in ("true", "1")
    angles = [exact(text) * DEGREE if degrees else recognised(exact(text)) for text in (roll, pitch, yaw)]
    if snap:
        angles = [near_multiple(angle) or angle for angle in angles]
    return Placement(rotation_rpy(Vec3(*angles)), Vec3(*(exact(text) for text in xyz)))


def seen_from(frame: Placement, pose: Placement) -> Placement:
    """Return a pose in another frame; both are given in the same one."""
    R = frame.rotation.T
    return placed_after(Placement(R, R @ -frame.position), pose)


def _text_in(element: Element, tag: str) -> str:
    child = element.only(tag)
    return child.text if child is not None else ""
