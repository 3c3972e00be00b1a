"""Closed forms against textbooks, against the paper, against the dynamics over exact scalars, and against mechanics."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy as sp
from exact_settings import EXACTS, compute, random_setting
from lin_chains import modified_dh
from random_robots import random_arm, random_robot
from symbolic_values import FORMS, equal, polynomial, value

import symdyn
from symdyn.algebra.exact import exact
from symdyn.closed_form.polynomial import TooLargeError
from symdyn.model import Robot, bind_symbols
from symdyn.parameters.pi import full_vector, pi_pivots
from symdyn.symbolic.model import Model

SMALL = ("two_link", "three_link", "ddarm")


@pytest.fixture(scope="module")
def two_link() -> Model:
    return symdyn.derive("two_link")


def test_planar_arm_is_that_of_textbooks(two_link: Model) -> None:
    """Two bars without mass, of lengths l1 and l2, with masses at their ends; gravity g downwards."""
    l1, l2, m1, m2, g = sp.symbols("l1 l2 m1 m2 g")
    (q1, q2), (qd1, qd2) = two_link.q, two_link.qd
    masses = {p: sp.S.Zero for p in two_link.parameters}
    for i, (m, l) in enumerate(((m1, l1), (m2, l2)), start=1):  # the frames are at the near ends
        masses |= {sp.Symbol(f"m{i}"): m, sp.Symbol(f"mx{i}"): m * l, sp.Symbol(f"Izz{i}"): m * l**2}
    pi = {symbol: x.subs(masses, simultaneous=True) for symbol, x in two_link.pi_expressions.items()}

    M = two_link.mass_matrix.subs(pi)
    assert equal(M[0, 0], m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(q2)), two_link)
    assert equal(M[0, 1], m2 * (l2**2 + l1 * l2 * sp.cos(q2)), two_link)
    assert equal(M[1, 1], m2 * l2**2, two_link)
    h = -m2 * l1 * l2 * sp.sin(q2)
    textbook = sp.Matrix([[h * qd2, h * (qd1 + qd2)], [-h * qd1, 0]])
    assert all(equal(a, b, two_link) for a, b in zip(two_link.coriolis_matrix.subs(pi), textbook, strict=True))
    weight = two_link.gravity.subs(pi)
    assert equal(weight[1], m2 * g * l2 * sp.cos(q1 + q2), two_link)
    assert equal(weight[0], (m1 + m2) * g * l1 * sp.cos(q1) + m2 * g * l2 * sp.cos(q1 + q2), two_link)


def test_sums_of_parallel_angles_are_written_as_sums(two_link: Model) -> None:
    q1, q2 = two_link.q
    assert two_link.gravity.atoms(sp.cos, sp.sin) == {f(x) for f in (sp.cos, sp.sin) for x in (q1, q1 + q2)}
    assert two_link.mass_matrix.atoms(sp.cos, sp.sin) == {sp.cos(q2), sp.sin(q2)}


# --- the closed forms against the dynamics over exact constants


def exact_robots() -> dict[str, Robot]:
    bundled = ("two_link", "three_link", "ddarm", "scara", "stanford", "puma560", "gantry", "dual_arm")
    robots = {name: bind_symbols(symdyn.load(name)) for name in bundled}
    robots["random arm"] = symdyn.load(random_arm(21, 3, frames="explicit", rational=True, load=True))
    return robots


PAGES_LONG = ("inverse_dynamics", "coriolis_matrix")  # of robots with many joints: single rows are compared below
CASES = [
    (name, kernel)
    for name, robot in exact_robots().items()
    for kernel in FORMS
    if robot.n <= 4 or kernel not in PAGES_LONG
]


@pytest.mark.parametrize(("name", "kernel"), CASES)
def test_closed_form_equals_the_kernel_at_random_exact_states(name: str, kernel: str) -> None:
    robot = exact_robots()[name]
    model = Model(robot)
    at, pi = exact_state(robot, 5)
    found = [value(form, model, at, pi) for form in FORMS[kernel](model)]
    assert found == [exact(x) for x in compute(kernel, at)]


def exact_state(robot: Robot, seed: int) -> tuple[Any, list[Any]]:
    at = random_setting(robot, seed, EXACTS)
    pi = [at.parameters[pivot] for pivot in pi_pivots(robot)]
    return replace(at, parameters=full_vector(robot, pi), pivots=pi_pivots(robot)), pi


def test_one_row_of_a_large_torque_equals_the_kernel() -> None:
    robot = symdyn.load("puma560")
    model = Model(robot)
    at, pi = exact_state(robot, 6)
    assert value(model.torque_row(5), model, at, pi) == exact(compute("inverse_dynamics", at)[5])
    assert value(model.entry("coriolis_matrix", 7), model, at, pi) == exact(compute("coriolis_matrix", at)[7])


# --- the closed forms against generated code


def general_robots() -> dict[str, Robot]:
    """Offsets of right and other angles, general axes, trees, roots: what exact states of the tests above leave out."""
    robots = {name: symdyn.load(name) for name in ("panda", "ur5", "puma560_std", "dual_arm")}
    robots["general arm"] = symdyn.load(random_arm(31, 3))
    robots["general tree"] = symdyn.load(random_robot(32, entries=3, tree=True, load=True))
    robots["chain with offsets"] = modified_dh(
        ("revolute", "revolute", "prismatic"), [(0, 0, 0, "0.4"), ("0.3", 0, 0, "pi/2"), (0, "0.7", "0.2", "pi/3")]
    )
    return robots


@pytest.mark.parametrize("name", general_robots())
def test_closed_form_equals_generated_code(name: str) -> None:
    robot = general_robots()[name]
    model = Model(robot)
    small = robot.n <= 4
    names = ("mass_matrix", "gravity", "potential_energy") + (("inverse_dynamics", "regressor") if small else ())
    kernels = symdyn.build(robot, symdyn.Options(only=names), backend="numpy")
    draw = np.random.default_rng(7)
    q, qd, qdd = draw.uniform(-2, 2, (3, robot.n))
    pi = draw.uniform(-1, 1, len(model.pi))
    arguments = (*model.q, *model.qd, *model.qdd, *model.pi)
    numbers = (*q, *qd, *qdd, *pi)

    def at(form: sp.Expr | sp.MatrixBase) -> np.ndarray:
        return np.array(sp.lambdify(arguments, form, "numpy")(*numbers), dtype=float)

    def close(found: np.ndarray, expected: np.ndarray) -> None:
        scale = 1 + np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * scale)  # rounding of some hundred terms

    last_row = sp.Matrix([model.entry("mass_matrix", (robot.n - 1) * robot.n + j) for j in range(robot.n)])
    close(at(last_row).ravel(), kernels.mass_matrix(q, pi)[-1])
    close(at(model.gravity).ravel(), kernels.gravity(q, pi))
    close(at(model.potential_energy), kernels.potential_energy(q, pi))
    if small:
        close(at(model.mass_matrix), kernels.mass_matrix(q, pi))
        close(at(model.torque).ravel(), kernels.inverse_dynamics(q, qd, qdd, pi))
        close(at(model.regressor), kernels.regressor(q, qd, qdd))


# --- laws


@pytest.mark.parametrize("name", SMALL)
def test_regressor_times_parameters_is_torque(name: str) -> None:
    model = symdyn.derive(name)
    difference = model.torque - model.regressor * sp.Matrix(model.pi)
    assert difference.applyfunc(sp.expand) == sp.zeros(model.robot.n, 1)


@pytest.mark.parametrize("name", SMALL)
def test_torque_is_mass_times_acceleration_plus_coriolis_plus_gravity(name: str) -> None:
    model = symdyn.derive(name)
    rest = model.mass_matrix * sp.Matrix(model.qdd) + model.coriolis_matrix * sp.Matrix(model.qd) + model.gravity
    assert all(equal(a, b, model) for a, b in zip(model.torque, rest, strict=True))


@pytest.mark.parametrize("name", SMALL)
def test_torque_is_that_of_lagrange(name: str) -> None:
    model = symdyn.derive(name)
    L = model.kinetic_energy - model.potential_energy
    for i, (q, qd) in enumerate(zip(model.q, model.qd, strict=True)):
        momentum = sp.diff(L, qd)
        change = sum(
            sp.diff(momentum, a) * b + sp.diff(momentum, b) * c
            for a, b, c in zip(model.q, model.qd, model.qdd, strict=True)
        )
        assert equal(change - sp.diff(L, q), model.torque[i], model)


@pytest.mark.parametrize("name", SMALL)
def test_change_of_mass_matrix_less_twice_coriolis_is_skew(name: str) -> None:
    model = symdyn.derive(name)
    change = sum(
        (sp.diff(model.mass_matrix, q) * qd for q, qd in zip(model.q, model.qd, strict=True)),
        start=sp.zeros(model.robot.n),
    )
    skew = change - 2 * model.coriolis_matrix
    assert all(polynomial(x, model.q) == 0 for x in skew + skew.T)


def test_friction_and_springs_are_in_the_torque() -> None:
    source = {**symdyn.load("two_link").source}
    joints = [dict(joint) for joint in source["joints"]]
    joints[0] |= {"friction": {"viscous": 0.1, "coulomb": 0.2}, "spring": {"stiffness": 3}, "rotor_inertia": 0.5}
    model = symdyn.derive({**source, "joints": joints})
    torque = model.torque[0]
    names = {symbol.name for symbol in torque.free_symbols}
    assert {"fv1", "fc1", "ks1"} <= names
    assert torque.coeff(sp.Symbol("fc1")) == sp.sign(model.qd[0])


# --- limits


def test_too_large_a_closed_form_is_refused_with_an_offer() -> None:
    for called, given in (("ROBOT", {}), ("arms/puma.yaml", {"called": "arms/puma.yaml"})):
        model = Model(symdyn.load("puma560"), largest=50, **given)
        with pytest.raises(
            TooLargeError, match=f"of puma560 has more than 50 terms; .*: symdyn show {called} program$"
        ):
            _ = model.torque


def test_progress_is_told() -> None:
    steps: list[str] = []
    _ = Model(symdyn.load("two_link"), steps.append).mass_matrix
    assert steps[0] == "mass matrix, expanding" and len(steps) == 5


def test_mass_matrix_of_puma_is_quick() -> None:
    from time import perf_counter

    start = perf_counter()
    M = symdyn.derive("puma560").mass_matrix
    assert perf_counter() - start < 30  # two minutes are promised; it takes about one second
    assert M[0, 0].has(sp.cos(sp.Symbol("q2") + sp.Symbol("q3")))
