"""What reaches a controller, and what it may do: limits, positions alone, numbers that are none, stops."""

from typing import Any

import numpy as np
import pytest
from generated_laws import controller as start

from symdyn.control import LAWS
from symdyn.errors import DivergenceError, InputError

ADAPTIVE = [name for name, law in LAWS.items() if law.adapts]
GIVES_WAY = ("computed_torque", "craig")  # what they give instead: test_giving_way.py
STATE = tuple(np.full(2, x) for x in (0.1, 0.2, 0.3, 0.1, 0.0))


def states(count: int) -> Any:
    return np.random.default_rng(3).uniform(-1, 1, (count, 5, 2))


@pytest.mark.parametrize("law", LAWS)
def test_torques_stay_within_their_limits_and_what_was_asked_is_kept(law: str) -> None:
    free, held = (start("two_link", law, {"tau_max": most}) for most in (0.0, 0.5))
    asked, given = free.step(1e-3, *STATE), held.step(1e-3, *STATE)
    assert np.abs(asked).max() > 0.5 and np.abs(given).max() == 0.5
    if law not in GIVES_WAY:
        assert np.array_equal(given, np.clip(asked, -0.5, 0.5))
    assert list(held._runner._self.tau_asked) == list(asked)  # type: ignore[attr-defined]


@pytest.mark.parametrize("law", LAWS)
def test_torques_change_no_faster_than_they_may(law: str) -> None:
    controller = start("two_link", law, {"tau_rate": 20.0})
    tau = np.array([controller.step(1e-3, *STATE) for _ in range(4)])
    assert np.abs(np.diff(np.vstack([np.zeros(2), tau]), axis=0)).max() <= 0.02 + 1e-15


@pytest.mark.parametrize("law", ADAPTIVE)
def test_a_joint_at_its_limit_does_not_adapt(law: str) -> None:
    """From the first step on; the free controller learns from the same errors."""
    free, held = (start("two_link", law, {"tau_max": most}) for most in (0.0, 1e-3))
    before = free.theta
    for _ in range(3):
        free.step(1e-3, *STATE)
        held.step(1e-3, *STATE)
        assert np.any(free.theta != before)
        assert np.array_equal(held.theta, before)
        if law == "slotine_li_composite":
            break  # predictions take the torque that acted, limits or not


@pytest.mark.parametrize(("part", "waits"), [(0.7, False), (0.3, True)])
@pytest.mark.parametrize("law", ADAPTIVE)
def test_what_the_rate_holds_back_for_less_than_a_period_is_learnt_from(law: str, part: float, waits: bool) -> None:
    """Of a first torque, 7 tenths at once leave less than another period brings; 3 tenths do not."""
    free = start("two_link", law, {"tau_max": 0.0})
    asked = np.abs(free.step(1e-3, *STATE)).max()
    for most in (0.0, part * asked):  # a torque that stands at its limit is short of what was asked for in any case
        held = start("two_link", law, {"tau_max": most, "tau_rate": part * asked / 1e-3})
        held.step(1e-3, *STATE)
        assert bool(held._runner._self.waits) == (waits or most > 0)  # type: ignore[attr-defined]
        assert bool(held._runner.held("zone").any()) == (waits or most > 0)
        assert held._runner.held("limited").any()


@pytest.mark.parametrize("law", LAWS)
def test_without_a_measured_velocity_a_law_makes_its_own(law: str) -> None:
    """On a straight line behind the motion, the estimate comes to the true velocity, whatever qd says."""
    measured, estimated = (start("two_link", law, {"velocity": x, "velocity_time": 1e-3}) for x in (0, 1))
    behind, dt = np.array([0.01, -0.02]), 1e-3
    for k in range(40):
        q_d, qd_d = np.array([0.1, 0.2]) + 0.5 * k * dt, np.full(2, 0.5)
        tau = [
            one.step(dt, q_d + behind, qd, q_d, qd_d, np.zeros(2))
            for one, qd in ((measured, qd_d), (estimated, np.full(2, 1e6)))
        ]
    assert tau[1] == pytest.approx(tau[0], rel=1e-6)


@pytest.mark.parametrize("law", LAWS)
def test_a_jump_of_what_is_desired_is_no_velocity(law: str) -> None:
    """Of an arm that stands still, an estimate is zero whatever q_d does: the torque is that of a measured one."""
    measured, estimated = (start("two_link", law, {"velocity": x}) for x in (0, 1))
    q, rest = np.array([0.1, 0.2]), np.zeros(2)
    for k in range(6):
        q_d = q + (0.3 if k > 2 else 0.0)
        tau = [one.step(1e-3, q, rest, q_d, rest, rest) for one in (measured, estimated)]
        assert np.array_equal(*tau)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_after_numbers_that_are_none_the_controller_is_as_it_was(law: str, wrong: float) -> None:
    controller = start("two_link", law)
    for state in states(5) * 0.1:
        controller.step(1e-3, *state)
    for place in range(5):
        before = controller.state
        inputs = [np.array(x) for x in STATE]
        inputs[place][1] = wrong
        if law == "pd_gravity" and place == 4:
            continue  # it takes no acceleration
        with pytest.raises((DivergenceError, InputError)):
            controller.step(1e-3, *inputs)
        assert controller.state == before


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("backend", ["c", "python"])
def test_a_step_that_is_refused_holds_the_torque_of_before(law: str, backend: str) -> None:
    """Within what the rate allows from there; of a torque that reset was told, what the limits leave."""
    one = start("two_link", law, {"tau_rate": 100.0, "tau_max": 5.0}, backend)
    twin = one._runner._self if backend == "c" else one._runner._twin  # type: ignore[attr-defined]

    def refused(dt: float, wrong: float) -> Any:
        tau, inputs = np.full(2, np.nan), [np.array(x) for x in STATE]
        inputs[0][1] += wrong
        if backend == "python":
            code = twin._step(dt, *inputs, tau)
            return code, tau
        runner = one._runner
        runner._hand_over(inputs)  # type: ignore[attr-defined]
        code = runner._step(runner._self, dt, *runner._pointers[:5], runner._tau_pointer)  # type: ignore[attr-defined]
        return runner._interface.codes[code][0], runner._tau.copy()  # type: ignore[attr-defined]

    for _ in range(4):
        before = one.step(1e-3, *STATE)
    assert np.abs(before).max() == pytest.approx(0.4)
    for dt, wrong, code in ((1e-3, np.nan, "NOT_FINITE"), (0.06, 0.0, "BAD_TIME_STEP"), (-1e-3, 0.0, "BAD_TIME_STEP")):
        said, tau = refused(dt, wrong)
        assert said == code and np.array_equal(tau, before)
    assert np.abs(one.step(1e-3, *STATE) - before).max() <= 0.1 + 1e-12
    with pytest.raises((InputError, ValueError), match="dt"):
        one.step(0.051, *STATE)
    one.step(0.05, *STATE)
    one.restart(np.array([500.0, -1.0]))
    assert np.array_equal(refused(1e-3, np.nan)[1], [5.0, -1.0])


