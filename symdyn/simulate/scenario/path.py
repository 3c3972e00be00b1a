"""Tree -> path of the tip: the trajectory of type `path`."""

from __future__ import annotations

import math

from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, required
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node
from symdyn.simulate.motion.path_shapes import Circle, Path, radius
from symdyn.simulate.motion.path_task import ROWS
from symdyn.simulate.motion.tip_path import TipPath, polyline
from symdyn.simulate.scenario.reals import per_joint, real, reals, seconds

SMALLEST = 1e-150  # of a direction: the square of what is smaller is no number
KEYS = ("type", "points", "circle", "duration", "task", "tool", "near")


def read_path(node: Node, joints: tuple[str, ...], duration: float, reading: Reading) -> TipPath:
    """Read straight lines through points, or an arc of a circle."""
    entries = entries_of(node, KEYS)
    if ("points" in entries) == ("circle" in entries):
        raise node.error("a path has either points, which straight lines join, or a circle")
    lasts = seconds(entries["duration"], reading) if "duration" in entries else duration
    path = (
        _lines(entries["points"], lasts, reading) if "points" in entries else _circle(entries["circle"], lasts, reading)
    )
    return TipPath(
        path,
        choice_of(entries["task"], "task", ROWS) if "task" in entries else "position",
        _point(entries["tool"], reading) if "tool" in entries else (0.0, 0.0, 0.0),
        per_joint(entries["near"], joints, reading) if "near" in entries else None,
    )


def _lines(node: Node, duration: float, reading: Reading) -> Path:
    items = items_of(node)
    points = [_point(item, reading) for item in items]
    if len(points) < 2:
        raise node.error("a path has two points or more")
    for item, before, point in zip(items[1:], points[:-1], points[1:], strict=True):
        if before == point:
            raise item.error("the same point twice; a path moves on")
    return polyline(points, duration)


def _circle(node: Node, duration: float, reading: Reading) -> Circle:
    entries = entries_of(node, ("start", "centre", "normal", "angle"))
    hint = "a circle has a start, a centre, and may have a normal and an angle"
    start, centre = (_point(required(node, entries, key, hint), reading) for key in ("start", "centre"))
    normal = _point(entries["normal"], reading) if "normal" in entries else (0.0, 0.0, 1.0)
    if not math.hypot(*normal) > SMALLEST:
        raise entries["normal"].error("the normal is zero; give it a direction such as [0, 0, 1]")
    if not radius(start, centre, normal) > 0:
        raise node.error("the circle has no radius: its start is on the axis; move the start away from the centre")
    if "angle" in entries:
        return Circle(start, centre, duration, normal, real(entries["angle"], reading))
    return Circle(start, centre, duration, normal)


def _point(node: Node, reading: Reading) -> tuple[float, ...]:
    return reals(node, reading, 3, "x, y and z")
