"""The blocks of rates of a closed robot, found at random points where its loops are closed, in a finite field."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.closure.blocks import Block, find_blocks
from symdyn.closure.stance import Stance
from symdyn.closure.variety_points import VarietyPoints
from symdyn.errors import InputError
from symdyn.model.robot import Robot


def blocks_at(
    points: VarietyPoints,
    at: Stance[FieldElement],
    robot: Robot,
    embedding: Embedding,
    passive: Sequence[int],
) -> tuple[Block, ...] | None:
    """Return the blocks of rates, at a point that was drawn; None where that is not closed."""
    assert robot.closing is not None
    if not points.tree.is_closed(at):
        return None
    zero = embedding.element(0)
    jacobian = [[(zero + x).value for x in row] for row in points.tree.cut_motion(at).jacobian()]
    loops = [i for i, loop in enumerate(robot.closing.loops) for _ in range(loop.kind.rows)]
    blocks, undetermined = find_blocks(jacobian, passive, embedding.modulus, loops)
    if undetermined:
        names = ", ".join(robot.tree.moving_joints[i].name for i in undetermined)
        what = f"the actuated joints do not determine {names}; name others in actuated"
        raise InputError(what, field=f"{robot.name}.actuated")
    return tuple(blocks)
