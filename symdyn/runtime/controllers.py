"""Controllers that Python can call: generated, compiled and kept; see `controller`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symdyn.errors import InputError, unknown_name
from symdyn.interface import Interface, LawInterface
from symdyn.interface.gains import checked_gains
from symdyn.languages import LANGUAGES
from symdyn.options import USUAL_LANGUAGES, Options
from symdyn.runtime.ready import ready
from symdyn.runtime.runner import Array, LawRunner, runner_of
from symdyn.runtime.running import Running

if TYPE_CHECKING:
    from symdyn.model import Robot


class Controller(Running):
    """A law in closed loop with one robot; see `controller` and `Running`."""

    @property
    def asked(self) -> Array:
        """The torque that the law asked for in the last step, before `tau_max` and `tau_rate`."""
        return np.asarray(self._runner.held("tau_asked"), dtype=float)

    def with_gains(self, gains: Mapping[str, Any]) -> Controller:
        """Return a controller that starts with these gains, others as they are, and the estimates of this one."""
        numbers = checked_gains(self._interface.gains, {**self.gains, **gains})
        runner = type(self._runner)(self._robot, self._interface, numbers)  # type: ignore[call-arg]
        return Controller(self._robot, self._interface, numbers, runner, self.theta)

    def restart(self, tau: ArrayLike) -> None:
        """Start again with gains and estimates as they are, after a stop or in place of another controller.

        Args:
            tau: the torque that acts now, the first that `step` returns; within `start_time` it becomes the law's.
        """
        values = self._vector(tau, "tau", self.n)
        if not np.isfinite(values).all():
            raise InputError("tau must be finite", field=self.law_name)
        self._runner.restart(values)

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
        return self._runner.step(self._seconds(dt), self._inputs((q, qd, q_d, qd_d, qdd_d)))

    def __repr__(self) -> str:
        """Say which law this is, and whose."""
        return f"<{self.law_name} controller of {self._robot_name}>"


def start_law(robot: Interface, gains: Mapping[str, Any] | None, theta: ArrayLike | None, language: str) -> Controller:
    """Make a controller of the one law that a robot's code has."""
    (law,) = robot.laws
    if law.watches:
        raise InputError("only watches and has no torque; symdyn.watcher runs it", field=law.law)
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
        from symdyn.control import every_law  # at call time: what is kept needs nothing that generates

        laws = every_law()
        if not isinstance(law, str) or law not in laws:
            raise InputError(unknown_name("law", law, laws))
        only = laws[law].kernels
        # a controller takes one state at a time: kernels for rows of samples would double the time of compiling
        return Options(languages=languages, scalar=scalar, laws=(law,), only=only, batch=False)  # type: ignore[arg-type]

    return ready(robot, f"controller {law!r} {scalar!r} {languages!r}", options).interface
