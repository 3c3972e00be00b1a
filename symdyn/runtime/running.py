"""A law that runs, whether it controls or only watches: estimates, a state to keep, inputs as users give them."""

from __future__ import annotations

import struct
import sys
import zlib
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symdyn.errors import InputError, MissingValueError, shortened
from symdyn.interface import Interface, LawInterface
from symdyn.interface.arrays import real_array
from symdyn.runtime.runner import DTYPES, Array, LawRunner

LONGEST = sys.float_info.max  # s


class Running:
    """A law that runs for one robot.

    Attributes:
        law_name: the law.
        n: number of joints.
        theta_names: names of the estimates, or of the model's parameters where the law does not adapt.
        gains: all gains in use, by name.
        adapts: whether the estimates move.
        takes_acceleration: whether `law` needs the measured acceleration qdd; `step` then filters its own.
    """

    def __init__(
        self, robot: Interface, law: LawInterface, gains: dict[str, Array], runner: LawRunner, theta: ArrayLike | None
    ) -> None:
        """Start a law; ``theta`` None takes the robot file's values."""
        self._interface, self._robot_name, self._runner = law, robot.name, runner
        self._robot, self._dtype = robot, DTYPES[robot.scalar]
        self._map = None if law.pi_0 is None or law.B is None else (np.array(law.pi_0), np.array(law.B))
        self.law_name = law.law
        self.n = law.n
        self.theta_names = law.theta_names
        self.gains = gains
        self.adapts = law.adapts
        self.takes_acceleration = "qdd" in law.more_inputs
        self.reset(theta)

    @property
    def theta(self) -> Array:
        """The estimates now; may be set, which leaves the rest of the controller's state as it is."""
        return self._runner.theta.copy()

    @theta.setter
    def theta(self, values: ArrayLike) -> None:
        self._runner.theta = self._estimates(values)

    def set_theta(self, values: ArrayLike) -> None:
        """Go on with other estimates, within their bounds; the rest of the state stays as it is."""
        if len(self.theta_names):
            self._runner.set_theta(self._estimates(values))

    @property
    def pi(self) -> Array:
        """The parameters of kernels with the estimates now."""
        values = np.asarray(self._runner.theta, np.float64)
        if self._map is None:
            return values.copy()
        pi_0, B = self._map
        return np.asarray(pi_0 + B @ values)

    @property
    def state(self) -> bytes:
        """All that a compiled controller holds, gains included; set it to go on from there, bit for bit.

        What is of another controller, or was damaged, is refused.
        """
        kept = bytes(self._kept().state)
        return self._mark(kept) + kept

    @state.setter
    def state(self, kept: bytes) -> None:
        runner, size = self._kept(), len(self._mark(b""))
        if not isinstance(kept, bytes | bytearray | memoryview):
            raise InputError(f"must be bytes, not {type(kept).__name__}", field="state")
        mark, held = bytes(kept[:size]), bytes(kept[size:])
        if len(held) != len(runner.state):
            raise InputError(f"has {len(kept)} bytes, not the {size + len(runner.state)} of this one", field="state")
        if mark != self._mark(held):
            raise InputError("is that of another controller, or damaged", field="state")
        runner.state = held

    def _mark(self, held: bytes) -> bytes:
        """Say whose state it is, by names and shapes of all that it holds, and that it is whole."""
        law = self._interface
        gains = [(gain.name, gain.shape) for gain in law.gains]
        whose = f"{law.name} {self._robot.scalar} {self.theta_names} {gains}".encode()
        return struct.pack("<II", zlib.crc32(whose), zlib.crc32(held, zlib.crc32(whose)))

    def _kept(self) -> Any:
        if not hasattr(self._runner, "state"):
            raise InputError("only a compiled controller has a state to keep; take backend 'c'", field=self.law_name)
        return self._runner

    @property
    def code(self) -> str:
        """What the last step returned: OK, or why the law kept to what it had; see the generated header."""
        return self._runner.code

    def reset(self, theta: ArrayLike | None = None) -> None:
        """Start again: with these estimates, or the robot file's."""
        if theta is None:
            theta = self._interface.theta_values
            if theta is None:
                raise MissingValueError("the robot file leaves parameters unknown; pass theta=…", field=self.law_name)
        self._runner.start(self._estimates(theta))

    def _seconds(self, dt: float) -> float:
        if not (isinstance(dt, Real) and 0 < dt < LONGEST):
            raise InputError(f"must be a positive number of seconds, not {shortened(str(dt), 60)}", field="dt")
        return float(dt)

    def _inputs(self, values: tuple[ArrayLike, ...]) -> list[Array]:
        return [self._vector(value, name, self.n) for name, value in zip(self._interface.inputs, values, strict=True)]

    def _estimates(self, values: ArrayLike) -> Array:
        theta = self._vector(values, "theta", len(self.theta_names))
        if not np.isfinite(theta).all():
            raise InputError("theta must be finite", field=self.law_name)
        return theta

    def _vector(self, values: ArrayLike, name: str, size: int) -> Array:
        array = real_array(values, name, self._dtype, self.law_name)
        if array.shape != (size,):
            raise InputError(f"{name} must have shape ({size},), not {array.shape}", field=self.law_name)
        return array

    def __repr__(self) -> str:
        """Say which law this is, and whose."""
        return f"<{self.law_name} of {self._robot_name}>"
