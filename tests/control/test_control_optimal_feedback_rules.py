"""The rules of optimal feedback: when it is left out, when its gain is updated, when it stops; and the update of Q."""

import numpy as np
import pytest
from feedback_cases import WIDE, Array, T, assert_close, controller, fed_back, kernels, memory, papers_gain, states

from symdyn.errors import DivergenceError

RULES = {"eps0": 0.01, "eps1": 0.1, "eps2": 0.5}


def deviating(norm: float, seed: int) -> tuple[Array, ...]:
    """A state of the two-link arm whose deviation has a norm."""
    (state,) = states(2, 1, 1.0, seed)
    q, qd, q_d, qd_d, qdd_d = state
    e, ed = q - q_d, qd - qd_d
    scale = norm / (np.abs(e).sum() + 0.1 * np.abs(ed).sum())
    return q_d + scale * e, qd_d + scale * ed, q_d, qd_d, qdd_d


def test_small_deviations_are_left_alone() -> None:  # [VanWinssen85 2.3]
    for backend in ("c", "python"):
        law = controller(backend=backend, **RULES)
        state = deviating(0.0099, 1)
        assert_close(law.step(T, *state), kernels("two_link").inverse_dynamics(*state[2:]), 1e-14)
        beyond = deviating(0.0101, 1)
        difference = law.step(T, *beyond) - kernels("two_link").inverse_dynamics(*beyond[2:])
        assert np.abs(difference).max() > 0.1


def test_gain_stays_between_the_bounds_and_is_updated_above() -> None:
    for backend in ("c", "python"):
        law = controller(backend=backend, **RULES)
        start, later, far, after = deviating(0.05, 1), deviating(0.09, 2), deviating(0.11, 3), deviating(0.05, 4)
        Q = law.gains["Qp"], law.gains["Qv"]
        first, second = (papers_gain("two_link", state, T, *Q) for state in (start, far))
        assert_close(law.step(T, *start), fed_back("two_link", start, first), 1e-12)  # there was none
        assert_close(law.step(T, *later), fed_back("two_link", later, first), 1e-12)
        assert_close(law.step(T, *far), fed_back("two_link", far, second), 1e-12)
        assert_close(law.step(T, *after), fed_back("two_link", after, second), 1e-12)


def test_gain_of_another_period_is_not_used() -> None:
    law = controller(**RULES)
    start, later = deviating(0.05, 1), deviating(0.05, 2)
    Q = law.gains["Qp"], law.gains["Qv"]
    law.step(T, *start)
    nearly = law.step(1.05 * T, *later)
    assert_close(nearly, fed_back("two_link", later, papers_gain("two_link", start, T, *Q)), 1e-12)
    assert memory(law, "updated") == 0
    longer = law.step(2 * T, *later)
    assert_close(longer, fed_back("two_link", later, papers_gain("two_link", later, 2 * T, *Q)), 1e-12)
    assert memory(law, "updated") == 1


def test_excessive_deviation_stops_the_controller_until_it_starts_anew() -> None:
    law = controller(stop_time=0.2, **RULES)
    with pytest.raises(DivergenceError, match="optimal_feedback: the deviation's norm went beyond eps2"):
        law.step(T, *deviating(0.51, 1))
    near = deviating(0.001, 2)
    with pytest.raises(DivergenceError):
        law.step(T, *near)
    q, qd = near[:2]
    braking = kernels("two_link").inverse_dynamics(q, qd, -qd / 0.2)  # what the C function put into tau
    assert_close(law._runner._tau, braking, 1e-14)  # type: ignore[attr-defined]
    law.reset()
    law.step(T, *near)
    assert law.code == "OK"


def test_inputs_that_are_not_finite_stop_nothing() -> None:
    for backend in ("c", "python"):
        law = controller(backend=backend, **RULES)
        state = deviating(0.05, 1)
        for k in range(5):
            broken = [part.copy() for part in state]
            broken[k][1] = np.nan
            with pytest.raises(DivergenceError, match="finite"):
                law.step(T, *broken)
        law.step(T, *state)
        assert law.code == "OK"


@pytest.mark.parametrize("backend", ["c", "python"])
def test_integrals_of_positions_are_fed_back_and_wait_at_limits(backend: str) -> None:
    """They are more states of the paper's; a joint at its limit does not integrate, and a reset forgets."""
    Qi = (3e7, 0.0)
    law = controller(backend=backend, Qi=Qi, **WIDE)
    weights = (law.gains["Qp"], law.gains["Qv"], Qi)
    z = np.zeros(2)
    for state in states(2, 3, 0.3):
        z += T * (state[0] - state[2])
        K = papers_gain("two_link", state, T, *weights)
        assert_close(law.step(T, *state), fed_back("two_link", state, K[:, :4]) - K[:, 4:] @ z, 1e-12)
    cut = controller(backend=backend, Qi=Qi, tau_max=(1e-3, 1e9), start_time=1e-9, **WIDE)
    z = np.zeros(2)
    for k, state in enumerate(states(2, 3, 0.3)):
        z += T * (state[0] - state[2]) * (1, 1) if k == 0 else T * (state[0] - state[2]) * (0, 1)
        found = cut.step(T, *state)
        K = papers_gain("two_link", state, T, *weights)
        asked = fed_back("two_link", state, K[:, :4]) - K[:, 4:] @ z
        assert_close(found[1], asked[1], 1e-12)
        assert abs(found[0]) == 1e-3
    law.restart(np.zeros(2))
    law.step(T, *state)  # it begins with the torque that it was told
    assert_close(np.array(law._runner.held("integral"), float), T * (state[0] - state[2]), 1e-15)


def test_weights_rise_with_the_largest_deviations() -> None:  # [VanWinssen85 2.3]: the update of Q
    rise = 3.0
    law = controller(Q_rise=rise, **RULES)
    seen = [deviating(0.05, 1), deviating(0.09, 2), deviating(0.2, 3)]
    law.step(T, *seen[0])  # the first gain, and what it was computed for is forgotten
    law.step(T, *seen[1])
    found = law.step(T, *seen[2])
    e_max, ed_max = (np.max([np.abs(s[i] - s[i + 2]) for s in seen[1:]], axis=0) for i in (0, 1))
    Qp = law.gains["Qp"] * (1 + rise * e_max / e_max.max())
    Qv = law.gains["Qv"] * (1 + rise * ed_max / ed_max.max())
    assert_close(found, fed_back("two_link", seen[2], papers_gain("two_link", seen[2], T, Qp, Qv)), 1e-12)
    unmoved = fed_back("two_link", seen[2], papers_gain("two_link", seen[2], T, law.gains["Qp"], law.gains["Qv"]))
    assert np.abs(found - unmoved).max() > 1e-3 * np.abs(unmoved).max()
