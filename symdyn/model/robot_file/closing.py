"""What closes the tree, from the fields that say so: `loops couplings closed_at actuated transmission motors`."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.model.closing import Closing, Motor
from symdyn.model.robot import Joint
from symdyn.model.robot_file.actuated import actuated_joints
from symdyn.model.robot_file.closed_at import closed_position
from symdyn.model.robot_file.couplings import couplings_of
from symdyn.model.robot_file.loops import cut_joints
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.robot_file.transmission import Matrix, motors_of, transmission_matrix
from symdyn.model.text.tree import Node

CLOSING_KEYS = ("loops", "couplings", "closed_at", "actuated", "transmission", "motors")


def closing_of(
    root: Node, entries: dict[str, Node], joints: Sequence[Joint], structural_zeros: bool, reading: Reading
) -> Closing | None:
    """Return what closes the tree of ``joints``; None where its joints move one by one, as those of most robots do."""
    parts = {name for joint in joints for name in (joint.name, joint.link.name)}
    loops = cut_joints(entries.get("loops"), joints, parts, reading)
    couplings = couplings_of(entries.get("couplings"), joints, reading)
    matrix = entries.get("transmission")
    _refuse_without_need(entries, closes=bool(loops or couplings), transmits=matrix is not None)
    if not loops and not couplings and matrix is None:
        return None
    actuated = actuated_joints(root, entries.get("actuated"), joints, couplings, has_loops=bool(loops))
    closed_at = closed_position(root, entries.get("closed_at"), joints, loops, couplings, reading)
    transmission: Matrix | None = None
    motors: tuple[Motor, ...] = ()
    if matrix is not None:
        transmission = transmission_matrix(matrix, len(actuated), reading)
        taken = parts | {loop.name for loop in loops}
        motors = motors_of(entries.get("motors"), len(actuated), taken, structural_zeros, matrix, reading)
    return Closing(loops, couplings, actuated, closed_at, transmission, motors)


def _refuse_without_need(entries: dict[str, Node], *, closes: bool, transmits: bool) -> None:
    """Refuse fields that mean nothing here, rather than pass over what a user wanted to say."""
    if "motors" in entries and not transmits:
        what = "motors go with transmission, which says how they move the joints"
        raise entries["motors"].error(f"{what}; add it, or give the joints themselves rotor_inertia and friction")
    if "closed_at" in entries and not closes:
        raise entries["closed_at"].error("closed_at goes with loops, and there are none; leave it out")
    if "actuated" in entries and not closes and not transmits:
        what = "actuated goes with loops, couplings or transmission, and there are none"
        raise entries["actuated"].error(f"{what}; leave it out: every joint is actuated")
