"""What logs say about a robot, as frozen data: parameters with their uncertainty, bodies behind them, a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.bodies import Bodies, bodies_behind
from symdyn.identification.fit.delay import Delay
from symdyn.identification.fit.doubts import UNEXPLAINED, unexplained
from symdyn.identification.fit.entropy import Entropic
from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.fleet import Drift, bootstrap, drifts, group_fits, together
from symdyn.identification.fit.gather import Gathered
from symdyn.identification.fit.held import Held
from symdyn.identification.fit.joint_by_joint import Excitement
from symdyn.identification.fit.places import Here
from symdyn.identification.fit.recursion import Course
from symdyn.identification.fit.residuals import Residuals
from symdyn.identification.fit.robot import with_values
from symdyn.identification.fit.rows import Recipe
from symdyn.identification.fit.solve import Solution
from symdyn.identification.fit.student import Together
from symdyn.identification.fit.unseen import Unseen
from symdyn.identification.fit.verdict import JointError, joint_errors
from symdyn.identification.logs import Log, LogFile, open_log
from symdyn.identification.logs.log import Array, whole
from symdyn.identification.logs.survey import Recording
from symdyn.identification.vectors import minimal_matrix
from symdyn.model.robot import Robot

Logs = Recording | str | Path | Iterable[Recording | str | Path]


@dataclass(frozen=True, eq=False)
class Fit:
    """What logs say about a robot: `pi` with `sigma` and `covariance`, by `names`; and what they cannot say, `unseen`.

    `errors` are those of the fit itself, joint by joint; `validate` gives those on another log. `cutoffs` are the
    filters' in Hz. `excitement` says of every joint of a serial chain how well the motion excites its own combinations.
    """

    source: Robot
    names: tuple[str, ...]
    pi: Array
    covariance: Array
    plain: Solution  # of the columns that a robot file holds alone
    condition: float
    noise: Array
    errors: tuple[JointError, ...]
    unseen: tuple[Unseen, ...]
    excitement: tuple[Excitement, ...]
    rows: int
    cutoffs: tuple[float, ...]
    method: str
    notes: tuple[str, ...]
    recipe: Recipe
    factors: tuple[Factor, ...]
    gathered: tuple[Gathered, ...]
    residuals: tuple[Residuals, ...]
    together: Together  # how rows go together in time
    delay: Delay  # of torques against positions, beside `recipe.delay`
    freedom: Array  # degrees of freedom of every σ, which Student's distribution widened it by
    physical: bool
    entropic: Entropic | None
    course: Course | None  # with "rls": estimates after the rows until then

    @property
    def sigma(self) -> Array:
        """The standard deviation of every parameter; infinite where the data shows nothing of it.

        Where the noise is known from little data, it is wider: ±1.96 σ is Student's 95 % interval.
        """
        return np.asarray(np.sqrt(np.diag(self.covariance)))

    @cached_property
    def bodies(self) -> Bodies:
        """Bodies that have these parameters, or the nearest that can exist.

        Beside friction that robot files do not hold, they are those of the fit without it.
        """
        spread = self.plain.noise if self.entropic is None else self.plain.noise * np.sqrt(self.together.inflation)
        return bodies_behind(
            self.source,
            self.plain.x,
            [self._without_more(factor) for factor in self.factors],
            spread,
            self._held,
            search=self.physical,
            entropic=self.entropic,
        )

    def _without_more(self, factor: Factor) -> Factor:
        """Return the triangle without columns that a robot file cannot hold."""
        model = self.recipe.model
        return factor.of(range(model.minimal)) if model.columns else factor

    @property
    def written_errors(self) -> tuple[JointError, ...]:
        """Errors on the logs of the fit with the values that `robot` has."""
        return self._errors_of_file(self.factors)

    def _errors_of_file(self, factors: Sequence[Factor]) -> tuple[JointError, ...]:
        return joint_errors(self.source.joint_names, [self._without_more(one) for one in factors], self.written)

    @property
    def written_doubts(self) -> tuple[str, ...]:
        """Where the robot that was written does not explain what the plain fit does."""
        rows = [self._without_more(factor) for factor in self.factors]
        plain = joint_errors(self.source.joint_names, rows, self.plain.x)
        explained = {one.joint for one in plain if one.relative <= UNEXPLAINED}
        return tuple(unexplained([one for one in self.written_errors if one.joint in explained], "real bodies do"))

    @property
    def written(self) -> Array:
        """Minimal parameters as `robot` has them."""
        return np.asarray(minimal_matrix(self.source) @ self.full)

    @property
    def full(self) -> Array:
        """The full parameter vector of these bodies."""
        return self.bodies.full

    @cached_property
    def robot(self) -> Robot:
        """The robot with these values."""
        return with_values(self.source, self.full)

    @property
    def refused(self) -> str:
        """Why no robot file can hold these values, if none can: bodies that were not asked to be real may have any."""
        try:
            _ = self.robot
        except InputError as error:
            return f"no robot file was written: {error.field}: {error.what}"
        return ""

    def validate(self, logs: Logs) -> tuple[JointError, ...]:
        """Predict the torques of other logs, with the values that `robot` has."""
        return self.judged(logs)[1]

    def judged(self, logs: Logs) -> tuple[tuple[JointError, ...], tuple[JointError, ...]]:
        """Predict the torques of other logs, by all that was fitted, and with the values that `robot` has."""
        factors = together(Here(self.recipe).gathered(recordings_of(logs, self.source), lambda step: None))
        return joint_errors(self.source.joint_names, factors, self.pi), self._errors_of_file(factors)

    def bootstrap(self, count: int = 200, seed: int = 0) -> Array:
        """Return σ of every parameter by drawing logs, each as often as it comes; no log is read again."""
        return bootstrap(self.gathered, self._at_once, count, self._held, seed)

    def drifts(self) -> list[Drift]:
        """Return the parameters that change from log to log, in the order in which they were given."""
        return drifts(self.gathered, self.names, self._at_once, self.together, self._held)

    def of_groups(self, groups: Mapping[str, Sequence[int]]) -> dict[str, Solution]:
        """Return a fit for every group of logs, which are given by their numbers."""
        chosen = {name: [self.gathered[i] for i in some] for name, some in groups.items()}
        return group_fits(chosen, self._at_once, self.together, self._held)

    @property
    def _held(self) -> Held:
        return self.recipe.model.held

    @property
    def _at_once(self) -> str:
        return "wls" if self.method in ("lin", "rls") else self.method

    def __repr__(self) -> str:
        """Say how it went, not all numbers."""
        worst = max(self.errors, key=lambda one: one.relative)
        told = f"{len(self.names)} parameters from {self.rows} rows, {len(self.unseen)} unseen"
        return f"<Fit of {self.source.name}: {told}, worst {worst.joint} {worst.relative:.2%}>"


def recordings_of(logs: Logs, robot: Robot) -> list[Recording]:
    """Return logs to be read, each once."""
    several = [logs] if isinstance(logs, Log | LogFile | str | Path) else list(logs)
    if not several:
        raise InputError("there are no logs", field=robot.name)
    found: list[Recording] = []
    for log in several:
        made = whole(log, robot.n) if isinstance(log, Log) else log
        found.append(made if isinstance(made, Log | LogFile) else open_log(made, robot))
    files = [log.path.resolve() for log in found if isinstance(log, LogFile)]
    twice = [file for i, file in enumerate(files) if file in files[:i]]
    if twice:
        raise InputError("is given twice, and would count twice", file=str(twice[0]))
    return found
