"""A position in which the loops are closed, nearly: it says which of several ways of assembling them is meant."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.model.closing import Coupling, CutJoint
from symdyn.model.robot import Joint
from symdyn.model.robot_file.angles import TWO_TURNS, degrees_note, looks_like_degrees
from symdyn.model.robot_file.loops import path_between
from symdyn.model.robot_file.moving import moving_name
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node


def closed_position(
    root: Node,
    node: Node | None,
    joints: Sequence[Joint],
    loops: Sequence[CutJoint],
    couplings: Sequence[Coupling],
    reading: Reading,
) -> tuple[float | None, ...]:
    """Read `closed_at`: a value for every coordinate of the tree, None where the file has none."""
    moving = [joint for joint in joints if joint.moves]
    values: list[float | None] = [None] * len(moving)
    entries = {} if node is None else _entries(node)
    for name, entry in entries.items():
        index = moving_name(name, entry, joints)
        values[index] = _value(entry, moving[index], reading)
    missing = [moving[i].name for i in sorted(_taking_part(joints, loops, couplings)) if values[i] is None]
    if missing and node is None:
        what = "the field 'closed_at' is missing; say where the joints of the loops are when these are closed"
        raise root.error(f"{what}: {', '.join(missing)}")
    if missing and node is not None:
        what = f"has no value for {', '.join(missing[:5])}{' and more' if len(missing) > 5 else ''}"
        raise node.error(f"{what}; every joint of a loop needs one, in rad or m")
    return tuple(values)


def _entries(node: Node) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping of joints to positions, found {node.kind}; write {{joint1: 0.9, …}}")
    return node.value


def _value(node: Node, joint: Joint, reading: Reading) -> float:
    value = number(node, reading)
    decimal = reading.decimal(value)
    if decimal is None:
        missing = sorted(name for name in value.symbols() if reading.symbols[name] is None)
        raise node.error(f"the symbol {missing[0]!r} has no value, and a position needs one; give it one in symbols")
    if joint.kind.keeps_its_axis and looks_like_degrees(value, TWO_TURNS):
        reading.notes.append(node.note(*degrees_note(str(node.value), node.file)))
    return decimal


def _taking_part(joints: Sequence[Joint], loops: Sequence[CutJoint], couplings: Sequence[Coupling]) -> set[int]:
    """Return the coordinates on the way around some loop, and those that a joint on the way follows."""
    coordinate = {entry: index for index, entry in enumerate(i for i, joint in enumerate(joints) if joint.moves)}
    around = {
        coordinate[entry]
        for loop in loops
        for entry in path_between(loop.parent, loop.child, joints)
        if entry in coordinate
    }
    return around | {other for coupling in couplings if coupling.joint in around for other, _ in coupling.factors}
