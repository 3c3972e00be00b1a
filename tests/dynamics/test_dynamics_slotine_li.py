"""The regressor of adaptive control, with `==` over exact scalars."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from exact_settings import compute, matrix, product

from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.regressors.full_regressor import full_regressor
from symdyn.dynamics.regressors.slotine_li import slotine_li_regressor
from symdyn.dynamics.setting import Setting


def with_reference(at: Setting[Any]) -> Setting[Any]:
    """Give a state a reference velocity and acceleration that differ from its own."""
    qd_r = tuple(rate * 2 + Fraction(i + 1, 3) for i, rate in enumerate(at.qd))
    qdd_r = tuple(change * 3 - Fraction(i + 2, 5) for i, change in enumerate(at.qdd))
    return replace(at, qd_r=qd_r, qdd_r=qdd_r)


def friction_torque(at: Setting[Any]) -> list[Any]:
    """fv q̇ + fc sign(q̇) + fo at the true velocity."""
    torques = []
    for effects, qd, sign in zip(at.effects, at.qd, at.sign, strict=True):
        of = dict(effects)
        torques.append(of.get("fv", 0) * qd + of.get("fc", 0) * sign + of.get("fo", 0))
    return torques


def test_regressor_times_parameters_is_the_reference_torque(at: Setting[Any]) -> None:
    at = with_reference(at)
    n = at.robot.n
    inertial = product(matrix(compute("mass_matrix", at), n), at.qdd_r)
    coriolis = product(matrix(compute("coriolis_matrix", at), n), at.qd_r)
    parts = (inertial, coriolis, compute("gravity", at), friction_torque(at))
    torque = tuple(sum(terms) for terms in zip(*parts, strict=True))
    assert product(slotine_li_regressor(at), at.parameters) == torque


def test_reference_equal_to_the_motion_gives_the_plain_regressor(at: Setting[Any]) -> None:
    tracking = replace(at, qd_r=at.qd, qdd_r=at.qdd)
    assert list(slotine_li_regressor(tracking)) == matrix(compute("regressor_full", at), len(at.parameters))


def test_full_regressor_has_the_columns_of_the_kernel(at: Setting[Any]) -> None:
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    joints = [at.joint_motion(i) for i in range(at.robot.n)]
    Y = full_regressor(at, [motion.acceleration for motion in motions], joints)
    assert list(Y) == matrix(compute("regressor_full", at), len(at.parameters))
