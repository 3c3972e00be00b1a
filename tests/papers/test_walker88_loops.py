"""Walker's manipulators with closed loops, section 2: joints as functions of Q, their rates, and his example's loops.

Robots: his arm with two cylinders (Figure 1), whose loops take roots, and a palletiser, whose loop is linear.
"""

from math import atan2

import numpy as np
import pytest

import symdyn
from symdyn.dynamics.setting import setting_over
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.mechanism import exact_mechanism

ROBOTS = ("cylinder_arm", "sr400")
STEP = 1e-3


def start(robot):
    at = robot.closing.closed_at
    return np.array([0.3 if at[i] is None else at[i] + 0.01 for i in robot.closing.actuated])


def tree_at(robot, Q, Qd, Qdd):
    """The tree at a state of the coordinates."""
    inputs = {"q": tuple(map(float, Q)), "qd": tuple(map(float, Qd)), "qdd": tuple(map(float, Qdd))}
    return setting_over(robot, FLOATS, inputs)


def joints_of(robot, Q):
    """q = U(Q): where all joints of the tree are."""  # [Walker88 (4)]
    at = tree_at(robot, Q, 0 * Q, 0 * Q)
    turning = [joint.kind.turns for joint in robot.tree.moving_joints]
    return np.array([atan2(s, c) if turns else q for q, c, s, turns in zip(at.q, at.c, at.s, turning, strict=True)])


def motion(name):
    robot = symdyn.load(name)
    source = np.random.default_rng(3)
    Q, (Qd, Qdd) = start(robot), source.uniform(-0.3, 0.3, (2, robot.n))
    along = [joints_of(robot, Q + t * Qd + t * t / 2 * Qdd) for t in STEP * np.array([-2, -1, 0, 1, 2])]
    return robot, tree_at(robot, Q, Qd, Qdd), Q, Qd, along


@pytest.mark.parametrize("name", ROBOTS)
def test_4_to_6_joints_move_as_the_derivative_of_where_they_are(name):
    robot, at, _, _, along = motion(name)
    before, after = (along[3] - along[1]) / (2 * STEP), (along[4] - along[0]) / (4 * STEP)
    slope = (4 * before - after) / 3
    rates = np.array(at.qd[: robot.tree.n])  # [Walker88 (5)]
    np.testing.assert_allclose(rates, slope, atol=1e-9)  # of the fourth order in the step, and rounding over it


@pytest.mark.parametrize("name", ROBOTS)
def test_6_a_unit_rate_of_a_coordinate_gives_a_column_of_e(name):
    robot, _, Q, _, _ = motion(name)
    for unit in np.eye(robot.n):
        E = np.array(tree_at(robot, Q, unit, 0 * Q).qd[: robot.tree.n])
        there, back = (joints_of(robot, Q + sign * STEP * unit) for sign in (1, -1))  # [Walker88 (6)]
        np.testing.assert_allclose(E, (there - back) / (2 * STEP), atol=1e-4)  # of the second order in the step


@pytest.mark.parametrize("name", ROBOTS)
def test_7_accelerations_have_a_part_of_the_rate_of_e(name):
    robot, at, _, _, along = motion(name)
    near, far = (along[3] - 2 * along[2] + along[1]) / STEP**2, (along[4] - 2 * along[2] + along[0]) / (2 * STEP) ** 2
    change = np.array(at.qdd[: robot.tree.n])  # [Walker88 (7)]
    np.testing.assert_allclose(change, (4 * near - far) / 3, atol=1e-7)  # fourth order, and rounding over the square


# by the paper's numbers: the boom's pin is the first rod's end, the stick's the second's [Walker88 (8)] [Walker88 (9)]
MEETINGS = {"(8)": ("boom", "boom_rod"), "(9)": ("stick", "stick_rod")}


@pytest.mark.parametrize("equation", MEETINGS)
def test_8_9_both_ways_around_a_loop_lead_to_the_same_pin(equation):
    robot = symdyn.load("cylinder_arm")
    loop = robot.closing.loops[list(MEETINGS).index(equation)]
    kernel = KERNELS["forward_kinematics"]
    moving = [i for i, joint in enumerate(robot.joints) if joint.moves]
    for aside in (0.0, 0.01, -0.01):
        Q = start(robot) + aside
        poses = run(kernel, robot, FLOATS, {"q": tuple(Q)}).outputs.values()
        T = np.array(next(iter(poses)), float).reshape(-1, 4, 4)
        ends = []
        for link, frame in ((loop.parent, loop.parent_frame), (loop.child, loop.child_frame)):
            pin = np.array([float(x.rational) for x in frame.position] + [1.0])
            ends.append(T[moving.index(link)] @ pin)
        np.testing.assert_allclose(*ends, atol=1e-12)  # rounding alone


def test_30_sums_over_the_joints_below_links_are_sums_over_the_links_beyond_joints():
    mechanism = exact_mechanism(symdyn.load("sr400").tree)
    links = range(len(mechanism.joints))
    below = {i: set(mechanism.ancestors(i)) for i in links}  # Φ_i
    beyond = {j: {i for i in links if j in below[i]} for j in links}  # Ψ_j
    f = {(i, j): (i + 2) ** (j + 1) for i in links for j in links}
    one = sum(f[i, j] for i in links for j in below[i])  # [Walker88 (30)]
    assert one == sum(f[i, j] for j in links for i in beyond[j])
