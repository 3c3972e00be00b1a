"""The joints that a robot with loops or couplings is described by, in the order of its coordinates."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symdyn.model.closing import Coupling
from symdyn.model.robot import Joint
from symdyn.model.robot_file.fields import items_of
from symdyn.model.robot_file.moving import moving_index
from symdyn.model.text.tree import Node


def actuated_joints(
    root: Node, node: Node | None, joints: Sequence[Joint], couplings: Sequence[Coupling], *, has_loops: bool
) -> tuple[int, ...]:
    """Read `actuated`; without loops it is all joints that follow none, and may be left out.

    Whether the joints that are named determine the rest of a loop is not decided here.
    """
    moving = [joint.name for joint in joints if joint.moves]
    coupled = {coupling.joint for coupling in couplings}
    free = [index for index in range(len(moving)) if index not in coupled]
    if node is None:
        if has_loops:
            what = "the field 'actuated' is missing; with loops, list the joints that drive the robot"
            raise root.error(f"{what}, for example [{moving[free[0]]}]")
        return tuple(free)
    chosen = _chosen(node, joints, coupled)
    missing = [moving[index] for index in free if index not in chosen]
    if missing and not has_loops:
        what = f"{', '.join(missing)} {'follow' if len(missing) > 1 else 'follows'} no other joint"
        raise node.error(f"{what}; name {'them' if len(missing) > 1 else 'it'} too, or leave actuated out")
    return tuple(chosen)


def _chosen(node: Node, joints: Sequence[Joint], coupled: Collection[int]) -> list[int]:
    chosen: list[int] = []
    for item in items_of(node):
        index = moving_index(item, joints)
        if index in chosen:
            raise item.error(f"{item.value!r} is here twice; name it once")
        if index in coupled:
            raise item.error(f"{item.value!r} follows other joints by a coupling, so it cannot be actuated; name those")
        chosen.append(index)
    if not chosen:
        raise node.error("names no joint; list those that drive the robot")
    return chosen
