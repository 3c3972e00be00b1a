"""Lin's minimal linear combinations (MLCs) of the inertial parameters of a serial chain: his Theorem 2.

Scalars: exact constants; the symbols of the robot file stay.
Frames:  everything of link i in frame i, whose z axis is the axis of joint i (driving-axis frames, as in modified DH).

    paper   code             meaning
    r       structure.r      first rotational joint (zero-based; n if there is none)
    s       structure.s      first rotational joint that is not parallel to joint r (likewise)
    u_r     structure.u_r    axis of joint r in frame i, constant for r <= i < s; zero elsewhere
    δ_j     structure.delta  whether gravity or a joint below ever makes the first moment of composite body j felt
    σ_i     structure.sigma  whether joint i, between r and s, is not parallel to joint r
    κ_1i    kappa<i>_1       first moment of composite body i across u_r and the axis of joint i
    κ_2i    kappa<i>_2       first moment of composite body i along its joint's axis, less its share along u_r

What the theorem covers. Gravity must not be zero: without it fewer combinations matter (PUMA 560: 34, not 36). Its
direction may be any. Links on fixed joints and a load are first joined to the links that carry them. Rotor inertia,
friction and springs are no part of the theorem: their columns are zero in every row, and the minimal set of all
parameters together is for `minimal_parameters` to find. All ten parameters of every link are taken as free: where
structural zeros leave fewer freedoms, the set still determines the torques but need not be minimal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.linear_form import LinearForm
from symdyn.algebra.spatial import Vec3
from symdyn.errors import InputError
from symdyn.mechanism.rigid_body import Inertia
from symdyn.model.robot import Robot
from symdyn.parameters.forms.lin_constants import Chain, DrivingJoint, composite_constants, driving_chain

S = TypeVar("S")
_ZERO = Vec3(exact(0), exact(0), exact(0))
_Z_AXIS = Vec3(exact(0), exact(0), exact(1))


@dataclass(frozen=True, slots=True)
class Structure:
    """Which joints are which; all that the theorem asks of the geometry."""

    r: int
    s: int
    u_r: tuple[Vec3[Exact], ...]
    delta: tuple[bool, ...]
    sigma: tuple[bool, ...]
    is_modified_dh: bool


@dataclass(frozen=True, slots=True)
class Combination:
    """One MLC: its name, the set of Theorem 2 that it belongs to, its link (zero-based) and its coefficients."""

    name: str
    set: int
    link: int
    quantity: str
    row: tuple[Exact, ...]  # over the full parameter vector


@dataclass(frozen=True, slots=True)
class LinParameters:
    """Theorem 2's set for a robot, link by link, and the structure it rests on."""

    structure: Structure
    combinations: tuple[Combination, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the MLCs."""
        return tuple(combination.name for combination in self.combinations)

    @property
    def matrix(self) -> tuple[tuple[Exact, ...], ...]:
        """Coefficients: MLCs = matrix * full parameters."""
        return tuple(combination.row for combination in self.combinations)


@dataclass(frozen=True, slots=True)
class JointConstants(Generic[S]):
    """The MLCs of one composite body; what Theorem 2 leaves out is 0, and `U_xx_yy` is (U)_11 - (U)_22."""

    m: S
    k: Vec3[S]
    U_xx_yy: S
    U_zz: S
    U_xy: S
    U_xz: S
    U_yz: S
    kappa_1: S
    kappa_2: S


def lin_parameters(robot: Robot) -> LinParameters:
    """Return the MLCs of a serial chain of rotational and translational joints in driving-axis frames."""
    if "lin_parameters" not in robot.memo:
        robot.memo["lin_parameters"] = _derive(robot)
    found: LinParameters = robot.memo["lin_parameters"]
    return found


def _derive(robot: Robot) -> LinParameters:
    chain = driving_chain(robot)
    if all(chain.vanishes(component) for component in chain.gravity):
        raise InputError("Theorem 2 needs gravity; without it the pivot set is the minimal one")
    return theorem_2(chain, len(robot.full_parameters))


def theorem_2(chain: Chain, size: int) -> LinParameters:
    """Apply the theorem to a chain whose parameter vector has a given size; that gravity is not zero is not checked."""
    where = structure(chain)
    combinations = []
    for i, body in enumerate(composite_constants(chain)):
        forms = quantities(body, where.u_r[i])
        for number, quantity in members(chain.joints[i], where, i):
            row = chain.row(forms[quantity], size)
            if any(row):  # only the nonzero elements are meant
                combinations.append(Combination(mlc_name(quantity, i), number, i, quantity, row))
    return LinParameters(where, tuple(combinations))


def mlc_name(quantity: str, link: int) -> str:
    """Return the name of an MLC: the paper's letter, the one-based number of the link, the entry."""
    letter, separator, entry = quantity.partition("_")
    return f"{letter}{link + 1}{separator}{entry}"


def quantities(body: Inertia[LinearForm], u: Vec3[Exact]) -> dict[str, LinearForm]:
    """Return all that Theorem 2 may choose from a composite body, in the order of (95), (96), (101) and (102)."""
    k, U = body.h, body.I
    return {
        "m": body.m,
        "k_x": k.x,
        "k_y": k.y,
        "k_z": k.z,
        "U_xx_yy": U.xx - U.yy,
        "U_zz": U.zz,
        "U_xy": U.xy,
        "U_xz": U.xz,
        "U_yz": U.yz,
        "kappa_1": k.y * u.x - k.x * u.y,  # [Lin95 (86)]
        "kappa_2": k.z * (1 - u.z * u.z) - (k.x * u.x + k.y * u.y) * u.z,  # [Lin95 (87)]
    }


def members(joint: DrivingJoint, where: Structure, i: int) -> list[tuple[int, str]]:
    """Return the members of Theorem 2 that belong to a joint, each with the number of its set."""  # [Lin95 Theorem 2]
    if joint.turns:
        if i < where.s:
            return [*([(1, "k_x"), (1, "k_y")] if where.delta[i] else []), (1, "U_zz")]
        return [(2, name) for name in ("k_x", "k_y", "U_xx_yy", "U_zz", "U_xy", "U_xz", "U_yz")]
    if i > where.s:
        return [(3, "m"), (4, "k_x"), (4, "k_y"), (4, "k_z")]
    return [(3, "m"), *([(5, "kappa_1"), (5, "kappa_2")] if where.sigma[i] else [])]


def structure(chain: Chain) -> Structure:
    """Find joints r and s, the axis of joint r in the frames between them, δ and σ."""
    joints, n = chain.joints, len(chain.joints)
    r = next((i for i, joint in enumerate(joints) if joint.turns), n)
    u_r = [_ZERO] * n
    sigma = [False] * n
    u, s = _Z_AXIS, r
    while s < n:
        joint = joints[s]
        u = _Z_AXIS if s == r else joint.R.T @ u
        is_parallel = _is_along_z(u, chain)
        if joint.turns and not is_parallel:
            break
        if joint.turns:
            u = Vec3(exact(0), exact(0), u.z)
        u_r[s], sigma[s] = u, not is_parallel
        s += 1
    delta = _delta(chain, r, s, sigma)
    return Structure(r, s, tuple(u_r), delta, tuple(sigma), chain.is_modified_dh)


def _delta(chain: Chain, r: int, s: int, sigma: Sequence[bool]) -> tuple[bool, ...]:
    """False for a rotational joint before s below which all is parallel to gravity and no offset lies across it."""
    delta = [False] * len(chain.joints)
    g = chain.gravity
    hidden = True  # joints up to r are parallel to gravity, and so to each other
    for joint in chain.joints[: r + 1]:
        g = joint.R.T @ g
        hidden = hidden and _is_along_z(g, chain)
    offset = _ZERO  # from the rotational joint before, in the present frame
    for j in range(r, s):
        joint = chain.joints[j]
        offset = _ZERO if j == r else joint.R.T @ (offset + joint.b) + Vec3(exact(0), exact(0), joint.d)
        if joint.turns:
            hidden = hidden and _is_along_z(offset, chain)
            delta[j] = not hidden
            offset = _ZERO
        else:
            hidden = hidden and not sigma[j]
    return tuple(delta)


def _is_along_z(v: Vec3[Exact], chain: Chain) -> bool:
    return chain.vanishes(v.x) and chain.vanishes(v.y)


def joint_constants(lin: LinParameters, values: Sequence[Any]) -> tuple[JointConstants[Any], ...]:
    """Sort the values of the MLCs by link, over any ring; a link's MLC that is not in the set is the integer 0."""
    if len(values) != len(lin.combinations):
        raise InputError(f"{len(lin.combinations)} MLCs are needed, not {len(values)}")
    found: list[dict[str, Any]] = [{} for _ in lin.structure.delta]
    for combination, value in zip(lin.combinations, values, strict=True):
        found[combination.link][combination.quantity] = value
    return tuple(_grouped(of) for of in found)


def _grouped(of: dict[str, Any]) -> JointConstants[Any]:
    k = Vec3(*(of.get(name, 0) for name in ("k_x", "k_y", "k_z")))
    others = ("m", "U_xx_yy", "U_zz", "U_xy", "U_xz", "U_yz", "kappa_1", "kappa_2")
    return JointConstants(k=k, **{name: of.get(name, 0) for name in others})
