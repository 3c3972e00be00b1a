"""What runs a law for Python: compiled C through cffi, or the generated Python twin."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symdyn.compilation import CSource, compile_library
from symdyn.compiled import DTYPES
from symdyn.control import LawCode, Plan
from symdyn.control.c_law import declarations
from symdyn.control.c_prototypes import STATE
from symdyn.control.c_text import return_codes
from symdyn.control.law_golden import load_twin
from symdyn.errors import DivergenceError, InputError
from symdyn.generate import Package

Array = NDArray[Any]
BAD_TIME_STEP, NOT_FINITE = 1, 2  # as the generated header has them
OK = "OK"


class Runner(Protocol):
    """What runs a law: it holds the state, and takes arrays of the right type and shape."""

    theta: Array

    @property
    def code(self) -> str:
        """What the last step returned."""

    def start(self, theta: Array) -> None:
        """Start again with estimates."""

    def law(self, inputs: list[Array]) -> tuple[Array, Array]:
        """Return torque and rate of the estimates."""

    def step(self, dt: float, inputs: list[Array]) -> Array:
        """Return the torque, and move on."""


class CompiledLaw:
    """A law in C; the controller's struct lives in memory of ours."""

    def __init__(self, package: Package, code: LawCode, gains: Mapping[str, Array]) -> None:
        """Compile a law, and fill in its gains."""
        name, plan = code.plan.name, code.plan
        self._plan, self._library = plan, compile_library(_source(package, code))
        lib, ffi = self._library.lib, self._library.ffi
        self._dtype = DTYPES[plan.options.scalar]
        self._init, self._law, self._step = (getattr(lib, f"{name}_{what}") for what in ("init", "law", "step"))
        self._codes, self.code = return_codes(plan), OK
        self._gains, self._self = ffi.new(f"{name}_gains *"), ffi.new(f"{name} *")
        for gain in plan.gains:
            flat = gains[gain.name].ravel().tolist()
            setattr(self._gains, gain.name, flat if gain.shape else (int(flat[0]) if gain.is_choice else flat[0]))
        pointer = f"{plan.options.scalar}[]"
        self._inputs = [np.zeros(plan.n, self._dtype) for _ in (*STATE, *plan.law.more_inputs)]
        self._pointers = [ffi.from_buffer(pointer, array) for array in self._inputs]
        self._tau, self._rate = np.zeros(plan.n, self._dtype), np.zeros(max(plan.u, 1), self._dtype)
        self._tau_pointer = ffi.from_buffer(pointer, self._tau)
        self._rate_pointer = ffi.from_buffer(pointer, self._rate)
        self._theta = np.zeros(0, self._dtype)
        if plan.u:
            self._theta = np.frombuffer(ffi.buffer(ffi.addressof(self._self, "theta")), self._dtype)

    @property
    def theta(self) -> Array:
        """The estimates, in the struct."""
        return self._theta

    @theta.setter
    def theta(self, values: Array) -> None:
        self._theta[:] = values

    def start(self, theta: Array) -> None:
        """Initialise the struct."""
        arguments = [self._library.ffi.from_buffer(f"{self._plan.options.scalar}[]", theta)] if self._plan.u else []
        code = self._init(self._self, self._gains, *arguments)
        if code != 0:
            raise InputError(f"the C controller refuses its gains or theta (code {code})", field=self._plan.law.name)

    def law(self, inputs: list[Array]) -> tuple[Array, Array]:
        """Call the law."""
        self._hand_over(inputs)
        rate = [self._rate_pointer] if self._plan.law.adapts else []
        self._law(self._self, *self._pointers, self._tau_pointer, *rate)
        return self._tau.copy(), self._rate[: self._plan.u].copy()

    def step(self, dt: float, inputs: list[Array]) -> Array:
        """Call a step."""
        self._hand_over(inputs)
        code = self._step(self._self, dt, *self._pointers[: len(STATE)], self._tau_pointer)
        if code == NOT_FINITE:
            raise DivergenceError(f"{self._plan.law.name}: the torque or the estimates are not finite")
        if code == BAD_TIME_STEP:
            raise InputError(f"cannot be taken (code {code})", field="dt")
        self.code = self._codes[code][0]
        _check_final(self._plan, self.code)
        return self._tau.copy()

    def _hand_over(self, inputs: list[Array]) -> None:
        for place, values in zip(self._inputs, inputs, strict=False):
            place[:] = values


def _check_final(plan: Plan, code: str) -> None:
    if code in plan.law.final:
        raise DivergenceError(f"{plan.law.name}: {dict(plan.law.codes)[code]}")


def _source(package: Package, code: LawCode) -> CSource:
    """Robot and law as one translation unit."""
    name, robot = code.plan.name, package.name
    beside = [f"{robot}.h", f"{robot}.c", f"{name}.h", f"{name}.c"]
    return CSource(
        name=f"{name}_controller",
        declarations=declarations(code.plan, package.facts),
        header=f'#include "{name}.h"\n',
        source=f'#include "{robot}.c"\n#include "{name}.c"\n',
        beside=tuple((file, package.files[file]) for file in beside),
    )


class TwinLaw:
    """A law in Python: the generated module, in memory."""

    def __init__(self, package: Package, code: LawCode, gains: Mapping[str, Array]) -> None:
        """Load a law's module and its robot's."""
        plan = code.plan
        self._plan, self._gains = plan, gains
        robot = ModuleType(package.name)
        exec(compile(package.files[f"{package.name}.py"], f"{package.name}.py", "exec"), robot.__dict__)
        self._module = load_twin(package.files[f"{plan.name}.py"], plan.name, package.name, robot)
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

    def start(self, theta: Array) -> None:
        """Make a new twin."""
        try:
            self._twin = self._module.Controller(self._gains, theta)
        except ValueError as error:
            raise InputError(str(error), field=self._plan.law.name) from None

    def law(self, inputs: list[Array]) -> tuple[Array, Array]:
        """Call the law."""
        tau, rate = self._twin.law(*inputs)
        return np.asarray(tau), np.asarray(rate)

    def step(self, dt: float, inputs: list[Array]) -> Array:
        """Call a step."""
        try:
            tau = np.asarray(self._twin.step(dt, *inputs))
        except FloatingPointError as error:
            raise DivergenceError(f"{self._plan.law.name}: {error}") from None
        _check_final(self._plan, self.code)
        return tau
