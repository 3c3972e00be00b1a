"""The tip's pose, Jacobian and the Jacobian's rate along a motion, with `==` over exact scalars."""

from typing import Any

from exact_settings import compute, inner, matrix, moving, outputs, product
from test_dynamics_kinematics import tip_pose

from symdyn.algebra.dual import derivative_of, value_of
from symdyn.algebra.spatial import Mat3
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.kinematics import homogeneous


def tip_motion(at: Setting[Any]) -> tuple[Any, list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    T, J, J_dot = outputs("tip_motion", at)
    return T, matrix(J, at.robot.n), matrix(J_dot, at.robot.n)


def test_tip_motion_has_the_pose_and_the_jacobian_of_the_last_entry(at: Setting[Any]) -> None:
    T, J, _ = tip_motion(at)
    assert tuple(entry for row in homogeneous(tip_pose(at)) for entry in row) == T
    assert matrix(compute("jacobian", at), at.robot.n) == J


def test_jacobian_rate_is_the_derivative_of_the_jacobian(at: Setting[Any]) -> None:
    _, _, J_dot = tip_motion(at)
    along = compute("jacobian", moving(at, at.qd))
    assert J_dot == matrix([derivative_of(entry) for entry in along], at.robot.n)


def test_tip_accelerates_by_jacobian_and_its_rate(at: Setting[Any]) -> None:
    _, J, J_dot = tip_motion(at)
    _, J_ahead, _ = tip_motion(moving(at, at.qd))
    velocity = product(J_ahead, moving(at, at.qd).qd)
    expected = [inner(row, at.qdd) + inner(rate, at.qd) for row, rate in zip(J, J_dot, strict=True)]
    assert [derivative_of(entry) for entry in velocity] == expected


def test_jacobian_times_rates_turns_the_tip(at: Setting[Any]) -> None:
    _, J, _ = tip_motion(at)
    pose = tip_pose(moving(at, at.qd))
    spin: Mat3[Any] = pose.R.map(derivative_of) @ pose.R.map(value_of).T
    omega = [inner(row, at.qd) for row in J[3:]]
    assert omega == [spin.row_z.y, spin.row_x.z, spin.row_y.x]
