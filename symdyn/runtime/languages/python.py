"""Generated Python modules, executed in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symdyn.errors import DivergenceError, InputError
from symdyn.interface import Interface, LawInterface
from symdyn.interface.modules import load_module, load_twin
from symdyn.runtime.law_codes import OK, check_final
from symdyn.runtime.runner import Array, Call, Code, Runner


def _load(robot: Interface) -> Code:
    """Load a robot's NumPy module."""
    module = load_module(robot.files[f"{robot.name}.py"], robot.name)
    calls = {kernel.name: _call(getattr(module, kernel.name)) for kernel in robot.kernels}
    return Code(calls, module.__dict__.get("PI"))


def _call(function: Any) -> Call:
    def call(count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        results = function(*inputs)
        for output, result in zip(outputs, results if len(outputs) > 1 else (results,), strict=True):
            if np.shape(result) != output.shape:  # which an assignment might repeat until it fits
                raise ValueError(f"returns shape {np.shape(result)} instead of {output.shape}")
            output[...] = result

    return call


class TwinLaw:
    """A law in Python: the generated module, in memory."""

    def __init__(self, robot: Interface, law: LawInterface, gains: Mapping[str, Array]) -> None:
        """Load a law's module and its robot's."""
        self._interface, self._gains = law, gains
        kernels = load_module(robot.files[f"{robot.name}.py"], robot.name)
        self._module = load_twin(robot.files[f"{law.name}.py"], law.name, robot.name, kernels)
        self._twin: Any = None

    @property
    def code(self) -> str:
        """What the last step returned."""
        return getattr(self._twin, "code", OK)

    @property
    def theta(self) -> Array:
        """The twin's estimates."""
        return np.asarray(self._twin.theta)

    @theta.setter
    def theta(self, values: Array) -> None:
        self._twin.theta = values.copy()

    def held(self, name: str) -> Array:
        """Return numbers that the twin remembers."""
        return np.array(getattr(self._twin, name)).ravel()

    def spoil(self, number: Array) -> None:
        """Leave all as it is: a new twin has new memory."""

    def start(self, theta: Array) -> None:
        """Make a new twin."""
        try:
            self._twin = self._module.Controller(self._gains, theta)
        except ValueError as error:
            raise InputError(str(error), field=self._interface.law) from None

    def set_theta(self, theta: Array) -> None:
        """Give the twin other estimates."""
        self._twin.set_theta(theta)

    def restart(self, tau: Array) -> None:
        """Reset the twin."""
        self._twin.restart(tau)

    def law(self, inputs: list[Array]) -> tuple[Array, Array]:
        """Call the law."""
        tau, rate = self._twin.law(*inputs)
        return np.asarray(tau), np.asarray(rate)

    def step(self, dt: float, inputs: list[Array]) -> Array:
        """Call a step."""
        try:
            tau = np.asarray(self._twin.step(dt, *inputs))
        except FloatingPointError as error:
            raise DivergenceError(f"{self._interface.law}: {error}") from None
        check_final(self._interface, self.code)
        return tau


RUNNER = Runner(
    files=lambda name: (f"{name}.py",), described=lambda: f"NumPy {np.__version__}", load=_load, law=TwinLaw
)
