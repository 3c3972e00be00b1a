"""Walker's argument on robots with loops: V̇ is what his feedback takes, if the friction of cut joints is adapted too.

V = sᵀ M s / 2 + θ̃ᵀ Γ⁻¹ θ̃ / 2, with the velocity error s, errors of estimates θ̃ and their adaptation θ̂̇ = -Γ Yᵀ s.
Feedback -γ I⁰ ṽ on every link is -γ M⁰ s on the coordinates, M⁰ being the mass matrix of bodies I⁰.
"""

from typing import Any

import numpy as np
import pytest
from parallelograms import with_base

import symdyn
from symdyn.closure.door import closure_of
from symdyn.control import LAWS
from symdyn.dynamics.setting import setting_over
from symdyn.generate import generate
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.package.interface import package_interface
from symdyn.parameters.pi import pi_of_full
from symdyn.runtime.controllers import start_law

GAMMA = 3.0


def rubbing(name: str) -> dict[str, Any]:
    """A bundled linkage with viscous and dry friction in all its joints."""
    mapping = dict(symdyn.load(name).source)
    friction = {"viscous": 0.2, "coulomb": 0.1}
    mapping["joints"] = [{**joint, "friction": friction} for joint in mapping["joints"]]
    return mapping | {"loops": [{**loop, "friction": friction} for loop in mapping["loops"]]}


ROBOTS: dict[str, Any] = {
    "four-bar": rubbing("four_bar"),
    "parallelogram": with_base(viscous=True),
    "five-bar": rubbing("five_bar"),
    "cylinder arm": dict(symdyn.load("cylinder_arm").source),
}


class Plant:
    """A robot at a state, with estimates of its parameters that are wrong."""

    def __init__(self, mapping: Any) -> None:
        self.robot = symdyn.load(mapping)
        source, n = np.random.default_rng(5), self.robot.n
        closure, closing = closure_of(self.robot), self.robot.closing
        assert closing is not None
        start = getattr(closure, "position", closing.closed_at)
        q = [start[i] for i in closing.actuated]
        self.state = {"q": q, **{name: source.uniform(-1, 1, n) for name in ("qd", "qd_r", "qdd_r")}}
        self.state["s"] = self.state["qd"] - self.state["qd_r"]
        self.state |= {"qd_f": self.state["qd"], "sign_f": np.sign(self.state["qd"])}
        self.theta = np.array(self.robot.parameters)
        self.estimates = self.theta * source.uniform(0.3, 1.7, len(self.theta))

    def __call__(self, kernel: str, parameters: Any, **more: Any) -> list[np.ndarray]:
        known = self.state | more
        given = {name: tuple(map(float, known[name])) for name in KERNELS[kernel].inputs if name in known}
        at = setting_over(self.robot, FLOATS, {**given, "parameters": tuple(map(float, parameters))})
        return [np.array(out, float) for out in KERNELS[kernel].compute(at).outputs]

    @property
    def adapted_but_cuts(self) -> Any:
        """1 for every parameter but those of cut joints."""
        assert self.robot.closing is not None
        cuts = {loop.name for loop in self.robot.closing.loops}
        return np.array([owner.partition(".")[0] not in cuts for owner in self.robot.parameter_names], float)

    def rates(self, adapted: Any) -> tuple[float, float]:
        """Return V̇, and what the feedback takes; only parameters that are ``adapted`` are."""
        n, s = self.robot.n, self.state["s"]
        torque, w = self("adaptive_walker", self.estimates)
        (bodies,) = self("mass_matrix", self.theta / 2)
        feedback = GAMMA * bodies.reshape(n, n) @ s
        (qdd,) = self("forward_dynamics", self.theta, tau=torque - feedback)
        (M,), (C,) = self("mass_matrix", self.theta), self("coriolis_matrix", self.theta)
        of_motion = s @ (M.reshape(n, n) @ (qdd - self.state["qdd_r"]) + C.reshape(n, n) @ s)
        return of_motion - (self.estimates - self.theta) @ (w * adapted), -float(s @ feedback)


@pytest.mark.parametrize("name", ROBOTS)
def test_the_rate_of_v_is_what_feedback_takes(name):
    plant = Plant(ROBOTS[name])
    found, expected = plant.rates(np.ones(len(plant.theta)))
    assert found == pytest.approx(expected, rel=1e-9)  # the argument asks for five digits; rounding leaves more
    assert expected < 0


@pytest.mark.parametrize("name", ROBOTS)
def test_it_is_not_where_friction_of_cut_joints_is_not_adapted(name):
    plant = Plant(ROBOTS[name])
    assert not plant.adapted_but_cuts.all()
    found, expected = plant.rates(plant.adapted_but_cuts)
    assert found != pytest.approx(expected, rel=1e-5)


SMALL = 1e-3  # K, which may not be zero


def rate_under_generated_law(plant: Plant, adapted: Any) -> tuple[float, float]:
    """Return V̇ under the controller that is generated, with feedback of every link by itself, and what is expected.

    It takes friction at the reference velocity: of the friction at the true one, what is more takes power too.
    """
    robot, at, n = plant.robot, plant.state, plant.robot.n
    law = LAWS["walker"]
    made = generate(robot, Options(laws=("walker",), only=law.kernels, languages=("python",)))
    bodies = pi_of_full(robot, [float(x) / 2 for x in plant.theta])
    gains = {"K": SMALL * np.eye(n), "link_feedback": GAMMA, "I_0": bodies}
    controller = start_law(package_interface(made), gains, plant.estimates, "python")
    Lambda, speed = controller.gains["Lambda"], controller.gains["friction_speed"]
    qdd_d = at["qdd_r"] - Lambda * (at["qd_r"] - at["qd"])
    torque, theta_dot = controller.law(at["q"], at["qd"], at["q"], at["qd_r"], qdd_d)
    (qdd,) = plant("forward_dynamics", plant.theta, tau=torque)
    (M,), (C,) = plant("mass_matrix", plant.theta), plant("coriolis_matrix", plant.theta)
    (half,) = plant("mass_matrix", plant.theta / 2)
    s = at["s"]
    of_motion = s @ (M.reshape(n, n) @ (qdd - at["qdd_r"]) + C.reshape(n, n) @ s)
    wrong = (plant.estimates - plant.theta) / controller.gains["Gamma"]
    at_reference = {"qd_f": at["qd_r"], "sign_f": np.clip(at["qd_r"] / speed, -1, 1)}
    rubbed = plant("adaptive_walker", plant.theta)[0] - plant("adaptive_walker", plant.theta, **at_reference)[0]
    expected = -s @ (GAMMA * half.reshape(n, n) + SMALL * np.eye(n)) @ s - s @ rubbed
    return of_motion + wrong @ (theta_dot * adapted), float(expected)


@pytest.mark.parametrize("name", ROBOTS)
def test_feedback_of_every_link_by_itself_takes_what_the_generated_law_says(name):
    plant = Plant(ROBOTS[name])
    found, expected = rate_under_generated_law(plant, np.ones(len(plant.theta)))
    assert found == pytest.approx(expected, rel=1e-9)  # the argument asks for five digits; rounding leaves more
    found, expected = rate_under_generated_law(plant, plant.adapted_but_cuts)
    assert found != pytest.approx(expected, rel=1e-5)


def test_laws_of_robots_with_loops_are_proved_and_tested_where_these_close():
    files = generate(symdyn.load("cylinder_arm"), Options(only=("gravity",), laws=("walker",), languages=("c",))).files
    assert "test_law_walker" in files["cylinder_arm_selftest.c"]
