"""A chain as Lin's recursion sees it in a configuration: per link its turn, its step, its group and its constants.

Scalars: any commutative ring.
Frames:  everything of link i in frame i, whose z axis is the axis of joint i.

    paper       code           meaning
    b_i, d_i    b, d           from frame i-1 to the axis of joint i, in frame i-1; from there along the axis to frame i
    R           R              link i in frame i-1
    u_r^(i)     u              axis of joint r in frame i, for r <= i < s
    m_i         after          nearest rotational joint beyond joint i; joints between are translational
    G_mi        G              what the constants of link m_i hold too much or too little of, seen from link i
    (U*-U)_22   excess         the part of it that goes on inwards
    W_k         per_travel     change of the inertia per unit of travel of a translational joint k between i and m_i
    D_i         D              the inertia that the recursion uses; the 22 entries of U and of G are not in it

G and W depend on parameters and geometry only; D changes with the travels d_k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.algebra.spatial import NULL, Mat3, Sym3, Vec3, diagonal, square
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.parameters.forms.lin_parameters import JointConstants, Structure

S = TypeVar("S", bound=Scalar)
_IDENTITY: Mat3[Any] = diagonal(ONE, ONE, ONE)
_NOTHING: Sym3[Any] = Sym3(*(ZERO,) * 6)
_Z: Vec3[Any] = Vec3(ZERO, ZERO, ONE)


class Group(IntEnum):
    """How a link can turn."""

    NOT_AT_ALL = 1  # i < r
    ABOUT_ONE_AXIS = 2  # r <= i < s
    FREELY = 3  # s <= i


@dataclass(frozen=True, slots=True)
class LinLink(Generic[S]):
    """One link in a configuration."""

    group: Group
    turns: bool
    is_modified_dh: bool
    R: Mat3[S]
    b: Vec3[S]
    d: S
    u: Vec3[S]
    constants: JointConstants[S]
    D: Sym3[S]

    @property
    def axis(self) -> Vec3[S]:
        """The joint's axis in the frame of the link below."""
        return Vec3(self.R.row_x.z, self.R.row_y.z, self.R.row_z.z)

    def inward(self, v: Vec3[S]) -> Vec3[S]:
        """Express a vector of this link's frame in that of the link below."""
        R = self.R
        if not self.is_modified_dh:
            return Vec3(*(R @ v))
        c, s, c_alpha, s_alpha = _plane_turns(R)
        x, y = c * v.x - s * v.y, s * v.x + c * v.y
        return Vec3(x, c_alpha * y - s_alpha * v.z, s_alpha * y + c_alpha * v.z)

    def outward(self, v: Vec3[S]) -> Vec3[S]:
        """Express a vector of the frame below in this link's."""
        R = self.R
        if not self.is_modified_dh:
            return Vec3(*(R.T @ v))
        c, s, c_alpha, s_alpha = _plane_turns(R)
        y, z = c_alpha * v.y + s_alpha * v.z, c_alpha * v.z - s_alpha * v.y
        return Vec3(c * v.x + s * y, c * y - s * v.x, z)


def _plane_turns(R: Mat3[S]) -> tuple[S, S, S, S]:
    """Cosines and sines of theta and alpha in R = Rx(alpha) Rz(theta): two plane turns cost less than a matrix."""
    return R.row_x.x, -R.row_x.y, R.row_z.z, -R.row_y.z  # [Lin95 (5)]


def lin_links(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    where: Structure,
    constants: Sequence[JointConstants[S]],
) -> list[LinLink[S]]:
    """Describe every link of a serial chain in driving-axis frames."""
    inertias = recursion_inertias(mechanism, poses, where, constants)
    links: list[LinLink[S]] = []
    u = NULL
    for i, (joint, pose) in enumerate(zip(mechanism.joints, poses, strict=True)):
        group = Group(1 + (i >= where.r) + (i >= where.s))
        if group is Group.ABOUT_ONE_AXIS:
            u = _Z if i == where.r else joint.K0.T @ u  # a turn about u itself leaves it as it is
        links.append(
            LinLink(
                group=group,
                turns=joint.kind.turns,
                is_modified_dh=where.is_modified_dh,
                R=pose.R,
                b=pose.parent_p_joint,
                d=pose.joint_p_link.z,
                u=u if group is Group.ABOUT_ONE_AXIS else NULL,
                constants=constants[i],
                D=inertias[i],
            )
        )
    return links


def recursion_inertias(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    where: Structure,
    constants: Sequence[JointConstants[S]],
) -> list[Sym3[S]]:
    """Return D of every rotational joint, nothing for others; before joint s only its zz entry is meant."""
    n = len(poses)
    inertias, excess = [_NOTHING] * n, [0] * n
    for i in reversed(range(n)):
        if not mechanism.joints[i].kind.turns:
            continue
        after = next((k for k in range(i + 1, n) if mechanism.joints[k].kind.turns), n)
        R, travel = _IDENTITY, _NOTHING
        for k in range(i + 1, after):
            R = R @ poses[k].R
            per_travel = inertia_per_travel(constants[k], R, is_before_s=i < where.s)
            travel = travel + per_travel.scale(poses[k].joint_p_link.z)  # [Lin95 (91)]
        G = _NOTHING
        if after < n:
            R = R @ poses[after].R
            axis = Vec3(R.row_x.z, R.row_y.z, R.row_z.z)
            G = turned_excess(axis, excess[after], constants[after].U_zz)  # [Lin95 (39)]
        excess[i] = G.yy  # [Lin95 (41)]
        inertias[i] = without_yy(constants[i], G) + travel  # [Lin95 (38)]
    return inertias


def turned_excess(axis: Vec3[S], excess: S, U_zz: S) -> Sym3[S]:
    """R diag(e, e, -U_33) Rᵀ: of R only the axis matters, so it is constant while the joint turns."""
    around = Sym3(excess, ZERO, excess, ZERO, ZERO, excess)
    return around - square(axis).scale(U_zz + excess)  # [Lin95 (40)] [Lin95 (43)]


def without_yy(of: JointConstants[S], G: Sym3[S]) -> Sym3[S]:
    """U + G less diag(22, 22, 0) of both."""
    xx = of.U_xx_yy + (G.xx - G.yy)
    return Sym3(xx, of.U_xy + G.xy, ZERO, of.U_xz + G.xz, of.U_yz + G.yz, of.U_zz + G.zz)  # [Lin95 (42)]


def inertia_per_travel(of: JointConstants[S], R: Mat3[S], is_before_s: bool) -> Sym3[S]:
    """Change of a link's inertia per unit of travel of a translational joint beyond it, whose link has the axes R."""
    if is_before_s:
        return Sym3(ZERO, ZERO, ZERO, ZERO, ZERO, of.kappa_2 * 2)  # [Lin95 (93)]
    twice_z = of.k.z * 2
    return Sym3(twice_z, ZERO, twice_z, -of.k.x, -of.k.y, ZERO).rotated(R)  # [Lin95 (92)]
