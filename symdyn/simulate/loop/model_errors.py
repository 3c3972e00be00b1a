"""The controller's model: the plant's file with factors on its numbers, or another file altogether.

    lengths     dh.a, dh.d, origin.xyz, com        masses    mass        inertias    inertia, rotor_inertia
    friction    viscous, coulomb, offset

Numbers stay what is written: 0.4318 with a factor of 1.07 becomes the expression (0.4318)*(1.07).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symdyn.errors import InputError
from symdyn.model import Robot, load
from symdyn.simulate.scenario.scenario import ModelErrors


def controller_model(plant: Robot, errors: ModelErrors) -> Robot:
    """Return the robot that the controller takes the plant for."""
    if not errors.differs:
        return plant
    source = dict((load(errors.robot) if errors.robot else plant).source)
    source["joints"] = [_joint(joint, errors) for joint in source["joints"]]
    if source.get("load"):
        source["load"] = _body(_placed(source["load"], errors), errors)
    if errors.unknown is not None:
        source["unknown"] = list(errors.unknown)
    if not errors.robot:
        source["name"] = f"{plant.name}_model"
    try:
        model = load(source)
    except InputError as error:
        if error.file or not error.field.startswith("unknown"):
            raise
        raise InputError(error.what, field=f"model.{error.field}") from None
    if model.n != plant.n:
        what = (
            f"{errors.robot} has {model.n} moving joints, but the plant {plant.n}; the controller's model needs as many"
        )
        raise InputError(what, field="model.robot")
    return model


def _joint(joint: Mapping[str, Any], errors: ModelErrors) -> dict[str, Any]:
    made = _placed(joint, errors)
    if made.get("dh"):
        made["dh"] = _scaled(made["dh"], ("a", "d"), errors.lengths)
    if made.get("link"):
        made["link"] = _body(made["link"], errors)
    if made.get("friction"):
        made["friction"] = _scaled(made["friction"], tuple(made["friction"]), errors.friction)
    return _scaled(made, ("rotor_inertia",), errors.inertias)


def _placed(entry: Mapping[str, Any], errors: ModelErrors) -> dict[str, Any]:
    made = dict(entry)
    if made.get("origin"):
        made["origin"] = _scaled(made["origin"], ("xyz",), errors.lengths)
    return made


def _body(body: Mapping[str, Any], errors: ModelErrors) -> dict[str, Any]:
    made = _scaled(_scaled(body, ("mass",), errors.masses), ("com",), errors.lengths)
    if made.get("inertia"):
        made["inertia"] = _scaled(made["inertia"], tuple(made["inertia"]), errors.inertias)
    return made


def _scaled(entry: Mapping[str, Any], keys: tuple[str, ...], factor: float) -> dict[str, Any]:
    return {key: _times(value, factor) if key in keys else value for key, value in entry.items()}


def _times(value: Any, factor: float) -> Any:
    """Multiply a number, an expression or each of a list; what the file leaves unknown stays so."""
    if value is None or factor == 1:
        return value
    if isinstance(value, list | tuple):
        return [_times(item, factor) for item in value]
    return f"({value})*({factor!r})"
