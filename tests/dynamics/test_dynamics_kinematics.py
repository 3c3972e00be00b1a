"""Poses, the Jacobian and wrenches at the tip, with `==` over exact scalars."""

from typing import Any

from exact_settings import along_joint, compute, inner, matrix

from symdyn.algebra.dual import derivative_of, value_of
from symdyn.algebra.spatial import Mat3
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.kinematics import WorldPose, world_poses


def tip_pose(at: Setting[Any]) -> WorldPose[Any]:
    """Pose of the last entry's link, fixed ones included."""
    return world_poses(at.whole, at.whole_poses)[at.whole.last]


def test_jacobian_is_the_derivative_of_the_tips_pose(at: Setting[Any]) -> None:
    n = at.robot.n
    J = matrix(compute("jacobian", at), n)
    for k in range(n):
        pose = tip_pose(along_joint(at, k))
        R, R_rate = pose.R.map(value_of), pose.R.map(derivative_of)
        spin: Mat3[Any] = R_rate @ R.T  # [ω]×
        velocity = tuple(pose.p.map(derivative_of))
        omega = (spin.row_z.y, spin.row_x.z, spin.row_y.x)
        assert tuple(row[k] for row in J) == (*velocity, *omega)
        assert tuple(-entry for entry in (spin.row_y.z, spin.row_z.x, spin.row_x.y)) == omega


def test_forward_kinematics_are_the_poses_of_the_links_that_joints_move(at: Setting[Any]) -> None:
    T = compute("forward_kinematics", at)
    moving_links = [i for i, joint in enumerate(at.robot.joints) if joint.moves]
    world = world_poses(at.whole, at.whole_poses)
    for k, link in enumerate(moving_links):
        rows = matrix(T[16 * k : 16 * k + 16], 4)
        assert [row[:3] for row in rows[:3]] == [tuple(row) for row in world[link].R.rows]
        assert tuple(row[3] for row in rows[:3]) == tuple(world[link].p)
        assert rows[3] == (0, 0, 0, 1)


def test_rotations_are_orthonormal_and_right_handed(at: Setting[Any]) -> None:
    for pose in world_poses(at.whole, at.whole_poses):
        x, y, z = pose.R.T.rows
        assert [a.dot(b) for a in (x, y, z) for b in (x, y, z)] == [1, 0, 0, 0, 1, 0, 0, 0, 1]
        assert x.cross(y) == z


def test_external_wrench_lowers_torque_by_transposed_jacobian_times_wrench(at: Setting[Any]) -> None:
    J = matrix(compute("jacobian", at), at.robot.n)
    lowered = tuple(
        tau - inner(column, at.wrench)
        for tau, column in zip(compute("inverse_dynamics", at), zip(*J, strict=True), strict=True)
    )
    assert compute("inverse_dynamics_external", at) == lowered
