"""The inertia of a URDF link, turned from the axes of its <inertial> into those of the link.

    I_link = R I R^T        R = Rz(yaw) Ry(pitch) Rx(roll) of the inertial's origin

Right angles keep the decimals exact; after any other turn the entries are the doubles nearest to the exact ones.
"""

from __future__ import annotations

from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.model.notes import Note
from symdyn.model.robot_file.angles import degrees_note, looks_like_degrees, near_multiple, near_note, recognised
from symdyn.model.robot_file.frames import rotation_rpy
from symdyn.model.text.mapping import Located
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import scalar, three
from symdyn.model.xml.tensor import TENSOR, turned_tensor


def link_inertia(link: Element, snap: bool, notes: list[Note]) -> dict[str, Any]:
    """Return mass, com and inertia of a link; in URDF a link without <inertial> has no mass."""
    inertial = link.only("inertial")
    if inertial is None:
        return {"massless": "true"}
    parts = {tag: inertial.only(tag) for tag in ("mass", "inertia")}
    for tag, part in parts.items():
        if part is None:
            raise inertial.error(f"the <inertial> of link {quoted(link.name)} lacks <{tag}>")
    mass, inertia = parts["mass"], parts["inertia"]
    assert mass is not None and inertia is not None  # for the type checker: the loop above has raised
    origin = inertial.only("origin")
    tensor = {key: scalar(inertia, f"i{key}") for key in TENSOR}
    if origin is not None:
        rpy = Vec3(*(_angle(word, origin, snap, notes) for word in three(origin, "rpy").value))
        tensor = turned_tensor(tensor, rotation_rpy(rpy)) if any(rpy) else tensor
    return {
        "mass": Located(scalar(mass, "value"), mass.line),
        "com": three(origin, "xyz") if origin else ["0", "0", "0"],
        "inertia": Located(tensor, inertia.line),
    }


def _angle(word: str, origin: Element, snap: bool, notes: list[Note]) -> Exact:
    angle = recognised(exact(word))
    multiple = near_multiple(angle)
    if multiple is None and looks_like_degrees(angle):
        what, kind = degrees_note(word, origin.file)
        notes.append(origin.note(f"<inertial> rpy: {what}", kind))
    if multiple is None:
        return angle
    what, kind = near_note(word, multiple, snap, origin.file)
    notes.append(origin.note(f"<inertial> rpy: {what}", kind))
    return multiple if snap else angle