@pytest.mark.parametrize("law", LAWS)
def test_a_state_that_is_kept_goes_on_bit_for_bit(law: str) -> None:
    first, second = start("two_link", law), start("two_link", law)
    for state in states(20) * 0.1:
        first.step(1e-3, *state)
    second.state = first.state
    for state in states(20)[::-1] * 0.1:
        assert np.array_equal(first.step(1e-3, *state), second.step(1e-3, *state))
    assert first.state == second.state
    with pytest.raises(InputError, match="bytes"):
        second.state = b"short"
    kept, other = first.state, start("two_link", "pd_gravity" if law != "pd_gravity" else "computed_torque").state
    damaged = kept[:-1] + bytes([kept[-1] ^ 1])
    for wrong in (bytes(len(kept)), damaged, other.ljust(len(kept), b"0")[: len(kept)], "text"):
        with pytest.raises(InputError, match="state"):
            second.state = wrong
    assert second.state == kept


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("backend", ["c", "python"])
def test_after_a_reset_the_torque_goes_over_from_what_it_was_and_estimates_stay(law: str, backend: str) -> None:
    """In a straight line to the law's own, which a controller that starts with these estimates gives at once."""
    one = start("two_link", law, {"tau_max": 0.0, "start_time": 4e-3}, backend)
    for state in states(5) * 0.1:
        one.step(1e-3, *state)
    theta, acting = one.theta, np.array([5.0, -3.0])
    one.restart(acting)
    assert np.array_equal(one.theta, theta)
    tau = np.array([one.step(1e-3, *STATE) for _ in range(6)])
    asked = one.law(*STATE, qdd=np.zeros(2))[0]
    assert tau[0] == pytest.approx(acting, abs=1e-12)
    if law in ("computed_torque", "pd_gravity"):  # which stand still, and have no memory of the steps
        assert tau == pytest.approx(np.outer([1, 0.75, 0.5, 0.25, 0, 0], acting - asked) + asked, abs=1e-12)
    if law != "slotine_li_composite" and law in ADAPTIVE:  # nothing is learnt from a torque that is not the law's
        one.restart(acting)
        one.step(1e-3, *STATE)
        learnt = one.theta
        one.step(1e-3, *STATE)
        assert np.array_equal(one.theta, learnt)
    before = one.theta
    with pytest.raises(InputError, match="finite"):
        one.restart(np.array([0.0, np.nan]))
    assert np.array_equal(one.theta, before)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("backend", ["c", "python"])
def test_other_estimates_are_taken_within_their_bounds(law: str, backend: str) -> None:
    one = start("two_link", law, None, backend)
    one.step(1e-3, *STATE)
    held = one._runner.held("tau_held")
    one.set_theta(1.1 * one.theta)
    assert np.array_equal(one._runner.held("tau_held"), held)
    if law in ADAPTIVE:
        one.set_theta(np.full(len(one.theta_names), 1e9))
        assert np.array_equal(one.theta, one.gains["theta_max"])
    with pytest.raises(InputError, match="finite"):
        one.set_theta(np.full(len(one.theta_names), np.nan))


@pytest.mark.parametrize("law", ADAPTIVE)
def test_after_a_limit_a_dead_zone_as_wide_as_the_error_closes(law: str) -> None:
    one = start("two_link", law, {"tau_max": 1e-3, "settle": 0.1})
    for _ in range(3):
        one.step(1e-3, *STATE)
    wide = one._runner.held("zone")
    assert wide.min() > 0
    rest = np.zeros(2)
    one._runner._self.gains.tau_max = [0.0, 0.0]  # type: ignore[attr-defined]
    for _ in range(100):
        one.step(1e-3, rest, rest, rest, rest, rest)
    closed = one._runner.held("zone")
    assert closed == pytest.approx(wide * 1.01**-99, rel=0.02)  # the first of these steps still knows of the limit
    for _ in range(3000):
        one.step(1e-3, rest, rest, rest, rest, rest)
    assert not one._runner.held("zone").any()


def test_a_python_twin_has_no_state_to_keep() -> None:
    with pytest.raises(InputError, match="compiled"):
        _ = start("two_link", "slotine_li", None, "python").state
