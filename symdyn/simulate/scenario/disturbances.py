"""Tree -> disturbances and loads: what happens to the plant on the way."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.errors import unknown_name
from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, required
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node
from symdyn.simulate.loop.rigid_load import load_entries, read_rigid_load
from symdyn.simulate.scenario.reals import interval, per_joint, real
from symdyn.simulate.scenario.scenario import CarriedLoad, Disturbance, Pulse, TorqueError

TYPES = {"pulse": "torque", "torque_error": "error"}


def read_disturbances(node: Node | None, joints: Sequence[str], reading: Reading) -> tuple[Disturbance, ...]:
    """Read the field `disturbances`."""
    return () if node is None else tuple(_disturbance(item, joints, reading) for item in items_of(node))


def _disturbance(node: Node, joints: Sequence[str], reading: Reading) -> Disturbance:
    entries = entries_of(node, ("type", "torque", "error", "joint", "from", "to"))
    kind = choice_of(required(node, entries, "type", f"write one of {', '.join(TYPES)}"), "disturbance", TYPES)
    size = required(node, entries, TYPES[kind], f"a {kind} has one, for all joints or for each")
    other = next(key for key in TYPES.values() if key != TYPES[kind])
    if other in entries:
        raise entries[other].error(f"a {kind} has no {other}; leave it out")
    values = per_joint(size, joints, reading)
    if "joint" in entries:
        values = _for_one(entries["joint"], joints, real(size, reading))
    start, end = interval(entries, reading)
    return Pulse(values, start, end) if kind == "pulse" else TorqueError(values, start, end)


def _for_one(node: Node, joints: Sequence[str], value: float) -> tuple[float, ...]:
    if node.value not in joints:
        raise node.error(unknown_name("joint", node.value, joints))
    return tuple(value if joint == node.value else 0.0 for joint in joints)


def read_loads(node: Node | None, reading: Reading) -> tuple[CarriedLoad, ...]:
    """Read the field `loads`."""
    found = []
    for item in items_of(node) if node is not None else ():
        entries = load_entries(item)
        start, end = interval(entries, reading)
        found.append(CarriedLoad(read_rigid_load(item, entries, reading), start, end))
    return tuple(found)
