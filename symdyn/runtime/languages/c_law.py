"""Laws in compiled C: the controller's struct lives in memory of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symdyn.compilation import CSource, compile_library
from symdyn.errors import DivergenceError, InputError
from symdyn.interface import Interface, LawInterface
from symdyn.interface.c_files import kernel_files
from symdyn.runtime.law_codes import OK, check_final
from symdyn.runtime.runner import DTYPES, Array

LANGUAGE = "c"
BAD_TIME_STEP, NOT_FINITE = 1, 2  # as the generated header has them


class CompiledLaw:
    """A law in C; the controller's struct lives in memory of ours."""

    def __init__(self, robot: Interface, law: LawInterface, gains: Mapping[str, Array]) -> None:
        """Compile a law, and fill in its gains."""
        name = law.name
        self._interface, self._library = law, compile_library(law_source(robot, law))
        lib, ffi = self._library.lib, self._library.ffi
        self._dtype, self._pointer = DTYPES[robot.scalar], f"{robot.scalar}[]"
        self._init, self._step = (getattr(lib, f"{name}_{what}") for what in ("init", "step"))
        self._law, self._reset = (None if law.watches else getattr(lib, f"{name}_{what}") for what in ("law", "reset"))
        self._set_theta = getattr(lib, f"{name}_set_theta") if law.u else None
        self.code = OK
        self._gains, self._self = ffi.new(f"{name}_gains *"), ffi.new(f"{name} *")
        fill_gains(self._gains, law, gains)
        self._inputs = [np.zeros(law.n, self._dtype) for _ in (*law.inputs, *law.more_inputs)]
        self._pointers = [ffi.from_buffer(self._pointer, array) for array in self._inputs]
        self._tau, self._rate = np.zeros(law.n, self._dtype), np.zeros(max(law.u, 1), self._dtype)
        self._tau_pointer = ffi.from_buffer(self._pointer, self._tau)
        self._rate_pointer = ffi.from_buffer(self._pointer, self._rate)
        self._theta = np.zeros(0, self._dtype)
        if law.u:
            self._theta = np.frombuffer(ffi.buffer(ffi.addressof(self._self, "theta")), self._dtype)

    @property
    def theta(self) -> Array:
        """The estimates, in the struct."""
        return self._theta

    @theta.setter
    def theta(self, values: Array) -> None:
        self._theta[:] = values

    @property
    def state(self) -> bytes:
        """The struct as it is in memory."""
        return bytes(self._library.ffi.buffer(self._self))

    @state.setter
    def state(self, kept: bytes) -> None:
        place = self._library.ffi.buffer(self._self)
        if len(kept) != len(place):
            raise InputError(f"has {len(kept)} bytes, not the {len(place)} of this controller", field="state")
        place[:] = kept

    def held(self, name: str) -> Array:
        """Return numbers that the struct holds."""
        place = self._library.ffi.addressof(self._self, name)
        return np.frombuffer(self._library.ffi.buffer(place), self._dtype).copy()

    def spoil(self, number: Array) -> None:
        """Fill with a number all memory that the code must write before it may read it: the struct and the torque."""
        memory = np.frombuffer(self._library.ffi.buffer(self._self), np.uint8)
        memory[:] = np.resize(np.frombuffer(number.tobytes(), np.uint8), memory.shape)
        self._tau[:] = number

    def start(self, theta: Array) -> None:
        """Initialise the struct."""
        arguments = [self._library.ffi.from_buffer(self._pointer, theta)] if self._interface.u else []
        code = self._init(self._self, self._gains, *arguments)
        if code != 0:
            raise InputError(f"the C controller refuses its gains or theta (code {code})", field=self._interface.law)

    def set_theta(self, theta: Array) -> None:
        """Give the struct other estimates."""
        if self._set_theta is not None:
            self._set_theta(self._self, self._library.ffi.from_buffer(self._pointer, theta))

    def restart(self, tau: Array) -> None:
        """Reset the struct."""
        if self._reset is not None:
            self._reset(self._self, self._library.ffi.from_buffer(self._pointer, tau))

    def law(self, inputs: list[Array]) -> tuple[Array, Array]:
        """Call the law."""
        self._hand_over(inputs)
        if self._law is None:
            raise InputError("only watches: it has no torque", field=self._interface.law)
        rate = [self._rate_pointer] if self._interface.adapts else []
        self._law(self._self, *self._pointers, self._tau_pointer, *rate)
        return self._tau.copy(), self._rate[: self._interface.u].copy()

    def step(self, dt: float, inputs: list[Array]) -> Array:
        """Call a step."""
        self._hand_over(inputs)
        code = self._step(self._self, dt, *self._pointers[: len(self._interface.inputs)], self._tau_pointer)
        if code == NOT_FINITE:
            raise DivergenceError(f"{self._interface.law}: the torque or the estimates are not finite")
        if code == BAD_TIME_STEP:
            raise InputError(f"{dt:g} s are longer than dt_max; after a stop call restart", field="dt")
        self.code = self._interface.codes[code][0]
        check_final(self._interface, self.code)
        return self._tau.copy()

    def _hand_over(self, inputs: list[Array]) -> None:
        for place, values in zip(self._inputs, inputs, strict=False):
            place[:] = values


def fill_gains(struct: Any, law: LawInterface, gains: Mapping[str, Array]) -> None:
    """Put gains into the struct that init takes."""
    for gain in law.gains:
        flat = np.asarray(gains[gain.name]).ravel().tolist()
        setattr(struct, gain.name, flat if gain.shape else (int(flat[0]) if gain.is_choice else flat[0]))


def law_source(robot: Interface, law: LawInterface) -> CSource:
    """Robot and law as one translation unit; of a long robot, its further files by themselves."""
    beside = [f"{robot.name}.h", f"{robot.name}.c", f"{law.name}.h", f"{law.name}.c"]
    return CSource(
        name=f"{law.name}_controller",
        declarations=law.declarations[LANGUAGE],
        header=f'#include "{law.name}.h"\n',
        source=f'#include "{robot.name}.c"\n#include "{law.name}.c"\n',
        beside=tuple((file, robot.files[file]) for file in beside),
        further=further_sources(robot),
    )


def further_sources(robot: Interface) -> tuple[tuple[str, str], ...]:
    """Return names and texts of a robot's C files behind the first."""
    _, *further = kernel_files(robot.name, (kernel.name for kernel in robot.kernels), robot.files)
    return tuple((file, robot.files[file]) for file in further)
