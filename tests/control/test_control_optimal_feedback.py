"""Optimal trajectory feedback in C: its gain is the paper's, and its twin does the same."""

from typing import Any

import mpmath
import numpy as np
import pytest
from feedback_cases import WIDE, T, assert_close, controller, fed_back, kernels, memory, papers_gain, states

from symdyn.errors import DivergenceError, InputError

ROBOTS = ["two_link", "gantry", pytest.param("panda", marks=pytest.mark.slow)]
TWIN = 1e-12  # of the largest torque: both do the same operations, in the order of their loops


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("period", [1e-3, 1e-2, 0.1])
def test_law_in_c_has_the_gain_of_the_paper(robot: str, period: float) -> None:
    law = controller(robot, T=period, Qp=300.0, Qv=0.5, **WIDE)
    for state in states(law.n, 5, 0.01):
        expected = fed_back(robot, state, papers_gain(robot, state, period, 300.0, 0.5))
        assert_close(law.law(*state)[0], expected, 1e-11)  # the paper's form squares the condition of M


@pytest.mark.parametrize("robot", ROBOTS)
def test_step_computes_its_gain_for_the_time_step(robot: str) -> None:
    law = controller(robot, T=0.1, Qp=300.0, **WIDE)
    for period, state in zip((1e-3, 5e-3, 2e-2), states(law.n, 3, 0.1), strict=True):
        expected = fed_back(robot, state, papers_gain(robot, state, period, 300.0, 1.0))
        assert_close(law.step(period, *state), expected, 1e-11)
        assert law.code == "OK"


def test_weights_of_each_joint_count() -> None:
    Qp, Qv = (900.0, 40.0), (0.3, 2.0)
    law = controller(Qp=Qp, Qv=Qv, **WIDE)
    for state in states(2, 5, 0.1):
        assert_close(law.step(T, *state), fed_back("two_link", state, papers_gain("two_link", state, T, Qp, Qv)), 1e-12)


@pytest.mark.parametrize("period", [0.05, 0.3, 1.0])
def test_long_periods_are_halved_until_the_series_is_right(period: float) -> None:
    """Against the exponential with many digits: the argument of a whole period is 0.5, 3 and 11 here."""
    law = controller(T=period, **WIDE)
    (state,) = states(2, 1, 0.01)
    A, B = kernels("two_link").state_matrices(*state[2:])
    with mpmath.workdps(60):
        both = mpmath.matrix(6, 6)
        for i in range(4):
            for j, entry in enumerate((*A[i], *B[i])):
                both[i, j] = mpmath.mpf(float(entry)) * period
        exponential = mpmath.expm(both)
        Phi, Gamma = exponential[:4, :4], exponential[:4, 4:6]
        Q = mpmath.diag([float(law.gains["Qp"][0])] * 2 + [1.0] * 2)
        K = (Gamma.T * Q * Gamma) ** -1 * Gamma.T * Q * Phi
        gain = np.array(K.tolist(), float)
    assert_close(law.law(*state)[0], fed_back("two_link", state, gain), 1e-10)


def test_period_too_long_for_any_series_keeps_the_gain() -> None:
    law = controller(**WIDE, dt_max=1e5)
    first, second, third = states(2, 3, 0.1)
    law.step(T, *first)
    K = np.hstack([np.reshape(list(memory(law, name)), (2, 2)) for name in ("Kp", "Kv")])
    assert_close(law.step(1e4, *second), fed_back("two_link", second, K), 1e-12)
    assert law.code == "PERIOD_TOO_LONG"
    law.step(T, *third)
    assert law.code == "OK"


def test_model_without_a_positive_definite_mass_matrix_is_not_fed_back_with() -> None:
    law = controller(**WIDE)
    law.theta = -law.theta
    (state,) = states(2, 1, 0.1)
    tau = law.step(T, *state)
    assert law.code == "BAD_MASS_MATRIX"
    assert_close(tau, -kernels("two_link").inverse_dynamics(*state[2:]), 1e-12)


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize(
    "gains", [{}, {"eps0": 0.05, "eps1": 0.2, "eps2": 0.5}, {"Q_rise": 3.0, "tau_max": 5.0, **WIDE}]
)
def test_twin_does_the_same(robot: str, gains: dict[str, Any]) -> None:
    in_c, twin = controller(robot, **gains), controller(robot, "python", **gains)
    for away in (0.001, 0.02, 0.06, 0.1):
        for state in states(in_c.n, 4, away):
            outcomes: list[Any] = []
            for one in (in_c, twin):
                try:
                    outcomes.append(one.step(T, *state))
                except DivergenceError as error:
                    outcomes.append(str(error))
            if isinstance(outcomes[0], str):
                assert outcomes[0] == outcomes[1]
            else:
                assert_close(outcomes[1], outcomes[0], TWIN)
            assert in_c.code == twin.code
    assert_close(twin.law(*state)[0], in_c.law(*state)[0], TWIN)


def test_float_is_as_good_as_floats_are() -> None:
    single, double = controller("gantry", scalar="float", **WIDE), controller("gantry", **WIDE)
    for state in states(4, 10, 0.05):
        assert_close(single.step(T, *state), double.step(T, *state), 1e-4)  # deviations lose digits: 1 - 0.95


def test_torques_of_steps_stay_within_their_limits_and_the_law_tells_what_was_asked() -> None:
    free, limited = controller(**WIDE), controller(tau_max=(4.0, 0.0), **WIDE)
    beyond = 0
    for state in states(2, 20, 0.1):
        tau = free.step(T, *state)
        np.testing.assert_array_equal(limited.step(T, *state), [np.clip(tau[0], -4.0, 4.0), tau[1]])
        np.testing.assert_array_equal(limited.law(*state)[0], free.law(*state)[0])
        beyond += abs(tau[0]) > 4
    assert beyond > 10


BAD_GAINS = [
    ({"eps0": 0.2, "eps1": 0.1}, "gains.eps1: must be above eps0, 0.2, not 0.1"),
    ({"eps1": 3.0}, "gains.eps2: must be above eps1, 3, not 1"),
    ({"Qp": (1.0, 0.0)}, "gains.Qp: must be positive"),
    ({"Qp": (1.0, 1.0, 1.0)}, "gains.Qp: must be a number or 2 of them"),
    ({"tau_max": -1.0}, "gains.tau_max: must be 0 or more"),
    ({"Q": 1.0}, "gains: unknown gain 'Q'"),
]


@pytest.mark.parametrize(("gains", "message"), BAD_GAINS)
def test_bad_gains_are_told_in_one_line(gains: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        controller(**gains)


def test_c_refuses_bounds_out_of_order() -> None:
    law = controller()
    runner: Any = law._runner
    runner._gains.eps0 = 0.7
    with pytest.raises(InputError, match="refuses its gains"):
        law.reset()
    runner._gains.eps0 = 0.0
    law.reset()
