"""Lin, "Minimal linear combinations of the inertia parameters of a manipulator", section III: inverse dynamics.

Everything but one test is exact, in a finite field at a random state. Equations that the paper prints wrongly are shown
to fail as printed.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from exact_settings import compute
from lin_chains import P, R, field_setting, modified_dh, random_chain, random_explicit_chain

from symdyn.algebra.spatial import Mat3, Sym3, Vec3, diagonal, skew, square
from symdyn.dynamics.newton_euler import inverse_dynamics
from symdyn.dynamics.setting import Setting, setting_over
from symdyn.ir.evaluate import FLOATS
from symdyn.mechanism.reformulate.lumping import lump_fixed_links
from symdyn.mechanism.rigid_body import Wrench, acceleration_gradient
from symdyn.model.robot import Robot
from symdyn.papers import lin_inverse_dynamics as module
from symdyn.papers.lin_inverse_dynamics import lin_inverse_dynamics, psi_matrix, psi_product
from symdyn.papers.lin_links import Group, recursion_inertias
from symdyn.parameters.forms.lin_constants import composite_constants, driving_chain
from symdyn.parameters.forms.lin_parameters import (
    JointConstants,
    Structure,
    joint_constants,
    lin_parameters,
    quantities,
)

EXACT_CHAINS = range(100)
# one chain with joints of every group, of both kinds, none of them special but for the parallel ones that it must have
KINDS = (P, R, R, P, R, R, P, R)
ROWS = (
    ("0.1", "0.3", "0.2", "0.1"),
    ("0.2", "0.4", "0.3", "0"),
    ("0.3", "0", "0.1", "0"),
    ("0.2", "0.5", "0.1", "0.3"),
    ("0.1", "pi/3", "0.2", "0"),
    ("0.3", "pi/2", "0.1", "0"),
    ("0.2", "0.7", "0.2", "0.6"),
    ("0.1", "pi/4", "0.3", "0"),
)
Z = Vec3(0, 0, 1)


@pytest.fixture(scope="module")
def at() -> Setting[Any]:
    """A chain with joints of all groups at a random state."""
    return field_setting(modified_dh(KINDS, ROWS, (1.2, -3.1, -9.0)))


def wrench_of(at: Setting[Any]) -> Wrench[Any]:
    return Wrench(Vec3(*at.wrench[:3]), Vec3(*at.wrench[3:]))


def newton_euler(at: Setting[Any]) -> Any:
    lumping = lump_fixed_links(at.whole)
    inertias = lumping.bodies(at.link_inertias)
    return inverse_dynamics(lumping.mechanism, at.framed_poses, at.qd, at.qdd, inertias, wrench_of(at))


def in_mlcs(at: Setting[Any]) -> Any:
    found = lin_parameters(at.robot)
    values = [sum(at.lift(x) * v for x, v in zip(row, at.parameters, strict=True) if x) for row in found.matrix]
    constants = joint_constants(found, values)
    return lin_inverse_dynamics(at.framed, at.framed_poses, at.qd, at.qdd, found.structure, constants, wrench_of(at))


def all_constants(at: Setting[Any]) -> tuple[Structure, list[JointConstants[Any]]]:
    """Constants of all composite bodies as if each were known, and a structure in which no joint is special."""
    chain, n = driving_chain(at.robot), at.robot.n
    no_axis = Vec3(*chain.gravity).scale(0)
    found = []
    for body in composite_constants(chain):
        forms = quantities(body, no_axis)
        of = {name: form.at(at.parameters, at.lift) for name, form in forms.items()}
        k = Vec3(of["k_x"], of["k_y"], of["k_z"])
        others = {name: of[name] for name in ("m", "U_xx_yy", "U_zz", "U_xy", "U_xz", "U_yz")}
        found.append(JointConstants(k=k, **others, kappa_1=0, kappa_2=0))
    return Structure(0, 0, (no_axis,) * n, (True,) * n, (True,) * n, chain.is_modified_dh), found


# (16)-(31): Newton-Euler and the notation


def test_16_is_the_angular_velocity_not_its_rate(at: Setting[Any]) -> None:
    motions = newton_euler(at).motions
    for i in range(1, at.robot.n):
        joint, pose = at.framed.joints[i], at.framed_poses[i]
        right_side = pose.R.T @ motions[i - 1].omega + Z.scale(at.qd[i] if joint.kind.turns else 0)
        assert right_side == motions[i].omega
        assert right_side != motions[i].acceleration.omega_dot, "as printed: omega with a dot"


def test_17_starts_with_the_joint_acceleration(at: Setting[Any]) -> None:
    motions = newton_euler(at).motions
    for i in range(1, at.robot.n):
        if at.framed.joints[i].kind.turns:
            turn = at.framed_poses[i].R
            below, rate = turn.T @ motions[i - 1].omega, Z.scale(at.qd[i])
            rest = turn.T @ motions[i - 1].acceleration.omega_dot + below.cross(rate)
            assert rest + Z.scale(at.qdd[i]) == motions[i].acceleration.omega_dot
            assert rest + rate != motions[i].acceleration.omega_dot, "as printed: one dot"


def test_17_to_23_are_newton_euler_as_we_have_it(at: Setting[Any]) -> None:
    """About centres of mass, with gravity as a force, as in the paper."""
    n = at.robot.n
    omega, alpha, a, g = Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0), at.framed.gravity
    needed = []
    for joint, pose, body, qd, qdd in zip(
        at.framed.joints, at.framed_poses, at.link_inertias, at.qd, at.qdd, strict=True
    ):
        turn = pose.R
        step = pose.parent_p_joint + turn @ pose.joint_p_link
        a, g = turn.T @ (a + alpha.cross(step) + omega.cross(omega.cross(step))), turn.T @ g
        omega, alpha = turn.T @ omega, turn.T @ alpha
        if joint.kind.turns:
            alpha, omega = alpha + Z.scale(qdd) + omega.cross(Z.scale(qd)), omega + Z.scale(qd)  # [Lin95 (17), (16)]
        else:
            a = a + Z.scale(qdd) + omega.cross(Z.scale(qd)).scale(2)  # [Lin95 (18)]
        m, c = body.m, body.h.scale(1 / body.m)
        inertia = body.I.matrix + (skew(c) @ skew(c)).scale(m)
        f_t = (a + alpha.cross(c) + omega.cross(omega.cross(c))).scale(-m)  # [Lin95 (19)]
        t_t = -(inertia @ alpha) - omega.cross(inertia @ omega)  # [Lin95 (20)]
        needed.append((g.scale(m) + f_t, t_t, c))
    f, t, step, turn = Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0), diagonal(1, 1, 1)
    for i in reversed(range(n)):
        weight_and_inertia, t_t, c = needed[i]
        passed = turn @ f
        f = passed - weight_and_inertia  # [Lin95 (21)]
        t = turn @ t - t_t - c.cross(weight_and_inertia) + step.cross(passed)  # [Lin95 (22)]
        pose = at.framed_poses[i]
        turn, step = pose.R, pose.parent_p_joint + pose.R @ pose.joint_p_link
        tau = t.z if at.framed.joints[i].kind.turns else f.z  # [Lin95 (23)]
        assert tau == compute("inverse_dynamics", at)[i]


def random_vectors(at: Setting[Any], count: int) -> list[Vec3[Any]]:
    return [Vec3(*(at.lift.random_element() for _ in range(3))) for _ in range(count)]  # type: ignore[attr-defined]


def test_24_to_28_gradient_and_psi(at: Setting[Any]) -> None:
    omega, alpha, x, y = random_vectors(at, 4)
    W, A = square(omega), Sym3(*x, *y)
    Omega = acceleration_gradient(alpha, W)
    assert Omega == skew(alpha) + skew(omega) @ skew(omega)
    assert psi_product(psi_matrix(alpha, W, Omega), A) == A @ alpha + omega.cross(A @ omega)  # [Lin95 (28)]


def test_25_entries_as_printed(at: Setting[Any]) -> None:
    omega, alpha = random_vectors(at, 2)
    (x, y, z), (ax, ay, az) = omega, alpha
    W = square(omega)
    assert psi_matrix(alpha, W, acceleration_gradient(alpha, W)) == (
        (ax, -y * z, y * z, ay - x * z, az + x * y, y * y - z * z),
        (x * z, ay, -x * z, ax + y * z, z * z - x * x, az - x * y),
        (-x * y, x * y, az, x * x - y * y, ax - y * z, ay + x * z),
    )


def test_29_to_31_identities(at: Setting[Any]) -> None:
    omega, alpha, a, b = random_vectors(at, 4)
    W = square(omega)
    Omega = acceleration_gradient(alpha, W)
    Psi = psi_matrix(alpha, W, Omega)
    A = (skew(a) @ skew(b)).scale(-1) - skew(b) @ skew(a)
    tensor = Sym3(A.row_x.x, A.row_x.y, A.row_y.y, A.row_x.z, A.row_y.z, A.row_z.z)
    assert a.cross(Omega @ b) + b.cross(Omega @ a) == psi_product(Psi, tensor)  # [Lin95 (29)]
    turned_omega, turned_alpha = omega + Z.scale(a.x), alpha + Z.scale(a.y) + omega.cross(Z.scale(a.x))
    beyond = acceleration_gradient(turned_alpha, square(turned_omega))
    assert beyond @ Z == Omega @ Z  # [Lin95 (30)]
    ring = Sym3(b.x, 0, b.x, 0, 0, 0)
    turned_Psi = psi_matrix(turned_alpha, square(turned_omega), beyond)
    assert psi_product(turned_Psi, ring) == psi_product(Psi, ring)  # [Lin95 (31)]


# Lemmas 3 and 4, and the formulation in constants of composite bodies


@pytest.mark.parametrize("seed", range(10))
def test_lemma_3_joint_force(seed: int) -> None:
    at = field_setting(random_chain(seed), seed)
    where, constants = all_constants(at)
    ours = lin_inverse_dynamics(at.framed, at.framed_poses, at.qd, at.qdd, where, constants, wrench_of(at))
    wrenches = newton_euler(at).wrenches
    for motion, force, of, wrench in zip(ours.motions, ours.forces, constants, wrenches, strict=True):
        passed = force.mu - force.mu_bar
        assert motion.a.scale(of.m) + motion.Omega @ of.k + passed == wrench.f  # [Lin95 (32), (33)]


@pytest.mark.parametrize("seed", range(20))
def test_lemma_4_and_57_to_75_hold_for_every_joint_when_all_constants_are_known(seed: int) -> None:
    at = field_setting(random_chain(seed), seed)
    where, constants = all_constants(at)
    ours = lin_inverse_dynamics(at.framed, at.framed_poses, at.qd, at.qdd, where, constants, wrench_of(at))
    assert ours.tau == newton_euler(at).tau  # [Lin95 (44)]


def test_38_to_43_inertia_of_the_recursion_as_printed(at: Setting[Any]) -> None:
    where, constants = all_constants(at)
    n = at.robot.n
    bodies = composite_constants(driving_chain(at.robot))
    full = [Sym3(*(form.at(at.parameters, at.lift) for form in body.I)) for body in bodies]
    stars: list[Any] = [None] * n
    ours = recursion_inertias(at.framed, at.framed_poses, where, constants)
    for i in reversed(range(n)):
        if not at.framed.joints[i].kind.turns:
            continue
        after = next((k for k in range(i + 1, n) if at.framed.joints[k].kind.turns), n)
        star, travel, turn = full[i].matrix, diagonal(0, 0, 0), diagonal(1, 1, 1)
        for k in range(i + 1, min(after + 1, n)):
            turn = turn @ at.framed_poses[k].R
            if k < after:
                d, of_k = Z.scale(at.framed_poses[k].joint_p_link.z), constants[k].k
                travel = travel + turn @ (skew(d) @ skew(of_k) + skew(of_k) @ skew(d)) @ turn.T
            else:
                e = stars[after].row_y.y - full[after].yy
                star = star + turn @ diagonal(e, e, -full[after].zz) @ turn.T
        stars[i] = star
        D: Mat3[Any] = star - diagonal(star.row_y.y, star.row_y.y, 0) - travel
        assert ours[i].matrix == D


# The algorithm by groups


@pytest.mark.parametrize("tens", range(0, len(EXACT_CHAINS), 10))
def test_76_to_93_equal_newton_euler_on_random_chains(tens: int) -> None:
    for seed in EXACT_CHAINS[tens : tens + 10]:
        at = field_setting(random_chain(seed), seed)
        assert in_mlcs(at).tau == newton_euler(at).tau, f"chain {seed}"


@pytest.mark.parametrize("seed", range(10))
def test_76_to_93_hold_in_any_frames_with_z_along_the_joint(seed: int) -> None:
    at = field_setting(random_explicit_chain(seed), seed)
    assert in_mlcs(at).tau == newton_euler(at).tau


def test_random_chains_have_both_kinds_of_joints_in_every_group_they_can_be_in() -> None:
    seen = set()
    for seed in EXACT_CHAINS:
        robot = random_chain(seed)
        where = lin_parameters(robot).structure
        seen |= {(1 + (i >= where.r) + (i >= where.s), joint.kind.turns) for i, joint in enumerate(robot.joints)}
    assert seen == {(1, False), (2, False), (2, True), (3, False), (3, True)}


@pytest.mark.parametrize("tens", range(0, len(EXACT_CHAINS), 10))
def test_torques_in_floats_agree_to_1e_12(tens: int) -> None:
    for seed in EXACT_CHAINS[tens : tens + 10]:
        at = float_setting(random_chain(seed), seed)
        ours, theirs = in_mlcs(at).tau, newton_euler(at).tau
        largest = max(map(abs, theirs))
        assert all(abs(a - b) <= 1e-12 * largest for a, b in zip(ours, theirs, strict=True)), f"chain {seed}"


def float_setting(robot: Robot, seed: int) -> Setting[Any]:
    source = random.Random(seed)

    def draw(count: int) -> tuple[float, ...]:
        return tuple(source.uniform(-2, 2) for _ in range(count))

    state = {"q": draw(robot.n), "qd": draw(robot.n), "qdd": draw(robot.n), "wrench": draw(6)}
    return setting_over(robot, FLOATS, state | {"parameters": draw(len(robot.parameter_names))})


# As printed


def fails_as_printed(at: Setting[Any], patch: pytest.MonkeyPatch, name: str, printed: Callable[..., Any]) -> bool:
    """Whether torques are wrong with one step of the recursion replaced, and right without."""
    right = newton_euler(at).tau
    assert in_mlcs(at).tau == right
    step = getattr(module, name)
    patch.setattr(module, name, lambda *arguments: printed(step, *arguments))
    return in_mlcs(at).tau != right


def test_62_without_a_plus_between_its_cases_fails(at: Setting[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def product_of_cases(step: Any, parent: Any, link: Any, *rates: Any) -> Any:
        nowhere = replace(link, b=link.b.scale(0), d=link.d * 0 if link.turns else link.d)  # K* K = 0
        return step(parent, nowhere, *rates)

    assert fails_as_printed(at, monkeypatch, "propagate_motion", product_of_cases)


def test_73_with_acceleration_in_the_frame_below_fails(at: Setting[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def not_rotated(step: Any, link: Any, motion: Any, *rates: Any) -> Any:
        below = replace(motion, a_star=link.inward(motion.a_star))
        return step(link, below if link.group is Group.FREELY else motion, *rates)

    assert fails_as_printed(at, monkeypatch, "own_forces", not_rotated)


def test_82_with_velocity_for_acceleration_fails(at: Setting[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def velocity(step: Any, parent: Any, link: Any, rate: Any, rate_change: Any) -> Any:
        slides = link.group is Group.ABOUT_ONE_AXIS and not link.turns
        return step(parent, link, rate, rate if slides else rate_change)

    assert fails_as_printed(at, monkeypatch, "propagate_motion", velocity)


def test_85_with_velocity_for_acceleration_fails(at: Setting[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def velocity(step: Any, link: Any, motion: Any, rate: Any, rate_change: Any) -> Any:
        slides = link.group is Group.ABOUT_ONE_AXIS and not link.turns
        return step(link, motion, rate, rate if slides else rate_change)

    assert fails_as_printed(at, monkeypatch, "own_forces", velocity)


def test_98_third_entry_has_the_velocity_of_x(at: Setting[Any]) -> None:
    omega, alpha = random_vectors(at, 2)
    W = square(omega)
    third = psi_matrix(alpha, W, acceleration_gradient(alpha, W))[2][0]
    assert third == -omega.x * omega.y  # [Lin95 (98)]
    assert third != -alpha.x * omega.y, "as printed"
