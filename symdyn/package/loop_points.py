"""Where a robot's loops are closed, for the proof: found by its closure, in the field that the proof has chosen."""

from __future__ import annotations

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.loop_states import LoopStates
from symdyn.closure.newton_step import roots_on, signs_on
from symdyn.model import NumericRobot
from symdyn.proof import LoopPoint, LoopPoints
from symdyn.proof.loop_point import Turn


def loop_points(robot: NumericRobot) -> LoopPoints | None:
    """Return what finds such points; None for robots whose closing the proof reads by itself."""
    closure = closure_of(robot)
    if not isinstance(closure, ExplicitClosure | IterativeClosure):
        return None
    offsets = [joint.offset for joint in robot.tree.moving_joints]
    places = _places(robot)

    def found(embedding: Embedding) -> LoopPoint:
        states = LoopStates(robot, closure, embedding)
        point = states.points.draw()
        at = point.stance
        turns = [
            _back((c, s), offset, embedding) if joint.kind.turns else (embedding.element(1), embedding.element(0))
            for joint, c, s, offset in zip(robot.tree.moving_joints, at.c, at.s, offsets, strict=True)
        ]
        rotations = [
            _back(turn, offsets[i], embedding)
            for i, turn in zip(closure.actuated, point.turns(closure.actuated), strict=True)
        ]
        roots = dict(point.roots)
        signs: dict[FieldElement, int] = {}
        if isinstance(closure, IterativeClosure):
            roots |= roots_on(closure, states.points.tree, at)
            signs = signs_on(closure, states.points.tree, at)
        shared = {place: (place, 1) for place in places}
        shared |= {places[place]: (places[first], sign) for place, (first, sign) in states.shared.items()}
        return LoopPoint(rotations, point.q(closure.actuated), turns, at.q, roots, shared, signs)

    return found


def _places(robot: NumericRobot) -> list[int]:
    """Return where the witness has a place's rate: it has those of cut joints, too, in which nothing rubs."""
    assert robot.closing is not None
    rubs = [bool(loop.effects) for loop in robot.closing.loops for _ in loop.kind.free]
    joints = robot.tree.n
    return [*range(joints), *(joints + i for i, here in enumerate(rubs) if here)]


def _back(turn: Turn, offset: Exact, embedding: Embedding) -> Turn:
    """Take an offset off an angle."""
    c, s = (embedding(part) for part in cos_sin(offset))
    return turned(*turn, c, -s)
