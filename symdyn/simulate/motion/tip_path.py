"""A path of the tip as a trajectory: the joints' motion along it, and how far a run strays from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

import symdyn
from symdyn.errors import InputError
from symdyn.model import Robot
from symdyn.options import Options
from symdyn.simulate.motion.motion import Array, Motion
from symdyn.simulate.motion.path import joint_motion
from symdyn.simulate.motion.path_shapes import Line, Path, TipState


@dataclass(frozen=True, slots=True)
class Legs:
    """Paths one after the other, at rest between them."""

    legs: tuple[Path, ...]

    @property
    def duration(self) -> float:
        """How long all of them take."""
        return sum(leg.duration for leg in self.legs)

    def at(self, t: float) -> TipState:
        """Return what is wanted of the tip at a time; the turns of finished legs stay."""
        turned = np.zeros(3)
        for leg in self.legs[:-1]:
            if t < leg.duration:
                break
            turned = turned + leg.at(leg.duration).turned
            t -= leg.duration
        else:
            leg = self.legs[-1]
        state = leg.at(t)
        return replace(state, turned=turned + state.turned)


def polyline(points: list[tuple[float, ...]], duration: float) -> Path:
    """Return straight lines through points, each with its share of the time."""
    lengths = [float(np.linalg.norm(np.subtract(b, a))) for a, b in pairwise(points)]
    shares = [duration * length / sum(lengths) for length in lengths]
    lines = tuple(Line(a, b, share) for (a, b), share in zip(pairwise(points), shares, strict=True))
    return lines[0] if len(lines) == 1 else Legs(lines)


@dataclass(frozen=True, slots=True)
class TipError:
    """The largest distance of the tip from where it should be: in metres, and over that point's reach."""

    distance: float
    relative: float


@dataclass(frozen=True, slots=True)
class TipPath:
    """The tip's path, the point of the last link that runs along it, and a posture near the first one."""

    path: Path
    task: str = "position"
    tool: tuple[float, ...] = (0.0, 0.0, 0.0)
    near: tuple[float, ...] | None = None

    def motion(self, times: Array, robot: Robot) -> Motion:
        """Return the motion of the joints."""
        try:
            found = joint_motion(robot, self.path, times, task_kind=self.task, tool=self.tool, start=self.near)
        except InputError as error:
            fields = {"path": "trajectory", "tool": "trajectory.tool", "start": "trajectory.near"}
            raise InputError(error.what, field=fields.get(error.field, error.field)) from None
        notes = tuple(note for note in found.warnings if "singular" in note)  # limits are looked at for every motion
        return replace(found.motion, notes=notes)

    def straying(self, times: Array, q: Array, robot: Robot) -> TipError:
        """Return how far the tip gets from where it should be."""
        wanted = np.array([self.path.at(float(t)).p for t in times])
        distance = np.linalg.norm(self.tip(q, robot) - wanted, axis=1)
        reach = np.maximum(np.linalg.norm(wanted, axis=1), np.finfo(float).tiny)
        return TipError(float(distance.max()), float((distance / reach).max()))

    def tip(self, q: Array, robot: Robot) -> Array:
        """Return where the tip is, row by row."""
        T = symdyn.build(robot, Options(only=("tip_motion",))).tip_motion(q, np.zeros_like(q))[0]
        return np.asarray(T[:, :3, :3] @ np.array(self.tool) + T[:, :3, 3])
