"""Where logs are read: in this process, or on a Dask cluster, a file at a time; what comes back is the same.

A task carries the robot as it was read, the file's name and how rows are made; a worker compiles the robot's regressor
once and keeps it. Tasks depend on nothing but that, so one whose worker dies is done again elsewhere. Files must be
readable under the same name everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from symdyn.errors import InputError
from symdyn.identification.fit.gather import Gathered, gather
from symdyn.identification.fit.model import Model, model_of
from symdyn.identification.fit.residuals import Residuals, residuals_of
from symdyn.identification.fit.rows import Recipe
from symdyn.identification.logs.columns import Columns
from symdyn.identification.logs.log import Array
from symdyn.identification.logs.log_file import LogFile
from symdyn.identification.logs.survey import Recording, Survey
from symdyn.model.robot import Robot

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Here:
    """Read logs one after the other, each on all cores."""

    recipe: Recipe

    def gathered(self, recordings: Sequence[Recording], progress: Progress) -> list[Gathered]:
        """Return the triangles of every log."""
        found = []
        for recording in recordings:
            progress(recording.name)
            found.append(gather(recording, self.recipe))
        return found

    def studied(
        self, recordings: Sequence[Recording], gathered: Sequence[Gathered], x: Array, progress: Progress
    ) -> list[Residuals]:
        """Return what parameters leave over in every log."""
        found = []
        for recording, one in zip(recordings, gathered, strict=True):
            progress(f"residuals of {recording.name}")
            found.append(residuals_of(recording, self.recipe, one.seen, x))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """All that a worker needs to read one file."""

    robot: str  # its source, as JSON
    path: str
    columns: Columns | None
    cutoff: float | None
    rate: float | None
    standstill: float
    delay: float

    def recording(self) -> LogFile:
        """Return the file, to be read."""
        return LogFile(Path(self.path), _model(self.robot).robot, self.columns)

    def recipe(self) -> Recipe:
        """Return how rows are made."""
        return Recipe(_model(self.robot), self.cutoff, self.rate, self.standstill, self.delay)


@dataclass(frozen=True, slots=True, eq=False)
class Elsewhere:
    """Read logs on the workers of an executor."""

    recipe: Recipe
    executor: Executor

    def gathered(self, recordings: Sequence[Recording], progress: Progress) -> list[Gathered]:
        """Return the triangles of every log."""
        waiting = [self.executor.submit(_gathered, task) for task in self._tasks(recordings)]
        return _arrived(waiting, "logs", progress)

    def studied(
        self, recordings: Sequence[Recording], gathered: Sequence[Gathered], x: Array, progress: Progress
    ) -> list[Residuals]:
        """Return what parameters leave over in every log."""
        pairs = zip(self._tasks(recordings), gathered, strict=True)
        waiting = [self.executor.submit(_studied, task, one.seen, x) for task, one in pairs]
        return _arrived(waiting, "residuals", progress)

    def _tasks(self, recordings: Sequence[Recording]) -> list[Task]:
        recipe = self.recipe
        source = json.dumps(_plain(recipe.model.robot.source))
        tasks = []
        for one in recordings:
            if not isinstance(one, LogFile):
                raise InputError("a cluster reads files: give their names", field=one.name)
            path = str(one.path.resolve())
            made = (recipe.cutoff, recipe.rate, recipe.standstill, recipe.delay)
            tasks.append(Task(source, path, one.columns, *made))
        return tasks


def _arrived(waiting: Sequence[Any], what: str, progress: Progress) -> list[Any]:
    found = []
    for i, one in enumerate(waiting):
        progress(f"{what} {i + 1} of {len(waiting)}")
        found.append(one.result())
    return found


def _gathered(task: Task) -> Gathered:
    return gather(task.recording(), task.recipe())


def _studied(task: Task, seen: Survey, x: Array) -> Residuals:
    return residuals_of(task.recording(), task.recipe(), seen, x)


@lru_cache(maxsize=4)
def _model(source: str) -> Model:
    from symdyn.model import load

    robot: Robot = load(json.loads(source))
    return model_of(robot)


def _plain(value: Any) -> Any:
    """Return a mapping that was read as JSON has it."""
    if hasattr(value, "items"):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
