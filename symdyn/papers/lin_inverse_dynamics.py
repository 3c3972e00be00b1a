"""Inverse dynamics in Lin's MLCs: Newton-Euler for composite bodies, by three groups of joints.

Scalars: any commutative ring. Only +, - and * are used; cosines and sines arrive inside the poses.
Frames:  every vector of link i is expressed in frame i, whose z axis is the axis of joint i.

    paper          code              meaning
    ω_i, ω̇_i       omega, omega_dot  angular velocity of link i and its time derivative
    (ω_i^(r))_z    spin, spin_dot    the same about the axis of joint r, for r <= i < s
    Ω_i            Omega             [ω̇]× + [ω]×[ω]×
    Ψ              Psi               Ψ ψ(A) = A ω̇ + ω × A ω
    ḧ_i, ḧ*_i      h_ddot, h_star    acceleration by the motion of a translational joint; with that of its travel d
    a*_i           a_star            acceleration of the joint's place on the link below, gravity included, in frame i
    a_i            a                 acceleration of the origin of frame i, gravity included
    ρ_i            rho               force along a translational joint, less what is passed to it
    μ̄_i, ζ̄_i       mu_bar, zeta_bar  what the constants of composite body i add to the next two
    μ_i, ζ_i       mu, zeta          force and moment passed inwards; for r <= i < s zeta is the part along u_r
    τ_i            tau               actuator torque or force

Before joint r nothing turns; from r up to s everything turns about one direction; from s on nothing is special.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL, Mat3, Sym3, Vec3, square
from symdyn.dynamics.newton_euler import on_last_link
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Wrench, acceleration_gradient
from symdyn.papers.lin_links import Group, LinLink, lin_links
from symdyn.parameters.forms.lin_parameters import JointConstants, Structure

S = TypeVar("S", bound=Scalar)
PsiMatrix = tuple[tuple[S, ...], ...]


@dataclass(frozen=True, slots=True)
class LinMotion(Generic[S]):
    """Motion of a link."""

    spin: S
    spin_dot: S
    omega: Vec3[S]
    omega_dot: Vec3[S]
    W: Sym3[S]
    Omega: Mat3[S]
    h_ddot: Vec3[S]
    h_star: Vec3[S]
    a_star: Vec3[S]
    a: Vec3[S]


@dataclass(frozen=True, slots=True)
class LinForces(Generic[S]):
    """What a composite body needs; moments are vectors from joint s on, scalars along u_r before, 0 before joint r."""

    Psi: PsiMatrix[S]
    rho: S
    mu_bar: Vec3[S]
    zeta_bar: Any
    mu: Vec3[S]
    zeta: Any


@dataclass(frozen=True, slots=True)
class LinInverseDynamics(Generic[S]):
    """Joint torques, and the quantities of every link on the way."""

    tau: tuple[S, ...]
    motions: tuple[LinMotion[S], ...]
    forces: tuple[LinForces[S], ...]


def lin_inverse_dynamics(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    qd: Sequence[S],
    qdd: Sequence[S],
    where: Structure,
    constants: Sequence[JointConstants[S]],
    external: Wrench[S] | None = None,
) -> LinInverseDynamics[S]:
    """τ(q, q̇, q̈) from the MLCs; ``external`` is exerted at the mechanism's tip, in base axes.

    The links' frames are those in which the MLCs were found: the file's (`Setting.framed`), not recentred ones.
    """
    links = lin_links(mechanism, poses, where, constants)
    motions: list[LinMotion[S]] = []
    motion = _base_motion(-mechanism.gravity)  # [Lin95 (76)]
    for link, rate, rate_change in zip(links, qd, qdd, strict=True):
        motion = propagate_motion(motion, link, rate, rate_change)
        motions.append(motion)

    applied = on_last_link(mechanism, poses, external) if external and links else None
    tau: list[S] = []
    forces: list[LinForces[S]] = []
    passed: tuple[Vec3[S], Any] = (NULL, NULL if links and links[-1].group is Group.FREELY else ZERO)
    for i in reversed(range(len(links))):
        if applied and i == mechanism.last:
            passed = _less_applied(passed, applied, links[i])
        own = own_forces(links[i], motions[i], qd[i], qdd[i])
        total = accumulate(own, passed)
        tau.insert(0, actuator_torque(links[i], total, passed[0]))
        forces.insert(0, total)
        if i:
            passed = passed_inwards(links[i], links[i - 1], total)
    return LinInverseDynamics(tuple(tau), tuple(motions), tuple(forces))


def propagate_motion(parent: LinMotion[S], link: LinLink[S], rate: S, rate_change: S) -> LinMotion[S]:
    """Motion of a link from that of the link below."""
    spin, spin_dot, omega, omega_dot = _turning(parent, link, rate, rate_change)
    W = square(omega)
    Omega = acceleration_gradient(omega_dot, W)  # [Lin95 (24)] [Lin95 (59)]
    place = link.b + link.axis.scale(link.d) if link.turns else link.b
    a_star = link.outward(parent.a + parent.Omega @ place)  # [Lin95 (70)]
    h_ddot = h_star = NULL
    a = a_star
    if not link.turns:
        twice = rate * 2
        h_ddot = Vec3(omega.y * twice, -omega.x * twice, rate_change)  # [Lin95 (61)] [Lin95 (82)]
        h_star = h_ddot + Vec3(Omega.row_x.z, Omega.row_y.z, Omega.row_z.z).scale(link.d)  # [Lin95 (69)]
        a = a_star + h_star  # [Lin95 (62)] [Lin95 (71)] [Lin95 (77)]
    return LinMotion(spin, spin_dot, omega, omega_dot, W, Omega, h_ddot, h_star, a_star, a)


def _turning(parent: LinMotion[S], link: LinLink[S], rate: S, rate_change: S) -> tuple[S, S, Vec3[S], Vec3[S]]:
    """Angular velocity and acceleration of a link, also about u_r alone."""
    if link.group is Group.NOT_AT_ALL:
        return ZERO, ZERO, NULL, NULL
    if link.group is Group.ABOUT_ONE_AXIS:
        spin, spin_dot = parent.spin, parent.spin_dot
        if link.turns:
            spin, spin_dot = spin + link.u.z * rate, spin_dot + link.u.z * rate_change
        return spin, spin_dot, link.u.scale(spin), link.u.scale(spin_dot)  # [Lin95 (80)] [Lin95 (81)]
    omega, omega_dot = link.outward(parent.omega), link.outward(parent.omega_dot)
    if link.turns:
        omega_dot = omega_dot + Vec3(omega.y * rate, -omega.x * rate, rate_change)  # [Lin95 (58)]
        omega = omega + Vec3(ZERO, ZERO, rate)  # [Lin95 (57)]
    return ZERO, ZERO, omega, omega_dot


def psi_matrix(omega_dot: Vec3[S], W: Sym3[S], Omega: Mat3[S]) -> PsiMatrix[S]:
    """Ψ, its columns in the order 11, 22, 33, 12, 13, 23; most entries are those of Ω."""
    (_, Oxy, Oxz), (Oyx, _, Oyz), (Ozx, Ozy, _) = Omega.rows
    return (  # [Lin95 (25)] [Lin95 (60)]
        (omega_dot.x, -W.yz, W.yz, -Ozx, Oyx, W.yy - W.zz),
        (W.xz, omega_dot.y, -W.xz, Ozy, W.zz - W.xx, -Oxy),
        (-W.xy, W.xy, omega_dot.z, W.xx - W.yy, -Oyz, Oxz),
    )


def psi_product(Psi: PsiMatrix[S], A: Sym3[S]) -> Vec3[S]:
    """Ψ ψ(A)."""
    entries = (A.xx, A.yy, A.zz, A.xy, A.xz, A.yz)  # [Lin95 (26)]
    return Vec3(*(sum((a * b for a, b in zip(row, entries, strict=True)), start=ZERO) for row in Psi))


def own_forces(link: LinLink[S], motion: LinMotion[S], rate: S, rate_change: S) -> LinForces[S]:
    """Return ρ, μ̄ and ζ̄ of a link, whose μ and ζ these are as long as nothing is passed to it."""
    of = link.constants
    Psi: PsiMatrix[S] = ()
    rho: S = ZERO
    zeta_bar: Any = ZERO
    if link.turns:
        mu_bar = _across_axis(motion.Omega, of.k)  # [Lin95 (72)] [Lin95 (84)]
        if link.group is Group.FREELY:
            Psi = psi_matrix(motion.omega_dot, motion.W, motion.Omega)
            zeta_bar = _moment_across_axis(of.k, motion.a) + psi_product(Psi, link.D)  # [Lin95 (73)]
        else:
            moment = of.k.x * motion.a.y - of.k.y * motion.a.x
            zeta_bar = link.u.z * moment + motion.spin_dot * link.D.zz  # [Lin95 (85)]
        return LinForces(Psi, rho, mu_bar, zeta_bar, mu_bar, zeta_bar)
    mu_bar = motion.h_star.scale(of.m)  # [Lin95 (72)] [Lin95 (79)] [Lin95 (84)]
    rho = of.m * motion.a.z  # [Lin95 (78)]
    if link.group is Group.FREELY:
        rho = rho + motion.Omega.row_z.dot(of.k)  # [Lin95 (63)]
        lever = of.m * link.d
        arm = Vec3(-motion.a_star.y * lever, motion.a_star.x * lever, ZERO)
        zeta_bar = arm + of.k.cross(motion.h_ddot)  # [Lin95 (73)]
    elif link.group is Group.ABOUT_ONE_AXIS:
        rho = rho + (of.kappa_1 * motion.spin_dot - of.kappa_2 * (motion.spin * motion.spin))  # [Lin95 (83)]
        u, a_star = link.u.scale(of.m), motion.a_star  # the mass times the axis is no work of a call
        arm_force = (u.y * a_star.x - u.x * a_star.y) * link.d
        zeta_bar = arm_force + (of.kappa_1 * rate_change + of.kappa_2 * (motion.spin * (rate * 2)))  # [Lin95 (85)]
    return LinForces(Psi, rho, mu_bar, zeta_bar, mu_bar, zeta_bar)


def _across_axis(Omega: Mat3[S], k: Vec3[S]) -> Vec3[S]:
    """Ω (k_x, k_y, 0)."""
    return Vec3(*(row.x * k.x + row.y * k.y for row in Omega.rows))


def _moment_across_axis(k: Vec3[S], a: Vec3[S]) -> Vec3[S]:
    """(k_x, k_y, 0) × a."""
    return Vec3(k.y * a.z, -(k.x * a.z), k.x * a.y - k.y * a.x)


def accumulate(own: LinForces[S], passed: tuple[Vec3[S], Any]) -> LinForces[S]:
    """Add what comes from the links beyond."""
    mu, zeta = own.mu_bar + passed[0], own.zeta_bar + passed[1]  # [Lin95 (66)] [Lin95 (75)] [Lin95 (90)]
    return LinForces(own.Psi, own.rho, own.mu_bar, own.zeta_bar, mu, zeta)


def passed_inwards(link: LinLink[S], below: LinLink[S], total: LinForces[S]) -> tuple[Vec3[S], Any]:
    """Force and moment of a link as the link below sees them, about that link's origin."""
    mu = link.inward(total.mu)
    if below.group is Group.NOT_AT_ALL:
        return mu, 0
    step = link.b.cross(mu)
    if link.group is Group.ABOUT_ONE_AXIS:
        along_u = (link.u.y * total.mu.x - link.u.x * total.mu.y) * link.d  # u · ((0, 0, d) × μ)
        return mu, total.zeta + along_u + below.u.dot(step)  # [Lin95 (89)] [Lin95 (90)]
    lever = Vec3(-total.mu.y * link.d, total.mu.x * link.d, ZERO)  # (0, 0, d) × μ
    zeta = link.inward(total.zeta + lever)  # [Lin95 (74)]
    if below.group is Group.FREELY:
        return mu, zeta + step  # [Lin95 (75)]
    return mu, below.u.dot(zeta) + below.u.dot(step)  # [Lin95 (88)] [Lin95 (90)]


def actuator_torque(link: LinLink[S], total: LinForces[S], mu_passed: Vec3[S]) -> S:
    """τ of a joint; the force that a translational joint is passed acts along its axis unchanged."""
    if not link.turns:
        return total.rho + mu_passed.z  # [Lin95 (68)]
    torque: S = total.zeta.z if link.group is Group.FREELY else link.u.z * total.zeta  # [Lin95 (68)]
    return torque


def _less_applied(passed: tuple[Vec3[S], Any], applied: Wrench[S], link: LinLink[S]) -> tuple[Vec3[S], Any]:
    """Subtract a wrench that the environment exerts on a link, about its origin."""
    moment = applied.n if link.group is Group.FREELY else link.u.dot(applied.n)
    return passed[0] - applied.f, passed[1] - moment


def _base_motion(a: Vec3[S]) -> LinMotion[S]:
    """A base at rest under gravity is a base accelerating against it."""
    return LinMotion(ZERO, ZERO, NULL, NULL, square(NULL), Mat3(NULL, NULL, NULL), NULL, NULL, NULL, a)
