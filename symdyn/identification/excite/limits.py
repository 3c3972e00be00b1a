"""What a motion must keep within: positions, velocities, accelerations and torques of joints, places of points.

Those of the robot file count unless others are given, in a file:

    limits: 1
    acceleration: [15, 7.5, 10, 12.5, 15, 20, 20]     # one number is meant for every joint
    velocity: 1.5                                     # also lower, upper, effort
    boxes:                                            # where a point of a link, in its frame, must stay: base axes
      - {link: link7, point: [0, 0, 0.1], lower: [null, null, 0.05], upper: [0.7, null, null]}
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.identification.logs.log import Array
from symdyn.model.robot import Robot
from symdyn.model.robot_file.fields import entries_of, items_of, required, text_of
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node
from symdyn.model.text.yaml_text import read_yaml
from symdyn.simulate.scenario.reals import per_joint, real
from symdyn.sources.text_file import read_text_file

OPENING = "limits: 1"
OF_JOINTS = ("lower", "upper", "velocity", "acceleration", "effort")


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """Where a point (3,) of the link that moving joint `joint` carries must stay."""

    joint: int
    point: Array
    lower: Array
    upper: Array


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """One number a joint, infinite where there is no limit."""

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array
    boxes: tuple[Box, ...] = ()

    @property
    def middle(self) -> Array:
        """The pose half-way between the positions' limits."""
        return np.asarray((self.lower + self.upper) / 2)

    @property
    def reach(self) -> Array:
        """How far positions may go from there."""
        return np.asarray((self.upper - self.lower) / 2)


def limits_of(robot: Robot, file: str | Path | None = None) -> Limits:
    """Return a robot's limits, with those of a file in their place; joints that turn without any go once round."""
    found = {word: np.array([_written(joint.limits, word) for joint in robot.moving_joints]) for word in OF_JOINTS}
    boxes: tuple[Box, ...] = ()
    if file is not None:
        given, boxes = _read(Path(file), robot)
        found |= given
    for i, joint in enumerate(robot.moving_joints):
        ends = found["lower"][i], found["upper"][i]
        if np.isnan(ends).any() and joint.kind.turns:
            found["lower"][i] = -np.pi if np.isnan(ends[0]) else ends[0]
            found["upper"][i] = np.pi if np.isnan(ends[1]) else ends[1]
        elif np.isnan(ends).any():
            what = "slides and has no limits; write limits: {lower: .., upper: ..} into its file, or into --limits FILE"
            raise InputError(what, field=joint.name)
        if not found["lower"][i] < found["upper"][i]:
            raise InputError(f"its limits leave no room: {ends[0]:g} to {ends[1]:g}", field=joint.name)
    for word in ("velocity", "acceleration", "effort"):
        found[word] = np.where(found[word] > 0, found[word], np.inf)  # 0 in a URDF: not told
    return Limits(**found, boxes=boxes)


def with_margin(limits: Limits, rates: float, torque: float) -> Limits:
    """Return limits that leave a part of rates and ways, and a part of torque, unused."""
    kept = limits.reach * (1 - rates)
    return replace(
        limits,
        lower=limits.middle - kept,
        upper=limits.middle + kept,
        velocity=limits.velocity * (1 - rates),
        acceleration=limits.acceleration * (1 - rates),
        effort=limits.effort * (1 - torque),
    )


def _written(limits: object, word: str) -> float:
    value = getattr(limits, word, None)
    return float("nan") if value is None else float(value)


def _read(path: Path, robot: Robot) -> tuple[dict[str, Array], tuple[Box, ...]]:
    root = read_yaml(read_text_file(path, "file of limits"), str(path), kind="file of limits", opening=OPENING)
    entries = entries_of(root, ("limits", *OF_JOINTS, "boxes"))
    if "limits" not in entries or entries["limits"].value != "1":
        raise root.error(f"a file of limits starts with '{OPENING}'")
    joints, reading = robot.joint_names, Reading()
    given = {word: np.array(per_joint(entries[word], joints, reading)) for word in OF_JOINTS if word in entries}
    for word in ("velocity", "acceleration", "effort"):
        if word in given and not (given[word] > 0).all():
            raise entries[word].error("must be above 0")
    boxes = [_box(item, robot) for item in items_of(entries["boxes"])] if "boxes" in entries else []
    return given, tuple(boxes)


def _box(node: Node, robot: Robot) -> Box:
    entries = entries_of(node, ("link", "point", "lower", "upper"))
    links = [joint.link.name for joint in robot.moving_joints]
    named = required(node, entries, "link", "name the link whose point must stay in the box")
    link = text_of(named, "the name of a link")
    if link not in links:
        raise named.error(unknown_name("link", link, links))
    if "lower" not in entries and "upper" not in entries:
        raise node.error("a box has a lower or an upper corner, or both")
    point = _corner(entries.get("point"), 0.0)
    lower, upper = _corner(entries.get("lower"), -np.inf), _corner(entries.get("upper"), np.inf)
    if not (lower < upper).all():
        raise node.error("its lower corner is not below its upper one")
    return Box(links.index(link), point, lower, upper)


def _corner(node: Node | None, absent: float) -> Array:
    """Read three numbers; null, like no corner at all, is no limit."""
    if node is None:
        return np.full(3, absent)
    return np.array([absent if item.value is None else real(item, Reading()) for item in items_of(node, 3)])
