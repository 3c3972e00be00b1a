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


def test_integrals_have_eigenvalues_of_their_own() -> None:
    """Without gravity at rest only inertia holds joints; zeros are double: half the digits."""
    rest = Motion(*(np.zeros((1, 2)) for _ in range(3)))
    weightless = symdyn.load({**symdyn.load("two_link").source, "gravity": [0, 0, 0]})
    gains = {"Qp": 2e4, "Qi": [5e7, 0], "T": T}
    report = optimal_feedback_report(weightless, gains, rest)
    assert report.gain.shape == (1, 2, 5) and report.stable
    np.testing.assert_allclose(np.sort_complex(report.eigenvalues[0][:3]), np.sort_complex(report.expected), atol=1e-6)
    assert np.abs(report.eigenvalues[0][3:]).max() < 1e-6
    critical = optimal_feedback_report(weightless, {"Qp": 200.0, "Qi": 200.0**2 / 8, "T": 1e-4}, rest)
    assert np.ptp(np.log(critical.expected).real) < 1e-4  # in the limit of short periods both are -a/2, a = Qp T / 2


def test_report_refuses_what_does_not_fit() -> None:
    robot, rest = symdyn.load("two_link"), Motion(*(np.zeros((1, 2)) for _ in range(3)))
    for gains, message in (
        ({"Qs": 1}, "gains: unknown gain 'Qs'"),
        ({"Qp": -1}, "gains.Qp: must be 2 positive"),
        ({"Qi": -1}, "gains.Qi: must be 2 numbers, 0 or more"),
        ({"T": 1e6}, "far too long"),
    ):
        with pytest.raises(InputError, match=message):
            optimal_feedback_report(robot, gains, rest)
    with pytest.raises(InputError, match=r"trajectory.qd: must have shape \(N, 2\)"):
        optimal_feedback_report(robot, {}, Motion(np.zeros((1, 2)), np.zeros((1, 3)), np.zeros((1, 2))))
