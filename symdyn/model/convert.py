"""A robot's full parameter vector in the convention of another tool, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symdyn.errors import InputError
from symdyn.model.conventions import convention, reorder
from symdyn.model.robot import Body, Robot


@dataclass(frozen=True, slots=True)
class ConvertedParameters:
    """A full parameter vector in some convention; `names` say what each value is, in that convention's letters."""

    convention: str
    names: tuple[str, ...]
    values: tuple[Any, ...]


def convert_parameters(
    robot: Robot, full: Iterable[Any], target: str, *, source: str = "symdyn"
) -> ConvertedParameters:
    """Rewrite a robot's full vector: each link's ten and the load's change, the others stay in place.

    Args:
        robot: whose vector it is; it tells where links and joints stand in it.
        full: the vector, in the convention `source`.
        target: the convention wanted: symdyn, pinocchio, idyntree, sympybotics, symoro, urdf, robotics_toolbox.
        source: the convention of `full`.
    """
    if not isinstance(robot, Robot):
        raise InputError(f"must be what symdyn.load returns, not {type(robot).__name__}", field="robot")
    if isinstance(full, str) or not isinstance(full, Iterable):
        raise InputError(f"must be a vector, not {type(full).__name__}", field="full")
    entries = tuple(full)
    if any(isinstance(entry, str | None) for entry in entries):
        raise InputError("must hold numbers or expressions of SymPy, not texts or nothing", field="full")
    labels = convention(source).labels
    expected = parameter_labels(robot, source)
    if len(entries) != len(expected):
        first = ", ".join(expected[:3])
        raise InputError(f"{robot.name} has {len(expected)} parameters ({first}, …); there are {len(entries)}")
    values: list[Any] = []
    for part in _parts(robot):
        rest = entries[len(values) :]
        values += reorder(rest[: len(labels)], source, target) if isinstance(part, Body) else rest[:1]
    return ConvertedParameters(target, parameter_labels(robot, target), tuple(values))


def parameter_labels(robot: Robot, name: str) -> tuple[str, ...]:
    """Names of a robot's full vector in a convention: `link1.Lxx …`."""
    labels = convention(name).labels
    names: list[str] = []
    for part in _parts(robot):
        names += [f"{part.name}.{label}" for label in labels] if isinstance(part, Body) else [part]
    return tuple(names)


def _parts(robot: Robot) -> list[Body | str]:
    """Bodies, and names of what joints, cut joints and motors have, in the order of the full vector."""
    parts: list[Body | str] = []
    for joint in robot.joints:
        parts += [*([joint.link] if joint.link.parameters else []), *(effect.name for effect in joint.effects)]
    parts += [effect.name for effect in (robot.closing.effects if robot.closing else ())]
    return parts + ([robot.load.body] if robot.load else [])
