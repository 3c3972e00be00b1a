"""The ten parameters of a link in the orders, names and frames of other tools, and back.

    m mx my mz              mass and first moments m c
    Ixx Ixy Iyy Ixz Iyz Izz inertia tensor: entries of the matrix, Ixy = -∫ x y dm, no sign flip

Every convention here writes tensor entries with that sign; they differ in order, and in whether the inertia is about
the origin of the link frame, with first moments, or about the centre of mass, with the centre's position.

Scalars: floats, fractions or exact constants; integers count as fractions, so that a division stays exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from symdyn.algebra.spatial import Mat3, Sym3, Vec3, square, symmetric_product
from symdyn.errors import InputError, unknown_name

ROTATION_TOLERANCE = 1e-9  # entries of a rotation are often copied with ten digits; an error in them is coarser

Ten = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Convention:
    """How a tool lists a link: its own labels, and what each means in ours (`cx`: the centre's position)."""

    labels: tuple[str, ...]
    meaning: tuple[str, ...]

    @property
    def at_com(self) -> bool:
        """Whether the inertia is about the centre of mass."""
        return "cx" in self.meaning


_OURS = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_AT_COM = ("m", "cx", "cy", "cz", *_OURS[4:])


def _convention(labels: str, meaning: str) -> Convention:
    return Convention(tuple(labels.split()), tuple(meaning.split()))


CONVENTIONS: dict[str, Convention] = {
    "symdyn": Convention(_OURS, _OURS),
    "pinocchio": Convention(_OURS, _OURS),
    "idyntree": _convention("m mx my mz Ixx Ixy Ixz Iyy Iyz Izz", "m mx my mz Ixx Ixy Ixz Iyy Iyz Izz"),
    "sympybotics": _convention("Lxx Lxy Lxz Lyy Lyz Lzz lx ly lz m", "Ixx Ixy Ixz Iyy Iyz Izz mx my mz m"),
    "symoro": _convention("XX XY XZ YY YZ ZZ MX MY MZ M", "Ixx Ixy Ixz Iyy Iyz Izz mx my mz m"),
    "urdf": _convention("mass x y z ixx ixy ixz iyy iyz izz", "m cx cy cz Ixx Ixy Ixz Iyy Iyz Izz"),
    "robotics_toolbox": _convention("m rx ry rz Lxx Lyy Lzz Lxy Lyz Lxz", "m cx cy cz Ixx Iyy Izz Ixy Iyz Ixz"),
}


def convention(name: str) -> Convention:
    """Look a convention up; the error lists all of them."""
    if not isinstance(name, str) or name not in CONVENTIONS:
        raise InputError(unknown_name("parameter convention", name, CONVENTIONS))
    return CONVENTIONS[name]


def reorder(values: Iterable[Any], source: str, target: str) -> tuple[Any, ...]:
    """Rewrite one link's ten, or the tens of several links one after the other, in another convention.

    Args:
        values: ten numbers per link.
        source: the convention they are in, a key of `CONVENTIONS`.
        target: the convention wanted.
    """
    given, wanted = convention(source), convention(target)
    entries = tuple(values)
    if not entries or len(entries) % 10:
        raise InputError(f"{len(entries)} numbers are no list of tens; {source} has {' '.join(given.labels)} per link")
    tens = (entries[i : i + 10] for i in range(0, len(entries), 10))
    return tuple(entry for ten in tens for entry in _rewritten(ten, given, wanted))


def _rewritten(ten: Sequence[Any], given: Convention, wanted: Convention) -> tuple[Any, ...]:
    named = dict(zip(given.meaning, ten, strict=True))
    if given.at_com and not wanted.at_com:
        m, *rest = (named[key] for key in _AT_COM)
        named = dict(zip(_OURS, about_origin(m, rest[:3], rest[3:]), strict=True))
    elif wanted.at_com and not given.at_com:
        m, com, inertia = about_com([named[key] for key in _OURS])
        named = dict(zip(_AT_COM, (m, *com, *inertia), strict=True))
    return tuple(named[key] for key in wanted.meaning)


def about_com(ten: Sequence[Any]) -> tuple[Any, tuple[Any, ...], tuple[Any, ...]]:
    """Return mass, centre of mass and inertia about it (xx xy yy xz yz zz) of a link's ten, given about the origin.

    A link without mass has no centre of mass: if its first moments are zero too, the origin stands in for it.
    """
    m, h, I = _grouped(ten)
    if not m:
        if any(h):
            raise InputError("a link without mass has first moments: it has no centre of mass")
        return m, tuple(h), tuple(I)
    com = h.map(lambda moment: moment / m)
    return m, tuple(com), tuple(I - _steiner(square(com)).scale(m))


def about_origin(mass: Any, com: Sequence[Any], inertia: Sequence[Any]) -> Ten:
    """Return the ten about the origin, of a mass, its centre and the inertia about that centre (xx xy yy xz yz zz)."""
    m, c, I = _grouped((mass, *com, *inertia))
    return (m, *c.scale(m), *(I + _steiner(square(c)).scale(m)))


def in_frame(ten: Sequence[Any], rotation: Any, position: Any) -> Ten:
    """Return a link's ten in another frame that moves with the link.

    Args:
        ten: the link's ten in the old frame, in our order.
        rotation: the old frame's axes as seen in the new frame, columns of a matrix (`Mat3` or three rows).
        position: the old frame's origin as seen in the new frame (`Vec3` or three numbers).

    With R and p these: h -> R h + m p, and the inertia follows with Steiner's terms. For a link frame that standard DH
    puts at the far end and modified DH at the near end, R and p are the constant rotation and shift between the two.
    """
    R, p = _rotation(rotation), _vector(position)
    m, h, I = _grouped(ten)
    turned = R @ h
    moved = I.rotated(R) + _steiner(symmetric_product(p, turned)) + _steiner(square(p)).scale(m)
    return (m, *(turned + p.scale(m)), *moved)


def _grouped(ten: Sequence[Any]) -> tuple[Any, Vec3[Any], Sym3[Any]]:
    entries = [_exact_integer(entry) for entry in ten]
    if len(entries) != 10:
        raise InputError(f"a link has ten parameters, {' '.join(_OURS)}; there are {len(entries)}")
    return entries[0], Vec3(*entries[1:4]), Sym3(*entries[4:])


def _exact_integer(x: Any) -> Any:
    return Fraction(x) if isinstance(x, Rational) else x


def _steiner(A: Sym3[Any]) -> Sym3[Any]:
    """trace(A) 1 - A."""
    return Sym3(A.yy + A.zz, -A.xy, A.xx + A.zz, -A.xz, -A.yz, A.xx + A.yy)


def _vector(entries: Any) -> Vec3[Any]:
    listed = tuple(entries)
    if len(listed) != 3:
        raise InputError(f"a vector has three entries; there are {len(listed)}")
    return Vec3(*(_exact_integer(entry) for entry in listed))


def _rotation(entries: Any) -> Mat3[Any]:
    """Read a matrix; of numbers, make sure that it turns and does nothing else."""
    rows = tuple(_vector(row) for row in (entries.rows if isinstance(entries, Mat3) else entries))
    if len(rows) != 3:
        raise InputError(f"a rotation has three rows; there are {len(rows)}")
    x, y, z = rows
    if not all(isinstance(entry, Real) for row in rows for entry in row):
        return Mat3(x, y, z)
    expected = ((x, x, 1), (y, y, 1), (z, z, 1), (x, y, 0), (y, z, 0), (z, x, 0), (x.cross(y), z, 1))
    if any(abs(a.dot(b) - value) > ROTATION_TOLERANCE for a, b, value in expected):
        raise InputError("the matrix is no rotation: its rows must be of length 1, at right angles and right-handed")
    return Mat3(x, y, z)
