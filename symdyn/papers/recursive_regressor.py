"""The regressor by recursion: Newton-Euler with wrenches per unit parameter instead of wrenches.

Scalars: any commutative ring.
Frames:  every vector of link i is expressed in frame i; moments are about the link's origin, or the joint's at a joint.

    paper      code              meaning
    H_i        field.Omega       Ω(ω̇) + ω ωᵀ - |ω|² 1
    A_i        A_columns         force per unit of m, m p
    Φ_i        Phi_columns       moment per unit of m p, m p pᵀ
    E_i        E_columns         moment per unit of the inertia about the centre of mass
    Π_i        n of the columns  [0 Φ E]: moment per unit of the sixteen
    Ã_i, Π̃_i   beyond            forces and moments through joint i, per unit of the parameters of every link beyond it

Motions come from `newton_euler`, prismatic and fixed joints included; the load is the last link.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.algebra.spatial import NULL, Mat3, Vec3
from symdyn.dynamics.newton_euler import Motion, about_joint, link_motions, on_parent
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Wrench
from symdyn.model.robot import BASE
from symdyn.papers.sixteen_parameters import INERTIA_ENTRIES, SECOND_MOMENTS, SIXTEEN, inertia_columns

S = TypeVar("S", bound=Scalar)

UNIT_VECTORS: tuple[Vec3[Any], ...] = (Vec3(ONE, ZERO, ZERO), Vec3(ZERO, ONE, ZERO), Vec3(ZERO, ZERO, ONE))


def recursive_regressors(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S], qdd: Sequence[S]
) -> list[list[list[S]]]:
    """Return, for every link, n rows of sixteen entries: the torque of each joint per unit of the link's θ."""
    n, links = len(qd), len(mechanism.joints)
    motions = link_motions(mechanism, poses, qd, qdd)
    blocks: list[list[list[S]]] = [[[ZERO] * len(SIXTEEN) for _ in range(n)] for _ in range(links)]
    beyond = [{i: wrench_columns(motion)} for i, motion in enumerate(motions)]  # [LuMeng93 (76)-(80)]
    for i in reversed(range(links)):
        joint, pose = mechanism.joints[i], poses[i]
        for link, columns in beyond[i].items():
            through_joint = [about_joint(column, pose) for column in columns]
            for k, twist in joint.columns():  # [LuMeng93 (85)]
                blocks[link][k] = [twist.power(column.f, column.n) for column in through_joint]
            if joint.parent != BASE:  # [LuMeng93 (81)-(84)]
                beyond[joint.parent][link] = [on_parent(column, pose) for column in through_joint]
    return blocks


def wrench_columns(motion: Motion[S]) -> list[Wrench[S]]:
    """Wrench of a link about its origin per unit of each of its sixteen parameters."""
    forces = [*A_columns(motion), *([NULL] * (len(SECOND_MOMENTS) + len(INERTIA_ENTRIES)))]
    moments = [NULL, *Phi_columns(motion), *E_columns(motion)]  # [LuMeng93 (71)] [LuMeng93 (74)] [LuMeng93 (75)]
    return [Wrench(f, n) for f, n in zip(forces, moments, strict=True)]


def A_columns(motion: Motion[S]) -> list[Vec3[S]]:  # noqa: N802 - the paper's letter
    """Force per unit of m, m px, m py, m pz."""
    field = motion.acceleration
    # [LuMeng93 (66)-(68)] [LuMeng93 (104)]
    return [field.v_dot, *field.Omega.T.rows]


def Phi_columns(motion: Motion[S]) -> list[Vec3[S]]:  # noqa: N802
    """Moment about the origin per unit of m p and m p pᵀ: m p × (v̇ + H p)."""
    field = motion.acceleration
    first = [unit.cross(field.v_dot) for unit in UNIT_VECTORS]  # the columns of -Ω(v̇)
    return [*first, *Psi_columns(field.Omega)]  # [LuMeng93 (72)] [LuMeng93 (73)] [LuMeng93 (115)] [LuMeng93 (116)]


def Psi_columns(H: Mat3[S]) -> list[Vec3[S]]:  # noqa: N802
    """Moment m p × H p per unit of m px², m py², m pz², m px py, m px pz, m py pz."""
    h_x, h_y, h_z = H.T.rows  # what H makes of px, py and pz
    e_x, e_y, e_z = UNIT_VECTORS
    # [LuMeng93 (111)] [LuMeng93 (113)] [LuMeng93 (114)]
    return [
        e_x.cross(h_x),
        e_y.cross(h_y),
        e_z.cross(h_z),
        e_x.cross(h_y) + e_y.cross(h_x),
        e_x.cross(h_z) + e_z.cross(h_x),
        e_y.cross(h_z) + e_z.cross(h_y),
    ]


def E_columns(motion: Motion[S]) -> list[Vec3[S]]:  # noqa: N802
    """Moment about the centre of mass per unit of the inertia there: B(ω̇) + Ω(ω) B(ω)."""
    omega, omega_dot = motion.omega, motion.acceleration.omega_dot
    # [LuMeng93 (69)] [LuMeng93 (70)]
    pairs = zip(inertia_columns(omega_dot), inertia_columns(omega), strict=True)
    return [changing + omega.cross(turning) for changing, turning in pairs]
