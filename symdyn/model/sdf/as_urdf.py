"""<model> of SDF -> the elements of a URDF, with the lines of the SDF.

An SDF places links in the frame of their model, and joints anywhere on their child; a URDF places every link at its
joint. Where an axis misses the origin of its link, a massless link turns about it, to which the other is fixed.
The pose of the model turns gravity, as seen from its base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import few_of, unknown_name
from symdyn.model.notes import Note
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.robot_file.frames import placed_after
from symdyn.model.sdf.poses import Frames, pose_of, relative_to, seen_from
from symdyn.model.text.tree import quoted
from symdyn.model.written.xml_text import plain_vector, pose_attributes
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import several

WORLD = "world"
OF_EARTH = "0 0 -9.80665"  # what every robot has whose file says nothing
OF_WORLDS = "0 0 -9.8"  # SDF's own
INERTIA = {"ixx": "1", "ixy": "0", "ixz": "0", "iyy": "1", "iyz": "0", "izz": "1"}  # where an SDF says nothing
TYPES = ("revolute", "continuous", "prismatic", "fixed")
AXIS_OF_MODEL = 1.5  # before this version, axes were given in the frame of the model
NOT_READ = ("include", "model")  # within a model: parts that stand elsewhere, or move others


@dataclass(frozen=True, slots=True)
class SdfModel:
    """A model as the root element of a URDF; gravity in its base's frame, None: the usual; and what is to be told."""

    robot: Element
    gravity: Vec3[Exact] | None
    notes: list[Note]


def sdf_as_urdf(document: Element, snap: bool) -> SdfModel:
    """Return the one model of a document as a URDF."""
    worlds = document.all("world")
    models = [*document.all("model"), *(model for world in worlds for model in world.all("model"))]
    if len(models) != 1:
        raise document.error(f"holds {len(models)} models; a robot is one, in a file of its own")
    (model,) = models
    for child in model.children:
        if child.tag in NOT_READ:
            raise child.error(f"<{child.tag}> in a model is not read; write it out")
    if model.attributes.get("placement_frame"):
        raise model.error("placement_frame: is not read; give the model's own pose")
    links = {link.name: link for link in model.all("link")}
    frames = Frames(model, snap)
    if relative_to(model):
        raise model.error("relative_to: the pose of a model is read in its world's frame alone")
    placed = pose_of(model, snap)
    made = [_link(link, snap) for link in links.values()]
    version = float(several(document, "version", "1.6", (1,))[0])
    joints = model.all("joint")
    reading = _Reading(links, frames, seen_from(placed, IDENTITY), version, snap)
    for joint in joints:
        made += _joint(joint, reading)
    children = {reading.link(joint, "child") for joint in joints}
    robot = Element("robot", {"name": model.name}, model.file, model.line, made)
    on_world = [joint for joint in joints if reading.link(joint, "parent") == WORLD]
    roots = [placed_after(placed, frames.named(name, link)) for name, link in links.items() if name not in children]
    bases = [IDENTITY] if on_world else roots
    gravity = _gravity(worlds, bases[0] if bases else IDENTITY)
    still = {reading.link(joint, "child") for joint in on_world if joint.attributes.get("type") == "fixed"}
    return SdfModel(robot, gravity, [*_usual_bodies(links, children - still), *_weightless(links)])


@dataclass(frozen=True, slots=True)
class _Reading:
    """What joints are read with: links, frames, and where the world is in the model's."""

    links: Mapping[str, Element]
    frames: Frames
    world: Placement
    version: float
    snap: bool

    def link(self, joint: Element, role: str) -> str:
        """Return the parent or child link of a joint, which may name a frame on it."""
        element = joint.only(role)
        written = "" if element is None else element.text
        name = self.frames.link_of(written, joint)
        if name not in self.links and not (role == "parent" and name == WORLD):
            raise joint.error(f"joint {quoted(joint.name)}: {unknown_name(f'{role} link', written[:60], self.links)}")
        return name

    def place(self, link: str, at: Element) -> Placement:
        """Return where a link, or the world, is in the frame of the model."""
        return self.world if link == WORLD else self.frames.named(link, at)

    def on_child(self, joint: Element) -> Placement:
        """Return where a joint is on its child."""
        element = joint.only("child")
        child = self.link(joint, "child")
        if element is not None and element.text == child and not relative_to(joint):
            return pose_of(joint, self.snap)
        return seen_from(self.place(child, joint), self.frames.placed(joint))


def _gravity(worlds: Sequence[Element], base: Placement) -> Vec3[Exact] | None:
    """Return gravity in the frame of the base; None where nobody says any, and nothing is turned."""
    if not worlds and base.rotation == IDENTITY.rotation:
        return None
    world = worlds[0].only("gravity") if worlds else None
    text = OF_WORLDS if worlds else OF_EARTH
    numbers = text.split() if world is None else several(_text(world), "", "", (3,))
    return base.rotation.T @ Vec3(*(exact(number) for number in numbers))


def _usual_bodies(links: Mapping[str, Element], moved: Collection[str]) -> Iterator[Note]:
    """Tell which bodies are those that SDF has where a file says nothing."""
    usual = [link for name, link in links.items() if name in moved and _says_too_little(link)]
    if usual:
        named = few_of([link.name for link in usual])
        yield usual[0].note(f"no <mass> or <inertia> of {named}: taken as SDF does, 1 kg and 1 kg m^2 about each axis")


def _says_too_little(link: Element) -> bool:
    inertial = link.only("inertial")
    return inertial is None or inertial.only("mass") is None or inertial.only("inertia") is None


