"""A law's Python twin over exact scalars: the generated text, with kernels that compute with fractions.

So theorems about a law are tested on what is generated, with `==`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from exact_settings import compute, inner, matrix, outputs, product, random_setting

import symdyn
from symdyn.control import LAWS
from symdyn.dynamics.setting import Setting
from symdyn.generate import generate
from symdyn.interface.modules import load_twin
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.parameters.minimal_parameters import minimal_parameters

FAR = Fraction(10**12)  # a bound that nothing reaches


@dataclass(frozen=True)
class ExactLaw:
    """A law of a robot at a state: the twin's module, and true parameters beside the estimates."""

    module: ModuleType
    at: Setting[Any]
    true: tuple[Any, ...]  # theta of the robot as it is
    desired: tuple[tuple[Any, ...], ...]
    theta: tuple[Any, ...]
    gains: Mapping[str, Any]

    def law(self, **more: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Torque and rate of the estimates."""
        controller = self.module.Controller(self.gains, self.theta)
        tau, theta_dot = controller.law(self.at.q, self.at.qd, *self.desired, **more)
        return tuple(tau), tuple(theta_dot)

    @property
    def s(self) -> tuple[Any, ...]:
        """The velocity's error against the reference."""
        q_d, qd_d, _ = self.desired
        rows = zip(self.at.qd, qd_d, self.gains["Lambda"], q_d, self.at.q, strict=True)
        return tuple(rate - rate_d - gain * (d - q) for rate, rate_d, gain, d, q in rows)

    @property
    def qd_r(self) -> tuple[Any, ...]:
        """The reference velocity."""
        return tuple(rate - s for rate, s in zip(self.at.qd, self.s, strict=True))

    @property
    def sign_r(self) -> tuple[Any, ...]:
        """Its sign, as smooth as the law has it."""
        rows = zip(self.qd_r, self.gains["friction_speed"], strict=True)
        return tuple(max(-1, min(1, rate / speed)) for rate, speed in rows)

    @property
    def qdd_r(self) -> tuple[Any, ...]:
        """The reference acceleration."""
        _, qd_d, qdd_d = self.desired
        rows = zip(qdd_d, self.gains["Lambda"], qd_d, self.at.qd, strict=True)
        return tuple(a + gain * (rate_d - rate) for a, gain, rate_d, rate in rows)

    def truly(self, kernel: str, **state: Any) -> tuple[Any, ...]:
        """Outputs of a kernel with the true parameters, flat."""
        return compute(kernel, self.at, **state)

    def quadratic(self, A: Sequence[Sequence[Any]]) -> Any:
        """s'A s."""
        return inner(self.s, product(A, self.s))

    @property
    def coriolis_matrix(self) -> list[tuple[Any, ...]]:
        """The true Coriolis matrix."""
        return matrix(self.truly("coriolis_matrix"), self.at.robot.n)

    @property
    def mass_matrix(self) -> list[tuple[Any, ...]]:
        """The true mass matrix."""
        return matrix(self.truly("mass_matrix"), self.at.robot.n)


def exact_law(name: str, mapping: dict[str, Any], seed: int, **gains: Any) -> ExactLaw:
    """Return a law of a rational robot at a random state, with estimates that are wrong."""
    robot, package = _generated(name, json.dumps(mapping))
    kernels = LAWS[name].kernels
    at = random_setting(robot, seed)
    module = ModuleType(robot.name)
    module.__dict__.update(DTYPE=object, N=robot.n)
    module.__dict__.update({kernel: _kernel(kernel, at) for kernel in kernels})
    twin = load_twin(package.files[f"{robot.name}_{name}.py"], name, robot.name, module)
    full = name == "walker"
    true = at.parameters if full else product(_exact_rows(robot), at.parameters)
    desired = random_setting(robot, seed + 1)
    theta = tuple(value + Fraction(i % 5 - 2, 3) for i, value in enumerate(true))
    return ExactLaw(
        module=twin,
        at=at,
        true=tuple(true),
        desired=(desired.q, desired.qd, desired.qdd),
        theta=theta,
        gains={**_exact_gains(package.laws[0].plan), **gains},
    )


@cache
def _generated(name: str, mapping: str) -> tuple[symdyn.Robot, Package]:
    robot = symdyn.load(json.loads(mapping))
    return robot, generate(robot, Options(laws=(name,), only=LAWS[name].kernels, languages=("python",)))


def _exact_rows(robot: Any) -> list[tuple[Any, ...]]:
    return [tuple(weight.rational for weight in row) for row in minimal_parameters(robot).matrix]


def _kernel(name: str, at: Setting[Any]) -> Callable[..., Any]:
    """A kernel at the state's rotations; what it takes for pi becomes a full vector with the same torques."""

    def call(*arguments: Any) -> Any:
        state = dict(zip(KERNELS[name].inputs, arguments, strict=True))
        found = [np.array(output, object) for output in outputs(name, at, **state)]
        return found[0] if len(found) == 1 else tuple(found)

    return call


def _exact_gains(plan: Any) -> dict[str, Any]:
    """Gains that are fractions everywhere, K with entries off its diagonal."""
    n, u = plan.n, plan.u
    K = [[Fraction(7 if i == j else 1, 1 + i + j) for j in range(n)] for i in range(n)]
    known = {
        "Lambda": [Fraction(3 + i, 2) for i in range(n)],
        "K": K,
        "Gamma": [Fraction(1 + j % 4, 3) for j in range(u)],
        "Ki": [Fraction(2 + i, 7) for i in range(n)],
        "friction_speed": [Fraction(1 + i, 5) for i in range(n)],
        "dead_zone": [Fraction(0)] * n,
        "sigma": Fraction(0),
        "theta_min": [-FAR] * u,
        "theta_max": [FAR] * u,
        "body_floor": Fraction(0),
    }
    return {gain.name: known[gain.name] for gain in plan.gains if gain.name in known}


def lyapunov_rate(law: ExactLaw, **more: Any) -> Any:
    """Rate of V = s'M s/2 + (θ̂-θ)'Γ⁻¹(θ̂-θ)/2 along the robot's motion, in which M' - 2C is skew; but for friction.

    Friction takes off `friction_power` more.
    """
    tau, theta_dot = law.law(**more)
    # M q_r'' + C q' + g and friction at q_r': M (q'' - q_r'') is the rest
    needed = law.truly("inverse_dynamics_friction", qdd=law.qdd_r, qd_f=law.qd_r, sign_f=law.sign_r)
    of_motion = inner(law.s, [t - h for t, h in zip(tau, needed, strict=True)]) + law.quadratic(law.coriolis_matrix)
    weighed = [(a - b) / g for a, b, g in zip(law.theta, law.true, law.gains["Gamma"], strict=True)]
    return of_motion + inner(weighed, theta_dot)


def friction_power(law: ExactLaw, sign: Sequence[Any]) -> Any:
    """s'(f(q') - f(q_r')) of the true parameters, where friction has these signs at q'."""
    at_rate = law.truly("inverse_dynamics_friction", qdd=law.qdd_r, qd_f=law.at.qd, sign_f=sign)
    at_reference = law.truly("inverse_dynamics_friction", qdd=law.qdd_r, qd_f=law.qd_r, sign_f=law.sign_r)
    return inner(law.s, [a - b for a, b in zip(at_rate, at_reference, strict=True)])
