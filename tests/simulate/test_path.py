"""Paths of the tip become motions of the joints, for arms with too few, enough and more than enough joints."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.runtime.kernels import Kernels
from symdyn.simulate.motion.motion import Motion
from symdyn.simulate.motion.path import joint_motion
from symdyn.simulate.motion.path_shapes import Circle, Line, Path
from symdyn.simulate.motion.path_task import rotation, rotation_vector

TIMES = np.linspace(0.0, 1.0, 101)
TWO_LINK_TIP = (0.4, 0.0, 0.0)
PANDA_START = np.array([0.1, -0.5, 0.2, -2.0, 0.1, 1.8, 0.6])


@cache
def kernels(robot: str) -> Kernels:
    return symdyn.build(robot, symdyn.Options(only=("tip_motion",)), backend="numpy")


def along(robot: str, path: Path, times: Any = TIMES, **how: Any) -> Any:
    return joint_motion(symdyn.load(robot), path, times, kernels=kernels(robot), **how)


@cache
def panda_motion(kind: str) -> Motion:
    found: Motion = along("panda", panda_circle(), task_kind=kind, start=PANDA_START).motion
    return found


def tip(robot: str, q: Any, tool: Any = (0.0, 0.0, 0.0)) -> tuple[Any, Any]:
    T = kernels(robot).tip_motion(q, np.zeros_like(q))[0]
    return T[..., :3, 3] + T[..., :3, :3] @ np.array(tool), T[..., :3, :3]


def slopes(motion: Motion, h: float) -> tuple[float, float]:
    """How far q̇ and q̈ are from fourth-order differences of q and q̇."""

    def slope(x: Any) -> Any:
        return (x[:-4] - 8 * x[1:-3] + 8 * x[3:-1] - x[4:]) / (12 * h)

    return (
        float(np.abs(slope(motion.q) - motion.qd[2:-2]).max()),
        float(np.abs(slope(motion.qd) - motion.qdd[2:-2]).max()),
    )


def panda_circle() -> Circle:
    start = tip("panda", PANDA_START)[0]
    return Circle(tuple(start), tuple(np.add(start, (0, 0.08, 0))), 1.0, normal=(1, 0, 0), turn=(0.2, 0.0, -0.3))


def test_two_joints_follow_a_line_in_their_plane() -> None:
    path = Line((0.3, 0.6, 0), (0.7, 0.2, 0), 1.0)
    motion = along("two_link", path, tool=TWO_LINK_TIP).motion
    wanted = np.array([path.at(t).p for t in TIMES])
    np.testing.assert_allclose(tip("two_link", motion.q, TWO_LINK_TIP)[0], wanted, atol=1e-9)
    assert max(slopes(motion, TIMES[1])) < 5e-5  # of differences: h⁴/30 times derivatives of some 1e5
    assert np.abs(motion.qd[[0, -1]]).max() == 0 and np.abs(motion.qdd[[0, -1]]).max() < 1e-12


@pytest.mark.parametrize("kind", ["position", "pose"])
def test_seven_joints_follow_a_circle_with_the_least_rates(kind: str) -> None:
    path, h = panda_circle(), TIMES[1]
    motion = panda_motion(kind)
    p, R = tip("panda", motion.q)
    np.testing.assert_allclose(p, [path.at(t).p for t in TIMES], atol=1e-9)
    if kind == "pose":
        turned = np.array([rotation(path.at(t).turned) @ R[0] for t in TIMES])
        np.testing.assert_allclose(R, turned, atol=1e-9)
    assert max(slopes(motion, h)) < 2e-2  # q̈ is the derivative of q̇ in the joints' freedom, too; h⁴ times 1e6 is left
    rows = 3 if kind == "position" else 6
    J = kernels("panda").tip_motion(motion.q, motion.qd)[1][:, :rows]
    for jacobian, qd in zip(J[::10], motion.qd[::10], strict=True):
        idle = np.linalg.svd(jacobian)[2][rows:]  # directions that leave the tip alone
        assert np.abs(idle @ qd).max() < 1e-9


def test_least_rates_alone_would_not_give_their_own_derivative() -> None:
    path = panda_circle()
    motion = panda_motion("position")
    plain = []
    for t, q, qd in zip(TIMES, motion.q, motion.qd, strict=True):
        _, J, J_dot = kernels("panda").tip_motion(q, qd)
        plain.append(np.linalg.pinv(J[:3]) @ (path.at(t).a - J_dot[:3] @ qd))
    wrong = slopes(Motion(motion.q, motion.qd, np.array(plain)), TIMES[1])[1]
    assert wrong > 0.1 > 2e-2 > slopes(motion, TIMES[1])[1]


def test_circle_returns_to_its_start_with_centripetal_acceleration() -> None:
    circle = Circle((1.0, 0.0, 0.5), (0.5, 0.0, 0.2), 2.0, normal=(0, 0, 3))
    for t in np.linspace(0, 2, 9):
        state = circle.at(t)
        assert np.linalg.norm(state.p - [0.5, 0, 0.5]) == pytest.approx(0.5)
        assert state.v @ (state.p - [0.5, 0, 0.5]) == pytest.approx(0)
        assert state.a @ (state.p - [0.5, 0, 0.5]) == pytest.approx(-state.v @ state.v)
    np.testing.assert_allclose(circle.at(2.0).p, circle.at(0.0).p, atol=1e-15)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-6, 0.3, 3.0])
def test_rotation_vectors_survive_the_way_through_matrices(angle: float) -> None:
    vector = angle * np.array([2.0, -1.0, 2.0]) / 3
    R = rotation(vector)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(rotation_vector(R), vector, rtol=1e-12, atol=1e-18)


def test_coarse_times_follow_the_same_motion() -> None:
    path = panda_circle()
    fine = panda_motion("position").q[::20]
    coarse = along("panda", path, TIMES[::20], start=PANDA_START).motion.q
    np.testing.assert_allclose(coarse, fine, atol=1e-6)  # both go in steps of at most 5 ms


BAD = {
    "start": (Line((2.0, 0, 0), (0.3, 0.5, 0), 1.0), "path: its start is out of reach: 1.1 m"),
    "end": (Line((0.3, 0.5, 0), (1.6, 0.2, 0), 1.0), "path: out of reach at t = 0.4"),
    "plane": (Line((0.3, 0.5, 0), (0.3, 0.5, 0.1), 1.0), "no joint moves the tool in"),
    "centre": (Line((0.3, 0.5, 0), (-0.3, -0.5, 0), 1.0), "path: out of reach at t = 0.4"),
    "stretched": (Line((0.3, 0.5, 0), (0.9, 0.0, 0), 1.0), "singular pose|out of reach"),
}


@pytest.mark.parametrize("case", BAD)
def test_paths_that_cannot_be_followed_are_told(case: str) -> None:
    path, message = BAD[case]
    with pytest.raises(InputError, match=message):
        along("two_link", path, tool=TWO_LINK_TIP)


def test_paths_near_a_singular_pose_or_beyond_limits_warn() -> None:
    near = along("two_link", Line((0.3, 0.5, 0), (0.8998, 0.0, 0), 1.0), tool=TWO_LINK_TIP)
    assert any("near a singular pose at t = " in warning for warning in near.warnings)
    fast = along("two_link", Line((0.3, 0.6, 0), (0.7, 0.2, 0), 0.1), TIMES / 10, tool=TWO_LINK_TIP)
    assert any("beyond its velocity limit 4" in warning for warning in fast.warnings)
    assert along("two_link", Line((0.3, 0.6, 0), (0.7, 0.2, 0), 1.0), tool=TWO_LINK_TIP).warnings == ()


def test_wrong_arguments_are_told_in_one_line() -> None:
    path = Line((0.3, 0.6, 0), (0.7, 0.2, 0), 1.0)
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("task: unknown task 'poses'; did you mean pose?", {"task_kind": "poses"}),
        ("tool: must be a point of three numbers or a 4 x 4 frame", {"tool": (1, 2)}),
        ("tool: must have axes at right angles", {"tool": 2 * np.eye(4)}),
        ("start: must have 2 entries", {"start": (0, 0, 0)}),
    ]
    for message, arguments in wrong:
        with pytest.raises(InputError, match=message.replace("?", r"\?")):
            along("two_link", path, **arguments)
    with pytest.raises(InputError, match="times: must increase"):
        along("two_link", path, [0.0, 0.0])
    for message, make in {
        "path.duration: must be a positive": lambda: Line((0, 0, 0), (1, 0, 0), 0.0),
        "path.end: must be three finite numbers": lambda: Line((0, 0, 0), (1, 0), 1.0),
        "path.normal: must not be zero": lambda: Circle((0, 0, 0), (1, 0, 0), 1.0, normal=(0, 0, 0)),
    }.items():
        with pytest.raises(InputError, match=message):
            make()