def _weightless(links: Mapping[str, Element]) -> Iterator[Note]:
    found = [link for link in links.values() if _number(link, "gravity", "1", words=True) == "0"]
    if found:
        yield found[0].note(f"<gravity> off for {few_of([link.name for link in found])} is left out: it has its weight")


def _text(element: Element) -> Element:
    """Return an element whose text stands where attributes do, for those who read these."""
    return Element(element.tag, {"": element.text}, element.file, element.line)


def _made(tag: str, at: Element, attributes: Mapping[str, str], *children: Element) -> Element:
    return Element(tag, dict(attributes), at.file, at.line, list(children))


def _link(link: Element, snap: bool) -> Element:
    inertial = link.only("inertial") or _made("inertial", link, {})
    inertia = inertial.only("inertia")
    entries = {key: _number(inertia, key, usual) for key, usual in INERTIA.items()}
    pose = pose_attributes(pose_of(inertial, snap), "xyz", "rpy")
    parts = (
        _made("origin", inertial, pose),
        _made("mass", inertial, {"value": _number(inertial, "mass", "1")}),
        _made("inertia", inertia or inertial, entries),
    )
    return _made("link", link, {"name": link.name}, _made("inertial", inertial, {}, *parts))


def _joint(joint: Element, reading: _Reading) -> list[Element]:
    kind = joint.attributes.get("type", "")
    if kind not in TYPES:
        raise joint.error(f"joint {quoted(joint.name)}: type {quoted(kind)} is not supported; {', '.join(TYPES)}")
    parent, child = (reading.link(joint, role) for role in ("parent", "child"))
    on_child = reading.on_child(joint)
    at_link = seen_from(reading.place(parent, joint), reading.place(child, joint))
    if kind == "fixed":
        return [_urdf_joint(joint, joint.name, kind, parent, child, at_link, [])]
    axis = _axis(joint, reading.place(child, joint), on_child, reading)
    moving = _moving(joint, axis)
    if not any(on_child.position.cross(axis)):  # the axis goes through the link's origin
        return [_urdf_joint(joint, joint.name, kind, parent, child, at_link, moving)]
    between = f"{child}_{joint.name}"
    there = Placement(IDENTITY.rotation, on_child.position)
    back = Placement(IDENTITY.rotation, -on_child.position)
    return [
        _made("link", joint, {"name": between}),
        _urdf_joint(joint, joint.name, kind, parent, between, placed_after(at_link, there), moving),
        _urdf_joint(joint, f"{child}_frame", "fixed", between, child, back, []),
    ]


def _urdf_joint(
    at: Element, name: str, kind: str, parent: str, child: str, origin: Placement, moving: list[Element]
) -> Element:
    ends = [_made("parent", at, {"link": parent}), _made("child", at, {"link": child})]
    place = _made("origin", at, pose_attributes(origin, "xyz", "rpy"))
    return _made("joint", at, {"name": name, "type": kind}, *ends, place, *moving)


def _axis(joint: Element, child: Placement, on_child: Placement, reading: _Reading) -> Vec3[Exact]:
    """Return the axis of a joint in the frame of its child."""
    axis = joint.only("axis")
    xyz = axis.only("xyz") if axis else None
    if axis is None or xyz is None:
        raise joint.error(f"joint {quoted(joint.name)} has no <axis> with <xyz>")
    numbers = several(_text(xyz), "", "", (3,))
    direction = Vec3(*(exact(text) for text in numbers))
    told = xyz.attributes.get("expressed_in", "")
    if told and told != joint.name:
        return child.rotation.T @ (reading.frames.named(told, xyz).rotation @ direction)
    of_model = _number(axis, "use_parent_model_frame", "1" if reading.version < AXIS_OF_MODEL else "0", words=True)
    return child.rotation.T @ direction if of_model == "1" else on_child.rotation @ direction


def _moving(joint: Element, axis: Vec3[Exact]) -> list[Element]:
    """Return axis, limits, friction and what a joint follows, as URDF has them."""
    written = joint.only("axis")
    assert written is not None  # _axis has looked
    found = [_made("axis", joint, {"xyz": plain_vector(axis)})]
    limit, dynamics, mimic = (written.only(tag) for tag in ("limit", "dynamics", "mimic"))
    if limit is not None:
        found.append(_made("limit", limit, _given(limit, ("lower", "upper", "effort", "velocity"))))
    if dynamics is not None:
        if float(_number(dynamics, "spring_stiffness", "0")):
            raise dynamics.error(f"joint {quoted(joint.name)}: its spring is not read; add it with --overlay")
        found.append(_made("dynamics", dynamics, _given(dynamics, ("damping", "friction"))))
    if mimic is not None:
        if float(_number(mimic, "reference", "0")):
            raise mimic.error(f"joint {quoted(joint.name)}: a reference in <mimic> is not read; put it into offset")
        found.append(_made("mimic", mimic, mimic.attributes | _given(mimic, ("multiplier", "offset"))))
    return found


def _given(element: Element, tags: tuple[str, ...]) -> dict[str, str]:
    return {tag: _number(element, tag, "0") for tag in tags if element.only(tag) is not None and _limits(element, tag)}


def _limits(element: Element, tag: str) -> bool:
    """Tell whether a limit is one: SDF writes -1 where efforts and speeds have none."""
    child = element.only(tag)
    return not (tag in ("effort", "velocity") and child is not None and child.text.startswith("-"))


def _number(element: Element | None, tag: str, default: str, *, words: bool = False) -> str:
    child = element.only(tag) if element is not None else None
    if child is None:
        return default
    if words:
        return {"true": "1", "false": "0"}.get(child.text, child.text)
    return child.text
