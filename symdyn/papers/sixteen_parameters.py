"""Lu and Meng's sixteen parameters of a link, and the ten that they stand for.

Scalars: any commutative ring; `sixteen_of_ten` a field.
Frames:  the link's; p is its centre of mass, the inertia tensor is the one about p.

    paper   code              meaning
    θ1      first moments     m p
    θ2      m, first moments  what a force shows
    θ4      second moments    m p pᵀ in the order xx yy zz xy xz yz
    θ5      θ2 and θ4         all that there is of a point mass
    θ3      inertia           Ixx Iyy Izz Ixy Ixz Iyz, where the tensor's entries off the diagonal are -Ixy, -Ixz, -Iyz
    θ       theta             θ5 and θ3: sixteen entries made of ten numbers

The ten parameters φ about the frame's origin are φ = T θ, with T constant. So Y16 = Y10 T, column by column, and
Y16 θ = Y10 φ = τ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Divisible, Scalar
from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.mechanism.rigid_body import Inertia, shifted

S = TypeVar("S", bound=Scalar)
F = TypeVar("F", bound=Divisible)

FORCE_ENTRIES = ("m", "mpx", "mpy", "mpz")  # θ2
SECOND_MOMENTS = ("mpxx", "mpyy", "mpzz", "mpxy", "mpxz", "mpyz")  # θ4
POINT_MASS_ENTRIES = (*FORCE_ENTRIES, *SECOND_MOMENTS)  # θ5
INERTIA_ENTRIES = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")  # θ3
SIXTEEN = (*POINT_MASS_ENTRIES, *INERTIA_ENTRIES)
PHYSICAL = ("m", "px", "py", "pz", *INERTIA_ENTRIES)

# φ = T θ by rows: the entries of θ that make up each of the ten, with their signs
TEN_FROM_SIXTEEN: tuple[tuple[str, dict[str, int]], ...] = (
    ("m", {"m": 1}),
    ("mx", {"mpx": 1}),
    ("my", {"mpy": 1}),
    ("mz", {"mpz": 1}),
    ("Ixx", {"Ixx": 1, "mpyy": 1, "mpzz": 1}),
    ("Ixy", {"Ixy": -1, "mpxy": -1}),
    ("Iyy", {"Iyy": 1, "mpxx": 1, "mpzz": 1}),
    ("Ixz", {"Ixz": -1, "mpxz": -1}),
    ("Iyz", {"Iyz": -1, "mpyz": -1}),
    ("Izz", {"Izz": 1, "mpxx": 1, "mpyy": 1}),
)


def point_mass_parameters(m: S, p: Vec3[S]) -> tuple[S, ...]:
    """θ5 of a mass m at p."""
    h = p.scale(m)  # [LuMeng93 (98)]
    # [LuMeng93 (112)]
    second = (h.x * p.x, h.y * p.y, h.z * p.z, h.x * p.y, h.x * p.z, h.y * p.z)
    return (m, *h, *second)  # [LuMeng93 (101)] [LuMeng93 (125)]


def sixteen_parameters(m: S, p: Vec3[S], inertia_at_com: Sym3[S]) -> tuple[S, ...]:
    """θ of a link from its mass, centre of mass, and inertia tensor about the centre of mass."""
    A = inertia_at_com
    theta_3 = (A.xx, A.yy, A.zz, -A.xy, -A.xz, -A.yz)  # [LuMeng93 (105)] [LuMeng93 (106)]
    return (*point_mass_parameters(m, p), *theta_3)  # [LuMeng93 (31)]


def sixteen_of_ten(inertia: Inertia[F]) -> tuple[F, ...]:
    """θ of a link from its ten parameters: divides by the mass."""
    p = inertia.h.map(lambda moment: moment / inertia.m)
    return sixteen_parameters(inertia.m, p, shifted(inertia, -p).I)


def ten_of_sixteen(theta: Sequence[S]) -> tuple[S, ...]:
    """φ = T θ: m mx my mz Ixx Ixy Iyy Ixz Iyz Izz about the frame's origin."""
    value = dict(zip(SIXTEEN, theta, strict=True))
    return tuple(sum((value[name] * sign for name, sign in row.items()), start=ZERO) for _, row in TEN_FROM_SIXTEEN)


def sixteen_columns(ten_columns: Sequence[S]) -> list[S]:
    """Turn a row of a ten-parameter regressor into one of the sixteen: y T."""
    row: dict[str, S] = dict.fromkeys(SIXTEEN, ZERO)
    for entry, (_, made_of) in zip(ten_columns, TEN_FROM_SIXTEEN, strict=True):
        for name, sign in made_of.items():
            row[name] = row[name] + entry * sign
    return list(row.values())


def entries_involving(unknown: Iterable[str]) -> tuple[int, ...]:
    """Return which of the sixteen change with any of these numbers: m px py pz Ixx Iyy Izz Ixy Ixz Iyz."""
    wanted = set(unknown)
    strangers = sorted(wanted - set(PHYSICAL))
    if strangers:
        raise ValueError(f"no number {strangers[0]!r} of a link; there are {', '.join(PHYSICAL)}")
    return tuple(i for i, name in enumerate(SIXTEEN) if wanted & _made_of(name))


def _made_of(name: str) -> set[str]:
    if name.startswith("I"):
        return {name}
    return {"m", *(f"p{axis}" for axis in name.removeprefix("m").removeprefix("p"))}


def quadratic_coefficients(A: Mat3[S]) -> tuple[S, ...]:
    """Coefficients of pᵀ A p with respect to px² py² pz² px py, px pz, py pz."""
    x, y, z = A.rows
    return x.x, y.y, z.z, x.y + y.x, x.z + z.x, y.z + z.y


def inertia_columns(d: Vec3[S]) -> tuple[Vec3[S], ...]:
    """B(d) by columns: the tensor times d is B(d) θ3."""
    # [LuMeng93 (107)] [LuMeng93 (108)]
    return (
        Vec3(d.x, ZERO, ZERO),
        Vec3(ZERO, d.y, ZERO),
        Vec3(ZERO, ZERO, d.z),
        Vec3(-d.y, -d.x, ZERO),
        Vec3(-d.z, ZERO, -d.x),
        Vec3(ZERO, -d.z, -d.y),
    )
