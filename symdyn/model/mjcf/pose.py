"""Positions and orientations of MJCF, exactly.

quat        R(w x y z), of any length: entries are quotients of the decimals, so 0.707107 0.707107 0 0 is a right angle
axisangle   a turn about an axis of any length        euler   three turns, about axes that turn along or stay fixed
xyaxes      x, and y made perpendicular to it          zaxis   the shortest turn that brings z there
"""

from __future__ import annotations

from collections.abc import Callable

from symdyn.algebra.exact import EXACT_PI, Exact, exact, reciprocal
from symdyn.algebra.roots import square_root
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.model.mjcf.compiler import Compiler
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.robot_file.frames import rotation_x, rotation_y, rotation_z
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import several

Matrix = Mat3[Exact]
TURNS = {"x": rotation_x, "y": rotation_y, "z": rotation_z}
_ONE, _ZERO = exact(1), exact(0)


def pose_of(element: Element, compiler: Compiler) -> Placement:
    """Return where an element stands in what holds it."""
    return Placement(orientation_of(element, compiler), vector_of(element, "pos"))


def vector_of(element: Element, attribute: str, default: str = "0 0 0") -> Vec3[Exact]:
    """Return three numbers."""
    return Vec3(*(exact(text) for text in several(element, attribute, default, (3,))))


def orientation_of(element: Element, compiler: Compiler) -> Matrix:
    """Return how an element is turned, in whichever of the five ways it says so."""
    given = [word for word in _WAYS if word in element.attributes]
    if len(given) > 1:
        raise element.error(f"<{element.tag}> has {' and '.join(given)}; one orientation is enough")
    return _WAYS[given[0]](element, compiler) if given else IDENTITY.rotation


def quaternion_turn(w: Exact, x: Exact, y: Exact, z: Exact) -> Matrix:
    """Return the turn of a quaternion of any length but zero."""
    over = reciprocal(w * w + x * x + y * y + z * z)
    rows = (
        Vec3(w * w + x * x - y * y - z * z, (x * y - w * z) * 2, (x * z + w * y) * 2),
        Vec3((x * y + w * z) * 2, w * w - x * x + y * y - z * z, (y * z - w * x) * 2),
        Vec3((x * z - w * y) * 2, (y * z + w * x) * 2, w * w - x * x - y * y + z * z),
    )
    return Mat3(*rows).scale(over)


def turn_about(axis: Vec3[Exact], angle: Exact) -> Matrix:
    """Return the turn by an angle about a unit vector."""
    (x, y, z), (c, s) = axis, cos_sin(angle)
    v = _ONE - c
    return Mat3(
        Vec3(c + x * x * v, x * y * v - z * s, x * z * v + y * s),
        Vec3(x * y * v + z * s, c + y * y * v, y * z * v - x * s),
        Vec3(x * z * v - y * s, y * z * v + x * s, c + z * z * v),
    )


def _quat(element: Element, compiler: Compiler) -> Matrix:
    numbers = [exact(text) for text in several(element, "quat", "", (4,))]
    if not any(numbers):
        raise element.error(f"<{element.tag}> quat: is zero; 1 0 0 0 turns nothing")
    return quaternion_turn(*numbers)


def _axisangle(element: Element, compiler: Compiler) -> Matrix:
    *axis, angle = several(element, "axisangle", "", (4,))
    return turn_about(unit(Vec3(*(exact(text) for text in axis)), element, "axisangle"), compiler.angle(angle))


def _euler(element: Element, compiler: Compiler) -> Matrix:
    R: Matrix = IDENTITY.rotation
    for letter, text in zip(compiler.sequence, several(element, "euler", "", (3,)), strict=True):
        turn = TURNS[letter.lower()](compiler.angle(text))
        R = R @ turn if letter.islower() else turn @ R
    return R


def _xyaxes(element: Element, compiler: Compiler) -> Matrix:
    numbers = [exact(text) for text in several(element, "xyaxes", "", (6,))]
    x = unit(Vec3(*numbers[:3]), element, "xyaxes")
    y = Vec3(*numbers[3:])
    y = unit(y - x.scale(x.dot(y)), element, "xyaxes")
    return Mat3(x, y, x.cross(y)).T


def _zaxis(element: Element, compiler: Compiler) -> Matrix:
    return turn_of_z(unit(vector_of(element, "zaxis"), element, "zaxis"))


def turn_of_z(z: Vec3[Exact]) -> Matrix:
    """Return the shortest turn that brings the third axis to a unit vector; half a turn about x if it points down."""
    if not (z.x or z.y):
        return IDENTITY.rotation if z.z == _ONE else TURNS["x"](EXACT_PI)
    return quaternion_turn(_ONE + z.z, -z.y, z.x, _ZERO)


def unit(v: Vec3[Exact], element: Element, attribute: str) -> Vec3[Exact]:
    """Return a direction with length one."""
    square = v.dot(v)
    if not square:
        raise element.error(f"<{element.tag}> {attribute}: a direction of length zero")
    return v.scale(reciprocal(square_root(square)))


_WAYS: dict[str, Callable[[Element, Compiler], Matrix]] = {
    "quat": _quat,
    "axisangle": _axisangle,
    "euler": _euler,
    "xyaxes": _xyaxes,
    "zaxis": _zaxis,
}
