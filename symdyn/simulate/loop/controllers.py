"""What closes the loop: the part of a controller that a simulation uses, and open-loop control as a yardstick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

import symdyn
from symdyn.control.laws import LAWS
from symdyn.errors import InputError, unknown_name
from symdyn.model import NumericRobot, Robot
from symdyn.model.text.tree import child_field
from symdyn.options import Options
from symdyn.simulate.loop.true_theta import true_theta
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import Control

FEEDFORWARD = "feedforward"  # the torque that the model needs for the desired motion, whatever the plant does


class Controller(Protocol):
    """A law with its gains and what it has learnt; see `symdyn.controller`."""

    law_name: str
    theta_names: tuple[str, ...]
    adapts: bool
    takes_acceleration: bool

    @property
    def gains(self) -> Mapping[str, Any]:
        """Its gains, defaults included."""

    @property
    def theta(self) -> Array:
        """Its estimates."""

    @theta.setter
    def theta(self, values: Array) -> None: ...

    @property
    def asked(self) -> Array:
        """The torque of the last step before its own limits."""

    def step(self, dt: float, q: Any, qd: Any, q_d: Any, qd_d: Any, qdd_d: Any) -> Array:
        """Return the torque for the next ``dt`` and learn."""

    def law(self, q: Any, qd: Any, q_d: Any, qd_d: Any, qdd_d: Any, qdd: Any = None) -> tuple[Array, Array]:
        """Return the torque and the rate of the estimates."""

    def reset(self, theta: Any = None) -> None:
        """Forget everything; start with these estimates."""

    def with_gains(self, gains: Mapping[str, Any]) -> Controller:
        """Return one with other gains."""


class Feedforward:
    """Open loop: inverse dynamics of the desired motion."""

    def __init__(self, model: Robot) -> None:
        """Take the model's dynamics."""
        self.law_name = FEEDFORWARD
        self.theta_names: tuple[str, ...] = ()
        self.theta: Array = np.zeros(0)
        self.gains: dict[str, Any] = {}
        self.adapts = self.takes_acceleration = False
        self.asked: Array = np.zeros(model.n)
        self._torque = symdyn.build(model, Options(only=("inverse_dynamics",))).inverse_dynamics

    def step(self, dt: float, q: Any, qd: Any, q_d: Any, qd_d: Any, qdd_d: Any) -> Array:
        """Return the torque of the desired motion."""
        self.asked = np.asarray(self._torque(q_d, qd_d, qdd_d))
        return self.asked

    def law(self, q: Any, qd: Any, q_d: Any, qd_d: Any, qdd_d: Any, qdd: Any = None) -> tuple[Array, Array]:
        """Return the torque of the desired motion; nothing is learnt."""
        return self.step(0.0, q, qd, q_d, qd_d, qdd_d), self.theta

    def reset(self, theta: Any = None) -> None:
        """Nothing is remembered."""

    def with_gains(self, gains: Mapping[str, Any]) -> Feedforward:
        """There are none."""
        return self


def law_names() -> tuple[str, ...]:
    """Return what may close the loop."""
    return (*LAWS, FEEDFORWARD)


def make_controller(model: NumericRobot, law: str, control: Control) -> Controller:
    """Return the controller that a scenario asks for, with its first estimates."""
    if law == FEEDFORWARD:
        return Feedforward(model)
    if law not in law_names():
        raise InputError(unknown_name("law", law, law_names()), field="--controller")
    try:
        controller: Controller = symdyn.controller(model, law, control.gains.get(law))
    except InputError as error:
        if error.file or not error.field.startswith("gains"):
            raise
        field = error.field.replace("gains", f"controller.gains.{law}", 1)
        raise InputError(error.what, field=field) from None
    if control.theta and controller.theta_names:
        controller.reset(first_estimates(controller, model, control.theta))
    return controller


def first_estimates(controller: Controller, model: NumericRobot, wanted: Mapping[str, float]) -> Array:
    """Return the estimates to start with.

    Names are those of estimates; or, where some are not, all are entries of the model's full parameter vector, which
    then gives the estimates.
    """
    theta, names = np.array(controller.theta, dtype=float), list(controller.theta_names)
    if all(name in names for name in wanted):
        for name, value in wanted.items():
            theta[names.index(name)] = value
        return theta
    full, entries = model.parameters, list(model.parameter_names)
    for name, value in wanted.items():
        if name not in entries:
            known = names if name.partition(".")[0] in {one.partition(".")[0] for one in names} else entries
            raise InputError(unknown_name("estimate", name, known), field=child_field("controller.theta", name))
        full[entries.index(name)] = value
    return true_theta(model, model, controller.theta_names, full)


def estimate_names(controller: Controller) -> tuple[str, ...]:
    """Return the names of what a controller learns: none where its law does not adapt."""
    return tuple(controller.theta_names) if controller.adapts else ()


def estimates(controller: Controller) -> Array:
    """Return what a controller has learnt."""
    return np.array(controller.theta, dtype=float) if controller.adapts else np.zeros(0)
