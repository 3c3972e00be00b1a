"""Laws of mechanics on robots with loops, without rounding: in a finite field, at points where the loops are closed."""

from typing import Any

import loop_robots
import pytest

import symdyn
from symdyn.algebra.dual import Dual, derivative_of
from symdyn.algebra.dual_functions import over_duals
from symdyn.algebra.scalar import Ring
from symdyn.closure.door import closure_of
from symdyn.closure.variety_points import VarietyPoints
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.geometry_field import field_of
from symdyn.parameters.pi import pi_names

ROBOTS: dict[str, Any] = {
    "four_bar": "four_bar",
    "five_bar": "five_bar",
    "slider_crank": "slider_crank",
    "rssr": loop_robots.rssr(loop_robots.DOWN),
}


class AtPoint:
    """A robot at a random point of its variety, with a random motion."""

    def __init__(self, source: Any) -> None:
        self.robot = symdyn.load(source)
        embedding = field_of(self.robot)
        closure = closure_of(self.robot)
        point = VarietyPoints(self.robot, closure.steps, embedding).draw()
        turns = point.turns(closure.actuated)
        self.ring: Ring[Any] = Ring(embedding, {"sqrt": point.roots.__getitem__})
        n = self.robot.n
        self.state = {
            "q": point.q(closure.actuated),
            "cos": [c for c, _ in turns],
            "sin": [s for _, s in turns],
            "pi": [embedding.random_element() for _ in pi_names(self.robot)],
            **{name: [embedding.random_element() for _ in range(n)] for name in ("qd", "qdd", "sign")},
        }

    def __call__(self, kernel: str) -> Any:
        (found,) = run(KERNELS[kernel], self.robot, self.ring, self.state).outputs.values()
        return found

    def rate(self, kernel: str) -> Any:
        """Return how a kernel's output changes along the motion."""
        state = self.state
        moving = {
            "q": [Dual(q, v) for q, v in zip(state["q"], state["qd"], strict=True)],
            "cos": [Dual(c, -s * v) for c, s, v in zip(state["cos"], state["sin"], state["qd"], strict=True)],
            "sin": [Dual(s, c * v) for c, s, v in zip(state["cos"], state["sin"], state["qd"], strict=True)],
            "qd": [Dual(v, a) for v, a in zip(state["qd"], state["qdd"], strict=True)],
            "pi": [Dual(x, 0) for x in state["pi"]],
            "sign": state["sign"],
        }
        (found,) = run(KERNELS[kernel], self.robot, over_duals(self.ring), moving).outputs.values()
        return [derivative_of(x) for x in found]

    def rows(self, found: Any) -> list[list[Any]]:
        width = len(found) // self.robot.n
        return [list(found[i * width : (i + 1) * width]) for i in range(self.robot.n)]


@pytest.fixture(params=ROBOTS, scope="module")
def at(request):
    return AtPoint(ROBOTS[request.param])


def test_the_regressor_times_the_parameters_is_the_torque(at):
    Y = at.rows(at("regressor"))
    assert [sum(y * x for y, x in zip(row, at.state["pi"], strict=True)) for row in Y] == list(at("inverse_dynamics"))


def test_the_rate_of_the_mass_matrix_less_twice_coriolis_is_skew(at):
    C, M_dot = at.rows(at("coriolis_matrix")), at.rows(at.rate("mass_matrix"))
    n = at.robot.n
    assert all(M_dot[i][j] == C[i][j] + C[j][i] for i in range(n) for j in range(n))
    assert any(C[i][j] for i in range(n) for j in range(n))


def test_power_is_the_rate_of_energy(at):
    power = sum(tau * v for tau, v in zip(at("inverse_dynamics"), at.state["qd"], strict=True))
    assert power == at.rate("kinetic_energy")[0] + at.rate("potential_energy")[0]
    assert power
