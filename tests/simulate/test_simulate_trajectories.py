"""Trajectories pass where they should, and their velocities and accelerations belong to their positions."""

import numpy as np
import pytest

from symdyn.errors import InputError
from symdyn.simulate.motion.motion_file import read_motion_file
from symdyn.simulate.motion.trajectories import Samples, Sinusoids, Smooth, Stops, Wave

TIMES = (0.0, 0.5, 1.25, 2.0)
POINTS = ((0.0, 1.0), (0.7, 0.2), (0.1, -0.4), (0.5, 0.5))
ALL = [
    Sinusoids((0.3, -1.0), ((Wave(0.5, 3.0, 0.2), Wave(0.1, 7.0, 1.0)), (Wave(0.4, 2.0, 0.0),))),
    Stops(TIMES, POINTS),
    Smooth(TIMES, POINTS),
    Samples(tuple(np.linspace(0, 2, 41)), tuple((np.sin(t), np.cos(t)) for t in np.linspace(0, 2, 41))),
]


@pytest.mark.parametrize("trajectory", ALL, ids=lambda one: type(one).__name__)
def test_rates_belong_to_positions(trajectory):
    h = 1e-5
    times = np.linspace(0.01, 1.99, 97)
    before, here, after = (trajectory.motion(times + shift, None) for shift in (-h, 0.0, h))
    # central differences err by h²/6 times the next derivative but one, below 1e4 here, and by rounding over h
    np.testing.assert_allclose(here.qd, (after.q - before.q) / (2 * h), atol=1e-6)
    np.testing.assert_allclose(here.qdd, (after.qd - before.qd) / (2 * h), atol=1e-4)


@pytest.mark.parametrize("kind", [Stops, Smooth])
def test_way_points_are_passed_at_their_times(kind):
    motion = kind(TIMES, POINTS).motion(np.array([-1.0, *TIMES, 3.0]), None)
    np.testing.assert_allclose(motion.q, [POINTS[0], *POINTS, POINTS[-1]], atol=1e-14)
    assert not motion.qd[[0, -1]].any() and not motion.qdd[[0, -1]].any()


def test_stops_are_at_rest_in_every_point_and_smooth_ways_are_not():
    at = np.array(TIMES)
    assert not Stops(TIMES, POINTS).motion(at, None).qd.any()
    smooth = Smooth(TIMES, POINTS).motion(at, None)
    np.testing.assert_allclose(smooth.qd[[0, -1]], 0, atol=1e-12)
    np.testing.assert_allclose(smooth.qdd[[0, -1]], 0, atol=1e-11)
    assert np.abs(smooth.qd[1:-1]).min() > 0.1


def test_a_motion_file_is_read_by_names_or_numbers_of_joints(tmp_path):
    path = tmp_path / "motion.csv"
    path.write_text("elbow,time,other,q1\n1,0,9,5\n2,0.5,9,6\n4,1,9,7\n")
    samples = read_motion_file(path, ("shoulder", "elbow"))
    assert samples == Samples((0.0, 0.5, 1.0), ((5.0, 1.0), (6.0, 2.0), (7.0, 4.0)))
    np.testing.assert_allclose(samples.motion(np.array([0.5, 9.0]), None).q, [[6, 2], [7, 4]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("time,q1\n0,1\n", "two lines of numbers or more"),
        ("t,q1\n0,1\n1,2\n", "motion.csv:1: no column 'time'"),
        ("time,x\n0,1\n1,2\n", "motion.csv:1: no column 'shoulder'"),
        ("time,q1\n0,1\n0,2\n", "motion.csv:3: time: the time does not increase"),
        ("time,q1\n0,1\n1,x\n", "motion.csv:3: 'x' is not a number"),
        ("time,q1\n0,1\n1,nan\n", "motion.csv:3: 'nan' is not a finite number"),
        ("time,q1\n0,1\n1,1e61\n", "motion.csv:3: '1e61' is not a finite number of ordinary size, 1e+60 at most"),
        ("time,q1\n0,1\n1," + "9" * 200_000 + "\n", "motion.csv:3: not CSV: field larger than field limit"),
        ('time,q1\n0,1\n\n"1\n', "motion.csv:4: 1 entries where the first line has 2"),
        ("time,q1\n0,1\n1,2,3\n", "motion.csv:3: 3 entries where the first line has 2"),
    ],
)
def test_a_wrong_motion_file_is_told_with_its_line(tmp_path, text, said):
    path = tmp_path / "motion.csv"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_motion_file(path, ("shoulder",))
    assert said in str(error.value)
