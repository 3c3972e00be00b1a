"""Controllers that Python can call: generated, compiled and kept; see `controller`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symdyn.errors import InputError, MissingValueError, shortened, unknown_name
from symdyn.interface import STATE, Interface, LawInterface
from symdyn.interface.arrays import real_array
from symdyn.interface.gains import checked_gains
from symdyn.languages import LANGUAGES
from symdyn.options import USUAL_LANGUAGES, Options
from symdyn.runtime.ready import ready
from symdyn.runtime.runner import DTYPES, Array, LawRunner, runner_of

if TYPE_CHECKING:
    from symdyn.model import Robot

LONGEST = sys.float_info.max  # s


class Controller:
    """A law in closed loop with one robot; see `controller`.

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
        """All that a compiled controller holds, gains included; set it to go on from there, bit for bit."""
        return bytes(self._kept().state)

    @state.setter
    def state(self, kept: bytes) -> None:
        self._kept().state = kept

    def _kept(self) -> Any:
        if not hasattr(self._runner, "state"):
            raise InputError("only a compiled controller has a state to keep; take backend 'c'", field=self.law_name)
        return self._runner

    @property
    def code(self) -> str:
        """What the last step returned: OK, or why the law kept to what it had; see the generated header."""
        return self._runner.code

    def with_gains(self, gains: Mapping[str, Any]) -> Controller:
        """Return a controller that starts with these gains, others as they are, and the estimates of this one."""
        numbers = checked_gains(self._interface.gains, {**self.gains, **gains})
        runner = type(self._runner)(self._robot, self._interface, numbers)  # type: ignore[call-arg]
        return Controller(self._robot, self._interface, numbers, runner, self.theta)

    def reset(self, theta: ArrayLike | None = None) -> None:
        """Start again: with these estimates, or the robot file's."""
        if theta is None:
            theta = self._interface.theta_values
            if theta is None:
                raise MissingValueError("the robot file leaves parameters unknown; pass theta=…", field=self.law_name)
        self._runner.start(self._estimates(theta))

    def law(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        q_d: ArrayLike,
        qd_d: ArrayLike,
        qdd_d: ArrayLike,
        qdd: ArrayLike | None = None,
    ) -> tuple[Array, Array]:
        """Return the torque and the rate of the estimates, in continuous time; nothing changes.

        Args:
            q: position.
            qd: velocity.
            q_d: desired position.
            qd_d: desired velocity.
            qdd_d: desired acceleration.
            qdd: measured acceleration, of laws that use it.
        """
        inputs = self._inputs((q, qd, q_d, qd_d, qdd_d))
        if self.takes_acceleration:
            if qdd is None:
                raise InputError("law() of this controller needs qdd, the measured acceleration", field=self.law_name)
            inputs.append(self._vector(qdd, "qdd", self.n))
        return self._runner.law(inputs)

    def step(self, dt: float, q: ArrayLike, qd: ArrayLike, q_d: ArrayLike, qd_d: ArrayLike, qdd_d: ArrayLike) -> Array:
        """Return the torque for the next ``dt`` seconds, and move the estimates on by as much.

        Raises:
            DivergenceError: a number is not finite any more, and the controller as it was before; or the law gave up.
        """
        if not (isinstance(dt, Real) and 0 < dt < LONGEST):
            raise InputError(f"must be a positive number of seconds, not {shortened(str(dt), 60)}", field="dt")
        return self._runner.step(float(dt), self._inputs((q, qd, q_d, qd_d, qdd_d)))

    def _inputs(self, values: tuple[ArrayLike, ...]) -> list[Array]:
        return [self._vector(value, name, self.n) for name, value in zip(STATE, values, strict=True)]

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
        return f"<{self.law_name} controller of {self._robot_name}>"


def start_law(robot: Interface, gains: Mapping[str, Any] | None, theta: ArrayLike | None, language: str) -> Controller:
    """Make a controller of the one law that a robot's code has."""
    (law,) = robot.laws
    numbers = checked_gains(law.gains, gains)
    return Controller(robot, law, numbers, law_runner(robot, law, numbers, language), theta)


def law_runner(robot: Interface, law: LawInterface, gains: Mapping[str, Array], language: str) -> LawRunner:
    """Return what runs a law in a language."""
    start = runner_of(language).law
    if start is None:
        raise InputError(f"runs no controllers; give another backend than {language!r}", field=language)
    return start(robot, law, gains)


def controller(
    robot: Robot | Any,
    law: str,
    gains: Mapping[str, Any] | None = None,
    *,
    theta: Any = None,
    scalar: str = "double",
    backend: str = "c",
) -> Controller:
    """Generate, compile and start a controller of a robot; cached by content, in milliseconds the second time.

    Args:
        robot: a robot, or whatever `load` accepts.
        law: which law, such as "slotine_li".
        gains: numbers, vectors or matrices by name; those that are missing have defaults derived from the robot.
        theta: estimates to start with; by default the robot file's values.
        scalar: "double" or "float".
        backend: "c" compiles with cffi; "python" needs no compiler.
    """
    backends = [language.name for language in LANGUAGES.values() if language.runner]
    if backend not in backends:
        raise InputError(unknown_name("backend", backend, backends))
    return start_law(controller_code(robot, law, scalar, backend), gains, theta, backend)


def controller_code(robot: Robot | Any, law: str, scalar: str = "double", backend: str = "c") -> Interface:
    """Return how the code of a robot's controller is called; it is generated if it is not kept."""
    languages = USUAL_LANGUAGES if backend in USUAL_LANGUAGES else (backend,)

    def options() -> Options:
        from symdyn.control import LAWS  # at call time: what is kept needs nothing that generates

        if not isinstance(law, str) or law not in LAWS:
            raise InputError(unknown_name("law", law, LAWS))
        only = LAWS[law].kernels
        return Options(languages=languages, scalar=scalar, laws=(law,), only=only)  # type: ignore[arg-type]

    return ready(robot, f"controller {law!r} {scalar!r} {languages!r}", options).interface
