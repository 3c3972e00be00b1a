"""Gains as users give them: spread to their shapes, or refused in one line that says which and why."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from closed_loop import robot
from generated_laws import controller as start

import symdyn
from symdyn.control import LAWS, law_plan
from symdyn.errors import InputError, MissingValueError
from symdyn.interface.gains import checked_gains
from symdyn.options import Options
from symdyn.parameters.plausible import plausible_full

REFUSED: dict[str, tuple[str, Any, str]] = {
    "unknown name": ("slotine_li", {"lambda": 3}, "gains: unknown gain 'lambda'; did you mean Lambda?"),
    "too long a vector": (
        "slotine_li",
        {"Lambda": [1, 2, 3]},
        "gains.Lambda: must be a number or 2 of them, not of shape",
    ),
    "another matrix": (
        "slotine_li",
        {"K": np.ones((3, 3))},
        "gains.K: must be a number, 2 of them (the diagonal) or 2 x 2",
    ),
    "not positive": ("slotine_li", {"Lambda": [1.0, -1.0]}, "gains.Lambda: must be positive; entry 1 is -1"),
    "zero is not positive": ("slotine_li", {"Gamma": 0}, "gains.Gamma: must be positive; entry 0 is 0"),
    "not symmetric": (
        "slotine_li",
        {"K": [[2, 1], [0, 2]]},
        "gains.K: must be symmetric and positive definite; it is not symmetric",
    ),
    "not definite": (
        "slotine_li",
        {"K": [[1, 2], [2, 1]]},
        "gains.K: must be symmetric and positive definite; its least eigenvalue is -1",
    ),
    "negative leakage": ("slotine_li", {"sigma": -0.1}, "gains.sigma: must be 0 or more, not -0.1"),
    "a list for a number": ("slotine_li", {"sigma": [0, 0]}, "gains.sigma: must be a number, not of shape (2,)"),
    "words": ("slotine_li", {"K": "high"}, "gains.K: must be a number, 2 of them (the diagonal) or 2 x 2, in numbers"),
    "not a number": ("slotine_li", {"Lambda": float("nan")}, "gains.Lambda: must be finite numbers"),
    "infinite": ("slotine_li", {"K": float("inf")}, "gains.K: must be finite numbers"),
    "bounds crossed": (
        "slotine_li",
        {"theta_min": 1.0, "theta_max": 0.0},
        "gains.theta_min: must be numbers or -infinity, none above theta_max; entry 0 is 1",
    ),
    "a lower bound of infinity": (
        "slotine_li",
        {"theta_min": np.inf, "theta_max": np.inf},
        "gains.theta_min: must be numbers or -infinity, none above theta_max; entry 0 is inf",
    ),
    "an upper bound of minus infinity": (
        "slotine_li",
        {"theta_max": [1, 1, 1, 1, -np.inf, 1]},
        "gains.theta_max: must be numbers or infinity; entry 4 is -inf",
    ),
    "a bound that is no number": ("slotine_li", {"theta_max": np.nan}, "gains.theta_max: must be finite numbers"),
    "no such form": (
        "slotine_li_modified",
        {"form": "other"},
        "gains.form: is no choice: 'other'; valid: direct, quasi",
    ),
    "no mapping": ("slotine_li", [1, 2], "gains: must be a mapping from names to numbers, not list"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_gains_that_cannot_be_used_are_refused_in_one_line(case: str) -> None:
    law, gains, message = REFUSED[case]
    with pytest.raises(InputError) as refused:
        start("two_link", law, gains, "python")
    said = str(refused.value)
    assert message in said and "\n" not in said


SPREAD: dict[str, tuple[str, Any, Any]] = {
    "number for a vector": ("Lambda", 3.0, [3.0, 3.0]),
    "vector": ("Lambda", [3.0, 4.0], [3.0, 4.0]),
    "number for a matrix": ("K", 3.0, [[3.0, 0.0], [0.0, 3.0]]),
    "diagonal": ("K", [3.0, 4.0], [[3.0, 0.0], [0.0, 4.0]]),
    "matrix": ("K", [[3.0, 1.0], [1.0, 4.0]], [[3.0, 1.0], [1.0, 4.0]]),
    "nearly symmetric": ("K", [[3.0, 1.0], [1.0 + 1e-12, 4.0]], [[3.0, 1.0 + 5e-13], [1.0 + 5e-13, 4.0]]),
    "number": ("sigma", 0.5, 0.5),
}


@pytest.mark.parametrize("case", SPREAD)
def test_gains_are_spread_to_their_shapes(case: str) -> None:
    name, given, expected = SPREAD[case]
    gains = start("two_link", "slotine_li", {name: given}, "python").gains
    assert gains[name].tolist() == np.array(expected).tolist()


def test_choices_are_taken_by_name_and_by_number() -> None:
    for given in ("quasi_computed_torque", 1):
        assert start("two_link", "slotine_li_modified", {"form": given}, "python").gains["form"] == 1


@cache
def without_symbols(name: str) -> symdyn.Robot:
    return symdyn.model.bind_symbols(robot(name))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", ["two_link", "gantry", "dual_arm", "stanford"])
def test_default_gains_of_every_robot_obey_their_own_rules(name: str, law: str) -> None:
    """Also of one whose file leaves parameters unknown."""
    bound = without_symbols(name)
    plan = law_plan(LAWS[law], bound, Options(), plausible_full(bound))
    given = {gain.name: np.reshape(gain.default, gain.shape) for gain in plan.gains if not gain.is_choice}
    checked = checked_gains([gain.interface for gain in plan.gains], given)
    assert all(np.array_equal(checked[name], value) for name, value in given.items())


def test_craig_learns_bodies_slowly_where_a_joint_has_no_friction() -> None:
    """What friction does would be taken for bodies; one joint without it is enough, for M⁻¹ couples all."""
    arm = symdyn.load("two_link").source
    rubs = {"viscous": 0.1, "coulomb": 0.2}
    found = []
    for rubbing in ((), (0,), (0, 1)):
        joints = [{**one, **({"friction": rubs} if i in rubbing else {})} for i, one in enumerate(arm["joints"])]
        bound = symdyn.model.bind_symbols(symdyn.load({**arm, "joints": joints}))
        plan = law_plan(LAWS["craig"], bound, Options(), plausible_full(bound))
        (Gamma,) = (gain.default for gain in plan.gains if gain.name == "Gamma")
        found.append(np.array(Gamma)[[name[-2:] not in ("fv", "fc") for name in plan.theta.names]])
    none, one, all_told = found
    assert np.array_equal(none, one)
    np.testing.assert_allclose(all_told, 100 * one, rtol=0.01)  # three digits


@pytest.mark.parametrize("backend", ["c", "python"])
def test_arguments_are_checked(backend: str) -> None:
    controller = start("two_link", "slotine_li", {}, backend)
    two = np.zeros(2)
    with pytest.raises(InputError, match=r"qd must have shape \(2,\), not \(3,\)"):
        controller.step(1e-3, two, np.zeros(3), two, two, two)
    for dt in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(InputError, match="dt: must be a positive number of seconds"):
            controller.step(dt, two, two, two, two, two)
    with pytest.raises(InputError, match=r"theta must have shape \(6,\)"):
        controller.reset([1.0])
    with pytest.raises(InputError, match="theta"):
        controller.reset([float("nan")] * 6)


@pytest.mark.parametrize("backend", ["c", "python"])
def test_numbers_that_are_not_finite_stop_the_controller_and_leave_it_as_it_was(backend: str) -> None:
    controller = start("two_link", "slotine_li", {}, backend)
    before, two = controller.theta, np.zeros(2)
    for bad in (float("nan"), float("inf"), 1e300):
        with pytest.raises(symdyn.DivergenceError, match="not finite"):
            controller.step(1e-3, two, [bad, 0.0], two, two, two)
        assert np.array_equal(controller.theta, before)


def test_unknown_laws_and_backends_are_refused() -> None:
    with pytest.raises(InputError, match="unknown law 'slotine'; did you mean slotine_li"):
        symdyn.controller("two_link", "slotine")
    with pytest.raises(InputError, match="unknown backend 'fortran'"):
        symdyn.controller("two_link", "slotine_li", backend="fortran")
    with pytest.raises(InputError, match="needs qdd, the measured acceleration"):
        start("two_link", "craig", {}, "python").law(*np.zeros((5, 2)))


def test_without_values_in_the_file_estimates_must_be_given() -> None:
    with pytest.raises(MissingValueError, match="pass theta="):
        start("stanford", "pd_gravity", {}, "python")
    k = len(symdyn.minimal_parameters(robot("stanford")).names)
    assert start("stanford", "pd_gravity", {}, "python", theta=np.ones(k)).theta.tolist() == [1.0] * k


def test_first_estimates_must_be_finite() -> None:
    with pytest.raises(InputError, match=r"^slotine_li: theta must be finite$"):
        symdyn.controller("two_link", "slotine_li", theta=[float("nan")] * 6)
