"""Eigenvalues of optimal feedback along a motion."""

import numpy as np
import pytest

import symdyn
from symdyn.control import optimal_feedback_report
from symdyn.control.laws.optimal_feedback import position_weight
from symdyn.errors import InputError
from symdyn.simulate.motion.motion import Motion

T = 0.005


@pytest.mark.parametrize("eigenvalue", [0.95, 0.8, 0.0, -0.5])
def test_position_weight_gives_the_eigenvalue_it_is_made_for(eigenvalue: float) -> None:
    rest = Motion(*(np.zeros((1, 2)) for _ in range(3)))
    weightless = symdyn.load({**symdyn.load("two_link").source, "gravity": [0, 0, 0]})
    report = optimal_feedback_report(weightless, {"Qp": position_weight(eigenvalue, T), "T": T}, rest)
    found = np.sort(report.eigenvalues[0].real)
    np.testing.assert_allclose(found, np.sort([0, 0, eigenvalue, eigenvalue]), atol=1e-6)  # double: half the digits
    np.testing.assert_allclose(report.expected, eigenvalue, atol=1e-12)


def test_report_refuses_what_does_not_fit() -> None:
    robot, rest = symdyn.load("two_link"), Motion(*(np.zeros((1, 2)) for _ in range(3)))
    for gains, message in (
        ({"Qs": 1}, "gains: unknown gain 'Qs'"),
        ({"Qp": -1}, "gains.Qp: must be 2 positive"),
        ({"T": 1e6}, "far too long"),
    ):
        with pytest.raises(InputError, match=message):
            optimal_feedback_report(robot, gains, rest)
    with pytest.raises(InputError, match=r"trajectory.qd: must have shape \(N, 2\)"):
        optimal_feedback_report(robot, {}, Motion(np.zeros((1, 2)), np.zeros((1, 3)), np.zeros((1, 2))))
