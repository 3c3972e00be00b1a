"""<model> of SDF -> the elements of a URDF, with the lines of the SDF.

An SDF places links in the frame of their model, and joints anywhere on their child; a URDF places every link at its
joint. Where an axis misses the origin of its link, a massless link turns about it, to which the other is fixed.
"""

from __future__ import annotations

from collections.abc import Mapping

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import unknown_name
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.robot_file.frames import placed_after
from symdyn.model.sdf.poses import pose_of, seen_from
from symdyn.model.text.tree import quoted
from symdyn.model.written.xml_text import plain_vector, pose_attributes
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import several

WORLD = "world"
TYPES = ("revolute", "continuous", "prismatic", "fixed")
AXIS_OF_MODEL = 1.5  # before this version, axes were given in the frame of the model
NOT_READ = ("include", "frame", "model")  # within a model: parts that stand elsewhere, or move others


def sdf_as_urdf(document: Element, snap: bool) -> Element:
    """Return the one model of a document as the root element of a URDF."""
    models = [*document.all("model"), *(model for world in document.all("world") for model in world.all("model"))]
    if len(models) != 1:
        raise document.error(f"holds {len(models)} models; a robot is one, in a file of its own")
    (model,) = models
    for child in model.children:
        if child.tag in NOT_READ:
            raise child.error(f"<{child.tag}> in a model is not read; write it out")
    links = {link.name: link for link in model.all("link")}
    frames = {name: pose_of(link, snap) for name, link in links.items()}
    made = [_link(link, snap) for link in links.values()]
    version = float(several(document, "version", "1.6", (1,))[0])
    for joint in model.all("joint"):
        made += _joint(joint, frames, version, snap)
    return Element("robot", {"name": model.name}, model.file, model.line, made)


def _made(tag: str, at: Element, attributes: Mapping[str, str], *children: Element) -> Element:
    return Element(tag, dict(attributes), at.file, at.line, list(children))


def _link(link: Element, snap: bool) -> Element:
    inertial = link.only("inertial")
    if inertial is None:
        return _made("link", link, {"name": link.name})
    inertia = inertial.only("inertia")
    entries = {key: _number(inertia, key, "0") for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")}
    pose = pose_attributes(pose_of(inertial, snap), "xyz", "rpy")
    parts = (
        _made("origin", inertial, pose),
        _made("mass", inertial, {"value": _number(inertial, "mass", "1")}),
        _made("inertia", inertia or inertial, entries),
    )
    return _made("link", link, {"name": link.name}, _made("inertial", inertial, {}, *parts))


def _joint(joint: Element, frames: Mapping[str, Placement], version: float, snap: bool) -> list[Element]:
    kind = joint.attributes.get("type", "")
    if kind not in TYPES:
        raise joint.error(f"joint {quoted(joint.name)}: type {quoted(kind)} is not supported; {', '.join(TYPES)}")
    parent, child = (_named(joint, role, frames) for role in ("parent", "child"))
    carrier = IDENTITY if parent == WORLD else frames[parent]
    on_child = pose_of(joint, snap)
    at_link = seen_from(carrier, frames[child])
    if kind == "fixed":
        return [_urdf_joint(joint, joint.name, kind, parent, child, at_link, [])]
    axis = _axis(joint, frames[child], on_child, version)
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


def _named(joint: Element, role: str, frames: Mapping[str, Placement]) -> str:
    element = joint.only(role)
    name = "" if element is None else element.text
    if name not in frames and not (role == "parent" and name == WORLD):
        raise joint.error(f"joint {quoted(joint.name)}: {unknown_name(f'{role} link', name[:60], frames)}")
    return name


def _axis(joint: Element, child: Placement, on_child: Placement, version: float) -> Vec3[Exact]:
    """Return the axis of a joint in the frame of its child."""
    axis = joint.only("axis")
    xyz = axis.only("xyz") if axis else None
    if axis is None or xyz is None:
        raise joint.error(f"joint {quoted(joint.name)} has no <axis> with <xyz>")
    if xyz.attributes.get("expressed_in", "") not in ("", joint.name):
        raise xyz.error("<xyz> expressed_in: is not read; give the axis in the frame of its joint")
    numbers = several(Element("xyz", {"": xyz.text}, xyz.file, xyz.line), "", "", (3,))
    direction = Vec3(*(exact(text) for text in numbers))
    of_model = _number(axis, "use_parent_model_frame", "1" if version < AXIS_OF_MODEL else "0", words=True)
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
