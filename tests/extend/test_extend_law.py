"""A law is one file: a toy that symdyn knows nothing of is generated, proved, compiled and checked like any other.

The toy is PD control with gravity compensation and an integral of the error, which it remembers.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

import symdyn
from symdyn.check import check_robot
from symdyn.check.report.table import table
from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.control.law import Gain, Law, Memory, Rule
from symdyn.control.laws import LAWS, register
from symdyn.control.scales import Scales, rounded
from symdyn.errors import InputError, ProofError
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.reference import laws as equations
from symdyn.reference.laws import Answer, Given, Kernel
from symdyn.routines.words import Code, Joints, Number, Self, finite, n, robot
from symdyn.sources.added import ADDED


def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """Hold the weight, pull each joint to where it should be, and what it has missed so far."""
    gains = self.gains
    robot.gravity(q, self.pi, tau)
    for i in range(n):
        tau[i] += gains.Kp[i] * (q_d[i] - q[i]) + gains.Kd[i] * (qd_d[i] - qd[i]) + gains.Ki[i] * self.missed[i]


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the law's torque for dt seconds, and go on adding up what is missed."""
    wrong = False
    if not (finite(dt) and dt > 0):
        for i in range(n):
            tau[i] = 0
        return BAD_TIME_STEP
    law(self, q, qd, q_d, qd_d, qdd_d, tau)
    for i in range(n):
        wrong |= not finite(tau[i])
    for i in range(n):
        tau[i] = 0 if wrong else tau[i]
    if wrong:
        return NOT_FINITE
    for i in range(n):
        self.missed[i] += dt * (q_d[i] - q[i])
    return OK


def _gain(name: str, meaning: str, unit: str, times: float) -> Gain:
    def default(scales: Scales) -> tuple[float, ...]:
        return tuple(rounded(times * inertia) for inertia in scales.inertias)

    return Gain(name, ("n",), meaning, unit, Rule.POSITIVE, default, f"{times:g} times the inertia")


TOY = Law(
    name="pid_gravity",
    summary="PID control with gravity compensation",
    equations=("tau = g(q) + Kp (q_d - q) + Kd (qd_d - qd) + Ki missed         missed_dot = q_d - q",),
    law=law,
    step=step,
    gains=(
        _gain("Kp", "stiffness", "N m/rad, N/m", 100.0),
        _gain("Kd", "damping", "N m s/rad, N s/m", 20.0),
        _gain("Ki", "pull of what was missed", "N m/(rad s), N/(m s)", 50.0),
    ),
    memory=(Memory("missed", ("n",), "integral of the error of position"),),
)


def as_written(at: Given, kernel: Kernel) -> Answer:
    """The equations again, their own way: what generated code is held to."""
    pull = at.gains["Kp"] * (at.q_d - at.q) + at.gains["Kd"] * (at.qd_d - at.qd)
    return kernel("gravity", q=at.q, pi=at.pi) + pull + at.gains["Ki"] * at.memory["missed"], 0 * at.theta


@pytest.fixture
def toy() -> Iterator[str]:
    """The toy, among the laws for one test."""
    register(TOY)
    equations.register(TOY.name, as_written)
    yield TOY.name
    del LAWS[TOY.name], equations.LAWS[TOY.name]
    ADDED.discard(__name__)


@pytest.mark.parametrize(
    ("name", "scalar"),
    [
        ("two_link", "float"),
        pytest.param("two_link", "double", marks=pytest.mark.slow),  # the test below runs it too, in both languages
        pytest.param("dual_arm", "float", marks=pytest.mark.slow),
        ("dual_arm", "double"),
    ],
)
def test_the_toy_is_generated_proved_and_checked_in_every_language(toy: str, name: str, scalar: str) -> None:
    result = check_robot(symdyn.load(name), Options(laws=(toy,), only=("gravity",), scalar=scalar))  # type: ignore[arg-type]
    assert result.passed, table(result)


def test_a_toy_that_is_not_its_equations_is_not_printed(toy: str) -> None:
    equations.LAWS[toy] = lambda at, kernel: (as_written(at, kernel)[0] * 2, 0 * at.theta)
    with pytest.raises(ProofError, match="pid_gravity"):
        generate(symdyn.load("two_link"), Options(laws=(toy,), only=("gravity",)))


FILE = """
from symdyn.routines.words import Joints, Self, n, robot
def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    robot.gravity(q, self.pi, tau)
    for i in range(n):
        {statement}
"""


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("q[i] = 0", "law changes q, which is an input"),
        ("robot.gravity(q, self.pi, qd)", "law changes qd, which is an input"),
        ("robot.gravity(tau, self.pi, tau)", "gravity would write g where another of its arguments is"),
        ("robot.gravity(q, tau)", "gravity takes q, pi, g"),
        ("robot.gravitee(q, self.pi, tau)", "there is no kernel gravitee; "),
    ],
)
def test_what_no_law_may_do_is_refused_in_its_line(toy: str, statement: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(FILE.format(statement=statement))
    found = spec_from_file_location("wrong", tmp_path / "wrong.py")
    assert found is not None and found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    LAWS[toy] = replace(TOY, law=module.law, step=None)
    with pytest.raises(InputError, match=f"wrong.py:6: {told}"):
        generate(symdyn.load("two_link"), Options(laws=(toy,), only=("gravity",)))


def pace(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    law(self, q, qd, q_d, qd_d, qdd_d, tau)
    return OK


def test_a_step_of_another_name_is_refused(toy: str) -> None:
    LAWS[toy] = replace(TOY, step=pace)
    with pytest.raises(
        InputError, match=r"test_extend_law.py:\d+: this routine is the law's step, and has to be called"
    ):
        generate(symdyn.load("two_link"), Options(laws=(toy,), only=("gravity",)))


def test_a_law_is_registered_once(toy: str) -> None:
    with pytest.raises(InputError, match="there is a law pd_gravity already"):
        register(replace(TOY, name="pd_gravity"))
    with pytest.raises(ValueError, match="the equations of a law pd_gravity are known already"):
        equations.register("pd_gravity", as_written)


def test_c_and_its_twin_take_a_droop_away(toy: str) -> None:
    """With a mass that the controller does not know, PD control stays below; the integral lifts it."""
    heavy = symdyn.build("two_link")
    pi = np.array(heavy.pi) * 1.3
    ends = {}
    for backend in ("c", "python"):
        controller = symdyn.controller("two_link", toy, backend=backend)
        q, qd, wanted = np.zeros(2), np.zeros(2), np.array([0.3, -0.2])
        for _ in range(6000):
            tau = controller.step(0.001, q, qd, wanted, np.zeros(2), np.zeros(2))
            qd = qd + 0.001 * heavy.forward_dynamics(q, qd, tau, pi)
            q = q + 0.001 * qd
        ends[backend] = q
        assert np.abs(q - wanted).max() < 0.01  # PD alone ends 0.07 rad below
    assert np.allclose(ends["c"], ends["python"], rtol=0, atol=1e-9)  # rounding, over 6000 steps that contract
