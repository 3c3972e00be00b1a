"""The first scenario of a robot: what its motors hold, and a K that its loop carries."""

import numpy as np
import pytest

from symdyn.control.postures import mass_matrices, torques
from symdyn.model import bind_symbols, load
from symdyn.simulate.scenario.first_feedback import HELD, first_feedback
from symdyn.simulate.scenario.first_motion import EASY, first_motion

RATE = 1000


def arm(friction=0.0, effort=(60, 30), lower=(-1.0, -2.5), upper=(1.0, 2.5)):
    """Two links in a vertical plane, 21 N m and 4 N m when both are level; q = 0 is level."""
    rows = zip((2.0, 1.0), (0.5, 0.4), effort, lower, upper, strict=True)
    joints = [
        {
            "type": "revolute",
            "origin": {"xyz": [0.5 * i, 0, 0]},
            "axis": [0, -1, 0],
            "link": {
                "mass": mass,
                "com": [com, 0, 0],
                "inertia": {"zz": 0.1, "yy": 0.1, "xx": 0.1, "xy": 0, "xz": 0, "yz": 0},
            },
            "friction": {"coulomb": friction * most},
            "limits": {"lower": low, "upper": high, "velocity": 3, "effort": most},
        }
        for i, (mass, com, most, low, high) in enumerate(rows)
    ]
    return load({"symdyn": 1, "name": "arm", "gravity": [0, 0, -9.81], "joints": joints})


def shares(robot, motion, times):
    centre, swing, omega = (np.array(x) for x in (motion.centres, motion.amplitudes, motion.omegas))
    angle = np.outer(times, omega)
    q, qd, qdd = centre + swing * np.sin(angle), swing * omega * np.cos(angle), -swing * omega**2 * np.sin(angle)
    most = [joint.limits.effort for joint in robot.moving_joints]
    return np.abs(torques(bind_symbols(robot), q, qd, qdd)).max(axis=0) / most


def test_a_robot_that_is_strong_swings_about_the_middle():
    assert first_motion(arm()).centres == (0, 0)


def test_a_robot_whose_middle_is_too_heavy_for_it_moves_where_it_is_not():
    weak = arm(effort=(17, 30), lower=(-1.5, -2.5), upper=(1.5, 2.5))
    motion = first_motion(weak)
    assert motion.centres != (0, 0)
    times = np.linspace(0, 60, 300)
    assert shares(weak, motion, times).max() < EASY + 0.05  # it was looked at in twelve moments, here in 300
    assert shares(weak, first_motion(arm()), times).max() > 1  # or nothing would have had to be found


def test_a_joint_that_friction_holds_stands():
    assert first_motion(arm(friction=0.9)).amplitudes == (0, 0)
    assert all(first_motion(arm(friction=0.1)).amplitudes)


@pytest.mark.parametrize("name", ["puma560", "panda", "iiwa", "sr400", "four_bar"])
def test_a_period_halves_errors_of_velocity_at_most(name):
    robot = bind_symbols(load(name))
    motion = first_motion(robot)
    K = first_feedback(robot, motion.centres, motion.amplitudes, RATE)
    (M,) = mass_matrices(robot, np.array([motion.centres]))
    fastest = np.linalg.eigvals(np.linalg.solve(M, np.diag(K))).real.max() / RATE
    assert HELD / 20 < fastest < HELD * 1.01  # K is rounded to three digits, and other postures may carry less


def test_values_that_are_left_out_leave_k_to_defaults():
    robot = load("stanford")
    motion = first_motion(robot)
    assert first_feedback(robot, motion.centres, motion.amplitudes, RATE) is None
