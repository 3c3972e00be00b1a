"""One joint of MJCF: how it moves, and what acts on it.

damping -> friction.viscous       frictionloss -> friction.coulomb       armature -> rotor_inertia
stiffness, springref -> spring    range -> limits                        ref: q of the pose that is written
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import one_of
from symdyn.model.mjcf.compiler import Compiler
from symdyn.model.mjcf.pose import turn_about, unit, vector_of
from symdyn.model.parts import IDENTITY, ZERO_VECTOR, Placement
from symdyn.model.text.mapping import Located
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import is_no_limit, scalar, several

TYPES = {"hinge": "revolute", "slide": "prismatic", "ball": "ball", "free": "floating"}
HINGE, SLIDE = "hinge", "slide"


def type_of(joint: Element) -> str:
    """Return the type of a joint in MuJoCo's words."""
    kind = "free" if joint.tag == "freejoint" else joint.attributes.get("type", HINGE)
    if kind not in TYPES:
        raise joint.error(f"<joint> type: {quoted(kind)} is not known; {one_of(TYPES)}")
    return kind


def anchor_of(joint: Element) -> Vec3[Exact]:
    """Return a point of the joint's axis in the frame of its body: the body's origin, where the axis meets it."""
    kind = type_of(joint)
    if kind in ("free", SLIDE):
        return ZERO_VECTOR  # what slides has no point of its own
    point = vector_of(joint, "pos")
    along = kind == HINGE and not any(point.cross(vector_of(joint, "axis", "0 0 1")))
    return ZERO_VECTOR if along else point


def before_zero(joint: Element, compiler: Compiler) -> Placement:
    """Return the motion from the pose that is written, where q is `ref`, back to q = 0."""
    ref = reference(joint, compiler)
    if not ref:
        return IDENTITY
    axis = unit(vector_of(joint, "axis", "0 0 1"), joint, "axis")
    if type_of(joint) == SLIDE:
        return Placement(IDENTITY.rotation, axis.scale(-ref))
    return Placement(turn_about(axis, -ref), ZERO_VECTOR)


def reference(joint: Element, compiler: Compiler) -> Exact:
    """Return the coordinate of a joint in the pose that is written."""
    if "ref" not in joint.attributes or type_of(joint) not in (HINGE, SLIDE):
        return exact(0)
    written = scalar(joint, "ref")
    return compiler.angle(written) if type_of(joint) == HINGE else exact(written)


def motion_of(joint: Element, compiler: Compiler) -> dict[str, Any]:
    """Return the entry of a joint without names, pose and link."""
    kind = type_of(joint)
    entry: dict[str, Any] = {"type": TYPES[kind]}
    if kind not in (HINGE, SLIDE):
        return entry
    entry["axis"] = Located(several(joint, "axis", "0 0 1", (3,)), joint.line)
    _refuse_springdamper(joint)
    friction = _given(joint, {"viscous": "damping", "coulomb": "frictionloss"}, compiler)
    if friction:
        entry["friction"] = friction
    entry |= _given(joint, {"rotor_inertia": "armature"}, compiler)
    spring = _given(joint, {"stiffness": "stiffness"}, compiler)
    if spring and Fraction(spring["stiffness"].value):
        if "springref" in joint.attributes:
            spring["rest"] = _coordinate(joint, scalar(joint, "springref"), compiler)
        entry["spring"] = spring
    limits = _limits(joint, compiler)
    return {**entry, "limits": limits} if limits else entry


def _refuse_springdamper(joint: Element) -> None:
    """Refuse stiffness and damping that MuJoCo works out of the inertia in its first pose; zeros mean none."""
    times = several(joint, "springdamper", "0 0", (2,))
    if any(Fraction(time) for time in times):
        what = "stiffness and damping that follow from inertia are not read"
        raise joint.error(f"<joint> springdamper: {what}; write `stiffness` and `damping`")


def _given(joint: Element, words: dict[str, str], compiler: Compiler) -> dict[str, Any]:
    """Return those of our words whose attribute is there, and not switched off; a 0 is a value like any other."""
    found = {}
    for word, attribute in words.items():
        if attribute not in joint.attributes or attribute in compiler.disabled:
            continue
        first, *others = several(joint, attribute, "0", (1, 2, 3, 4, 5))
        if any(Fraction(other) for other in others):
            raise joint.error(f"<joint> {attribute}: {joint.attributes[attribute]!r} is no constant, and is not read")
        found[word] = Located(first, joint.line)
    return found


def _coordinate(joint: Element, written: str, compiler: Compiler) -> Located:
    return Located(compiler.angle_text(written) if type_of(joint) == HINGE else written, joint.line)


def _limits(joint: Element, compiler: Compiler) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    if _limited(joint, "range", "limited", compiler):
        ends = zip(("lower", "upper"), several(joint, "range", "0 0", (2,)), strict=True)
        limits |= {key: _coordinate(joint, end, compiler) for key, end in ends if not is_no_limit(end)}
    if _limited(joint, "actuatorfrcrange", "actuatorfrclimited", compiler):
        efforts = several(joint, "actuatorfrcrange", "0 0", (2,))
        largest = max(efforts, key=lambda text: abs(Fraction(text)))
        limits["effort"] = Located(largest.removeprefix("-"), joint.line)
    return limits


def _limited(joint: Element, attribute: str, word: str, compiler: Compiler) -> bool:
    said = joint.attributes.get(word, "auto")
    if said not in ("true", "false", "auto"):
        raise joint.error(f"<joint> {word}: {quoted(said)}; expected true, false or auto")
    given = attribute in joint.attributes
    return given and (said == "true" or (said == "auto" and compiler.autolimits))
