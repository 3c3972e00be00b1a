"""Mass, centre and inertia of shapes, as MuJoCo computes them from <geom>: with many digits, since pi is in them.

box 1/3 m (b² + c²)    ellipsoid 1/5 m (b² + c²)    sphere 2/5 m r²       with half sizes a b c, radius r
cylinder 1/12 m (3 r² + H²), 1/2 m r²               capsule: a cylinder and two halves of a sphere, length H between
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symdyn.algebra.decimals import mp_context, to_mpf
from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Mat3, Vec3, diagonal, outer
from symdyn.errors import one_of
from symdyn.model.mjcf.compiler import Compiler
from symdyn.model.mjcf.pose import pose_of, turn_of_z, unit
from symdyn.model.parts import Placement
from symdyn.model.robot_file.frames import placed_after
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import scalar, several

WATER = "1000"  # MuJoCo's density where none is given
WITHOUT_MASS = ("plane", "hfield")
Sizes = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Lump:
    """Mass, centre, and inertia about the centre, in the frame of a body; numbers of many digits."""

    mass: Any
    centre: Vec3[Any]
    tensor: Mat3[Any]


def lumped(lumps: Sequence[Lump]) -> Lump:
    """Return lumps as one."""
    mass = sum(lump.mass for lump in lumps)
    centre = Vec3(*(sum(lump.mass * c for lump, c in zip(lumps, cs, strict=True)) / mass for cs in _columns(lumps)))
    tensor = diagonal(*(mp_context.mpf(0),) * 3)
    for lump in lumps:
        away = lump.centre - centre
        square = away.dot(away)
        tensor = tensor + lump.tensor + (diagonal(square, square, square) - outer(away, away)).scale(lump.mass)
    return Lump(mass, centre, tensor)


def _columns(lumps: Sequence[Lump]) -> list[list[Any]]:
    return [[getattr(lump.centre, axis) for lump in lumps] for axis in "xyz"]


def lump_of(geom: Element, around: Placement, compiler: Compiler, body: str) -> Lump | None:
    """Return what a <geom> of a body weighs; None if nothing. ``around`` places its frame in the body's."""
    kind = geom.attributes.get("type", "sphere")
    group = int(float(scalar(geom, "group"))) if "group" in geom.attributes else 0
    inside = compiler.groups[0] <= group <= compiler.groups[1]
    if kind in WITHOUT_MASS or not inside or _weighs_nothing(geom):
        return None
    if kind in ("mesh", "sdf") or "mesh" in geom.attributes:
        what = f"body {quoted(body)} takes its inertia from the mesh of a <geom>, which is not read"
        raise geom.error(f"{what}; give the body an <inertial>, or save the model with MuJoCo, which adds it")
    if kind not in _SHAPES:
        raise geom.error(f"<geom> type: {quoted(kind)} is not known; {one_of([*_SHAPES, *WITHOUT_MASS, 'mesh'])}")
    if geom.attributes.get("shellinertia", "false") != "false":
        raise geom.error(f"body {quoted(body)} takes its inertia from the shell of a <geom>, which is not read")
    sizes, place = _sizes_and_pose(geom, kind, compiler)
    needed = SIZES[kind]
    if len(sizes) < needed or min(sizes[:needed]) <= 0:
        given = "one" if needed == 1 else f"{needed}"
        raise geom.error(f"<geom> size: a {kind} needs {given} above zero")
    place = placed_after(around, place)
    volume, moments = _SHAPES[kind](sizes)
    mass = _mpf(scalar(geom, "mass")) if "mass" in geom.attributes else _density(geom) * volume
    R: Mat3[Any] = place.rotation.map(_of_exact)
    tensor = R @ diagonal(*(mass * moment for moment in moments)) @ R.T
    return Lump(mass, place.position.map(_of_exact), tensor)


def _weighs_nothing(geom: Element) -> bool:
    given = [scalar(geom, word) for word in ("mass", "density") if word in geom.attributes]
    return bool(given) and not float(given[0])


def _density(geom: Element) -> Any:
    return _mpf(scalar(geom, "density") if "density" in geom.attributes else WATER)


def _sizes_and_pose(geom: Element, kind: str, compiler: Compiler) -> tuple[list[Any], Placement]:
    sizes = [_mpf(text) for text in several(geom, "size", "0 0 0", (1, 2, 3))]
    if "fromto" not in geom.attributes:
        return sizes, pose_of(geom, compiler)
    if kind == "sphere":
        raise geom.error("<geom> fromto: a sphere has no ends")
    numbers = [exact(text) for text in several(geom, "fromto", "", (6,))]
    start, end = Vec3(*numbers[:3]), Vec3(*numbers[3:])
    way = start - end
    half = mp_context.sqrt(_of_exact(way.dot(way))) / 2
    middle = (start + end).scale(exact(Fraction(1, 2)))
    place = Placement(turn_of_z(unit(way, geom, "fromto")), middle)
    across = sizes[:1] if kind in ("capsule", "cylinder") else [*sizes[:2], *sizes[:1]][:2]
    return [*across, half], place


def _mpf(text: str) -> Any:
    return mp_context.mpf(text)


def _of_exact(x: Any) -> Any:
    return to_mpf(x, {})


def _box(sizes: Sizes) -> tuple[Any, tuple[Any, ...]]:
    return 8 * sizes[0] * sizes[1] * sizes[2], _of_squares(sizes, 3)


def _ellipsoid(sizes: Sizes) -> tuple[Any, tuple[Any, ...]]:
    return 4 * mp_context.pi / 3 * sizes[0] * sizes[1] * sizes[2], _of_squares(sizes, 5)


def _sphere(sizes: Sizes) -> tuple[Any, tuple[Any, ...]]:
    return _ellipsoid([sizes[0]] * 3)


def _cylinder(sizes: Sizes) -> tuple[Any, tuple[Any, ...]]:
    r, H = sizes[0], 2 * sizes[1]
    across = (3 * r**2 + H**2) / 12
    return mp_context.pi * r**2 * H, (across, across, r**2 / 2)


def _capsule(sizes: Sizes) -> tuple[Any, tuple[Any, ...]]:
    r, H = sizes[0], 2 * sizes[1]
    (middle, (across, _, along)), (ends, _) = _cylinder(sizes), _sphere(sizes)
    volume = middle + ends
    wide = across * middle + ends * (2 * r**2 / 5 + H**2 / 4 + 3 * H * r / 8)
    slim = along * middle + ends * 2 * r**2 / 5
    return volume, (wide / volume, wide / volume, slim / volume)


def _of_squares(sizes: Sizes, by: int) -> tuple[Any, ...]:
    a, b, c = (size**2 for size in sizes)
    return (b + c) / by, (a + c) / by, (a + b) / by


SIZES = {"box": 3, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "sphere": 1}  # how many say how large one is
_SHAPES: dict[str, Callable[[Sizes], tuple[Any, tuple[Any, ...]]]] = {
    "box": _box,
    "capsule": _capsule,
    "cylinder": _cylinder,
    "ellipsoid": _ellipsoid,
    "sphere": _sphere,
}
