"""The robot file with identified values: the mapping that was read, with numbers in the places of parameters."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from symdyn.identification.logs.log import Array
from symdyn.model import load
from symdyn.model.closing import CutJoint, Motor
from symdyn.model.parts import Parameter
from symdyn.model.robot import Robot

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
FRICTION = {"fv": "viscous", "fc": "coulomb", "fo": "offset"}
WRITTEN = {"viscous": "fv", "coulomb": "fc", "offset": "fo"}


def with_values(robot: Robot, full: Array) -> Robot:
    """Return the robot with a full parameter vector."""
    values = dict(zip(robot.parameter_names, (float(value) for value in full), strict=True))
    source = copy.deepcopy(dict(robot.source))
    for joint, entry in zip(robot.joints, source["joints"], strict=True):
        if joint.link.parameters:
            entry["link"] = {"name": joint.link.name, **body_fields([values[f"{joint.link.name}.{x}"] for x in TEN])}
        _set_effects(entry, _by_letters(joint.effects, values))
    closing = robot.closing
    of_closing: tuple[tuple[str, tuple[CutJoint | Motor, ...]], ...] = ()
    if closing is not None:
        of_closing = (("loops", closing.loops), ("motors", closing.motors))
    for key, parts in of_closing:
        for part, entry in zip(parts, source.get(key) or (), strict=True):
            _set_effects(entry, _by_letters(part.effects, values))
    if robot.load is not None:
        source["load"] |= body_fields([values[f"load.{x}"] for x in TEN])
    return load(source)


def body_fields(ten: Sequence[float]) -> dict[str, Any]:
    """Return the fields of a body about its frame's origin; a body without mass has its first moments nowhere."""
    m, hx, hy, hz, *I = ten
    com = [hx / m, hy / m, hz / m] if m else [0.0, 0.0, 0.0]
    xx, xy, yy, xz, yz, zz = I
    tensor = {"xx": xx, "xy": xy, "xz": xz, "yy": yy, "yz": yz, "zz": zz}
    return {"mass": m, "com": com, "inertia": tensor, "inertia_at": "origin"}


def _by_letters(effects: Sequence[Parameter], values: Mapping[str, float]) -> dict[str, float]:
    return {effect.name.rpartition(".")[2]: values[effect.name] for effect in effects}


def _set_effects(entry: dict[str, Any], effects: Mapping[str, float]) -> None:
    if "Ia" in effects:
        entry["rotor_inertia"] = effects["Ia"]
    friction = {word: effects[letters] for letters, word in FRICTION.items() if letters in effects}
    if friction:
        entry["friction"] = friction
    if "ks" in effects:
        stiffness = effects["ks"]
        rest = effects.get("kr", 0.0) / stiffness if stiffness else 0.0
        entry["spring"] = {"stiffness": stiffness, "rest": rest}


def with_effects(robot: Robot, kinds: Sequence[str]) -> Robot:
    """Return the robot with friction (`viscous`, `coulomb`, `offset`) or `rotor` on every joint that has none yet."""
    if not kinds:
        return robot
    source = copy.deepcopy(dict(robot.source))
    for joint, entry in zip(robot.joints, source["joints"], strict=True):
        there = {effect.name.rpartition(".")[2] for effect in joint.effects}
        if not joint.moves:
            continue
        if "rotor" in kinds and "Ia" not in there:
            entry["rotor_inertia"] = 0.0
        wanted = {kind: 0.0 for kind in kinds if kind in WRITTEN and WRITTEN[kind] not in there}
        if wanted:
            entry["friction"] = {**(entry.get("friction") or {}), **wanted}
    return load(source)
