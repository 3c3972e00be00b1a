"""Tree -> control and model: what the controller is, and what it believes about the plant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from symdyn.control.gains_file import gain_of, read_gains_file
from symdyn.errors import unknown_name
from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, text_of
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node
from symdyn.simulate.loop.controllers import law_names
from symdyn.simulate.scenario.reals import positive, real
from symdyn.simulate.scenario.scenario import CONTINUOUS, Control, ModelErrors
from symdyn.sources.robot_text import bundled_names

FACTORS = ("lengths", "masses", "inertias", "friction")


def read_control(node: Node | None, folder: Path, reading: Reading) -> Control:
    """Read the field `controller`."""
    if node is None:
        return Control()
    entries = entries_of(node, ("law", "rate", "gains", "theta"))
    return Control(
        law=choice_of(entries["law"], "law", law_names()) if "law" in entries else None,
        rate=_rate(entries["rate"], reading) if "rate" in entries else 1000.0,
        gains=_gains_of_laws(entries.get("gains"), folder, reading),
        theta={name: real(value, reading) for name, value in mapping_of(entries.get("theta"), "parameters to numbers")},
    )


def _rate(node: Node, reading: Reading) -> float:
    return CONTINUOUS if node.value == "continuous" else positive(node, reading)


def _gains_of_laws(node: Node | None, folder: Path, reading: Reading) -> dict[str, dict[str, Any]]:
    if node is not None and isinstance(node.value, str) and node.value.lower().endswith((".yaml", ".yml")):
        path = folder / text_of(node, "the name of a gains file")
        if not path.exists():
            raise node.error(f"there is no such file: {path}")
        return read_gains_file(path)
    found = {}
    for law, gains in mapping_of(node, "laws to gains"):
        if law not in law_names():
            raise gains.error(unknown_name("law", law, law_names()))
        found[law] = _gains(gains, reading)
    return found


def _gains(node: Node, reading: Reading) -> dict[str, Any]:
    return {name: gain_of(value, reading) for name, value in mapping_of(node, "gains to numbers, lists or matrices")}


def mapping_of(node: Node | None, what: str) -> list[tuple[str, Node]]:
    """Return the entries of a mapping, none where there is no such field."""
    if node is None or node.value is None:
        return []
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping from {what}, found {node.kind}")
    return list(node.value.items())


def read_model(node: Node | None, folder: Path, reading: Reading) -> ModelErrors:
    """Read the field `model`."""
    if node is None:
        return ModelErrors()
    entries = entries_of(node, ("robot", "unknown", *FACTORS))
    robot = None
    if "robot" in entries:
        robot = text_of(entries["robot"], "a bundled name or a file")
        robot = robot if robot in bundled_names() else str(folder / robot)
    unknown = None
    if "unknown" in entries:
        unknown = tuple(text_of(item, "the name of a parameter") for item in items_of(entries["unknown"]))
    factors = {key: positive(entries[key], reading) for key in FACTORS if key in entries}
    return ModelErrors(robot=robot, unknown=unknown, **factors)
